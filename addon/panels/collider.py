"""Settings of floors and colliders."""

import bpy

from .body_panel import PhysicsPanel
from .material import split
from .text import draw_wrapped


class SINEW_PT_floor(PhysicsPanel, bpy.types.Panel):
    bl_label = "Sinew Floor"

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.sinew.is_floor

    def draw(self, context):
        draw_wrapped(
            self.layout,
            context,
            "Bodies stay on the side to which this object's Z axis points. The plane is endless.",
            "INFO",
        )
        split(self.layout).prop(context.object.sinew, "collider_friction")


class SINEW_PT_collider(PhysicsPanel, bpy.types.Panel):
    bl_label = "Sinew Collider"

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.sinew.is_collider

    def draw(self, context):
        layout = split(self.layout)
        layout.prop(context.object.sinew, "collider_friction")


classes = (SINEW_PT_floor, SINEW_PT_collider)
