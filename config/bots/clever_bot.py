#!/usr/bin/env python3
"""A slightly clever bot for Connect Four: it wins if it can, blocks if it must, and likes the
middle. In any other game it plays at random: that part is for you to improve.

    parlour arena connect4 --seat "exec:python3 clever_bot.py" --seat "bot:coup gagnant"
"""

import json
import random
import sys

WAYS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def say(answer):
    print(json.dumps(answer), flush=True)


def landing(board, column):
    """The row where a disc would come to lie; row 0 is the top."""
    return max(row for row in range(len(board)) if board[row][column] == ".")


def makes_line(board, column, disc, connect):
    """Whether this disc, dropped here, completes a line."""
    row = landing(board, column)

    def run(across, down):
        length, x, y = 0, column + across, row + down
        while 0 <= y < len(board) and 0 <= x < len(board[0]) and board[y][x] == disc:
            length, x, y = length + 1, x + across, y + down
        return length

    return any(1 + run(a, d) + run(-a, -d) >= connect for a, d in WAYS)


def choose(hello, turn):
    if hello["game"] != "connect4":
        return random.choice(turn["legal"])
    board, connect = turn["view"]["board"], hello["variant"]["connect"]
    mine, theirs = "RJ" if hello["seat"] == 1 else "JR"
    for disc in (mine, theirs):
        for move in turn["legal"]:
            if makes_line(board, int(move) - 1, disc, connect):
                return move
    middle = (len(board[0]) + 1) / 2
    return min(turn["legal"], key=lambda move: abs(int(move) - middle) + random.random())


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        hello = message["hello"]
        random.seed(hello.get("seed"))
        say({"name": "clever bot"})
    elif "turn" in message:
        say({"move": choose(hello, message["turn"])})
