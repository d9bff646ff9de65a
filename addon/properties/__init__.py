"""Settings stored in the .blend file, on objects and scenes."""

from . import migrate, muscle, object, progress, scene, skin, solid, viper_rod

modules = (viper_rod, muscle, skin, solid, object, scene, progress, migrate)
