#!/usr/bin/env python3
"""Our Connect Four solver side by side with bitbully (`pip install bitbully`), in one run.

    cargo build --release
    benches/beside_bitbully.py [--program target/release/parlour] [SET=COUNT]...

Both solve the same positions in turns, a few at a time, without a book and with the table cleared
before each. What counts is processor time, so that other work on the machine disturbs as little as
it can. The positions are other people's and not in this repository: they are read from
'../shared/data/connect4.txt', or from wherever CONNECT4_POSITIONS says, as lines SET MOVES SCORE.
A wrong score of either ends the run.
"""

import argparse
import os
import pathlib
import subprocess
import time

from bitbully import bitbully_core

HERE = pathlib.Path(__file__).resolve().parent.parent
# How many positions of a set, and the share of bitbully's time that is our goal.
SETS = {
    "middle-medium": (200, 0.24),
    "begin-easy": (200, 0.03),
    "begin-medium": (100, 0.39),
    "begin-hard": (10, 0.38),
}
# To clear bitbully's table sweeps the cache, which would weigh on us after every position.
IN_TURN = 20


class Ours:
    """The program's `solve`, one position a line."""

    def __init__(self, program):
        call = [program, "solve", "connect4", "--no-book"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(call, stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.solve("444444")  # touches the memory

    def solve(self, moves):
        """The score, and the seconds of processor time it took."""
        before = self.seconds()
        self.process.stdin.write(moves + "\n")
        answer = self.process.stdout.readline().split()
        return int(answer[1]), self.seconds() - before

    def seconds(self):
        spent = pathlib.Path(f"/proc/{self.process.pid}/schedstat").read_text()
        return int(spent.split()[0]) / 1e9


class Theirs:
    def __init__(self):
        self.solver = bitbully_core.BitBullyCore()
        assert not self.solver.isBookLoaded()

    def solve(self, moves):
        board = bitbully_core.BoardCore()
        for column in moves:
            assert board.play(int(column) - 1)
        self.solver.resetTranspositionTable()
        before = time.thread_time()
        score = self.solver.mtdf(board, 0)
        return score, time.thread_time() - before


def read(path, wanted):
    """Of each wanted set the first positions, with their scores."""
    sets = {name: [] for name in wanted}
    for line in path.read_text().splitlines():
        words = line.split()
        if len(words) == 3 and len(sets.get(words[0], ())) < wanted.get(words[0], 0):
            sets[words[0]].append((words[1], int(words[2])))
    return sets


def spent(solver, positions):
    """The seconds that a solver takes for all of these."""
    total = 0.0
    for moves, score in positions:
        found, seconds = solver.solve(moves)
        assert found == score, f"{type(solver).__name__}: {moves} is {score}, not {found}"
        total += seconds
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=HERE / "target/release/parlour")
    parser.add_argument("sets", nargs="*", metavar="SET=COUNT")
    arguments = parser.parse_args()
    wanted = {name: count for name, (count, _) in SETS.items()}
    if arguments.sets:
        wanted = {name: int(count) for name, count in (s.split("=") for s in arguments.sets)}
    beside = HERE.parent / "shared/data/connect4.txt"
    sets = read(pathlib.Path(os.environ.get("CONNECT4_POSITIONS", beside)), wanted)

    ours, theirs = Ours(arguments.program), Theirs()
    print("set             positions  ours ms  bitbully ms  ratio   goal")
    for name, positions in sets.items():
        mine = its = 0.0
        for at in range(0, len(positions), IN_TURN):
            some = positions[at : at + IN_TURN]
            mine += spent(ours, some)
            its += spent(theirs, some)
        each = 1e3 / max(len(positions), 1)
        goal = SETS.get(name, ("", ""))[1]
        ratio = mine / its if its else float("nan")
        print(f"{name:14} {len(positions):10} {mine * each:8.3f} {its * each:12.3f} {ratio:6.3f} {goal:>6}", flush=True)


if __name__ == "__main__":
    main()
