"""Buttons that cure what Check, Bake and Viperize complain about, and the one that shows where it is."""

import bmesh
import bpy
from mathutils import Vector

from .. import body_types
from ..export.errors import ExportError
from ..export.fcurves import is_animated
from ..export.lengths import unit_length
from ..export.modifier_stack import GENERATIVE
from ..properties import finding, migrate
from .convert_rigid import convert, wall_mm
from .cut_faces import cut_evenly
from .move_apart import move_apart
from .selection import changeable

PIN_GROUP = "Sinew Pins"
FLOOR_NAME = "Sinew Floor"
TOP_PART = 0.1  # of the height, that Pin the Top holds
FLAT = 0.05  # height over width of what has no top
THIN_PART = 0.01  # of the size: a thickness that every mesh can have
BENDABLE_FACES = 400  # of a sheet that can bend and fold
_SAME_PLACE = 1e-5  # of the size: vertices that are merged


def apply_scale(context, obj):
    """Blender's own operator looks after children, curves and shape keys. It refuses data that other objects share."""
    if obj.data.users > 1:
        obj.data = obj.data.copy()
    with context.temp_override(
        object=obj, active_object=obj, selected_objects=[obj], selected_editable_objects=[obj]
    ):
        bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)


def triangulate(_context, obj):
    with _EditedMesh(obj) as mesh:
        bmesh.ops.triangulate(mesh, faces=mesh.faces[:], ngon_method="BEAUTY", quad_method="BEAUTY")


def merge_doubles(_context, obj):
    with _EditedMesh(obj) as mesh:
        size = max(_extents([vertex.co for vertex in mesh.verts]))
        bmesh.ops.remove_doubles(mesh, verts=mesh.verts[:], dist=_SAME_PLACE * size)
        bmesh.ops.dissolve_degenerate(mesh, edges=mesh.edges[:], dist=_SAME_PLACE * size)
        _remove_doubled_faces(mesh)


def remove_loose(_context, obj):
    with _EditedMesh(obj) as mesh:
        loose = [vertex for vertex in mesh.verts if not vertex.link_faces]
        bmesh.ops.delete(mesh, geom=loose, context="VERTS")


def pin_top(context, obj):
    """The upper tenth, or one side of what lies flat; the higher end of a rod."""
    if obj.type == "CURVE":
        _pin_higher_end(obj)
        return
    settings = {"MICROPOLAR_SOLID": obj.sinew.solid, "COSSERAT_SHELL": obj.sinew.shell}.get(obj.sinew.body_type)
    if settings is None:
        raise ExportError(f"'{obj.name}' has no pins: it is neither a solid nor a shell.")
    top = _top_vertices(obj)
    if not top:
        raise ExportError(f"'{obj.name}' has no vertices that could be pinned. Give it some in Edit Mode.")
    group = obj.vertex_groups.get(PIN_GROUP) or obj.vertex_groups.new(name=PIN_GROUP)
    group.remove(range(len(obj.data.vertices)))
    group.add(top, 1.0, "REPLACE")
    settings.pin_group = group.name
    if obj.sinew.body_type == "COSSERAT_SHELL":
        settings.pin_axes = {"X", "Y", "Z"}


def set_thickness(context, obj):
    """At most the default, at most a hundredth of the size."""
    shell = obj.sinew.shell
    default = shell.bl_rna.properties["thickness_mm"].default
    size_mm = 1000.0 * unit_length(context.scene) * max(obj.dimensions)
    shell.thickness_mm = min(default, THIN_PART * size_mm)
    shell.map_thickness_mm = 2.0 * shell.thickness_mm


def add_floor(context, _obj):
    """A plane below all bodies: at the height of the world's grid if all are above it."""
    scene = context.scene
    low, high = _bounds(body_types.bodies_of(scene))
    size = max(*(high - low), 1e-6)
    height = 0.0 if low.z >= 0.0 else low.z - 0.25 * size
    middle = 0.5 * (low + high)
    mesh = bpy.data.meshes.new(FLOOR_NAME)
    corners = [(x * 2.0 * size, y * 2.0 * size, 0.0) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    mesh.from_pydata(corners, [], [(0, 1, 2, 3)])
    floor = bpy.data.objects.new(FLOOR_NAME, mesh)
    floor.location = (middle.x, middle.y, height)
    floor.sinew.is_floor = True
    scene.collection.objects.link(floor)
    migrate.stamp(scene)


def cut_faces(_context, obj):
    if obj.data.library is not None:
        raise ExportError(f"The mesh of '{obj.name}' is linked from another file. Make it local first.")
    shell = obj.sinew.shell
    cut_evenly(obj, BENDABLE_FACES, (shell.pin_group, shell.turn_group))


def put_on_floor(context, obj):
    """Moves the object out of all floors that it is in, along their normals."""
    if any(is_animated(obj, path) for path in ("location", "delta_location")):
        raise ExportError(f"The place of '{obj.name}' is animated. Move its keyframes above the floor, or move the floor.")
    places = [obj.matrix_world @ place for place in _modelled_places(obj)]
    for floor in (other for other in context.scene.objects if other.sinew.is_floor and other != obj):
        normal = floor.matrix_world.col[2].xyz.normalized()
        height = normal.dot(floor.matrix_world.translation)
        depth = height - min((normal.dot(place) for place in places), default=height)
        if depth > 0.0:
            step = normal * depth
            places = [place + step for place in places]
            obj.matrix_world.translation += step
    context.view_layer.update()


def match_render(_context, obj):
    for modifier in _generative(obj):
        modifier.show_render = modifier.show_viewport
        if modifier.type in {"SUBSURF", "MULTIRES"}:
            modifier.render_levels = modifier.levels


def apply_modifiers(context, obj):
    if obj.data.users > 1:
        obj.data = obj.data.copy()
    for name in [modifier.name for modifier in _generative(obj) if modifier.show_viewport]:
        with context.temp_override(object=obj, active_object=obj):
            bpy.ops.object.modifier_apply(modifier=name)


def make_shell(_context, obj):
    body_types.type_of(obj).player.remove(obj)
    obj.sinew.body_type = "COSSERAT_SHELL"


def make_fixed(_context, obj):
    obj.sinew.rigid.motion = "FIXED"


def follow_animation(_context, obj):
    obj.sinew.rigid.motion = "ANIMATED"


def set_wall(context, obj):
    """A hundredth of the size."""
    obj.sinew.rigid.wall_thickness_mm = wall_mm(context.scene, obj)


def select_object(context, obj):
    for other in context.selected_objects:
        other.select_set(False)
    obj.hide_set(False)
    obj.select_set(True)
    context.view_layer.objects.active = obj


# Identifier: (label, description, function of the context and the object).
FIXES = {
    "APPLY_SCALE": ("Apply Scale", "Apply the scale of the object to its mesh or curve", apply_scale),
    "TRIANGULATE": ("Triangulate", "Cut all faces of the mesh into triangles", triangulate),
    "MERGE_DOUBLES": (
        "Merge Doubles",
        "Merge vertices that lie on each other, and remove faces without an area and doubled faces",
        merge_doubles,
    ),
    "REMOVE_LOOSE": ("Remove Loose", "Delete vertices and edges that belong to no face", remove_loose),
    "PIN_TOP": (
        "Pin the Top",
        f"Pin the upper tenth of the object, or one side of a flat object, with the vertex group '{PIN_GROUP}'. Of a rod, "
        "pin the higher end",
        pin_top,
    ),
    "SET_THICKNESS": ("Set Thickness", "Choose a thickness that suits the size of the mesh", set_thickness),
    "ADD_FLOOR": ("Add a Floor", "Put a Sinew Floor below all bodies of the scene", add_floor),
    "CUT_FACES": ("Cut Faces", f"Subdivide the mesh into about {BENDABLE_FACES} faces or more", cut_faces),
    "PUT_ON_FLOOR": ("Put on the Floor", "Move the object up until nothing of it is below a floor", put_on_floor),
    "MATCH_RENDER": (
        "Same in Renders",
        "Let modifiers that make vertices do the same in renders as in the view, so that the object is simulated with them",
        match_render,
    ),
    "APPLY_MODIFIERS": ("Apply Modifiers", "Apply the modifiers that make vertices to the mesh, for good", apply_modifiers),
    "MAKE_SHELL": ("Make It a Shell", "Simulate the mesh as a Cosserat Shell, a thin sheet", make_shell),
    "MAKE_FIXED": ("Make It Fixed", "Set Motion to Fixed: the rigid body stays where it is", make_fixed),
    "FOLLOW_ANIMATION": ("Follow Animation", "Set Motion to Animated: the rigid body follows its animation", follow_animation),
    "SET_WALL": ("Set Wall", "Give the rigid body a wall, a hundredth of its size: it is hollow, and may be open", set_wall),
    "CONVERT_RIGID": (
        "Convert from Blender",
        "Take mass, friction and motion over from Blender's Rigid Body, and take that off",
        convert,
    ),
    "MOVE_APART": ("Move Apart", "Move rigid bodies that touch or stand in each other until there is a small gap", move_apart),
    "SELECT": ("Select", "Select the object, so that its settings are shown", select_object),
}


class SINEW_OT_fix(bpy.types.Operator):
    bl_idname = "sinew.fix"
    bl_label = "Fix"
    bl_options = {"REGISTER", "UNDO"}

    fix: bpy.props.EnumProperty(
        name="Fix", items=[(name, label, text) for name, (label, text, _) in FIXES.items()]
    )
    object_name: bpy.props.StringProperty(name="Object")

    @classmethod
    def description(cls, _context, properties):
        return FIXES[properties.fix][1]

    @classmethod
    def poll(cls, context):
        if context.mode != "OBJECT":
            cls.poll_message_set("Leave Edit Mode and Paint Mode first")
            return False
        return True

    def execute(self, context):
        obj = context.scene.objects.get(self.object_name)
        if obj is None and self.fix != "ADD_FLOOR":
            self.report({"ERROR"}, f"There is no object '{self.object_name}' in the scene any more. Check again.")
            return {"CANCELLED"}
        if obj is not None and not changeable(self, [obj]):
            return {"CANCELLED"}
        try:
            FIXES[self.fix][2](context, obj)
        except (ExportError, RuntimeError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        finding.forget_fixed(context.scene.sinew, self.fix, self.object_name)
        return {"FINISHED"}


class SINEW_OT_select_found(bpy.types.Operator):
    bl_idname = "sinew.select_found"
    bl_label = "Select the Vertices"
    bl_description = "Go to Edit Mode and select the vertices of this problem"
    bl_options = {"REGISTER", "UNDO"}

    index: bpy.props.IntProperty(name="Line", min=0)

    def execute(self, context):
        findings = context.scene.sinew.findings
        found = findings[self.index] if self.index < len(findings) else None
        obj = context.scene.objects.get(found.object_name) if found else None
        if obj is None or obj.type != "MESH":
            self.report({"ERROR"}, "The mesh of this line is not in the scene any more. Check again.")
            return {"CANCELLED"}
        if context.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        select_object(context, obj)
        vertices = {int(word) for word in found.vertices.split()}
        # Blender 5.0 crashes when the flags of a mesh are set as an array.
        with _EditedMesh(obj) as mesh:
            mesh.select_mode = {"VERT"}
            for elements in (mesh.faces, mesh.edges, mesh.verts):
                for element in elements:
                    element.select_set(False)
            for vertex in mesh.verts:
                vertex.select_set(vertex.index in vertices)
            mesh.select_flush_mode()
        bpy.ops.object.mode_set(mode="EDIT")
        context.tool_settings.mesh_select_mode = (True, False, False)
        return {"FINISHED"}


def _generative(obj):
    return [modifier for modifier in obj.modifiers if modifier.type in GENERATIVE]


class _EditedMesh:
    """The mesh of an object, to be changed; written back at the end, with shape keys and vertex groups."""

    def __init__(self, obj):
        if obj.type != "MESH":
            raise ExportError(f"'{obj.name}' is not a mesh.")
        if obj.data.library is not None:
            raise ExportError(f"The mesh of '{obj.name}' is linked from another file. Make it local first.")
        self._object = obj

    def __enter__(self):
        self._mesh = bmesh.new()
        self._mesh.from_mesh(self._object.data)
        return self._mesh

    def __exit__(self, kind, *_):
        if kind is None:
            self._mesh.to_mesh(self._object.data)
            self._object.data.update()
        self._mesh.free()


def _remove_doubled_faces(mesh):
    seen, doubled = set(), []
    for face in mesh.faces:
        key = frozenset(vertex.index for vertex in face.verts)
        if key in seen:
            doubled.append(face)
        seen.add(key)
    bmesh.ops.delete(mesh, geom=doubled, context="FACES_ONLY")


def _extents(places):
    """Along the axes; nothing where there is nothing."""
    return [
        max((place[axis] for place in places), default=0.0) - min((place[axis] for place in places), default=0.0)
        for axis in range(3)
    ]


def _top_vertices(obj):
    places = [obj.matrix_world @ vertex.co for vertex in obj.data.vertices]
    extents = _extents(places)
    widest = max((0, 1), key=lambda axis: extents[axis])
    axis = 2 if extents[2] > FLAT * extents[widest] else widest
    least = max((place[axis] for place in places), default=0.0) - TOP_PART * extents[axis]
    return [index for index, place in enumerate(places) if place[axis] >= least]


def _pin_higher_end(obj):
    rod, world = obj.sinew.rod, obj.matrix_world
    spline = obj.data.splines[0]
    points = spline.bezier_points if spline.type == "BEZIER" else spline.points
    first, last = ((world @ Vector(points[index].co[:3])).z for index in (0, -1))
    end = "pin_start" if first >= last else "pin_end"
    setattr(rod, end, {"POSITION", "DIRECTION"})


def _modelled_places(obj):
    if obj.type == "MESH":
        return [vertex.co for vertex in obj.data.vertices]
    return [
        Vector(point.co[:3])
        for spline in obj.data.splines
        for point in (spline.bezier_points if spline.type == "BEZIER" else spline.points)
    ]


def _bounds(objects):
    """Of what is simulated as it is modelled: playback may have moved what is drawn."""
    corners = [obj.matrix_world @ place for obj in objects for place in _modelled_places(obj)] or [Vector()]
    low = Vector(min(corner[axis] for corner in corners) for axis in range(3))
    high = Vector(max(corner[axis] for corner in corners) for axis in range(3))
    return low, high


classes = (SINEW_OT_fix, SINEW_OT_select_found)
