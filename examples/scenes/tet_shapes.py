"""Boxes of tetrahedra, as the scenes of micropolar solids are made of."""


class Lattice:
    """Little boxes of a large one: corners are counted first, x fastest, then the centres of the boxes."""

    def __init__(self, low, sides, cells):
        self.low, self.sides, self.cells = low, sides, cells
        self.points = [count + 1 for count in cells]
        self.corners = self.points[0] * self.points[1] * self.points[2]

    def has(self, box):
        return all(0 <= index < count for index, count in zip(box, self.cells))

    def corner(self, i, j, k):
        return (k * self.points[1] + j) * self.points[0] + i

    def centre(self, i, j, k):
        return self.corners + (k * self.cells[1] + j) * self.cells[0] + i

    def place(self, at, offset=0.0):
        return [
            low + side * (index + offset) / count
            for low, side, index, count in zip(self.low, self.sides, at, self.cells)
        ]


def everywhere(counts):
    """All (i, j, k), i fastest."""
    return ((i, j, k) for k in range(counts[2]) for j in range(counts[1]) for i in range(counts[0]))


def volume(vertices, tet):
    """Six times the volume."""
    a, b, c = ([p - q for p, q in zip(vertices[corner], vertices[tet[0]])] for corner in tet[1:])
    return (
        (a[1] * b[2] - a[2] * b[1]) * c[0]
        + (a[2] * b[0] - a[0] * b[2]) * c[1]
        + (a[0] * b[1] - a[1] * b[0]) * c[2]
    )


def tets_around(lattice, axis, at):
    """The tetrahedra of one face across `axis`: four between the centres of its boxes, or two on the surface."""

    def moved(*axes):
        return lattice.corner(*(value + (number in axes) for number, value in enumerate(at)))

    u, v = (axis + 1) % 3, (axis + 2) % 3
    ring = [moved(), moved(u), moved(u, v), moved(v)]
    centres = []
    for step in (-1, 0):
        box = list(at)
        box[axis] += step
        if lattice.has(box):
            centres.append(lattice.centre(*box))
    if not centres:
        return []
    if len(centres) == 2:
        return [[ring[edge], ring[(edge + 1) % 4], *centres] for edge in range(4)]
    # Diagonals in turns.
    first = sum(at) % 2
    return [[ring[c % 4], ring[(c + 1) % 4], ring[(c + 2) % 4], centres[0]] for c in (first, first + 2)]


def centred_box(low, sides, cells):
    """A box on a body-centred lattice, which has all symmetries of the box where the numbers of cells are even."""
    return filled(Lattice(low, sides, cells))


def filled(lattice):
    """The boxes that a lattice has. All its vertices, also those that no tetrahedron has."""
    cells = lattice.cells
    vertices = [lattice.place(at) for at in everywhere(lattice.points)]
    vertices += [lattice.place(at, 0.5) for at in everywhere(cells)]
    tetrahedra = []
    for axis in range(3):
        faces = list(cells)
        faces[axis] += 1
        for at in everywhere(faces):
            tetrahedra += tets_around(lattice, axis, at)
    for tet in tetrahedra:
        if volume(vertices, tet) < 0:
            tet[2], tet[3] = tet[3], tet[2]
    return {"vertices": vertices, "tetrahedra": tetrahedra}


def vertices_where(tets, inside):
    return [i for i, x in enumerate(tets["vertices"]) if inside(x)]
