"""Mesh objects that stand in for bodies while they are stepped live.

The artist's objects are hidden meanwhile and never changed, so the end of the preview leaves nothing
behind. Objects are kept by name, since a reference would not survive an undo.
"""

import bpy

SUFFIX = " (live)"


class LivePreview:
    def __init__(self, scene, view_layer, meshes):
        """`meshes` has a mesh of its own for every object that something stands in for."""
        self._scene = scene.name
        self._view_layer = view_layer.name
        self._stand_ins = {}  # object name: name of what stands in for it
        self._hidden = []
        self._unseen = set()
        for name, mesh in meshes.items():
            stand_in = bpy.data.objects.new(name + SUFFIX, mesh)
            stand_in.hide_render = True
            scene.collection.objects.link(stand_in)
            if mesh.shape_keys:
                stand_in.shape_key_clear()
            self._stand_ins[name] = stand_in.name
            obj = scene.objects[name]
            shell = obj.sinew.shell
            parts = (obj, obj.sinew.rod.surface, shell.rider, shell.surface_object)
            visible = [part for part in parts if part and part.visible_get(view_layer=view_layer)]
            for part in visible:
                part.hide_set(True, view_layer=view_layer)
                self._hidden.append(part.name)
            if not visible:  # what the artist has hidden stays so
                stand_in.hide_set(True, view_layer=view_layer)
                self._unseen.add(name)

    def is_seen(self, name):
        """False for what the artist had hidden before."""
        return name not in self._unseen

    def show(self, name, positions):
        """`positions` are 3 a vertex, in the world: what stands in has no transform."""
        stand_in = bpy.data.objects.get(self._stand_ins[name])
        if stand_in is not None:
            stand_in.data.vertices.foreach_set("co", positions)
            stand_in.data.update()

    def remove(self):
        for name in self._stand_ins.values():
            stand_in = bpy.data.objects.get(name)
            if stand_in is not None:
                mesh = stand_in.data
                bpy.data.objects.remove(stand_in)
                bpy.data.meshes.remove(mesh)
        scene = bpy.data.scenes.get(self._scene)
        view_layer = scene.view_layers.get(self._view_layer) if scene else None
        for name in self._hidden if view_layer else ():
            obj = view_layer.objects.get(name)
            if obj is not None:
                obj.hide_set(False, view_layer=view_layer)
