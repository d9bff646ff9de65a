"""Lengths in the scene's own units, for everything that an artist reads."""

import re

# Items of the scene's length_unit by system, from large to small: metres, and how it is written.
_UNITS = {
    "METRIC": {
        "KILOMETERS": (1e3, "km"),
        "METERS": (1.0, "m"),
        "CENTIMETERS": (1e-2, "cm"),
        "MILLIMETERS": (1e-3, "mm"),
        "MICROMETERS": (1e-6, "µm"),
    },
    "IMPERIAL": {
        "MILES": (1609.344, "mi"),
        "FEET": (0.3048, "ft"),
        "INCHES": (0.0254, "in"),
        "THOU": (2.54e-5, "thou"),
    },
}
_DEFAULTS = {"METRIC": "METERS", "IMPERIAL": "FEET"}  # for what has no length
_READABLE = (0.01, 1e5)  # numbers beyond these are written in another unit than the scene's
_DIGITS = 3

_NUMBER = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?"
# How sentences of the solver have lengths: 0.25 m, 3.1 mm, (0.1, 0.2, 0.3) m. Not 9.81 m/s².
_SPOKEN = re.compile(
    rf"(?<![\w.])(?P<bracket>\()?(?P<numbers>{_NUMBER}(?(bracket)(?:, {_NUMBER})+\))) (?P<unit>m|mm)\b(?!/)"
)


def unit_length(scene):
    """Metres per Blender unit."""
    units = scene.unit_settings
    return 1.0 if units.system == "NONE" else units.scale_length


def length_text(scene, length):
    """A length in Blender units as the scene's settings want it to be read, with the unit."""
    size, symbol = _unit(scene, abs(length))
    return f"{_plain(length / size)} {symbol}"


def place_text(scene, place):
    """The same of coordinates, all in one unit."""
    size, symbol = _unit(scene, max(map(abs, place)))
    return f"({', '.join(_plain(round(number / size, _DIGITS) + 0.0) for number in place)}) {symbol}"


def in_scene_units(scene, sentence, metres=1.0):
    """A sentence of the solver with its lengths as the scene wants them. `metres` is how long its metre is: 1, unless the
    solver was given Blender units as if they were metres."""
    to_units = metres / unit_length(scene)
    names = [obj.name for obj in scene.objects if _SPOKEN.search(obj.name)]  # which are not lengths
    names.sort(key=len, reverse=True)
    pattern = re.compile("|".join([*map(re.escape, names), _SPOKEN.pattern])) if names else _SPOKEN

    def reworded(found):
        if not found["unit"]:
            return found[0]
        factor = to_units * (1e-3 if found["unit"] == "mm" else 1.0)
        lengths = [factor * float(number) for number in found["numbers"].rstrip(")").split(", ")]
        return place_text(scene, lengths) if found["bracket"] else length_text(scene, lengths[0])

    return pattern.sub(reworded, sentence)


def _unit(scene, length):
    """How many Blender units the unit has in which such a length is written, and its symbol."""
    settings = scene.unit_settings
    if settings.system == "NONE":
        return 1.0, "units"
    units, scale = _UNITS[settings.system], unit_length(scene)
    size, symbol = units.get(settings.length_unit, (None, None))  # none for what Blender calls Adaptive
    metres = length * scale
    if metres == 0.0:
        size, symbol = (size, symbol) if size else units[_DEFAULTS[settings.system]]
    elif size is None or not _READABLE[0] <= metres / size < _READABLE[1]:
        fitting = [unit for unit in units.values() if unit[0] <= metres]
        size, symbol = fitting[0] if fitting else list(units.values())[-1]
    return size / scale, symbol


def _plain(number):
    """Some digits, and never an exponent in large numbers: 12,300 rather than 1.23e+04."""
    text = f"{number:.{_DIGITS}g}"
    return f"{float(text):,.0f}" if "e+" in text else text
