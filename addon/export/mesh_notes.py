"""What a sheet should know about its mesh before it is simulated: not wrong, but seldom meant."""

from .errors import Note

MANY_CORNERS = 4  # of a face; more leave its inside without vertices
FEW_FACES = 8  # of a whole sheet
_SAME_PLACE = 1e-5  # of the mesh's size


def sheet_notes(name, mesh, positions, generated=False):
    """Notes about the mesh of a shell; `positions` are 3 numbers a vertex, at rest. With `generated` they are those of
    modifiers, which no button can change."""
    torn, large, few = _torn(name, positions), _large_faces(name, mesh), _few_faces(name, mesh)
    if generated:
        torn, large, few = torn and Note(torn), None, None
    return [note for note in (torn, large, few) if note]


def doubled_vertices(positions):
    """All vertices that lie where another one lies."""
    axes = [positions[axis::3] for axis in range(3)]
    size = max((max(axis) - min(axis) for axis in axes), default=0.0)
    if size <= 0.0:
        return []
    step = _SAME_PLACE * size
    places = {}
    for vertex, place in enumerate(zip(*axes)):
        places.setdefault(tuple(round(value / step) for value in place), []).append(vertex)
    return sorted(vertex for vertices in places.values() if len(vertices) > 1 for vertex in vertices)


def _torn(name, positions):
    doubles = doubled_vertices(positions)
    if not doubles:
        return None
    return Note(
        f"{len(doubles)} vertices of '{name}' lie on each other and are not joined, so it falls apart there. Merge them, "
        "unless they are seams.",
        fixes=("MERGE_DOUBLES",),
        vertices=doubles,
    )


def _few_faces(name, mesh):
    count = len(mesh.polygons)
    if count >= FEW_FACES:
        return None
    return Note(
        f"'{name}' has only {count} face{'s' if count > 1 else ''}, each of which bends little. Cut them into smaller ones.",
        fixes=("CUT_FACES",),
    )


def _large_faces(name, mesh):
    large = [polygon for polygon in mesh.polygons if polygon.loop_total > MANY_CORNERS]
    if not large:
        return None
    return Note(
        f"{len(large)} face{'s' if len(large) > 1 else ''} of '{name}' with more than {MANY_CORNERS} corners can fold only "
        "along the lines into which Blender cuts them. Triangulate them to see these, or model them with more vertices.",
        fixes=("TRIANGULATE",),
        vertices=sorted({vertex for polygon in large for vertex in polygon.vertices}),
    )
