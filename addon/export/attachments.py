"""What carries the ends of a muscle, and sentences for what can be wrong with it."""

import difflib

from . import vectors
from .errors import ExportError

ENDS = (("source", False), ("sink", True))  # property, is it the last point of the rods?
FAR = 0.25  # of the muscle's length: farther from its bone than this, an end gets a warning


def nearest_name(name, names, alike=0.4):
    """The known name most like `name`, or None when none is `alike` enough (1: the same)."""
    found = difflib.get_close_matches(name, list(names), 1, alike)
    if found:
        return found[0]
    lowered = {known.casefold(): known for known in names}
    return lowered.get(name.casefold())


def missing_bone_sentence(muscle, end_name, armature, bone):
    """A bone that was renamed or deleted, with what to do."""
    likely = _likely_bone(muscle, end_name, armature, bone)
    hint = f" Did it become '{likely}'?" if likely else ""
    return (
        f"The {end_name} of '{muscle.name}' is attached to the bone '{bone}', which '{armature.name}' does not "
        f"have.{hint} Choose the bone again under Attachments in the muscle's Physics tab, or press Attach Ends."
    )


def _likely_bone(muscle, end_name, armature, bone):
    """What a bone that is missing may be called now: a name that is much alike, else the bone nearest to the end, which is not
    the one that carries the other end."""
    from .muscle_rods import read_rods  # which needs Blender, as nothing else here does

    other = getattr(muscle.sinew.muscle, "sink" if end_name == "source" else "source")
    bones = [entry for entry in armature.data.bones if other.object != armature or entry.name != other.bone]
    alike = nearest_name(bone, [entry.name for entry in bones], 0.7)
    if alike or not bones:
        return alike
    try:
        middle = read_rods(muscle, muscle.matrix_world).end_middle(end_name == "sink")
    except ExportError:  # no rods: where the end is, is not known
        return nearest_name(bone, [entry.name for entry in bones])
    return min(bones, key=lambda entry: distance_to_bone(middle, entry, armature.matrix_world)).name


def carrier(muscle, end_name, scene):
    """(object, bone name) that carries an end, None when it is free. Raises for what is missing."""
    end = getattr(muscle.sinew.muscle, end_name)
    obj = end.object
    if obj is None:
        return None
    if obj.name not in scene.objects or scene.objects[obj.name] != obj:
        raise ExportError(
            f"The {end_name} of '{muscle.name}' is attached to '{obj.name}', which is not in this scene. Link it into "
            "the scene or choose another object under Attachments."
        )
    if obj.type != "ARMATURE":
        return obj, ""
    if not end.bone:
        raise ExportError(
            f"The {end_name} of '{muscle.name}' is attached to the armature '{obj.name}' but to none of its bones. "
            "Choose a bone under Attachments, or press Attach Ends."
        )
    if end.bone not in obj.data.bones:
        raise ExportError(missing_bone_sentence(muscle, end_name, obj, end.bone))
    return obj, end.bone


def distance_to_bone(point, bone, armature_matrix):
    """From a world position to the bone's line in rest position."""
    head = tuple(armature_matrix @ bone.head_local)
    tail = tuple(armature_matrix @ bone.tail_local)
    return distance_to_segment(point, head, tail)


def distance_to_segment(point, a, b):
    return vectors.length(vectors.subtract(point, nearest_on_segment(point, a, b)))


def nearest_on_segment(point, a, b):
    along = vectors.subtract(b, a)
    square = vectors.dot(along, along)
    part = vectors.dot(vectors.subtract(point, a), along) / square if square > 0.0 else 0.0
    return vectors.add(a, vectors.scale(along, max(0.0, min(1.0, part))))


def far_sentence(muscle_name, end_name, what, distance, length, length_text):
    """A warning when an end is farther from what carries it than is likely to be meant, else None. `length_text` writes
    lengths."""
    if distance <= FAR * length:
        return None
    return (
        f"The {end_name} of '{muscle_name}' is {length_text(distance)} away from {what}, the muscle itself is "
        f"{length_text(length)} long. Attach it to something nearer if you do not want this."
    )
