#!/usr/bin/env python3
"""Rehearses a contest of a class on one machine.

    python3 examples/class.py [--programs 30] [--folder /tmp/class] [--parlour target/quick/parlour]

So many programs join, Python and Java among them where there is Java, five of them hostile; a Swiss
contest of Robot Turtles for two, then a league of Connect Four, each watched by two spectators.
Prints time, memory, forfeits with their reasons, and whether anything was left running; the pages for
a browser are in the folder. One job after the other: `nice` it on a machine that others use.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BOTS = os.path.join(ROOT, "config", "bots")
GREET = "import sys, json, time, os\nsys.stdin.readline()\nprint(json.dumps({'name': '%s'}), flush=True)\n"
HOSTILE = {
    "sleepy": "for line in sys.stdin:\n    time.sleep(60)\n",
    "liar": "for line in sys.stdin:\n    print(json.dumps({'move': 'xyzzy'}), flush=True)\n",
    "crash": "sys.stdin.readline()\nraise RuntimeError('I have a bug')\n",
    "chatty": "for line in sys.stdin:\n    print('thinking', flush=True)\n",
    "forker": "sys.stdin.readline()\nif os.fork() == 0:\n    time.sleep(600)\nsys.exit(4)\n",
}


def programs(count, folder, game, parlour):
    """A name and a command for each program."""
    java = None
    if shutil.which("javac"):
        java = os.path.join(folder, "java")
        subprocess.run(["javac", "-d", java, os.path.join(BOTS, "Starter.java")], check=True)
    hostile = list(HOSTILE.items())
    kinds = [["python3", os.path.join(BOTS, "starter.py")]]
    if java:
        kinds.append(["java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", java, "Starter"])
    kinds.append([parlour, "bot", game, "--strategy", "random"])
    kinds.append(["python3", os.path.join(BOTS, "clever_bot.py")])
    for at in range(count):
        if at < len(hostile):
            name, body = hostile[at]
            yield name, ["python3", "-c", GREET % name + body]
        else:
            yield "student%02d" % (at + 1), kinds[at % len(kinds)]


def memory(pid):
    """Resident and highest resident kilobytes of a process."""
    try:
        lines = open("/proc/%d/status" % pid).read().splitlines()
    except OSError:
        return {}
    fields = (line.split() for line in lines if line.startswith(("VmRSS", "VmHWM")))
    return {name.rstrip(":"): int(kilobytes) for name, kilobytes, _ in fields}


def marked(mark):
    """Processes that carry the mark of this rehearsal in their environment."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if mark.encode() in open("/proc/%s/environ" % pid, "rb").read():
                found.append(int(pid))
        except OSError:
            pass
    return [pid for pid in found if pid != os.getpid()]


def hold(args, title, game, more):
    folder = os.path.join(args.folder, title)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    mark = "PARLOUR_REHEARSAL=%s-%d" % (title, os.getpid())
    key, value = mark.split("=")

    def home(name):
        return dict(os.environ, PARLOUR_HOME=os.path.join(folder, "homes", name), **{key: value})

    errors = open(os.path.join(folder, "arena.log"), "w+")
    page, journal = os.path.join(folder, "report.html"), os.path.join(folder, "journal")
    command = [args.parlour, "arena", game, "--host", "127.0.0.1:0", "--entrants", str(args.programs),
               "--name", title, "--json", "--html", page, "--journal", journal, "--move-ms", str(args.move_ms),
               "--start-ms", str(args.start_ms), *more]
    begin = time.time()
    results = os.path.join(folder, "results.json")
    arena = subprocess.Popen(command, env=home("arena"), stdout=open(results, "w"), stderr=errors)
    invitations = {}
    while len(invitations) < 2 and arena.poll() is None:
        time.sleep(0.05)
        for line in open(errors.name):
            if line.startswith(("play ", "watch ")):
                invitations.setdefault(*line.split())
    started = []
    for number in (1, 2):
        name = "spectator%d" % number
        out = open(os.path.join(folder, name + ".txt"), "w")
        watch = [args.parlour, "watch", invitations["watch"], "--name", name, "--plain"]
        started.append((name, subprocess.Popen(watch, env=home(name), stdout=out, stderr=out)))
    for name, program in programs(args.programs, folder, game, args.parlour):
        out = open(os.path.join(folder, name + ".txt"), "w")
        join = [args.parlour, "join", invitations["play"], "--name", name, "--", *program]
        started.append((name, subprocess.Popen(join, env=home(name), stdout=out, stderr=out,
                                               stdin=subprocess.DEVNULL)))
    most, joined = {}, None
    while arena.poll() is None:
        most = {**most, **memory(arena.pid)}
        if joined is None and "the contest begins" in open(errors.name).read():
            joined = time.time()
        time.sleep(0.2)
    table = json.load(open(results))
    ended = time.time()
    statuses = {name: process.wait(timeout=60) for name, process in started}
    time.sleep(2)
    left = marked(mark)
    print("== %s: %s" % (title, " ".join(command[1:3] + more)))
    print("joined after %.1f s, played %d matches in %.1f s; the arena's process took %.1f MB at most"
          % ((joined or ended) - begin, table["played"], ended - (joined or ended),
             most.get("VmHWM", 0) / 1024))
    for at, entrant in enumerate(sorted(table["entrants"], key=lambda it: -it["score"])):
        forfeits = ", ".join("%s %d" % pair for pair in entrant["forfeits"].items())
        print("%3d. %-28s %3d-%d-%d  %s" % (at + 1, entrant["label"], entrant["won"], entrant["drawn"],
                                             entrant["lost"], forfeits))
    told = set()
    for forfeit in table["forfeits"]:
        if (forfeit["entrant"], forfeit["kind"]) not in told:
            told.add((forfeit["entrant"], forfeit["kind"]))
            print("  %s: %s; error output: %d lines"
                  % (forfeit["entrant"], forfeit["why"], len(forfeit.get("stderr", []))))
    spectators = [name for name in statuses if name.startswith("spectator")]
    print("spectators ended with %s, programs with %s" % (
        sorted(statuses[name] for name in spectators),
        sorted({statuses[name] for name in statuses if name not in spectators})))
    print("left running: %s" % (left or "nothing"))
    print("page: %s, %.1f MB" % (page, os.path.getsize(page) / 1e6))
    sys.stdout.flush()
    return not left and table["played"] > 0


def main():
    parse = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parse.add_argument("--programs", type=int, default=30)
    parse.add_argument("--folder", default="/tmp/parlour-class")
    parse.add_argument("--parlour", default=os.path.join(ROOT, "target", "debug", "parlour"))
    parse.add_argument("--move-ms", type=int, default=3000)
    parse.add_argument("--start-ms", type=int, default=20000)
    parse.add_argument("--rounds", type=int, default=7)
    args = parse.parse_args()
    good = hold(args, "swiss", "turtles", ["--swiss", str(args.rounds), "--games", "2", "--players", "2",
                                          "--set", "patience=40"])
    good &= hold(args, "league", "connect4", ["--games", "2"])
    sys.exit(0 if good else 1)


main()
