"""Settings of a micropolar solid: what it is made of, how finely it is filled, where it is held, how it wants to
curve."""

import bpy

from . import changes
from .fields import OVERRIDABLE, choice, direction_vector, group_name, once, switch, whole
from .implicit import forget_cost, held, shows_directors, touches
from .material import material, painted

LAW_ITEMS = [
    ("LINEAR", "Linear", "Stress grows in proportion to stretch, in the frame of the turning matter. Soft bodies can be turned inside out", 0),
    ("LINEAR_VOLUME", "Linear with Volume", "The same, with the true change of volume: for large stretch", 1),
    ("NEO_HOOKEAN", "Rubber", "Neo-Hookean: cannot be turned inside out. For soft matter and large stretch", 2),
    ("CLASSIC_NEO_HOOKEAN", "Rubber without Turning",
     "The usual Neo-Hookean solid, whose points do not turn: no length scale, no rest curvature", 3),
]  # fmt: skip
RESOLUTION_ITEMS = [
    ("COUNT", "Count", "Say how many tetrahedra there should be", 0),
    ("SIZE", "Size", "Say how large the tetrahedra should be", 1),
]
GRAIN_ITEMS = [
    ("NONE", "None", "The same in all directions", 0),
    ("AXIS", "Direction", "Fibres along one direction of the object", 1),
    ("UV", "UVs", "Fibres along U of the active UV map; the second axis is the surface's normal", 2),
    ("ATTRIBUTE", "Attribute", "Fibres along a vector that was painted or computed for every vertex", 3),
]


def factor(label, description, default, **limits):
    return once(label, description, default=default, min=0.0, max=1e6, soft_max=10.0, step=10, precision=3, **limits)


class SINEW_PG_solid(
    material("micropolar_solid"), held("solid"), touches("solid"), shows_directors("solid"), bpy.types.PropertyGroup
):
    law: choice("Law", "How the solid resists stretching", LAW_ITEMS, default="NEO_HOOKEAN")

    resolution: choice(
        "Resolution",
        "How the tetrahedra that fill the mesh are chosen",
        RESOLUTION_ITEMS, update=forget_cost("Resolution"),
    )  # fmt: skip
    tet_count: whole(
        "Tetrahedra",
        "About how many tetrahedra fill the mesh. Time grows a little faster than their number",
        default=3000, min=1, max=2_000_000_000, soft_min=100, soft_max=100_000, update=forget_cost("Tetrahedra"),
    )  # fmt: skip
    tet_size: once(
        "Size",
        "Length of the long edges of the tetrahedra; half of it makes eight times as many",
        default=0.1, min=1e-6, max=1e6, soft_max=1.0, step=1, precision=4, subtype="DISTANCE", update=forget_cost("Size"),
    )  # fmt: skip
    hollow: switch(
        "Hollow",
        "Make only a wall along the surface, instead of filling its inside",
        False, update=forget_cost("Hollow"),
    )  # fmt: skip
    wall_thickness: once(
        "Wall",
        "Thickness of the wall of a hollow solid; the surface is in its middle. At least one tetrahedron",
        default=0.1, min=1e-6, max=1e6, soft_max=1.0, step=1, precision=4, subtype="DISTANCE", update=forget_cost("Wall"),
    )  # fmt: skip

    pin_rotation: switch(
        "Hold Turning", "Hold the turning of the pinned points too, so that pins clamp and do not hinge", False
    )

    map_group: group_name(
        "Painted Material", "Vertex group where the solid is made of a second material: 1 all of it, ½ a blend"
    )
    map_young_modulus: painted("micropolar_solid", "young_modulus", 1e6)
    map_density: painted("micropolar_solid", "density", 1000.0)
    map_length_scale: painted("micropolar_solid", "length_scale", 0.0)

    grain: choice("Grain", "Along which direction the fibres of the material lie", GRAIN_ITEMS)
    grain_direction: direction_vector("Direction", "Direction of the fibres in the axes of the object")
    grain_attribute: group_name(
        "Attribute", "Vector attribute of the mesh's vertices: the direction of the fibres in the object's axes"
    )
    use_fiber_stiffness: switch(
        "Fibre Stiffness",
        "Resist bending and twisting differently along the fibres and across, instead of by the three parts",
        False,
    )
    fiber_bend: factor("Fibre Bend", "Resistance of the fibres to bending, in units of the length scale squared", 1.0)
    fiber_twist: factor("Fibre Twist", "Resistance of the fibres to twisting about themselves", 1.0)
    fiber_across: factor("Across", "Resistance to bending and twisting across the fibres", 0.0)

    rest_curvature: bpy.props.FloatVectorProperty(
        name="Rest Curvature",
        description="How much the relaxed solid turns along its fibres, per unit of length: X twists about the fibres, "
        "Y and Z bend about the second and third axis of the material. Needs a length scale. Can be animated and driven",
        default=(0.0, 0.0, 0.0), size=3, subtype="XYZ", step=10, precision=3,
        options={"ANIMATABLE"}, override=OVERRIDABLE, update=changes.note("Rest Curvature"),
    )  # fmt: skip
    curvature_group: group_name(
        "Curvature Map", "Vertex group that says how much of the rest curvature each place has. Empty: all of it"
    )


classes = (SINEW_PG_solid,)
