"""Settings of a Cosserat shell: what it is made of, where it is held, how it wants to curve and grow."""

import bpy

from .curvature import SINEW_PG_curvature
from .fields import OVERRIDABLE, animated, choice, choices, group_name, other_object, switch
from .implicit import held, shows_directors, touches
from .material import material, painted

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


def axes(label, description):
    return choices(label, description, AXIS_ITEMS, {"X", "Y", "Z"})


class SINEW_PG_shell(
    material("cosserat_shell"), held("shell"), touches("shell"), shows_directors("shell"), bpy.types.PropertyGroup
):
    thickness_group: group_name(
        "Thickness Map", "Vertex group that paints the thickness: from Thickness at weight 0 to Painted at weight 1"
    )
    map_thickness_mm: painted("cosserat_shell", "thickness", 2.0)

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
        "Shape key with the shape that the shell wants to have. Empty: its shape at the first frame, or at the Rest Frame",
    )
    rider: other_object(
        "Finer Mesh",
        "A finer mesh, modelled around this one. Sinew simulates this mesh, which is quick; the finer mesh moves with it, "
        "plays the bake and is rendered instead",
        poll=lambda _, obj: obj.type == "MESH",
    )  # fmt: skip
    playing_rider: bpy.props.PointerProperty(
        name="Playing Mesh",
        description="The finer mesh that plays the last bake. The bake sets it",
        type=bpy.types.Object, override=OVERRIDABLE,
    )  # fmt: skip
    surface: switch(
        "Front and Back Surface",
        "Also bake a mesh object with the front and the back of the shell and the rim between them. It is rendered instead "
        "of the shell",
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
