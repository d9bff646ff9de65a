"""Makes joints, converts those of Blender, and keeps the list of attachments."""

import re

import bpy
from bl_ui.properties_physics_rigidbody_constraint import PHYSICS_PT_rigid_body_constraint
from mathutils import Matrix

from .. import body_types
from ..export.fcurves import fcurves_of
from ..export.joint import HOLDERS
from ..properties import migrate
from .selection import changeable

# Blender's constraints, and the joints that do the same.
CONVERTED = {"FIXED": "FIXED", "POINT": "BALL", "HINGE": "HINGE", "SLIDER": "SLIDER"}
_PATH = re.compile(r"^sinew\.attachments\[(\d+)\]")


def _is_rigid(obj):
    body_type = body_types.type_of(obj)
    return body_type is not None and body_type.identifier == "RIGID_BODY"


class SINEW_OT_add_joint(bpy.types.Operator):
    bl_idname = "sinew.add_joint"
    bl_label = "Add Joint"
    bl_description = (
        "Add a joint between the active rigid body and the other selected object, at the 3D cursor. With one rigid body: "
        "between it and the world"
    )
    bl_options = {"REGISTER", "UNDO"}

    type: bpy.props.EnumProperty(
        name="Type",
        items=[
            ("FIXED", "Fixed", "Both move as one body"),
            ("BALL", "Ball", "Turns freely about the 3D cursor"),
            ("HINGE", "Hinge", "Turns about the Z axis of the 3D cursor"),
            ("SLIDER", "Slider", "Moves along the Z axis of the 3D cursor"),
            ("SPRING", "Spring", "Pulls the origin of the body to the 3D cursor"),
        ],
        default="HINGE",
    )

    @classmethod
    def poll(cls, context):
        if context.mode != "OBJECT":
            cls.poll_message_set("Leave Edit Mode and Paint Mode first")
            return False
        if context.object is None or not _is_rigid(context.object):
            cls.poll_message_set("Select a Sinew rigid body")
            return False
        return True

    def execute(self, context):
        first = context.object
        others = [obj for obj in context.selected_objects if obj != first]
        empty = bpy.data.objects.new(f"{first.name} Joint", None)
        empty.empty_display_type = "ARROWS"
        empty.empty_display_size = 0.5 * max(first.dimensions)
        empty.matrix_world = context.scene.cursor.matrix
        context.collection.objects.link(empty)
        _set(empty, self.type, first, others[0] if others else None)
        for obj in context.selected_objects:
            obj.select_set(False)
        empty.select_set(True)
        context.view_layer.objects.active = empty
        migrate.stamp(context.scene)
        return {"FINISHED"}


class SINEW_OT_toggle_joint(bpy.types.Operator):
    bl_idname = "sinew.toggle_joint"
    bl_label = "Sinew Joint"
    bl_description = "This empty is a joint, which holds rigid bodies together"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.type == "EMPTY"

    def execute(self, context):
        obj = context.object
        if not changeable(self, [obj]):
            return {"CANCELLED"}
        obj.sinew.is_joint = not obj.sinew.is_joint
        obj.sinew.is_floor = obj.sinew.is_collider = False
        migrate.stamp(context.scene)
        return {"FINISHED"}


class SINEW_OT_convert_joints(bpy.types.Operator):
    bl_idname = "sinew.convert_joints"
    bl_label = "Convert to Sinew Joints"
    bl_description = (
        "Make Sinew joints of the selected empties that have Blender's Rigid Body Constraint, with their limits. Blender's "
        "constraint is taken off"
    )
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        if not any(obj.rigid_body_constraint for obj in context.selected_objects):
            cls.poll_message_set("Select empties that have Blender's Rigid Body Constraint")
            return False
        return True

    def execute(self, context):
        chosen = [obj for obj in context.selected_objects if obj.rigid_body_constraint]
        if not changeable(self, chosen):
            return {"CANCELLED"}
        converted = 0
        for obj in chosen:
            problem = convert(context, obj)
            if problem:
                self.report({"WARNING"}, problem)
            else:
                converted += 1
        self.report({"INFO"}, f"{converted} joint{'' if converted == 1 else 's'} converted.")
        return {"FINISHED"} if converted else {"CANCELLED"}


def convert(context, obj):
    """Makes a joint of one constraint. Returns a sentence if it cannot."""
    blender = obj.rigid_body_constraint
    if blender.type not in CONVERTED or obj.type != "EMPTY":
        label = blender.bl_rna.properties["type"].enum_items[blender.type].name
        if obj.type != "EMPTY":
            return f"'{obj.name}' was left: a Sinew joint is an empty. Move the constraint {label} to one."
        return f"'{obj.name}' was left: Sinew has no joint like {label}."
    pair = [body for body in (blender.object1, blender.object2) if body is not None]
    pair.sort(key=lambda body: not _is_rigid(body))
    if not pair or not _is_rigid(pair[0]):
        return f"'{obj.name}' was left: it holds no Sinew rigid body. Convert the rigid bodies first."
    kind = CONVERTED[blender.type]
    _set(obj, kind, pair[0], pair[1] if len(pair) > 1 else None)
    joint = obj.sinew.joint
    joint.contact = not blender.disable_collisions
    if blender.use_breaking:
        joint.break_force = blender.breaking_threshold * _steps_a_second(context.scene)
    sign = 1.0 if pair[0] == blender.object2 else -1.0  # Blender counts the second body, seen from the first
    if blender.type == "SLIDER":
        # Theirs is the X axis.
        obj.matrix_world = obj.matrix_world @ Matrix(((0, 0, 1, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1)))
    if blender.type == "HINGE" and blender.use_limit_ang_z:
        limits = sorted((sign * blender.limit_ang_z_lower, sign * blender.limit_ang_z_upper))
        joint.use_limits, (joint.lower_angle, joint.upper_angle) = True, limits
    if blender.type == "SLIDER" and blender.use_limit_lin_x:
        limits = sorted((sign * blender.limit_lin_x_lower, sign * blender.limit_lin_x_upper))
        joint.use_limits, (joint.lower_distance, joint.upper_distance) = True, limits
    with context.temp_override(object=obj, active_object=obj, selected_objects=[obj]):
        bpy.ops.rigidbody.constraint_remove()
    migrate.stamp(context.scene)
    return ""


def _steps_a_second(scene):
    """Blender's threshold is the impulse of one of its steps."""
    world = scene.rigidbody_world
    return scene.render.fps / scene.render.fps_base * (world.substeps_per_frame if world else 1)


def _set(empty, kind, first, second):
    empty.sinew.is_joint = True
    empty.sinew.is_floor = empty.sinew.is_collider = False
    joint = empty.sinew.joint
    joint.type, joint.first, joint.second = kind, first, second


def _can_hold(cls, context):
    body_type = body_types.type_of(context.object) if context.object else None
    if body_type is None or body_type.identifier not in HOLDERS:
        cls.poll_message_set("Select a solid, a shell or a rigid body")
        return False
    return True


class SINEW_OT_add_attachment(bpy.types.Operator):
    bl_idname = "sinew.add_attachment"
    bl_label = "Add Attachment"
    bl_description = "Hold vertices of this body to another object: to the other selected one, if there is one"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return _can_hold(cls, context)

    def execute(self, context):
        obj = context.object
        if not changeable(self, [obj]):
            return {"CANCELLED"}
        attachment = obj.sinew.attachments.add()
        others = [other for other in context.selected_objects if other != obj]
        if others:
            attachment.target = others[0]
        obj.sinew.active_attachment = len(obj.sinew.attachments) - 1
        migrate.stamp(context.scene)
        return {"FINISHED"}


class SINEW_OT_remove_attachment(bpy.types.Operator):
    bl_idname = "sinew.remove_attachment"
    bl_label = "Remove Attachment"
    bl_description = "Remove the attachment with its animation. The vertex group stays"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return _can_hold(cls, context) and bool(context.object.sinew.attachments)

    def execute(self, context):
        obj = context.object
        if not changeable(self, [obj]):
            return {"CANCELLED"}
        sinew = obj.sinew
        index = min(sinew.active_attachment, len(sinew.attachments) - 1)
        sinew.attachments.remove(index)
        _follow_removal(obj, index)
        sinew.active_attachment = max(0, min(index, len(sinew.attachments) - 1))
        return {"FINISHED"}


def _follow_removal(obj, removed):
    """Keys and drivers are found by number: those of the removed one go, those behind it move up."""
    drivers = obj.animation_data.drivers if obj.animation_data else ()
    for curves in (fcurves_of(obj), drivers):
        for curve in list(curves):
            match = _PATH.match(curve.data_path)
            number = int(match[1]) if match else -1
            if number == removed:
                curves.remove(curve)
            elif number > removed:
                curve.data_path = _PATH.sub(f"sinew.attachments[{number - 1}]", curve.data_path)


def _draw(self, _context):
    """In the panel of Blender's own constraint."""
    self.layout.operator(SINEW_OT_convert_joints.bl_idname)


classes = (
    SINEW_OT_add_joint,
    SINEW_OT_toggle_joint,
    SINEW_OT_convert_joints,
    SINEW_OT_add_attachment,
    SINEW_OT_remove_attachment,
)
appended = ((PHYSICS_PT_rigid_body_constraint, _draw),)
