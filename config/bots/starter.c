/* Your bot starts here: it plays any legal move, in every game of the parlour.
 *
 *     cc -O2 -o starter starter.c
 *     parlour check-bot connect4 -- ./starter
 *     parlour arena connect4 --seat "exec:./starter" --seat bot:hasard --games 20
 *
 * What the view of a turn has beside "board", which is the rows as text:
 *     connect4  nothing more: "." is free, "R" the first player, "J" the second
 *     sogo      nothing more: 16 rows, the lowest level first
 *     gobblet   "cells": 9 stacks from bottom to top ("1S2L"); "house": pieces left by seat
 *     vorassic  "owners": rows of "." free, "#" wall, "1".."4"; "values": rows of numbers
 *     goose     "cells": where everybody stands; "held": turns to wait, -1 in a trap
 *     turtles   "grid": rows of signs; "turtles": cell, facing, hand, program .. by seat
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096

static int seat; /* from 1 */
static char *board[MOST], *legal[MOST];
static int rows, moves;

/* Think here: the answer is one of legal[0] to legal[moves - 1]. */
static const char *think(void) {
    return legal[rand() % moves];
}

/* What follows a key in a line of JSON; NULL if it isn't there. */
static char *after(char *line, const char *key) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"%s\":", key);
    char *found = strstr(line, wanted);
    return found ? found + strlen(wanted) : NULL;
}

static long number(char *line, const char *key) {
    char *found = after(line, key);
    return found ? strtol(found, NULL, 10) : 0;
}

/* The texts in the list of a key, each ended in place: read the last list of a line first. */
static int list(char *line, const char *key, char **texts) {
    int count = 0;
    char *at = after(line, key);
    if (!at || !(at = strchr(at, '['))) return 0;
    for (at++; *at && *at != ']' && count < MOST; at++) {
        if (*at != '"') continue;
        texts[count++] = ++at;
        at = strchr(at, '"');
        if (!at) return count - 1;
        *at = '\0';
    }
    return count;
}

/* Answers. Without the flush the referee never sees it; your own messages go to stderr. */
static void say(const char *key, const char *value) {
    printf("{\"%s\": \"%s\"}\n", key, value);
    fflush(stdout);
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (strncmp(line, "{\"hello\"", 8) == 0) {
            seat = (int)number(line, "seat");
            srand((unsigned)number(line, "seed"));
            say("name", "starter in C");
        } else if (strncmp(line, "{\"turn\"", 7) == 0) {
            moves = list(line, "legal", legal);
            rows = list(line, "board", board);
            if (moves > 0) say("move", think());
        } else {
            break; /* The match is over. */
        }
    }
    free(line);
    return 0;
}
