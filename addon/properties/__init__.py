"""Settings stored in the .blend file, on objects and scenes."""

from . import (
    curvature,
    finding,
    joint,
    migrate,
    muscle,
    object,
    preferences,
    progress,
    rigid,
    scene,
    shell,
    skin,
    solid,
    viper_rod,
)

modules = (viper_rod, muscle, skin, solid, curvature, shell, rigid, joint, object, finding, scene, progress, migrate, preferences)
