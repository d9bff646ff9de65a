"""Settings of a muscle: its rods, where its ends hold, how it contracts, what it is made of."""

import bpy

from . import changes
from .material import OVERRIDABLE, once, rod_material, stiffness

MODE_ITEMS = [
    ("FIXED", "Fixed", "The end goes where the bone or object carries it", 0),
    (
        "SLIDING",
        "Sliding",
        "The end is carried too, but may glide along the surface of the bone",
        1,
    ),
]
MATCHING_ITEMS = [
    (
        "SIMILARITY",
        "May Swell",
        "Cross-sections keep their outline and may get wider and narrower: muscles bulge",
        0,
    ),
    ("RIGID", "Rigid", "Cross-sections keep outline and size: tendons and straps", 1),
]

# With its fascia; the reasons are beside MUSCLE_PARAMS in the solver.
FLESH = rod_material(
    density=1060.0,
    stretch_stiffness=1e6,
    cross_section_stiffness=3e4,
    scale_gradient_stiffness=3e5,
    bend_stiffness=3e5,
    twist_stiffness=3e5,
    surface_bending_stiffness=1.0,
    volume_stiffness=1e7,
    damping=0.5,
    material_damping=0.01,
)


def group_name(label, description):
    """The name of a vertex group of the object. Blender has no other way to point to one."""
    return bpy.props.StringProperty(
        name=label,
        description=description,
        options=set(),
        override=OVERRIDABLE,
        update=changes.note(label),
    )


def switch(label, description, default):
    return bpy.props.BoolProperty(
        name=label,
        description=description,
        default=default,
        options=set(),
        override=OVERRIDABLE,
        update=changes.note(label),
    )


def is_carrier(group, obj):
    """What may carry an end of a muscle: anything but the muscle itself and its rods."""
    muscle = group.id_data
    return obj not in (muscle, muscle.sinew.muscle.rods)


class SINEW_PG_muscle_end(bpy.types.PropertyGroup):
    """One end of a muscle and what carries it."""

    object: bpy.props.PointerProperty(
        name="Attached To",
        description="Armature or other object that carries this end. Empty leaves the end free",
        type=bpy.types.Object, poll=is_carrier, override=OVERRIDABLE, update=changes.note("Attachments"),
    )  # fmt: skip
    bone: group_name("Bone", "Bone of the armature that carries this end of the muscle")
    mode: bpy.props.EnumProperty(
        name="Mode",
        description="How firmly the end is held to what carries it",
        items=MODE_ITEMS, options=set(), override=OVERRIDABLE, update=changes.note("Attachments"),
    )  # fmt: skip
    hinge: bpy.props.FloatProperty(
        name="Hinge",
        description="How far a fixed end turns to face the other end, as a tendon does at a joint: 0 turns with its bone alone",
        default=0.5, min=0.0, max=1.0, step=1, precision=2, subtype="FACTOR",
        options=set(), override=OVERRIDABLE, update=changes.note("Attachments"),
    )  # fmt: skip


class SINEW_PG_muscle(FLESH, bpy.types.PropertyGroup):
    rods: bpy.props.PointerProperty(
        name="Rods",
        description="Curve object with the muscle's fibre bundles, one spline each. Viperize makes it",
        type=bpy.types.Object,
        poll=lambda _, obj: obj.type == "CURVE",
        override=OVERRIDABLE,
        update=changes.note("Rods"),
    )
    source_group: group_name(
        "Source", "Vertex group of the end where the fibres begin, usually the origin of the muscle"
    )
    sink_group: group_name(
        "Sink", "Vertex group of the end where the fibres arrive, usually the insertion of the muscle"
    )
    source: bpy.props.PointerProperty(type=SINEW_PG_muscle_end, override=OVERRIDABLE)
    sink: bpy.props.PointerProperty(type=SINEW_PG_muscle_end, override=OVERRIDABLE)

    activation: bpy.props.FloatProperty(
        name="Activation",
        description="How strongly the muscle contracts, 0 relaxed to 1 full. Can be animated and driven",
        default=0.0, min=0.0, max=1.0, step=1, precision=3, subtype="FACTOR",
        options={"ANIMATABLE"}, override=OVERRIDABLE, update=changes.note("Activation"),
    )  # fmt: skip
    activation_map: group_name(
        "Activation Map",
        "Vertex group that says how much each place takes part in the activation. Empty: all of it",
    )
    shortening: once(
        "Shortening",
        "Part of their length that the fibres lose at full activation. Real muscles reach 0.3 to 0.5",
        default=0.3, min=0.0, max=0.8, step=1, precision=2, subtype="FACTOR",
    )  # fmt: skip
    bundling_stiffness: stiffness(
        "Bundling", "How strictly the fibres of one cross-section stay together [Pa]", 1e7
    )
    bundling_matching: bpy.props.EnumProperty(
        name="Cross Sections",
        description="What the bundling lets a cross-section of the muscle do",
        items=MATCHING_ITEMS, options=set(), override=OVERRIDABLE, update=changes.note("Cross Sections"),
    )  # fmt: skip

    follow: once(
        "Follow Bones",
        "How much of the bones' motion the muscle takes part in before its own inertia acts: 0 swings freely, 1 feels "
        "only activation, gravity and contact",
        default=0.5, min=0.0, max=1.0, step=1, precision=2, subtype="FACTOR",
    )  # fmt: skip

    collides: switch(
        "Collides", "Push other muscles and rods away and be stopped by bones and colliders", True
    )
    collision_group: bpy.props.IntProperty(
        name="Collision Group",
        description="Muscles with the same number do not push each other: those that were modelled inside each other. "
        "0 is a group of its own",
        default=0, min=0, max=1_000_000, soft_max=10,
        options=set(), override=OVERRIDABLE, update=changes.note("Collision Group"),
    )  # fmt: skip
    bones_collide: switch(
        "Bones Collide",
        "Stop this muscle at the bones of the armatures that carry it. Each bone is a capsule as thick as its "
        "envelope, at most 4 % of its length",
        True,
    )
    friction: once(
        "Friction",
        "How much sliding contact brakes: 0 is ice, 0.3 flesh on flesh, 1 rubber",
        default=0.3, min=0.0, max=10.0, soft_max=1.0, step=1, precision=2,
    )  # fmt: skip


classes = (SINEW_PG_muscle_end, SINEW_PG_muscle)
