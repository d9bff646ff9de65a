"""Settings stored in the .blend file, on objects and scenes."""

from . import curvature, finding, migrate, muscle, object, preferences, progress, scene, shell, skin, solid, viper_rod

modules = (viper_rod, muscle, skin, solid, curvature, shell, object, finding, scene, progress, migrate, preferences)
