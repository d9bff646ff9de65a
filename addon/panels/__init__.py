"""What the Physics tab shows. Panels draw and never compute."""

from . import add_physics, bake, floor, viper_rod

modules = (add_physics, viper_rod, floor, bake)
