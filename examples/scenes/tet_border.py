"""Turns the border of tetrahedra into a mesh, so that the output of a body has faces."""


def border(tets):
    """Vertices of the border in their order, and its triangles seen from outside against the clock."""
    once = {}
    for a, b, c, d in tets["tetrahedra"]:
        for face in ((a, c, b), (a, b, d), (a, d, c), (b, c, d)):
            key = tuple(sorted(face))
            if once.pop(key, None) is None:
                once[key] = face
    used = sorted({vertex for face in once.values() for vertex in face})
    number = {vertex: i for i, vertex in enumerate(used)}
    faces = [[number[vertex] for vertex in face] for face in once.values()]
    return {"vertices": [tets["vertices"][vertex] for vertex in used], "faces": faces}
