"""Registers what modules list, and takes it back in the opposite order from the same lists.

A module has `classes`, `pointers` (owner type, attribute, property group) and `handlers` (list,
function). Menu entries are handlers of a kind: (panel type, draw function) in `appended`. `timers` are functions that return
the seconds to their next call; they run in windows only.
"""

import bpy


def register(modules):
    for module in modules:
        for cls in module.classes:
            bpy.utils.register_class(cls)
        for owner, attribute, group in getattr(module, "pointers", ()):
            override = {"LIBRARY_OVERRIDABLE"} if owner is bpy.types.Object else set()
            setattr(owner, attribute, bpy.props.PointerProperty(type=group, override=override))
        for handler_list, function in getattr(module, "handlers", ()):
            handler_list.append(function)
        for function in getattr(module, "timers", ()):
            bpy.app.timers.register(function, first_interval=1.0, persistent=True)
        for panel, draw in getattr(module, "appended", ()):
            panel.append(draw)


def unregister(modules):
    for module in reversed(modules):
        for function in reversed(getattr(module, "timers", ())):
            if bpy.app.timers.is_registered(function):
                bpy.app.timers.unregister(function)
        for panel, draw in reversed(getattr(module, "appended", ())):
            panel.remove(draw)
        for handler_list, function in reversed(getattr(module, "handlers", ())):
            handler_list.remove(function)
        for owner, attribute, _ in reversed(getattr(module, "pointers", ())):
            delattr(owner, attribute)
        for cls in reversed(module.classes):
            bpy.utils.unregister_class(cls)
