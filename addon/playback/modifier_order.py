"""Moving a modifier to a place in the stack; before Blender 3.5 only an operator can."""

import bpy


def move(obj, modifier, index):
    current = list(obj.modifiers).index(modifier)
    if current == index:
        return
    if bpy.app.version >= (3, 5, 0):
        obj.modifiers.move(current, index)
        return
    with bpy.context.temp_override(object=obj, active_object=obj):
        bpy.ops.object.modifier_move_to_index(modifier=modifier.name, index=index)
