"""The mesh that this Blender fills with rods in the background: at most one at a time. Panels look here, the operator
changes it."""

import atexit

from .filling import FillingThread

thread = None
name = ""  # of the object that is filled


def start(*inputs):
    """Takes what `fill_with_rods` takes, the name first."""
    global thread, name
    thread = FillingThread(*inputs)
    name = inputs[0]


def forget():
    """Nobody waits for the result any more."""
    global thread, name
    if thread:
        thread.cancel()
    thread, name = None, ""


def stop():
    """Waits until nothing runs: when Blender or the add-on goes away, no thread may be left in the library."""
    left = thread
    forget()
    if left:
        left.wait()


atexit.register(stop)
