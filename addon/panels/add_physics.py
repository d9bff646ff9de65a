"""The buttons of Sinew at the top of the Physics tab, beside those of Blender's own physics."""

from bl_ui.properties_physics_common import PHYSICS_PT_add

from .. import body_types
from ..operators.assign_obstacle import SINEW_OT_toggle_collider, SINEW_OT_toggle_floor


def _draw(self, context):
    obj = context.object
    layout = self.layout.grid_flow(row_major=True, columns=0, even_columns=True, align=True)
    current = body_types.type_of(obj)
    for body_type in body_types.types_for(obj):
        if body_type is current:
            layout.operator("sinew.remove_body", text=body_type.label, icon="X")
        else:
            button = layout.operator("sinew.add_body", text=body_type.label, icon=body_type.icon)
            button.body_type = body_type.identifier
    if SINEW_OT_toggle_floor.poll(context):
        layout.operator(
            "sinew.toggle_floor",
            text="Sinew Floor",
            icon="X" if obj.sinew.is_floor else "MESH_PLANE",
        )
    if SINEW_OT_toggle_collider.poll(context):
        layout.operator(
            "sinew.toggle_collider",
            text="Sinew Collider",
            icon="X" if obj.sinew.is_collider else "MOD_PHYSICS",
        )


classes = ()
appended = ((PHYSICS_PT_add, _draw),)
