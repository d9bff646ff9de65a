"""Names of bodies in a job. They become file names, so what a file name cannot have is replaced."""

import unicodedata

_ALLOWED = " ._-()"


def body_name(object_name, taken):
    """A name for the object that is allowed in a job and not in the set `taken`, to which it is
    added."""
    letters = (
        letter if letter in _ALLOWED or unicodedata.category(letter)[0] in "LMN" else "_"
        for letter in object_name
    )
    base = "".join(letters).strip().lstrip(".") or "Object"
    name, number = base, 2
    # Two names that differ in case only would be one file on some disks.
    while name.casefold() in taken:
        name = f"{base} ({number})"
        number += 1
    taken.add(name.casefold())
    return name
