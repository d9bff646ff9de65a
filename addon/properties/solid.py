"""Settings of a micropolar solid: what it is made of, how finely it is filled, where it is held, how it wants to
curve. Names and defaults of the material are those of the solver (a test compares)."""

import bpy

from . import changes
from .fields import OVERRIDABLE, choice, direction_vector, group_name, once, stiffness, switch, whole
from .implicit import forget_cost, held, implicit_material, shows_directors

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


class SolidMaterial(implicit_material("solid")):
    young_modulus: stiffness(
        "Stiffness",
        "Young's modulus: resistance to stretching [Pa]. Gel 3·10³, flesh 2·10⁴, rubber 10⁶, wood across the grain 10⁹",
        1e5,
        1e-3,
    )
    poisson_ratio: once(
        "Poisson Ratio",
        "How much it gets thinner when stretched: 0 cork, 0.3 most things, towards 0.5 flesh and rubber. Above 0.45 "
        "solids get too stiff",
        default=0.3, min=-0.99, max=0.4999, soft_min=0.0, soft_max=0.45, step=1, precision=3,
    )  # fmt: skip
    alpha: factor("Symmetric Part", "Resistance of the structure to bending and twisting", 1.0)
    beta: factor("Skew Part", "Resistance of the structure to bending alone", 1.0)
    gamma: factor("Twist Part", "Resistance of the structure to twisting", 1.0)


class SINEW_PG_solid(SolidMaterial, held("solid"), shows_directors("solid"), bpy.types.PropertyGroup):
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
        "Make only a wall along the surface, instead of filling what it encloses",
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
    map_young_modulus: stiffness("Painted Stiffness", "Young's modulus where the group has weight 1 [Pa]", 1e6, 1e-3)
    map_density: once(
        "Painted Density",
        "Mass per volume where the group has weight 1 [kg/m³]",
        default=1000.0, min=1e-3, max=1e6, soft_max=10000.0, step=1000, precision=1,
    )  # fmt: skip
    map_length_scale: once(
        "Painted Length Scale",
        "Length scale of the structure where the group has weight 1 [m]",
        default=0.0, min=0.0, max=1000.0, soft_max=0.1, step=0.1, precision=4,
    )  # fmt: skip

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
