"""Painted vertex groups as plain numbers."""

from array import array

from .errors import ExportError

MEMBER = 0.5  # a vertex with at least this weight belongs to a group that is a set


def weights(obj, name, label):
    """The weight of every vertex, 0 where it is not in the group; None for an empty name. `label` is
    what the setting is called that names the group."""
    if not name:
        return None
    group = obj.vertex_groups.get(name)
    if group is None:
        raise ExportError(
            f"'{obj.name}' has no vertex group '{name}'. Choose another {label} or clear the field.",
            fixes=("PIN_TOP",) if label == "Pins" else (),
        )
    result = array("d", bytes(8 * len(obj.data.vertices)))
    for vertex in obj.data.vertices:
        for entry in vertex.groups:
            if entry.group == group.index:
                result[vertex.index] = entry.weight
    return result


def members(obj, name, label):
    """Indices of the vertices that belong to the group; None for an empty name."""
    painted = weights(obj, name, label)
    if painted is None:
        return None
    indices = array("i", (index for index, weight in enumerate(painted) if weight >= MEMBER))
    if not indices:
        raise ExportError(
            f"The vertex group '{name}' of '{obj.name}' has no vertex with a weight of {MEMBER} or more. Assign the "
            f"vertices of the muscle's end to it, or choose another {label}."
        )
    return indices
