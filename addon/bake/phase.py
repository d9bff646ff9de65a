"""The phases of a bake and the one table that says how they follow each other."""

import enum


class Phase(enum.Enum):
    IDLE = "idle"  # nothing started yet, or cancelled with the finished frames kept
    EXPORTING = "exporting"
    RUNNING = "running"
    CANCELLING = "cancelling"
    FAILED = "failed"
    DONE = "done"


_NEXT = {
    (Phase.IDLE, "export"): Phase.EXPORTING,
    (Phase.FAILED, "export"): Phase.EXPORTING,
    (Phase.DONE, "export"): Phase.EXPORTING,
    (Phase.EXPORTING, "start"): Phase.RUNNING,
    (Phase.EXPORTING, "cancel"): Phase.IDLE,  # no process yet, so nothing to wait for
    (Phase.EXPORTING, "fail"): Phase.FAILED,
    (Phase.RUNNING, "cancel"): Phase.CANCELLING,
    (Phase.RUNNING, "finish"): Phase.DONE,
    (Phase.RUNNING, "stop"): Phase.IDLE,  # the program was cancelled by somebody else
    (Phase.RUNNING, "fail"): Phase.FAILED,
    (Phase.CANCELLING, "cancel"): Phase.CANCELLING,
    (Phase.CANCELLING, "stop"): Phase.IDLE,
    (Phase.CANCELLING, "finish"): Phase.DONE,  # the last frame was ready before the cancel arrived
    (Phase.CANCELLING, "fail"): Phase.FAILED,
}


def next_phase(phase, event):
    """The phase after `event`. An event that does not belong to a phase is a mistake of the
    caller."""
    try:
        return _NEXT[phase, event]
    except KeyError:
        raise ValueError(f"a bake that is {phase.value} cannot {event}") from None


def is_active(phase):
    return phase in (Phase.EXPORTING, Phase.RUNNING, Phase.CANCELLING)
