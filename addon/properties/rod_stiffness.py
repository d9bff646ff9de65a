"""Stiffnesses of rods and muscles in files of version 1, in which bending had the volume's stiffness in it and the
modulus of twist was taken with half the polar moment. The settings are changed so that rods stay as stiff as they were."""

# Of version 1, for settings that were never touched.
OLD_ROD = {"bend_stiffness": 1e5, "twist_stiffness": 1e5, "volume_stiffness": 1e6}
OLD_MUSCLE = {"bend_stiffness": 3e5, "twist_stiffness": 3e5, "volume_stiffness": 1e7}


def _convert(settings, old):
    def before(name):
        return getattr(settings, name) if settings.is_property_set(name) else old[name]

    bend = before("bend_stiffness") + before("volume_stiffness")
    twist = 0.5 * before("twist_stiffness")
    # Settings that were never touched get the defaults of today, which are the same but for rounding.
    if settings.is_property_set("bend_stiffness") or settings.is_property_set("volume_stiffness"):
        settings.bend_stiffness = bend
    if settings.is_property_set("twist_stiffness"):
        settings.twist_stiffness = twist


def convert(objects):
    for obj in objects:
        _convert(obj.sinew.rod, OLD_ROD)
        _convert(obj.sinew.muscle, OLD_MUSCLE)
