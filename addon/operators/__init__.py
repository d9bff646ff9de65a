"""What buttons do, one file per task."""

from . import assign_body, assign_floor, bake, check, free_bake, presets

modules = (assign_body, assign_floor, check, bake, free_bake, presets)
