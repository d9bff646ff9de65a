"""What carries bodies: bones and objects, as matrices that take a rest position to where it is now.

Each is read through an empty that hangs on it, so that it is evaluated although it may be hidden.
The empties exist only while a scene is exported.
"""

from array import array

from mathutils import Matrix

from . import probe_copy


class Movers:
    """A context manager. `use` names what is needed before the reading begins; then `read_rest` with
    all armatures in rest position, then `read_sample` for every sample."""

    def __init__(self, scene, names):
        """`names` are the JobNames of the export."""
        self._scene = scene
        self._names = names
        self._table = {}  # (full name of the object, bone name): _Mover
        self._taken = set()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for mover in self._table.values():
            probe_copy.remove(mover.empty)

    def use(self, obj, bone=""):
        """The name in the job of a bone, or of an object when `bone` is empty."""
        key = (obj.name_full, bone)
        if key not in self._table:
            name = self._names.of(obj)
            name = f"{name}/{bone}" if bone else name
            while name in self._taken:  # an object may be called like a bone of another
                name += "'"
            self._taken.add(name)
            self._table[key] = _Mover(name, _hung_on(self._scene, obj, bone))
        return self._table[key].name

    def read_rest(self, depsgraph):
        for mover in self._table.values():
            mover.from_rest = mover.matrix(depsgraph).inverted_safe()

    def read_sample(self, depsgraph, _frame):
        for mover in self._table.values():
            matrix = mover.matrix(depsgraph) @ mover.from_rest
            mover.samples.append(array("d", (value for row in matrix[:3] for value in row)))

    def posed_at_start(self):
        """Is anything carried away from its rest at the first sample?"""
        return any(not _is_identity(mover.samples[0]) for mover in self._table.values())

    def matrices(self, name):
        """What was sampled of one mover, as matrices."""
        mover = next(mover for mover in self._table.values() if mover.name == name)
        return [
            Matrix((values[0:4], values[4:8], values[8:12], (0, 0, 0, 1))) for values in mover.samples
        ]

    def job(self, parts):
        return [
            {"name": mover.name, "transforms": parts.animated(mover.samples, 12)}
            for mover in self._table.values()
        ]


def _is_identity(values):
    return all(abs(value - float(index % 5 == 0)) < 1e-4 for index, value in enumerate(values))


class _Mover:
    def __init__(self, name, empty):
        self.name = name
        self.empty = empty
        self.from_rest = None
        self.samples = []

    def matrix(self, depsgraph):
        return self.empty.evaluated_get(depsgraph).matrix_world.copy()


def _hung_on(scene, obj, bone):
    empty = probe_copy.hanging_empty(scene, "Sinew Mover")
    empty.parent = obj
    if bone:
        # The empty sits at the bone's tail; where on the bone does not matter, since the rest
        # matrix is taken off again.
        empty.parent_type, empty.parent_bone = "BONE", bone
    return empty
