"""Modifiers of muscles and skins, which are bound to the vertices of the mesh itself."""

from .deforming import DEFORMING, is_sinew
from .errors import ExportError, Note
from .modifier_stack import FINISHING_BOUND, GENERATIVE, listed


def bound_notes(obj, word):
    """Notes about modifiers that make vertices and are not simulated. Raises where the object's rig stands behind one: the
    cache can stand neither before the rig nor behind it."""
    active = [modifier for modifier in obj.modifiers if modifier.show_viewport and not is_sinew(modifier)]
    making = [modifier for modifier in active if modifier.type in GENERATIVE]
    if not making:
        return []
    behind = active[active.index(making[0]) :]
    if any(modifier.type in DEFORMING for modifier in behind):
        raise ExportError(
            f"'{obj.name}' has modifiers that deform behind '{making[0].name}', which makes vertices: a {word} follows the "
            "vertices of its mesh alone. Apply it, or move it behind the others.",
            fixes=("APPLY_MODIFIERS",),
        )
    shaping = [modifier.name for modifier in making if modifier.type not in FINISHING_BOUND]
    if not shaping:
        return []
    return [
        Note(
            f"The {word} '{obj.name}' is simulated without {listed(shaping)}, which acts on the result. Apply it if it is a "
            "part of the shape.",
            fixes=("APPLY_MODIFIERS",),
        )
    ]
