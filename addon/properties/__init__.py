"""Settings stored in the .blend file, on objects and scenes."""

from . import curvature, migrate, muscle, object, progress, scene, shell, skin, solid, viper_rod

modules = (viper_rod, muscle, skin, solid, curvature, shell, object, scene, progress, migrate)
