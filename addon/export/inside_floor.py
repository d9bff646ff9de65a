"""Bodies that begin behind a floor, which would throw them out."""

from . import vectors
from .errors import Note
from .lengths import length_text

DEEP = 0.01  # of the body's size, from which it is said


def inside_floor_notes(scene, bodies, floors):
    """A note for each of `bodies` (object name: export) and the floor that it is deepest in. `floors` are FloorExports."""
    notes = []
    for name, export in bodies.items():
        points = export.free_start()
        found = [(depth_below(points, floor.plane), floor) for floor in floors] if points else []
        depth, floor = max(found, key=lambda pair: pair[0], default=(0.0, None))
        if floor is not None and depth > DEEP * _size(points):
            notes.append(
                Note(
                    f"'{name}' begins {length_text(scene, depth)} below the floor '{floor.name}', which throws it out. Put it on "
                    "the floor, or move the floor.",
                    fixes=("PUT_ON_FLOOR",),
                    object_name=name,
                )
            )
    return notes


def depth_below(points, plane):
    """How far the lowest of `points`, 3 numbers each, is behind a plane: its normal and its offset."""
    normal, offset = plane[:3], plane[3]
    places = zip(points[0::3], points[1::3], points[2::3])
    return offset - min(vectors.dot(normal, place) for place in places)


def _size(points):
    return max(max(points[axis::3]) - min(points[axis::3]) for axis in range(3))
