"""What an object is to Sinew."""

import bpy

from .. import body_types
from .viper_rod import OVERRIDABLE, SINEW_PG_viper_rod


class SINEW_PG_object(bpy.types.PropertyGroup):
    body_type: bpy.props.EnumProperty(
        name="Body Type",
        description="What the object is made of",
        items=body_types.enum_items(),
        options=set(),
        override=OVERRIDABLE,
    )
    is_floor: bpy.props.BoolProperty(
        name="Sinew Floor",
        description="Rods stay on the side to which the object's Z axis points. The plane is endless",
        default=False,
        options=set(),
        override=OVERRIDABLE,
    )
    rod: bpy.props.PointerProperty(type=SINEW_PG_viper_rod, override=OVERRIDABLE)
    changed_settings: bpy.props.StringProperty(options={"HIDDEN"}, override=OVERRIDABLE)


classes = (SINEW_PG_object,)
pointers = ((bpy.types.Object, "sinew", SINEW_PG_object),)
