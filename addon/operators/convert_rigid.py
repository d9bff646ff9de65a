"""Takes over what Blender's own Rigid Body was set to, and takes that off.

Blender multiplies the friction of both bodies, Sinew takes the geometric mean: the square of each keeps the product. Blender
takes away the share d of the speed in a second, so that Sinew's damping is -ln(1 - d).
"""

import math

import bmesh
import bpy
from bl_ui.properties_physics_rigidbody import PHYSICS_PT_rigid_body

from .. import body_types
from ..export.lengths import unit_length
from ..properties import migrate
from .selection import changeable

WALL_PART = 0.01  # of the size, for meshes that are not closed
_LEAST_SPEED = 1e-3  # share of the speed that is left after a second, of bodies that Blender stops at once
# Shapes for which Blender does not use the mesh of the object.
_REPLACED = frozenset({"BOX", "SPHERE", "CAPSULE", "CYLINDER", "CONE", "CONVEX_HULL", "COMPOUND"})


class SINEW_OT_convert_rigid_body(bpy.types.Operator):
    bl_idname = "sinew.convert_rigid_body"
    bl_label = "Convert from Blender"
    bl_description = (
        "Make Sinew rigid bodies of the selected objects that have Blender's Rigid Body: with their mass, friction, damping and "
        "motion. Blender's Rigid Body is taken off; passive bodies that deform become Sinew Colliders"
    )
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        if context.mode != "OBJECT":
            cls.poll_message_set("Leave Edit Mode and Paint Mode first")
            return False
        if not _chosen(context):
            cls.poll_message_set("Select meshes that have Blender's Rigid Body")
            return False
        return True

    def execute(self, context):
        chosen = _chosen(context)
        if not changeable(self, chosen):
            return {"CANCELLED"}
        for obj in chosen:
            for sentence in convert(context, obj):
                self.report({"WARNING"}, sentence)
        constraints = [obj.name for obj in context.scene.objects if obj.rigid_body_constraint]
        if constraints:
            self.report(
                {"WARNING"},
                f"Blender's constraints no longer hold anything: {', '.join(constraints)}. Convert to Sinew Joints, in their panel, "
                "makes joints of them.",
            )
        self.report({"INFO"}, f"{len(chosen)} rigid bod{'y' if len(chosen) == 1 else 'ies'} converted.")
        return {"FINISHED"}


def convert(context, obj):
    """Makes one object a body of Sinew. Returns sentences about what is different now."""
    blender = obj.rigid_body
    if blender is None:
        return []
    passive = blender.type == "PASSIVE"
    notes = []
    if passive and blender.use_deform and blender.mesh_source != "BASE":
        _make_collider(obj, blender)
    else:
        notes = _make_body(context, obj, blender, passive)
    with context.temp_override(object=obj, active_object=obj, selected_objects=[obj]):
        bpy.ops.rigidbody.object_remove()
    migrate.stamp(context.scene)
    return notes


def wall_mm(scene, obj):
    """A thickness that suits the size of the object."""
    return 1000.0 * WALL_PART * unit_length(scene) * max(obj.dimensions)


def _chosen(context):
    chosen = [obj for obj in context.selected_objects if obj.type == "MESH" and obj.rigid_body]
    active = context.object
    if active and active.type == "MESH" and active.rigid_body and active not in chosen:
        chosen.append(active)
    return chosen


def _make_collider(obj, blender):
    _take_off(obj)
    obj.sinew.is_collider, obj.sinew.is_floor = True, False
    obj.sinew.collider_friction = blender.friction**2


def _make_body(context, obj, blender, passive):
    notes, rigid = [], obj.sinew.rigid
    _take_off(obj)
    obj.sinew.is_collider = obj.sinew.is_floor = False
    obj.sinew.body_type = "RIGID_BODY"
    if blender.kinematic:
        rigid.motion = "ANIMATED"
    else:
        rigid.motion = "FIXED" if passive or not blender.enabled else "FREE"
    rigid.mass = blender.mass
    rigid.friction = blender.friction**2
    rigid.damping = -math.log(max(_LEAST_SPEED, 1.0 - blender.linear_damping))
    if rigid.motion == "FREE" and not _is_closed(context, obj):
        rigid.wall_thickness_mm = wall_mm(context.scene, obj)
        notes.append(f"'{obj.name}' is open, so it was given a wall of {rigid.wall_thickness_mm:.3g} mm.")
    if blender.collision_shape in _REPLACED and not _is_box(obj, blender):
        shape = blender.bl_rna.properties["collision_shape"].enum_items[blender.collision_shape].name
        notes.append(f"The mesh of '{obj.name}' itself now touches others, in place of the shape {shape}.")
    if blender.restitution > 0.0:
        notes.append(f"'{obj.name}' no longer bounces: Sinew has no Bounciness.")
    return notes


def _take_off(obj):
    """What the object was to Sinew before."""
    body_type = body_types.type_of(obj)
    if body_type is not None and body_type.identifier != "RIGID_BODY":
        body_type.player.remove(obj)
        obj.sinew.body_type = "NONE"


def _is_closed(context, obj):
    """With its modifiers."""
    mesh = bmesh.new()
    try:
        mesh.from_object(obj, context.evaluated_depsgraph_get())
        return bool(mesh.faces) and all(edge.is_manifold for edge in mesh.edges)
    finally:
        mesh.free()


def _is_box(obj, blender):
    """Is a box just what the mesh is?"""
    return blender.collision_shape == "BOX" and len(obj.data.vertices) == 8 and len(obj.data.polygons) == 6


def _draw(self, context):
    """In the panel of Blender's own Rigid Body."""
    if context.object and context.object.type == "MESH":
        self.layout.operator(SINEW_OT_convert_rigid_body.bl_idname, text="Convert to Sinew")


classes = (SINEW_OT_convert_rigid_body,)
appended = ((PHYSICS_PT_rigid_body, _draw),)
