"""Settings of a Cosserat shell: what it is made of, where it is held, how it wants to curve and grow. Names and defaults
of the material are those of the solver (a test compares)."""

import bpy

from .curvature import SINEW_PG_curvature
from .fields import OVERRIDABLE, animated, choice, choices, group_name, once, other_object, stiffness, switch
from .implicit import held, implicit_material, shows_directors

MODEL_ITEMS = [
    ("PLATE", "Plate", "For sheets, and for curved shells as long as they are thin. Faster", 0),
    ("CURVED", "Curved", "All terms of the theory of curved shells, for thick ones with a curved rest shape", 1),
]
AREA_ITEMS = [
    ("LINEAR", "Linear", "Stress grows in proportion to stretch", 0),
    ("NONLINEAR", "Large Stretch", "Resists being crushed to nothing: for rubber that is stretched a lot", 1),
]
MASS_ITEMS = [
    ("DIAGONAL", "Diagonal", "Each point has its own mass. Fast", 0),
    ("CONSISTENT", "Consistent", "The mass is spread inside the faces: waves run more truly, and it takes longer", 1),
]
AXIS_ITEMS = [
    ("X", "X", "X axis of the world", 1),
    ("Y", "Y", "Y axis of the world", 2),
    ("Z", "Z", "Z axis of the world", 4),
]


def thickness(label, description, default):
    """In millimetres, whatever the scene's units: what data sheets have."""
    return once(
        label, description, default=default, min=1e-4, max=1e6, soft_min=0.01, soft_max=100.0, step=1, precision=3
    )


def axes(label, description):
    return choices(label, description, AXIS_ITEMS, {"X", "Y", "Z"})


class ShellMaterial(implicit_material("shell")):
    thickness_mm: thickness(
        "Thickness", "Distance from the front to the back [mm]. Paper 0.1, a leaf 0.3, leather 2", 1.0
    )
    young_modulus: stiffness(
        "Stiffness",
        "Young's modulus: resistance to stretching [Pa]. Rubber 2·10⁶, a leaf 5·10⁷, paper 3·10⁹, aluminium 7·10¹⁰",
        1e6,
        1e-3,
    )
    poisson_ratio: once(
        "Poisson Ratio",
        "How much it gets narrower when stretched: 0 cork, 0.3 most things, 0.5 rubber",
        default=0.3, min=-0.99, max=0.5, soft_min=0.0, step=1, precision=3,
    )  # fmt: skip
    bending_scale: once(
        "Bending",
        "Resistance to bending, as a multiple of what the thickness gives. Less than 1: softer, and still not stretchy",
        default=1.0, min=1e-6, max=1e6, soft_min=0.01, soft_max=100.0, step=10, precision=3,
    )  # fmt: skip
    shear_factor: once(
        "Shear",
        "Resistance to shear across the thickness, as a multiple of the shear modulus: 5/6 as solid strips have it. 0 takes the "
        "value of the paper. Only thick shells notice",
        default=5.0 / 6.0, min=0.0, max=1e3, soft_max=1.0, step=1, precision=3,
    )  # fmt: skip


class SINEW_PG_shell(ShellMaterial, held("shell"), shows_directors("shell"), bpy.types.PropertyGroup):
    thickness_group: group_name(
        "Thickness Map", "Vertex group that paints the thickness: from Thickness at weight 0 to Painted at weight 1"
    )
    map_thickness_mm: thickness("Painted Thickness", "Thickness where the group has weight 1 [mm]", 2.0)

    model: choice("Model", "Which terms of the theory of shells are used", MODEL_ITEMS)
    area_law: choice("Area", "How changes of area are resisted", AREA_ITEMS)
    mass: choice("Mass", "How the mass is spread over the points", MASS_ITEMS)
    smooth: switch(
        "Smooth Surface",
        "Faces are curved at rest, along the smooth surface through the vertices: a coarse ball is round. Edges that are "
        "sharper than 60° stay folds",
        False,
    )

    rest_key: group_name(
        "Rest Shape",
        "Shape key of the mesh that the shell wants to be. Empty: as it is drawn at the first frame, or at the Rest Frame",
    )
    rider: other_object(
        "Finer Mesh",
        "A finer mesh, modelled around this one, that rides on it and is rendered instead: this one is "
        "simulated, quickly, and the finer one plays the bake",
        poll=lambda _, obj: obj.type == "MESH",
    )  # fmt: skip
    playing_rider: bpy.props.PointerProperty(
        name="Playing Mesh",
        description="The finer mesh that plays the last bake. The bake sets it",
        type=bpy.types.Object, override=OVERRIDABLE,
    )  # fmt: skip
    surface: switch(
        "Front and Back Surface",
        "Bake the shell with its thickness as well: a mesh object with its front, its back and the rim between them, which "
        "is rendered instead",
        False,
    )
    surface_object: bpy.props.PointerProperty(
        name="Surface Object",
        description="Mesh object that shows the shell with its thickness. The bake makes it",
        type=bpy.types.Object, override=OVERRIDABLE,
    )  # fmt: skip
    pin_axes: axes("Held Axes", "World axes along which the pins hold; along the others the points are free")
    turn_group: group_name(
        "Rotation Pins",
        "Vertex group whose directors go where the animated mesh turns them: clamps a border instead of hinging it",
    )
    turn_axes: axes("Held Turns", "World axes about which the rotation pins hold; about the others the points may turn")

    growth: animated(
        "Growth",
        "How much larger than its rest shape the shell wants to be, along its surface. Can be animated and "
        "driven",
        default=1.0, min=0.01, max=100.0, soft_min=0.5, soft_max=2.0, step=1, precision=3,
    )  # fmt: skip
    growth_group: group_name("Growth Map", "Vertex group: how much of the growth each place has. Empty: all of it")

    curvatures: bpy.props.CollectionProperty(
        type=SINEW_PG_curvature, override={"LIBRARY_OVERRIDABLE", "USE_INSERTION"}
    )
    active_curvature: bpy.props.IntProperty(
        name="Active Curvature",
        description="The curvature whose settings are shown",
        default=0, min=0, options=set(), override=OVERRIDABLE,
    )  # fmt: skip


classes = (SINEW_PG_shell,)
