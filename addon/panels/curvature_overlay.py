"""Draws the curvatures that selected shells want to have over the 3D view.

A bend is an arrow along its direction with both tips lifted to the side to which it curls, orange to the front of the
faces and blue to their back; a twist is a line with a bar across each end, turned against each other. Their size says how
strong the curvature is there. They lie on the surface as it is shown, also while it plays its bake.

What depends on the mesh and on what was painted is kept until Blender tells that it changed.
"""

from array import array
from dataclasses import dataclass

import bpy

from ..export.curvature import Sheet
from ..export.errors import ExportError
from ..export.painted_curvature import painted_directions
from ..export.surface import at, corners_of, triangle_normal, vertex_normals
from ..export.vectors import add, cross, dot, length, normalized, scale, subtract
from .coloured_lines import draw_lines
from .muscle_overlay import ViewDrawing

FRONT, BACK = (1.0, 0.45, 0.05, 1.0), (0.1, 0.5, 1.0, 1.0)
MOST_ARROWS = 50  # of a shell, about
HALF_LENGTH = 0.42  # of a symbol, in distances between two
LIFT = 0.5  # of the tips of a bend, and how far the bars of a twist are turned
HEAD = 0.35
FAINT = 1e-3  # of the strongest, below which nothing is drawn


@dataclass
class Anchor:
    """A direction at a vertex, as a sum of two sides of one of its triangles: it goes where the triangle goes."""

    corners: tuple
    parts: tuple
    weight: float

    def on(self, positions):
        """(place, direction, unit normal) on the surface that has these positions."""
        here, b, c = (at(positions, corner) for corner in self.corners)
        direction = add(scale(subtract(b, here), self.parts[0]), scale(subtract(c, here), self.parts[1]))
        return here, normalized(direction), normalized(triangle_normal(positions, self.corners))


def anchors(obj, curvature):
    """Where a curvature is drawn, some of the vertices at which there is any, and how far they are apart."""
    mesh = obj.data
    mesh.calc_loop_triangles()
    triangles = array("i", bytes(12 * len(mesh.loop_triangles)))
    mesh.loop_triangles.foreach_get("vertices", triangles)
    positions = _positions(mesh, obj.matrix_world)
    sheet = Sheet(positions, triangles, vertex_normals(positions, triangles))
    painted, directions = painted_directions(obj, mesh, obj.matrix_world.to_3x3(), sheet, curvature)
    around = {}
    for corners in corners_of(triangles):
        for index, corner in enumerate(corners):
            around.setdefault(corner, (corner, corners[index - 2], corners[index - 1]))
    result, taken = [], set()
    spacing = _spacing(sheet)
    for vertex in range(len(painted)):
        cell = tuple(int(value // spacing) for value in at(positions, vertex))
        if cell in taken or vertex not in around or not painted[vertex] or not any(directions[vertex]):
            continue
        anchor = _anchored(positions, around[vertex], directions[vertex], painted[vertex])
        if anchor:
            taken.add(cell)
            result.append(anchor)
    return result, spacing


def _spacing(sheet):
    """Side of the cells that a shell is divided into, with one symbol each at most."""
    area = sum(0.5 * length(triangle_normal(sheet.positions, corners)) for corners in corners_of(sheet.triangles))
    return (area / MOST_ARROWS) ** 0.5 or 1.0


def _anchored(positions, corners, direction, weight):
    """Solves direction = p (b - a) + q (c - a) in the plane of the triangle."""
    here, b, c = (at(positions, corner) for corner in corners)
    u, v = subtract(b, here), subtract(c, here)
    uu, uv, vv = dot(u, u), dot(u, v), dot(v, v)
    size = uu * vv - uv * uv
    if size <= 0.0:
        return None
    du, dv = dot(direction, u), dot(direction, v)
    return Anchor(corners, ((du * vv - dv * uv) / size, (dv * uu - du * uv) / size), weight)


def symbol(kind, place, direction, normal, size, side):
    """Line segments of one symbol, as pairs of places. `side` is 1 or -1."""
    across = cross(normal, direction)
    lines = []
    for end in (-1.0, 1.0):
        tip = add(place, scale(direction, end * size))
        if kind == "TWIST":
            bar = scale(add(across, scale(normal, end * side)), LIFT * size)
            lines += [(place, tip), (subtract(tip, bar), add(tip, bar))]
            continue
        tip = add(tip, scale(normal, side * LIFT * size))
        lines.append((place, tip))
        back = scale(normalized(subtract(place, tip)), HEAD * size)
        for wing in (-1.0, 1.0):
            lines.append((tip, add(tip, add(back, scale(across, 0.6 * wing * HEAD * size)))))
    return lines


def coloured_symbols(obj, depsgraph):
    """Positions and colours of line segments for all curvatures of a shell."""
    curvatures = obj.evaluated_get(depsgraph).sinew.shell.curvatures
    shown = _shown_positions(obj, depsgraph)
    drawn = [(curvature, *_kept_anchors(obj, index)) for index, curvature in enumerate(curvatures)]
    most = max((abs(item.strength * anchor.weight) for item, group, _ in drawn for anchor in group), default=0.0)
    positions, colours = [], []
    for curvature, group, spacing in drawn:
        for anchor in group:
            value = curvature.strength * anchor.weight
            if abs(value) <= FAINT * most:
                continue
            place, direction, normal = anchor.on(shown)
            size = HALF_LENGTH * spacing * abs(value) / most
            for segment in symbol(curvature.kind, place, direction, normal, size, 1.0 if value > 0.0 else -1.0):
                positions += segment
                colours += (FRONT if value > 0.0 else BACK,) * 2
    return positions, colours


def _positions(mesh, matrix):
    local = array("f", bytes(12 * len(mesh.vertices)))
    mesh.vertices.foreach_get("co", local)
    rows = [tuple(row) for row in matrix[:3]]
    world = array("f")
    for vertex in range(len(mesh.vertices)):
        x, y, z = at(local, vertex)
        world.extend(row[0] * x + row[1] * y + row[2] * z + row[3] for row in rows)
    return world


def _shown_positions(obj, depsgraph):
    """As the object is drawn, if it is drawn with its own vertices."""
    evaluated = obj.evaluated_get(depsgraph)
    mesh = evaluated.data
    if len(mesh.vertices) != len(obj.data.vertices):
        mesh = obj.data
    return _positions(mesh, evaluated.matrix_world)


_kept = {}  # (object, number of the curvature): (what it was made from, what `anchors` gave)


def _kept_anchors(obj, index):
    curvature = obj.sinew.shell.curvatures[index]
    key = (obj.name_full, index)
    made_from = (
        len(obj.data.vertices), curvature.group, curvature.other_group, curvature.direction, tuple(curvature.axis),
        curvature.angle,
    )  # fmt: skip
    if key not in _kept or _kept[key][0] != made_from:
        try:
            _kept[key] = (made_from, anchors(obj, curvature))
        except ExportError:
            _kept[key] = (made_from, ([], 1.0))  # the bake says what is wrong with it
    return _kept[key][1]


@bpy.app.handlers.persistent
def _forget(_scene, depsgraph):
    """Painted, edited or moved meshes are looked at again."""
    if _kept and any(update.is_updated_geometry or update.is_updated_transform for update in depsgraph.updates):
        _kept.clear()


def _draw():
    context = bpy.context
    if not context.scene.sinew.show_curvatures or not context.space_data.overlay.show_overlays:
        return
    shells = [
        obj
        for obj in context.visible_objects
        if obj.sinew.body_type == "COSSERAT_SHELL" and obj.mode != "EDIT" and _is_chosen(context, obj)
    ]
    shells = [obj for obj in shells if obj.sinew.shell.curvatures]
    if not shells:
        return
    depsgraph = context.evaluated_depsgraph_get()
    positions, colours = [], []
    for obj in shells:
        some_positions, some_colours = coloured_symbols(obj, depsgraph)
        positions += some_positions
        colours += some_colours
    draw_lines(positions, colours)


def _is_chosen(context, obj):
    return obj == context.object or obj.select_get()


def _draw_switch(self, context):
    self.layout.prop(context.scene.sinew, "show_curvatures")


classes = ()
handlers = ((ViewDrawing(), _draw), (bpy.app.handlers.depsgraph_update_post, _forget))
appended = ((bpy.types.VIEW3D_PT_overlay_object, _draw_switch),)
