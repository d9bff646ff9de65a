"""Settings stored in the .blend file, on objects and scenes."""

from . import migrate, muscle, object, progress, scene, skin, viper_rod

modules = (viper_rod, muscle, skin, object, scene, progress, migrate)
