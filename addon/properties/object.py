"""What an object is to Sinew."""

import bpy

from .. import body_types
from .fields import OVERRIDABLE, once
from .joint import SINEW_PG_attachment, SINEW_PG_joint
from .muscle import SINEW_PG_muscle
from .rigid import SINEW_PG_rigid
from .shell import SINEW_PG_shell
from .skin import SINEW_PG_skin
from .solid import SINEW_PG_solid
from .viper_rod import SINEW_PG_viper_rod


class SINEW_PG_object(bpy.types.PropertyGroup):
    body_type: bpy.props.EnumProperty(
        name="Body Type",
        description="Kind of body as which Sinew simulates the object",
        items=body_types.enum_items(),
        options=set(),
        override=OVERRIDABLE,
    )
    is_floor: bpy.props.BoolProperty(
        name="Sinew Floor",
        description="Bodies stay on the side to which the object's Z axis points. The plane is endless",
        default=False,
        options=set(),
        override=OVERRIDABLE,
    )
    is_collider: bpy.props.BoolProperty(
        name="Sinew Collider",
        description="Nothing passes through the surface of this mesh, wherever its animation takes it",
        default=False,
        options=set(),
        override=OVERRIDABLE,
    )
    is_joint: bpy.props.BoolProperty(
        name="Sinew Joint",
        description="This empty holds rigid bodies together",
        default=False,
        options=set(),
        override=OVERRIDABLE,
    )
    collider_friction: once(
        "Friction",
        "How hard it is to slide on it: 0 is ice, 1 rubber. Between two surfaces the geometric mean of theirs counts",
        default=0.3, min=0.0, max=10.0, soft_max=1.0, step=1, precision=2,
    )  # fmt: skip
    rod: bpy.props.PointerProperty(type=SINEW_PG_viper_rod, override=OVERRIDABLE)
    muscle: bpy.props.PointerProperty(type=SINEW_PG_muscle, override=OVERRIDABLE)
    skin: bpy.props.PointerProperty(type=SINEW_PG_skin, override=OVERRIDABLE)
    solid: bpy.props.PointerProperty(type=SINEW_PG_solid, override=OVERRIDABLE)
    shell: bpy.props.PointerProperty(type=SINEW_PG_shell, override=OVERRIDABLE)
    rigid: bpy.props.PointerProperty(type=SINEW_PG_rigid, override=OVERRIDABLE)
    joint: bpy.props.PointerProperty(type=SINEW_PG_joint, override=OVERRIDABLE)
    attachments: bpy.props.CollectionProperty(type=SINEW_PG_attachment, override=OVERRIDABLE | {"USE_INSERTION"})
    active_attachment: bpy.props.IntProperty(options={"HIDDEN"}, override=OVERRIDABLE)
    directors_object: bpy.props.PointerProperty(
        name="Directors Object",
        description="Mesh object with a cross for each shown point of a solid or shell. The bake makes it",
        type=bpy.types.Object, override=OVERRIDABLE,
    )  # fmt: skip
    job_name: bpy.props.StringProperty(
        name="Cache Name",
        description="Name of the object in jobs and caches. It stays when the object is renamed",
        options={"HIDDEN"}, override=OVERRIDABLE,
    )  # fmt: skip
    named_for: bpy.props.StringProperty(options={"HIDDEN"}, override=OVERRIDABLE)  # the object's name at the last export
    is_probe: bpy.props.BoolProperty(
        name="Temporary Copy",
        description="Made to read the scene, and removed after that",
        default=False, options={"HIDDEN"}, override=OVERRIDABLE,
    )  # fmt: skip
    cost_report: bpy.props.StringProperty(options={"HIDDEN"}, override=OVERRIDABLE)
    changed_settings: bpy.props.StringProperty(options={"HIDDEN"}, override=OVERRIDABLE)


classes = (SINEW_PG_object,)
pointers = ((bpy.types.Object, "sinew", SINEW_PG_object),)
