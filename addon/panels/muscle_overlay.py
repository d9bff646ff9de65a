"""Draws the rods of muscles over the 3D view as pills, coloured by activation, with their ends and
attachments.

Only when it is switched on, and only what is in the scene: nothing is stored. Rods of a baked muscle go with its baked
mesh. Without a bake the ends are drawn where the bones carry them, what is between them along the straight line from end to
end: about where a muscle under tension lies. While muscles play live, they are drawn as they are simulated.
"""

from array import array

import bpy
from mathutils import Vector

from ..export import activation_map
from ..export.attachments import ENDS
from ..export.errors import ExportError
from ..export.muscle_rods import matrix_of_rods, placed_splines
from ..playback import live_rods, mesh_cache
from .followed_rods import follow
from .pill_shapes import pill_triangles

RELAXED, ACTIVE = (0.35, 0.55, 1.0, 1.0), (1.0, 0.12, 0.05, 1.0)
SOURCE, SINK = (0.1, 0.9, 0.3, 1.0), (1.0, 0.75, 0.1, 1.0)
ATTACHMENT = (1.0, 1.0, 1.0, 0.6)
LINE_WIDTH, POINT_SIZE = 2.0, 7.0


def carried_rods(muscle):
    """Each rod as a list of (place in the world, radius), as its ends are carried now. The radii are those at rest."""
    rods = muscle.sinew.muscle.rods
    if rods is None or rods.type != "CURVE":
        return []
    matrix = matrix_of_rods(rods, muscle, muscle.matrix_world)
    motions = [_carried_by(getattr(muscle.sinew.muscle, end)) for end, _ in ENDS]
    rest = [rod for rod in placed_splines(rods.data, matrix) if len(rod) > 1]
    return _carried(rest, *motions) if rest and all(motions) else rest


def baked_rods(muscle, depsgraph):
    """The same as the baked mesh carries them; None where no bake plays."""
    cache = mesh_cache.find(muscle)
    rods = muscle.sinew.muscle.rods
    if cache is None or not cache.show_viewport or rods is None or rods.type != "CURVE":
        return None
    evaluated = muscle.evaluated_get(depsgraph)
    # What makes vertices behind the cache puts them after those of the mesh.
    count = len(muscle.data.vertices)
    if len(evaluated.data.vertices) < count:
        return None
    places = [vertex.co for vertex in evaluated.data.vertices[:count]]
    world = evaluated.matrix_world
    size = world.median_scale
    return [[(world @ place, radius * size) for place, radius in rod.now(places)] for rod in _followed(muscle, rods)]


def _followed(muscle, rods):
    key = (muscle.name, muscle.data.as_pointer(), len(muscle.data.vertices), rods.data.as_pointer())
    if key not in _maps:
        to_mesh = muscle.matrix_world.inverted_safe() @ matrix_of_rods(rods, muscle, muscle.matrix_world)
        rest = [rod for rod in placed_splines(rods.data, to_mesh) if len(rod) > 1]
        _maps[key] = follow(rest, [vertex.co.copy() for vertex in muscle.data.vertices])
    return _maps[key]


def _carried(rods, source_motion, sink_motion):
    """The rods between two ends that have moved: the line through the ends takes the points along, and turns them with
    it."""
    source = sum((rod[0][0] for rod in rods), Vector()) / len(rods)
    sink = sum((rod[-1][0] for rod in rods), Vector()) / len(rods)
    axis = sink - source
    origin = source_motion @ source
    axis_now = sink_motion @ sink - origin
    turn = source_motion.to_quaternion()
    turn = (turn @ axis).rotation_difference(axis_now) @ turn

    def placed(place):
        part = (place - source).dot(axis) / (axis.length_squared or 1.0)
        return origin + part * axis_now + turn @ (place - source - part * axis)

    return [
        [
            (source_motion @ rod[0][0], rod[0][1]),
            *((placed(place), radius) for place, radius in rod[1:-1]),
            (sink_motion @ rod[-1][0], rod[-1][1]),
        ]
        for rod in rods
    ]


def attachment_lines(muscle, rods):
    """From the middle of each attached end to the nearest end of its bone, or to its object."""
    pairs = []
    for end, at_sink in ENDS:
        settings = getattr(muscle.sinew.muscle, end)
        carrier = settings.object
        if carrier is None or not rods:
            continue
        points = [rod[-1 if at_sink else 0][0] for rod in rods]
        middle = sum(points, Vector()) / len(points)
        bone = carrier.pose.bones.get(settings.bone) if carrier.type == "ARMATURE" else None
        ends = (
            [carrier.matrix_world @ bone.head, carrier.matrix_world @ bone.tail]
            if bone
            else [carrier.matrix_world.translation]
        )
        pairs.append((middle, min(ends, key=lambda place: (place - middle).length)))
    return pairs


def _carried_by(end):
    """Rest to now for a bone; None for what has no rest to compare with."""
    carrier = end.object
    if carrier is None or carrier.type != "ARMATURE":
        return None
    bone = carrier.pose.bones.get(end.bone)
    if bone is None:
        return None
    world = carrier.matrix_world
    return world @ bone.matrix @ bone.bone.matrix_local.inverted() @ world.inverted_safe()


def shown_muscles(context):
    """Each muscle that is drawn, with its rods."""
    if live_rods.shown:
        muscles = ((context.scene.objects.get(name), rods) for name, rods in live_rods.shown.items())
        return [(muscle, rods) for muscle, rods in muscles if muscle]
    depsgraph = context.evaluated_depsgraph_get()
    return [
        (muscle, baked_rods(muscle, depsgraph) or carried_rods(muscle))
        for muscle in context.visible_objects
        if muscle.sinew.body_type == "MUSCLE" and muscle.type == "MESH"
    ]


def activation_colours(muscle, rods):
    """A colour for each point of the rods: of the activation, as far as the point takes part in it."""
    activation = muscle.sinew.muscle.activation
    painted = _painted(muscle)
    if painted is None or len(painted) != sum(len(rod) for rod in rods):
        colour = _mixed(activation)
        return [[colour] * len(rod) for rod in rods]
    weights = iter(painted)
    return [[_mixed(activation * next(weights)) for _ in rod] for rod in rods]


_maps = {}  # what is known of muscles, their rods and their maps; looked up again when a mesh or curve changes


def _painted(muscle):
    # The address tells apart muscles of one name, before and after another file was loaded.
    key = (muscle.name, muscle.sinew.muscle.activation_map, muscle.data.as_pointer())
    if key not in _maps:
        _maps[key] = _read_map(muscle)
    return _maps[key]


def _read_map(muscle):
    rods, mesh = muscle.sinew.muscle.rods, muscle.data
    vertices = array("f", bytes(12 * len(mesh.vertices)))
    mesh.vertices.foreach_get("co", vertices)
    to_mesh = muscle.matrix_world.inverted_safe() @ matrix_of_rods(rods, muscle, muscle.matrix_world)
    points = array("f")
    for rod in placed_splines(rods.data, to_mesh):
        for place, _ in rod if len(rod) > 1 else ():
            points.extend(place)
    try:
        return activation_map.at_points(muscle, vertices, points)
    except ExportError:  # the group is missing: what is drawn is no place to say so
        return None


@bpy.app.handlers.persistent
def _forget_maps(_scene, depsgraph):
    if any(isinstance(update.id, (bpy.types.Mesh, bpy.types.Curve)) for update in depsgraph.updates):
        _maps.clear()


def _mixed(value):
    return tuple(a + (b - a) * value for a, b in zip(RELAXED, ACTIVE))


def _viewer(context):
    """Where the view is seen from: a position with w = 1, or the direction to it with w = 0."""
    region = context.region_data
    seen_from = region.view_matrix.inverted_safe()
    if region.is_perspective:
        return seen_from.translation.to_4d()
    return Vector((*seen_from.col[2].xyz, 0.0))


def _draw():
    context = bpy.context
    if not context.scene.sinew.show_muscles or not context.space_data.overlay.show_overlays:
        return
    import gpu
    from gpu_extras.batch import batch_for_shader

    # The names of the built-in shaders lost their prefix in Blender 4.0.
    name = "3D_SMOOTH_COLOR" if bpy.app.version < (4, 0, 0) else "SMOOTH_COLOR"
    shader = gpu.shader.from_builtin(name)
    viewer = _viewer(context)
    pills, lines, dots = ([], []), ([], []), ([], [])  # positions and colours
    for muscle, rods in shown_muscles(context):
        if not rods:
            continue
        for all_of, new in zip(pills, pill_triangles(rods, activation_colours(muscle, rods), viewer)):
            all_of.extend(new)
        for rod in rods:
            _add(dots, (rod[0][0], rod[-1][0]), (SOURCE, SINK))
        for pair in attachment_lines(muscle, rods):
            _add(lines, pair, (ATTACHMENT, ATTACHMENT))
    gpu.state.blend_set("ALPHA")
    gpu.state.line_width_set(LINE_WIDTH)
    gpu.state.point_size_set(POINT_SIZE)
    for kind, (positions, colours) in (("TRIS", pills), ("LINES", lines), ("POINTS", dots)):
        if positions:
            batch_for_shader(shader, kind, {"pos": positions, "color": colours}).draw(shader)
    gpu.state.line_width_set(1.0)
    gpu.state.blend_set("NONE")


def _add(shapes, positions, colours):
    shapes[0].extend(positions)
    shapes[1].extend(colours)


def _draw_switch(self, context):
    self.layout.prop(context.scene.sinew, "show_muscles")


class ViewDrawing:
    """A list of handlers as registration knows them, for the drawing of 3D views."""

    def __init__(self):
        self._handles = {}

    def append(self, function):
        self._handles[function] = bpy.types.SpaceView3D.draw_handler_add(
            function, (), "WINDOW", "POST_VIEW"
        )

    def remove(self, function):
        bpy.types.SpaceView3D.draw_handler_remove(self._handles.pop(function), "WINDOW")


classes = ()
handlers = (
    (ViewDrawing(), _draw),
    (bpy.app.handlers.depsgraph_update_post, _forget_maps),
)
appended = ((bpy.types.VIEW3D_PT_overlay_object, _draw_switch),)
