"""Settings of a muscle: its rods, where its ends hold, how it contracts, what it is made of."""

import bpy

from ..export import mesh_shape
from . import changes
from .fields import OVERRIDABLE, animated, choice, group_name, once, other_object, stiffness, switch, whole
from .material import material

MODE_ITEMS = [
    ("FIXED", "Fixed", "The end goes where the bone or object carries it", 0),
    (
        "SLIDING",
        "Sliding",
        "The end is carried too, but may glide around and along the bone, or along the surface of the mesh",
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

def is_carrier(group, obj):
    """What may carry an end of a muscle: anything but the muscle itself and its rods."""
    muscle = group.id_data
    return obj not in (muscle, muscle.sinew.muscle.rods)


class SINEW_PG_muscle_end(bpy.types.PropertyGroup):
    """One end of a muscle and what carries it."""

    object: other_object(
        "Attached To",
        "Armature or other object that carries this end. Empty leaves the end free",
        poll=is_carrier, update=changes.note("Attachments"),
    )  # fmt: skip
    bone: group_name("Bone", "Bone of the armature that carries this end of the muscle")
    mode: choice(
        "Mode",
        "How firmly the bone or object holds the end",
        MODE_ITEMS, update=changes.note("Attachments"),
    )  # fmt: skip
    hinge: once(
        "Hinge",
        "How far a fixed end turns to face the other end, as a tendon does at a joint: 0 turns with its bone alone",
        default=0.5, min=0.0, max=1.0, step=1, precision=2, subtype="FACTOR", update=changes.note("Attachments"),
    )  # fmt: skip


class SINEW_PG_muscle(material("viper_rods", "muscle"), bpy.types.PropertyGroup):
    rods: other_object(
        "Rods",
        "Curve object with the muscle's fibre bundles, one spline each. Viperize makes it",
        poll=lambda _, obj: obj.type == "CURVE",
    )  # fmt: skip
    filled_shape: bpy.props.FloatVectorProperty(
        size=mesh_shape.NUMBERS, options={"HIDDEN"}, override=OVERRIDABLE
    )  # of the mesh when it was filled
    source_group: group_name(
        "Source", "Vertex group of the end where the fibres begin, usually the origin of the muscle"
    )
    sink_group: group_name(
        "Sink", "Vertex group of the end where the fibres arrive, usually the insertion of the muscle"
    )
    source: bpy.props.PointerProperty(type=SINEW_PG_muscle_end, override=OVERRIDABLE)
    sink: bpy.props.PointerProperty(type=SINEW_PG_muscle_end, override=OVERRIDABLE)

    activation: animated(
        "Activation",
        "How strongly the muscle contracts, 0 relaxed to 1 full. Can be animated and driven",
        default=0.0, min=0.0, max=1.0, step=1, precision=3, subtype="FACTOR",
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
    bundling_matching: choice(
        "Cross Sections",
        "Whether cross-sections of the muscle may change their size",
        MATCHING_ITEMS,
    )

    follow: once(
        "Follow Bones",
        "Share of the bones' motion that the muscle follows without inertia. 0: full inertia, it swings freely; 1: only "
        "activation, gravity and contact move it against its bones",
        default=0.5, min=0.0, max=1.0, step=1, precision=2, subtype="FACTOR",
    )  # fmt: skip

    collides: switch(
        "Collides", "Push other muscles and rods away and be stopped by bones and colliders", True
    )
    collision_group: whole(
        "Collision Group",
        "Muscles with the same number do not push each other. Use it for muscles that are modelled inside each other. "
        "0: pushes all other muscles",
        default=0, min=0, max=1_000_000, soft_max=10,
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
