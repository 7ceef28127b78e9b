"""A program that keeps to no rules. Its argument names the one it breaks; tests/it/hostile.rs says
what has to come of it."""

import json
import os
import signal
import sys
import time

KIND = sys.argv[1]


def write(data, to=1):
    while data:
        data = data[os.write(to, data):]


def say(text):
    write(text.encode() + b"\n")


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def greet(name="hostile"):
    hear()
    say(json.dumps({"name": name}))


def answer_once():
    say(json.dumps({"move": hear()["turn"]["legal"][0]}))


def play():
    """Honestly, to the end of the match."""
    while "turn" in (message := hear()):
        say(json.dumps({"move": message["turn"]["legal"][0]}))


def sleep():
    while True:
        time.sleep(600)


def answer(data):
    """Instead of the first move."""
    greet()
    hear()
    write(data)
    sleep()


def flood(data, to=1):
    while True:
        write(data, to)


def fork_away(times=1):
    """Leaves a process in a session of its own, whose parent is gone."""
    for _ in range(times):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                sleep()
            os._exit(0)


def silent():
    sleep()


def slow_start():
    time.sleep(30)
    greet()
    play()


def mute():
    greet()
    sleep()


def early():
    say('{"name": "early"}\n{"move": "4"}')
    sleep()


def closes_output():
    greet()
    os.close(1)
    sleep()


def closes_input():
    greet()
    os.close(0)
    sleep()


def stillborn():
    write(b"\x1b[2Jsorry\n", 2)
    os._exit(3)


def dies_in_the_middle():
    greet()
    answer_once()
    hear()
    os.kill(os.getpid(), signal.SIGKILL)


def leaves_in_the_middle():
    greet()
    answer_once()
    hear()


def floods_output():
    greet()
    hear()
    flood(b"x\n" * 4096)


def floods_errors():
    greet()
    flood(b"boo\n" * 4096, 2)


def leaves_others():
    greet()
    fork_away()
    for _ in range(2):
        if os.fork() == 0:
            sleep()
    play()


def many_others():
    fork_away(30)
    greet()
    sleep()


def goes_into_hiding():
    greet()
    fork_away()
    os._exit(0)


def changes_group():
    os.setpgid(0, os.getpgid(os.getppid()))
    sleep()


def own_session():
    if os.fork() == 0:
        os.setsid()
        greet()
        sleep()
    os.wait()


def stops_itself():
    greet()
    os.kill(os.getpid(), signal.SIGSTOP)
    sleep()


def ignores_signals():
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    greet()
    sleep()


def stays():
    greet()
    play()
    sleep()


def kills_its_parent():
    greet()
    os.kill(os.getppid(), signal.SIGKILL)
    sleep()


def stops_its_parent():
    greet()
    os.kill(os.getppid(), signal.SIGSTOP)
    sleep()


def kills_its_group():
    greet()
    os.kill(0, signal.SIGKILL)


def paints_the_terminal():
    greet()
    try:
        os.open("/dev/tty", os.O_WRONLY)
    except OSError:
        os._exit(6)
    os._exit(5)


def strange_name():
    greet("\x1b[31m\u202eevil\u200b\n" + 1000 * "x")
    play()


ANSWERS = {
    "garbage": b"boo\n",
    "nothing": b"\n",
    "binary": b"\xff\xfe\x00\n",
    "no_text": b'{"move": "\xc3\x28"}\n',
    "long_move": b'{"move": "' + 60000 * b"4" + b'"}\n',
    "escape": b'{"move": "\\u001b]0;PWNED\\u0007"}\n',
    "illegal": b'{"move": "9"}\n',
    "chess": b'{"move": "e4"}\n',
    "two": b'{"move": "4"}\n{"move": "4"}\n',
    "twice": b'{"move": "4", "move": "5"}\n',
    "list": b'{"move": ["4"]}\n',
    "number": b'{"move": 4}\n',
    "deep": 60000 * b"[" + b"\n",
}

if KIND == "endless":
    greet()
    hear()
    flood(b"a" * 65536)
elif KIND in ANSWERS:
    answer(ANSWERS[KIND])
else:
    globals()[KIND]()
