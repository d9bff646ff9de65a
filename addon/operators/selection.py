"""Which objects an operator acts on, and what it says when it cannot."""

from ..export.errors import ExportError
from ..export.scene import refuse_linked


def chosen_objects(context, object_types):
    """The selected objects that fit, and the active one in any case: the Physics tab shows it."""
    chosen = [obj for obj in context.selected_objects if obj.type in object_types]
    active = context.object
    if active and active.type in object_types and active not in chosen:
        chosen.append(active)
    return chosen


def changeable(operator, objects):
    """True when none of the objects is linked; else the operator reports the sentence."""
    try:
        for obj in objects:
            refuse_linked(obj)
    except ExportError as error:
        operator.report({"ERROR"}, str(error))
        return False
    return True


def muscle_poll(cls, context):
    """For operators of the active muscle."""
    obj = context.object
    if obj is None or obj.type != "MESH" or obj.sinew.body_type != "MUSCLE":
        cls.poll_message_set("Make the active mesh a muscle first: Physics tab, Muscle")
        return False
    if obj.mode != "OBJECT":
        cls.poll_message_set("Leave Edit Mode and Paint Mode first")
        return False
    return True
