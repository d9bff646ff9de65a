"""Every problem of every object, instead of the first one alone."""

from contextlib import contextmanager

from .errors import ExportError


class ProblemCollector:
    """Wraps the work on one object. With `keeps_going` a refusal is kept as a note and the object is left out from there on;
    without, it ends the export."""

    def __init__(self, keeps_going):
        self.notes = []
        self._keeps_going = keeps_going

    @contextmanager
    def work_on(self, name, exports=None):
        """`exports` is where the object is taken out of."""
        try:
            yield
        except ExportError as error:
            error.object_name = name
            if not self._keeps_going:
                raise
            self.notes.append(error.note())
            if exports is not None:
                exports.pop(name, None)
