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
    return _body_poll(cls, context, "MUSCLE", "muscle", "Muscle")


def shell_poll(cls, context):
    """For operators of the active shell."""
    return _body_poll(cls, context, "COSSERAT_SHELL", "shell", "Cosserat Shell")


def _body_poll(cls, context, identifier, word, button):
    obj = context.object
    if obj is None or obj.type != "MESH" or obj.sinew.body_type != identifier:
        cls.poll_message_set(f"Make the active mesh a {word} first: Physics tab, {button}")
        return False
    if obj.mode != "OBJECT":
        cls.poll_message_set("Leave Edit Mode and Paint Mode first")
        return False
    return True
