"""Settings stored in the .blend file, on objects and scenes."""

from . import migrate, object, progress, scene, viper_rod

modules = (viper_rod, object, scene, progress, migrate)
