"""A floor has no settings yet; the panel says what it does."""

import bpy

from .text import draw_wrapped


class SINEW_PT_floor(bpy.types.Panel):
    bl_label = "Sinew Floor"
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "physics"

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.sinew.is_floor

    def draw(self, context):
        draw_wrapped(
            self.layout,
            context,
            "Rods stay on the side to which this object's Z axis points. The plane is endless.",
            "INFO",
        )


classes = (SINEW_PT_floor,)
