#!/usr/bin/env python3
"""A bot that plays any legal move, in every game of the parlour.

    parlour arena connect4 --seat "exec:python3 random_bot.py" --seat bot:hasard --games 20

The referee writes a line of JSON, the bot answers with one. Whatever you print to standard
error is shown when your bot loses by forfeit, so that is the place for your own messages.
"""

import json
import random
import sys


def say(answer):
    print(json.dumps(answer), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        # The seed makes a contest repeatable; leave this out and every run is different.
        random.seed(message["hello"].get("seed"))
        say({"name": "random bot"})
    elif "turn" in message:
        say({"move": random.choice(message["turn"]["legal"])})
    elif "over" in message:
        break
