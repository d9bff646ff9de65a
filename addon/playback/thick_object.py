"""The mesh object that shows a shell with its thickness: front, back and the rim between them.

It has the faces, UVs and materials of the shell's mesh, twice; where no edge has more than two faces it is closed. The
solver says which side of each triangle is the front of its corners: a surface without sides, such as a Moebius strip, comes
out closed too (docs/job.md, `shell_surface`).
"""

from array import array
from collections import Counter

import bpy

from . import companion, mesh_cache, pc2_file

SUFFIX = " Surface"


def attach(body, triangle_loops, filepath, scene):
    """Shows the file on the shell's surface object. `triangle_loops` are the corners of the mesh at the triangles that the
    solver got."""
    positions = pc2_file.read_first_sample(bpy.path.abspath(filepath))
    if positions is None or len(positions) != 6 * len(body.data.vertices):
        return  # not a frame yet, or the mesh was edited while the solver ran
    sides = _sides(body.data, triangle_loops, bpy.path.abspath(filepath.removesuffix(".pc2") + ".obj"))
    shell = body.sinew.shell
    faces = _faces(body.data, sides)
    shown = companion.ensure(
        body,
        shell.surface_object,
        SUFFIX,
        lambda mesh: 3 * len(mesh.vertices) == len(positions) and _corners(mesh) == _flat(faces),
        lambda: _new_mesh(body, faces),
        positions,
    )
    if shell.surface_object != shown:
        shell.surface_object = shown
        body.hide_render = True
    mesh_cache.attach(shown, filepath, scene.frame_start)


def detach(body):
    if body.sinew.shell.surface_object:
        mesh_cache.detach(body.sinew.shell.surface_object)


def remove(body):
    """Takes the surface away and renders the shell itself again."""
    shown = body.sinew.shell.surface_object
    if shown is not None:
        companion.remove(shown)
        body.hide_render = False


def _sides(mesh, triangle_loops, path):
    """For each corner of the mesh the point on the upper side of its face. The first two faces of the file are the upper
    and the lower side of the first triangle, and so on."""
    sides = [-1] * len(mesh.loops)
    with open(path, encoding="utf-8") as file:
        faces = [line.split()[1:] for line in file if line.startswith("f ")]
    for index in range(0, len(triangle_loops), 3):
        upper = faces[2 * (index // 3)]
        for loop, point in zip(triangle_loops[index : index + 3], upper):
            sides[loop] = int(point.partition("/")[0]) - 1
    return sides


def _faces(mesh, sides):
    """All upper sides, all lower sides, then the rim: each the number of the mesh's face that it belongs to, and a list of
    (point, corner of the mesh from which it has its UVs)."""
    count = len(mesh.vertices)
    uses = Counter(key for polygon in mesh.polygons for key in polygon.edge_keys)
    upper, lower, rim = [], [], []
    for polygon in mesh.polygons:
        loops = polygon.loop_indices
        front = [(sides[loop], loop) for loop in loops]
        back = [((side + count) % (2 * count), loop) for side, loop in front]
        upper.append((polygon.index, front))
        lower.append((polygon.index, back[::-1]))
        for here in range(len(front)):
            there = (here + 1) % len(front)
            ends = sorted(mesh.loops[loops[k]].vertex_index for k in (here, there))
            if uses[tuple(ends)] == 1:
                rim.append((polygon.index, [front[there], front[here], back[here], back[there]]))
    return [*upper, *lower, *rim]


def _flat(faces):
    return array("i", (point for _, corners in faces for point, _ in corners))


def _corners(mesh):
    corners = array("i", bytes(4 * len(mesh.loops)))
    mesh.loops.foreach_get("vertex_index", corners)
    return corners


def _new_mesh(body, faces):
    source = body.data
    mesh = bpy.data.meshes.new(body.name + SUFFIX)
    places = [tuple(vertex.co) for vertex in source.vertices] * 2
    mesh.from_pydata(places, [], [[point for point, _ in corners] for _, corners in faces])
    for slot in body.material_slots:
        mesh.materials.append(slot.material)
    for polygon, (original, _) in zip(mesh.polygons, faces):
        polygon.material_index = source.polygons[original].material_index
        polygon.use_smooth = source.polygons[original].use_smooth
    loops = [loop for _, corners in faces for _, loop in corners]
    for layer in source.uv_layers:
        copy = mesh.uv_layers.new(name=layer.name)
        for index, loop in enumerate(loops):
            copy.data[index].uv = layer.data[loop].uv
    mesh.update()
    return mesh
