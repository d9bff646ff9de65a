"""What buttons do, one file per task."""

from . import (
    assign_body,
    assign_obstacle,
    attach_ends,
    auto_activation,
    bake,
    bind_skin,
    check,
    curvature_list,
    curvature_setups,
    estimate_cost,
    free_bake,
    mirror_muscle,
    play_live,
    presets,
    viperize,
)

modules = (
    assign_body,
    assign_obstacle,
    viperize,
    attach_ends,
    auto_activation,
    bind_skin,
    mirror_muscle,
    curvature_list,
    curvature_setups,
    estimate_cost,
    check,
    bake,
    free_bake,
    play_live,
    presets,
)
