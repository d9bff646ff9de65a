"""What to tell an artist when the bake program has ended."""

import signal

STATUS_DONE = 0
STATUS_BAD_INPUT = 2
STATUS_CANCELLED = 130

_SIGNAL_HINTS = {
    signal.SIGKILL: "The system does this when memory runs out: close other programs or use fewer segments.",
    signal.SIGILL: "This computer's processor lacks an instruction that the solver needs.",
}


def describe(status, last_message, log_tail, frame):
    """One or two sentences for a program that did not finish.

    status        as of subprocess: negative for the signal that ended it
    last_message  what the program said at its end, empty when it could not
    log_tail      last line of its error output
    frame         last complete frame, None when there is none
    """
    if status < 0:
        text = f"The solver was stopped by {_signal_name(-status)}."
        hint = _SIGNAL_HINTS.get(-status)
        if hint:
            text += " " + hint
    elif last_message:
        text = last_message
    elif log_tail:
        text = f"The solver ended with status {status}: {log_tail}"
    else:
        text = f"The solver ended with status {status} and gave no reason."
    if status < 0 and frame is not None:
        text += f" Frames up to {frame} are kept; Resume goes on from there."
    return text


def _signal_name(number):
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"
