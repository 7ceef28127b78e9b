// Your bot starts here: it plays any legal move, in every game of the parlour.
//
//     javac Starter.java
//     parlour check-bot connect4 -- java -cp . Starter
//     parlour arena connect4 --seat "exec:java -cp . Starter" --seat bot:hasard --games 20
//
// What the view of a turn has beside "board", which is the rows as text:
//     connect4  nothing more: "." is free, "R" the first player, "J" the second
//     sogo      nothing more: 16 rows, the lowest level first
//     gobblet   "cells": 9 stacks from bottom to top ("1S2L"); "house": pieces left by seat
//     vorassic  "owners": rows of "." free, "#" wall, "1".."4"; "values": rows of numbers
//     goose     "cells": where everybody stands; "held": turns to wait, -1 in a trap
//     turtles   "grid": rows of signs; "turtles": cell, facing, hand, program .. by seat

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

public class Starter {
    static String game = "";
    static int seat;
    static Random dice = new Random();

    /** Think here: the answer is one of the legal moves. */
    static String think(List<String> board, List<String> legal, String turn) {
        return legal.get(dice.nextInt(legal.size()));
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith("{\"hello\"")) {
                game = text(line, "game");
                seat = (int) number(line, "seat");
                dice = new Random(number(line, "seed"));
                say("name", "starter in Java");
            } else if (line.startsWith("{\"turn\"")) {
                say("move", think(list(line, "board"), list(line, "legal"), line));
            } else {
                return; // The match is over.
            }
        }
    }

    /** Answers. Without the flush the referee never sees it; your own messages go to System.err. */
    static void say(String key, String value) {
        System.out.println("{\"" + key + "\": \"" + value + "\"}");
        System.out.flush();
    }

    /** What follows a key in a line of JSON; empty if it isn't there. */
    static String after(String line, String key) {
        int at = line.indexOf("\"" + key + "\":");
        return at < 0 ? "" : line.substring(at + key.length() + 3).trim();
    }

    /** The text of a key. */
    static String text(String line, String key) {
        String[] parts = after(line, key).split("\"", 3);
        return parts.length < 3 ? "" : parts[1];
    }

    /** The number of a key; 0 if it isn't there. */
    static long number(String line, String key) {
        String digits = after(line, key).split("[^-0-9]", 2)[0];
        return digits.isEmpty() ? 0 : Long.parseLong(digits);
    }

    /** The texts in the list of a key. */
    static List<String> list(String line, String key) {
        List<String> texts = new ArrayList<>();
        String rest = after(line, key);
        for (int at = 1; at < rest.length() && rest.charAt(at) != ']'; at++) {
            if (rest.charAt(at) == '"') {
                int end = rest.indexOf('"', at + 1);
                texts.add(rest.substring(at + 1, end));
                at = end;
            }
        }
        return texts;
    }
}
