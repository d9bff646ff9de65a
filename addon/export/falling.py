"""Bodies that will fall out of view: nothing holds them, and nothing is below."""

from . import vectors
from .errors import Note


def falling_notes(bodies, floors, gravity):
    """A note for each of `bodies` (object name: export) that falls. `floors` are FloorExports."""
    if not any(gravity) or any(vectors.dot(floor.plane[:3], gravity) < 0.0 for floor in floors):
        return []
    return [
        Note(
            f"Nothing holds '{name}' and nothing is below it, so it falls out of view. {export.hold_advice}, or add a floor.",
            fixes=(export.hold_fix, "ADD_FLOOR"),
            object_name=name,
        )
        for name, export in bodies.items()
        if export.falls
    ]
