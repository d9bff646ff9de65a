"""Curved triangles of shells as contact sees them: each cut in four at the middles of its edges."""


def triangles_of(mesh):
    """Faces cut from their first corner."""
    return [[face[0], face[k], face[k + 1]] for face in mesh["faces"] for k in range(1, len(face) - 1)]


def with_middles(mesh, place):
    """Edge points and the finer mesh of a shell: `place` gives the middle of an edge between two vertices.

    The finer mesh has the vertices of the shell first, then the middles of its edges.
    """
    middles, faces, vertices = {}, [], [list(v) for v in mesh["vertices"]]
    for corners in triangles_of(mesh):
        a, b, c = corners
        ends = [tuple(sorted(edge)) for edge in ((a, b), (b, c), (c, a))]
        for edge in ends:
            if edge not in middles:
                middles[edge] = len(vertices)
                vertices.append(list(place(*(mesh["vertices"][i] for i in edge))))
        ab, bc, ca = (middles[edge] for edge in ends)
        faces += [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
    points = {"vertices": [list(edge) for edge in middles], "positions": [vertices[node] for node in middles.values()]}
    return points, {"vertices": vertices, "faces": faces}
