"""Asks ipctk, the Python module of the IPC Toolkit, whether a frame has intersections.

A second opinion only: its test is floating point, it sees rods as lines without radius, and it does not name pairs.
It does not see neighbouring triangles that are folded onto each other.
"""


def import_ipctk():
    """The modules ipctk and numpy, or None."""
    try:
        import ipctk
        import numpy
    except ImportError:
        return None
    ipctk.set_logger_level(ipctk.LoggerLevel.off)
    return ipctk, numpy


class SecondOpinion:
    """`objects` and `judges` are those of `SceneProgram`."""

    def __init__(self, modules, objects, judges):
        self._ipctk, self._numpy = modules
        numpy = self._numpy
        self._objects, self._places = objects, [None] * len(objects)
        first, faces, edges, owners = 0, [], [], []
        for number, item in enumerate(objects):
            faces += [[first + corner for corner in triangle] for triangle in item.triangles]
            edges += [[first + row[0], first + row[1]] for row in item.pill_rows()]
            owners += [number] * item.vertices
            first += item.vertices
        self._owners = numpy.array(owners, dtype=numpy.int32)
        self._faces = numpy.array(faces, dtype=numpy.int32).reshape(-1, 3)
        self._edges = numpy.array(edges, dtype=numpy.int32).reshape(-1, 2)
        if len(faces):
            self._edges = numpy.vstack([self._ipctk.edges(numpy.asfortranarray(self._faces)), self._edges])
        self._filter = self._make_filter(judges)
        self._mesh = None

    def _same(self, *members):
        """Accepts two vertices that are both of these objects."""
        numpy = self._numpy
        labels = numpy.arange(1, len(self._owners) + 1, dtype=numpy.int32)
        labels[numpy.isin(self._owners, members)] = 0
        return ~self._ipctk.make_vertex_patches_filter(labels)

    def _make_filter(self, judges):
        accepted = self._ipctk.CollisionFilter()
        for a in range(len(self._objects)):
            if not judges(a, a):
                accepted = accepted & ~self._same(a)
            for b in range(a + 1, len(self._objects)):
                if not judges(a, b):
                    accepted = accepted & ~(self._same(a, b) & ~self._same(a) & ~self._same(b))
        return accepted

    def has_intersections(self, placements):
        numpy = self._numpy
        parts = []
        for number, placement in enumerate(placements):
            if isinstance(placement.points, bytes):
                self._places[number] = numpy.frombuffer(placement.points, dtype="<f4").reshape(-1, 3).astype(float)
            elif placement.points is not None:
                self._places[number] = numpy.array(placement.points, dtype=float).reshape(-1, 3)
            points = self._places[number]
            if placement.matrix is not None:
                matrix = numpy.array(placement.matrix).reshape(3, 4)
                points = points @ matrix[:, :3].T + matrix[:, 3]
            parts.append(points)
        points = numpy.asfortranarray(numpy.vstack(parts))
        if self._mesh is None:
            self._mesh = self._ipctk.CollisionMesh(points, numpy.asfortranarray(self._edges), numpy.asfortranarray(self._faces))
            self._mesh.can_collide = self._filter
        return bool(self._ipctk.has_intersections(self._mesh, points))
