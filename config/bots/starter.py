#!/usr/bin/env python3
"""Your bot starts here: it plays any legal move, in every game of the parlour.

    parlour check-bot connect4 -- python3 starter.py
    parlour arena connect4 --seat "exec:python3 starter.py" --seat bot:hasard --games 20

What `view` has beside `board`, which is the rows as text ("scores" where a game has them):
    connect4  nothing more: "." is free, "R" the first player, "J" the second
    sogo      nothing more: 16 rows, the lowest level first
    gobblet   cells: 9 stacks from bottom to top ("1S2L"); house: pieces left by seat
    vorassic  owners: rows of "." free, "#" wall, "1".."4"; values: rows of numbers
    goose     cells: where everybody stands; held: turns to wait, -1 in a trap
    turtles   grid: rows of signs; turtles: cell, facing, hand, program .. by seat
"""

import json
import random
import sys


def think(hello, turn):
    """Think here: `hello["game"]` is the game, `hello["seat"]` your seat from 1,
    `turn["view"]` what you see, `turn["last"]` what was played since your last move."""
    return random.choice(turn["legal"])


def main():
    hello = {}
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            hello = message["hello"]
            random.seed(hello.get("seed"))
            answer = {"name": "starter in Python"}
        elif "turn" in message:
            answer = {"move": think(hello, message["turn"])}
        else:
            break  # The match is over.
        # Without the flush the referee never sees it. Your own messages go to sys.stderr.
        print(json.dumps(answer), flush=True)


main()
