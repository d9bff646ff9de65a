"""Stands in for the bake program where a test needs one that dies, hangs or talks nonsense.

The job file is JSON with a list of things to do, in order.
"""

import json
import os
import signal
import sys
import time


def say(**event):
    print(json.dumps(event), flush=True)


def start(first, last, resumed):
    say(event="start", version="0.3.0", first_frame=first, last_frame=last, resumed_frame=resumed)


def frame(number, last):
    say(event="frame", frame=number, last_frame=last, seconds=0.1, seconds_left=1.5)


def end(status, message):
    say(event="end", status=status, frame=0, seconds=0.1, message=message)


def ignore_terminate():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def stop_when_asked():
    def stop(*_):
        end("cancelled", "cancelled")
        os._exit(130)

    signal.signal(signal.SIGTERM, stop)


ACTIONS = {
    "start": start,
    "frame": frame,
    "end": end,
    "phase": lambda event: say(event="phase", **event),
    "message": lambda text: say(event="message", text=text),
    "print": lambda text: print(text, flush=True),
    "complain": lambda text: print(text, file=sys.stderr, flush=True),
    "sleep": time.sleep,
    "wait_for_end_of_input": lambda: sys.stdin.buffer.read(),
    "write": lambda path, text: open(path, "w").write(text),
    "ignore_terminate": ignore_terminate,
    "stop_when_asked": stop_when_asked,
    "die": lambda number: os.kill(os.getpid(), number),
    "exit": os._exit,
    "record_arguments": lambda path: open(path, "w").write(json.dumps(sys.argv[1:])),
}

with open(sys.argv[2], encoding="utf-8") as file:
    for name, *arguments in json.load(file):
        ACTIONS[name](*arguments)
