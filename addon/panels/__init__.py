"""What the Physics tab and the 3D view show. Panels draw and never compute."""

from . import (
    add_physics,
    bake,
    curvature_overlay,
    director_overlay,
    muscle,
    muscle_overlay,
    obstacle,
    shell,
    skin,
    solid,
    viper_rod,
)

modules = (
    add_physics,
    viper_rod,
    muscle,
    skin,
    solid,
    shell,
    obstacle,
    bake,
    muscle_overlay,
    director_overlay,
    curvature_overlay,
)
