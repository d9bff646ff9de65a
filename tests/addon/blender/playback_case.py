"""What tests of playback share: a small sheet that falls, away from the origin, and where it is seen."""

import bpy
import harness
from mathutils import Vector

CORNERS = [(x, y, 0) for y in (0, 1) for x in (0, 1)]
FACES = [(0, 1, 3, 2)]
PLACE = Vector((1, 2, 3))


class PlaybackCase(harness.BlenderTest):
    def new_sheet(self, name="Cloth", place=PLACE):
        """Held at one corner, so that it swings."""
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(CORNERS, [], FACES)
        mesh.update()
        obj = bpy.data.objects.new(name, mesh)
        self.scene.collection.objects.link(obj)
        obj.location = place
        self.select(obj)
        bpy.ops.sinew.add_body(body_type="COSSERAT_SHELL")
        obj.vertex_groups.new(name="Held").add([0], 1.0, "REPLACE")
        obj.sinew.shell.pin_group = "Held"
        obj.sinew.shell.young_modulus = 1e7
        obj.sinew.shell.thickness_mm = 5.0
        return obj

    def select(self, obj):
        bpy.ops.object.select_all(action="DESELECT")
        obj.select_set(True)
        bpy.context.view_layer.objects.active = obj

    def bake(self, **options):
        self.assertEqual(bpy.ops.sinew.bake(**options), {"FINISHED"})

    def open(self, path):
        bpy.ops.wm.open_mainfile(filepath=str(path))
        self.scene = bpy.context.scene
        return self.scene

    def shown(self, obj, frame):
        """Where the vertices are seen, in the world."""
        self.scene.frame_set(frame)
        evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
        mesh = evaluated.to_mesh()
        places = [evaluated.matrix_world @ vertex.co for vertex in mesh.vertices]
        evaluated.to_mesh_clear()
        return places

    def distance(self, places, others):
        self.assertEqual(len(places), len(others))
        return max((a - b).length for a, b in zip(places, others))

    def undeformed(self, obj):
        return [obj.matrix_world @ vertex.co for vertex in obj.data.vertices]

    @property
    def settings(self):
        return self.scene.sinew
