"""The parameters of materials as the solver declares them: names, labels, units, defaults, ranges and tooltips. `materials.json`
is made by tools/generate from the solver's own tables; nothing of it is written by hand. Nothing in here imports bpy."""

import json
from dataclasses import dataclass
from pathlib import Path

_KINDS = json.loads((Path(__file__).parent / "materials.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Parameter:
    name: str  # in the job
    label: str
    unit: str  # that artists see; "1" for none
    scale: float  # number that artists see, by that of the job
    section: str  # of the panel
    tooltip: str
    default: float  # this and the limits are as artists see them
    least: float
    most: float
    soft_least: float
    soft_most: float
    click: float  # change by one click on an arrow
    digits: int

    @property
    def property_name(self):
        """Of the setting. Where it has another unit than the job, the unit is part of the name."""
        return self.name if self.scale == 1.0 else f"{self.name}_{self.unit}"

    @property
    def row_text(self):
        """Of a row in a panel: the label with its unit."""
        return self.label if self.unit == "1" else f"{self.label} [{self.unit}]"


def parameters(kind, variant=""):
    """All parameters of a kind of body in the job; a variant has other defaults, as muscles among rods."""
    material = _KINDS[kind]
    defaults = material["variants"][variant] if variant else {}
    return tuple(_parameter(row, defaults.get(row["name"], row["default"])) for row in material["params"])


def parameter(kind, name):
    return next(row for row in parameters(kind) if row.name == name)


def _parameter(row, default):
    look = row["look"]
    return Parameter(
        name=row["name"],
        default=default * look["scale"],
        tooltip=_tooltip(row["meaning"], look["unit"], look["advice"]),
        **{key: look[key] for key in look if key != "advice"},
    )


def _tooltip(meaning, unit, advice):
    """Blender puts the full stop at the end."""
    sentence = meaning if unit == "1" else f"{meaning} [{unit}]"
    return f"{sentence}. {advice}" if advice else sentence
