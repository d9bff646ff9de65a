"""Where the panels of a body stand: in the Physics tab of objects of its type."""

from .. import body_types
from .text import draw_wrapped


class PhysicsPanel:
    """A panel of the Physics tab."""

    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "physics"


class BodyPanel(PhysicsPanel):
    """Shown for objects of one body type; to be mixed into a Panel."""

    body_type = ""  # identifier of the type

    @classmethod
    def poll(cls, context):
        if context.object is None:
            return False
        body_type = body_types.type_of(context.object)
        return body_type is not None and body_type.identifier == cls.body_type


def draw_purpose(layout, context):
    """The first line of a body's panel."""
    purpose = body_types.type_of(context.object).purpose
    draw_wrapped(layout, context, f"For {purpose}", "NONE")
