"""Sinew: elastic rods, muscles, solids and shells, and rigid bodies for Blender.

Copyright 2026 the Sinew authors. SPDX-License-Identifier: GPL-3.0-or-later
"""

bl_info = {
    "name": "Sinew",
    "author": "The Sinew authors",
    "version": (0, 3, 0),
    "blender": (3, 4, 0),
    "location": "Properties > Physics",
    "description": "Rods, muscles, solids, shells and rigid bodies, baked to caches that play without the add-on",
    "category": "Physics",
}

# Blender takes bl_info away from extensions after the import.
VERSION = ".".join(str(number) for number in bl_info["version"])

OLDEST_BLENDER = (3, 4)
FIRST_UNTESTED_BLENDER = (6, 0)


def reason_not_supported(blender_version):
    """A sentence why this Blender cannot run the add-on, or None when it can."""
    version = tuple(blender_version[:2])
    if OLDEST_BLENDER <= version < FIRST_UNTESTED_BLENDER:
        return None
    remedy = "a newer Blender" if version < OLDEST_BLENDER else "a newer Sinew"
    return f"Sinew {VERSION} works in Blender 3.4 to 5.x; this is Blender {version[0]}.{version[1]}. Please get {remedy}."


def _modules():
    # Imported late, so that the sentence above can be given before anything that an old Blender
    # lacks is used.
    from . import operators, panels, properties

    return (*properties.modules, *operators.modules, *panels.modules)


def register():
    import bpy

    reason = reason_not_supported(bpy.app.version)
    if reason:
        raise RuntimeError(reason)
    from . import registration

    registration.register(_modules())


def unregister():
    from . import registration
    from .bake import running_bake
    from .bridge import current_filling

    running_bake.stop()
    current_filling.stop()
    registration.unregister(_modules())
