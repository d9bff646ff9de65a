"""Files of the first version, whose caches were in the world's space: a Hook to an empty at the origin took them back.

Without the hook such a cache would put the object elsewhere, so it goes too, and the file asks for a new bake.
"""

import bpy

from . import mesh_cache

HOOK_NAME = "Sinew Space"
ORIGIN_NAME = "Sinew World Origin"


def retire(scene, objects):
    names = [obj.name for obj in objects if obj.library is None and _retire_from(obj)]
    origin = scene.objects.get(ORIGIN_NAME)
    if origin is not None and origin.library is None and origin.type == "EMPTY" and not _is_used(origin):
        bpy.data.objects.remove(origin)
    if not names:
        return
    settings = scene.sinew
    settings.status = "STALE"
    settings.status_message = (
        f"This file was baked with an older version of Sinew. Press Bake Again: the old cache of {_listed(names)} cannot be "
        "played any more, and was left on the disk."
    )


def _retire_from(obj):
    hook = obj.modifiers.get(HOOK_NAME)
    if hook is None or hook.type != "HOOK":
        return False  # stood at the origin: its cache is in its own space as well
    obj.modifiers.remove(hook)
    mesh_cache.detach(obj)
    return True


def _is_used(origin):
    """By another object than those that were freed."""
    return bool(origin.children) or any(
        modifier.type == "HOOK" and modifier.object == origin for obj in bpy.data.objects for modifier in obj.modifiers
    )


def _listed(names):
    shown = ", ".join(f"'{name}'" for name in names[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more"
