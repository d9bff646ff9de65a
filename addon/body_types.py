"""The table of body types. A new one has its own files in properties, panels and export, and one
entry here."""

from dataclasses import dataclass

from .export.muscle import MuscleExport
from .export.probe_copy import artists_objects
from .export.rigid import RigidExport
from .export.shell import ShellExport
from .export.skin import SkinExport
from .export.solid import SolidExport
from .export.viper_rod import ViperRodExport
from .playback import implicit_mesh, own_mesh, surface_object


@dataclass(frozen=True)
class BodyType:
    identifier: str  # stored in files: never rename
    label: str
    purpose: str  # what it is for, in few words
    description: str
    object_types: frozenset  # Blender object types that can be one
    icon: str
    export: type  # a BodyExport
    player: object  # module with attach, detach, remove and live_mesh: what shows the result


BODY_TYPES = (
    BodyType(
        "VIPER_ROD",
        "VIPER Rod",
        "ropes, cables, tails, tentacles",
        "An elastic rod along each spline that gets thinner when it is stretched and keeps its volume",
        frozenset({"CURVE"}),
        "CURVE_DATA",
        ViperRodExport,
        surface_object,
    ),
    BodyType(
        "MUSCLE",
        "Muscle",
        "muscles of a rigged character",
        "A bundle of elastic rods inside the mesh that holds on to bones, contracts, bulges and keeps its volume",
        frozenset({"MESH"}),
        "MOD_ARMATURE",
        MuscleExport,
        own_mesh,
    ),
    BodyType(
        "SKIN",
        "Skin",
        "a mesh that follows muscles and bones",
        "A mesh that follows muscles and bones, and its own rig where none is near",
        frozenset({"MESH"}),
        "MATCLOTH",
        SkinExport,
        own_mesh,
    ),
    BodyType(
        "MICROPOLAR_SOLID",
        "Micropolar Solid",
        "rubber, flesh, jelly, foam, wood",
        "An elastic solid inside the mesh, such as rubber, flesh, gel, foam or wood. Its points turn as well as move, so it "
        "can resist bending by itself and take on a curvature",
        frozenset({"MESH"}),
        "MESH_ICOSPHERE",
        SolidExport,
        implicit_mesh,
    ),
    BodyType(
        "COSSERAT_SHELL",
        "Cosserat Shell",
        "cloth, paper, leather, petals, sheet metal",
        "A thin sheet, such as cloth, paper, metal, leather, a leaf or a petal. It bends, and rolls, curls and twists where you "
        "paint a curvature",
        frozenset({"MESH"}),
        "MOD_CLOTH",
        ShellExport,
        implicit_mesh,
    ),
    BodyType(
        "RIGID_BODY",
        "Sinew Rigid Body",
        "boxes, stones, furniture, machine parts",
        "A body that falls, slides and turns but keeps its shape. Free, carried by its animation, or fixed",
        frozenset({"MESH"}),
        "RIGID_BODY",
        RigidExport,
        implicit_mesh,
    ),
)

_BY_IDENTIFIER = {body_type.identifier: body_type for body_type in BODY_TYPES}


def enum_items():
    """For the property that stores an object's type; the numbers are stored in files too."""
    items = [("NONE", "None", "Not simulated", 0)]
    for number, body_type in enumerate(BODY_TYPES, 1):
        items.append((body_type.identifier, body_type.label, body_type.description, number))
    return items


def type_of(obj):
    """The object's body type, None when it has none."""
    body_type = _BY_IDENTIFIER.get(obj.sinew.body_type)
    return body_type if body_type and obj.type in body_type.object_types else None


def types_for(obj):
    return [body_type for body_type in BODY_TYPES if obj.type in body_type.object_types]


def bodies_of(scene):
    """Objects of the scene that are simulated, in a fixed order."""
    return sorted((obj for obj in artists_objects(scene) if type_of(obj)), key=lambda obj: obj.name_full)
