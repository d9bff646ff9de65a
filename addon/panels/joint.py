"""Settings of joints, which are empties, and of the attachments of bodies."""

import bpy

from .. import body_types
from ..export.joint import HOLDERS
from .body_panel import PhysicsPanel
from .material import numbers, split


def _bone_row(layout, group, holder):
    if holder is not None and holder.type == "ARMATURE":
        layout.prop_search(group, "bone", holder.data, "bones")


class SINEW_PT_joint(PhysicsPanel, bpy.types.Panel):
    bl_label = "Sinew Joint"

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.type == "EMPTY" and context.object.sinew.is_joint

    def draw(self, context):
        layout, joint = split(self.layout), context.object.sinew.joint
        layout.prop(joint, "type")
        layout.prop(joint, "first")
        layout.prop(joint, "second")
        _bone_row(layout, joint, joint.second)
        layout.prop(joint, "contact")
        column = numbers(layout)
        if joint.type == "SPRING":
            column.prop(joint, "stiffness")
        if joint.type in ("SLIDER", "SPRING"):
            column.prop(joint, "damping")
        if joint.type == "HINGE":
            column.prop(joint, "angular_damping")
        column.prop(joint, "break_force")
        if joint.type == "SPRING":
            layout.prop(joint, "use_length")
            if joint.use_length:
                layout.prop(joint, "length")
        if joint.type in ("HINGE", "SLIDER", "SPRING"):
            self._draw_limits(layout, joint)
        if joint.type in ("HINGE", "SLIDER"):
            self._draw_motor(layout, joint)

    @staticmethod
    def _draw_limits(layout, joint):
        layout.prop(joint, "use_limits")
        if not joint.use_limits:
            return
        kind = "angle" if joint.type == "HINGE" else "distance"
        column = numbers(layout)
        column.prop(joint, f"lower_{kind}")
        column.prop(joint, f"upper_{kind}")

    @staticmethod
    def _draw_motor(layout, joint):
        layout.prop(joint, "motor")
        if joint.motor == "NONE":
            return
        turns = joint.type == "HINGE"
        speed, place = ("angular_speed", "angle") if turns else ("speed", "distance")
        column = numbers(layout)
        column.prop(joint, speed if joint.motor == "SPEED" else place)
        column.prop(joint, "torque" if turns else "force")


class SINEW_UL_attachments(bpy.types.UIList):
    def draw_item(self, _context, layout, _data, item, _icon, _active_data, _active_property):
        holder = item.target.name if item.target else "Where it starts"
        layout.label(text=f"{item.group or 'All'} on {holder}", icon="LINKED")


class SINEW_PT_attachments(PhysicsPanel, bpy.types.Panel):
    bl_label = "Attachments"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context):
        body_type = body_types.type_of(context.object) if context.object else None
        return body_type is not None and body_type.identifier in HOLDERS

    def draw(self, context):
        layout, obj = split(self.layout), context.object
        row = layout.row()
        row.template_list("SINEW_UL_attachments", "", obj.sinew, "attachments", obj.sinew, "active_attachment", rows=2)
        buttons = row.column(align=True)
        buttons.operator("sinew.add_attachment", text="", icon="ADD")
        buttons.operator("sinew.remove_attachment", text="", icon="REMOVE")
        if obj.sinew.active_attachment >= len(obj.sinew.attachments):
            return
        attachment = obj.sinew.attachments[obj.sinew.active_attachment]
        layout.prop_search(attachment, "group", obj, "vertex_groups")
        layout.prop(attachment, "target")
        _bone_row(layout, attachment, attachment.target)
        column = numbers(layout)
        column.prop(attachment, "stiffness")
        column.prop(attachment, "strength")
        layout.prop(attachment, "contact")


classes = (SINEW_PT_joint, SINEW_UL_attachments, SINEW_PT_attachments)
