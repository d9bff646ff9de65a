"""The buttons of Sinew at the top of the Physics tab, beside those of Blender's own physics."""

from bl_ui.properties_physics_common import PHYSICS_PT_add

from .. import body_types
from ..operators.assign_collider import SINEW_OT_toggle_collider, SINEW_OT_toggle_floor
from ..operators.joints import SINEW_OT_toggle_joint
from .text import draw_wrapped


def _draw(self, context):
    """What the object is can be taken back with one button; what it may become is listed only while it is nothing, so that the
    panels below stay in view."""
    obj = context.object
    layout = self.layout.grid_flow(row_major=True, columns=0, even_columns=True, align=True)
    current = body_types.type_of(obj)
    if current is not None:
        layout.operator("sinew.remove_body", text=current.label, icon="X")
    elif not (obj.sinew.is_floor or obj.sinew.is_collider or obj.sinew.is_joint):
        for body_type in body_types.types_for(obj):
            button = layout.operator("sinew.add_body", text=body_type.label, icon=body_type.icon)
            button.body_type = body_type.identifier
    _draw_collider(layout, context, current)
    if current is None:
        for body_type in body_types.types_for(obj):
            draw_wrapped(self.layout, context, f"{body_type.label}: {body_type.purpose}", "NONE")


def _draw_collider(layout, context, current):
    sinew = context.object.sinew
    for operator, label, icon, is_one in (
        (SINEW_OT_toggle_floor, "Sinew Floor", "MESH_PLANE", sinew.is_floor),
        (SINEW_OT_toggle_collider, "Sinew Collider", "MOD_PHYSICS", sinew.is_collider),
        (SINEW_OT_toggle_joint, "Sinew Joint", "LINKED", sinew.is_joint),
    ):
        free = current is None and not (sinew.is_floor or sinew.is_collider or sinew.is_joint)
        if operator.poll(context) and (is_one or free):
            layout.operator(operator.bl_idname, text=label, icon="X" if is_one else icon)


classes = ()
appended = ((PHYSICS_PT_add, _draw),)
