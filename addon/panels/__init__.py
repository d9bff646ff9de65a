"""What the Physics tab and the 3D view show. Panels draw and never compute."""

from . import (
    add_physics,
    bake,
    collider,
    curvature_overlay,
    director_overlay,
    joint,
    muscle,
    muscle_overlay,
    overlap_overlay,
    rigid,
    shell,
    skin,
    solid,
    viper_rod,
)

# In the order of the Physics tab: the bake, its progress and its notes come first.
modules = (
    add_physics,
    bake,
    viper_rod,
    muscle,
    skin,
    solid,
    shell,
    rigid,
    joint,
    collider,
    muscle_overlay,
    director_overlay,
    curvature_overlay,
    overlap_overlay,
)
