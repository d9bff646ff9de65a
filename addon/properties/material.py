"""Settings for the parameters of a material, made from the solver's own tables (materials.py)."""

from ..materials import parameter, parameters
from .fields import once

# Blender counts the steps of arrows in hundredths.
STEPS = 100.0


def material(kind, variant=""):
    """A class with a setting for each parameter of a kind of body, to be mixed into its property group."""
    settings = {row.property_name: _setting(row) for row in parameters(kind, variant)}
    return type("Material", (), {"__annotations__": settings})


def painted(kind, name, default):
    """The setting for a parameter where a vertex group has weight 1. `default` is as artists see it."""
    row = parameter(kind, name)
    unit = "" if row.unit == "1" else f" [{row.unit}]"
    return _number(row, f"Painted {row.label}", f"{row.label} where the group has weight 1{unit}", default)


def _setting(row):
    return _number(row, row.label, row.tooltip, row.default)


def _number(row, label, tooltip, default):
    return once(
        label,
        tooltip,
        default=default,
        min=row.least,
        max=row.most,
        soft_min=row.soft_least,
        soft_max=row.soft_most,
        step=STEPS * row.click,
        precision=row.digits,
    )
