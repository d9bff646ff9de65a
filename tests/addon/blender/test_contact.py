"""Contact in Blender: a collider stops every kind of body, and surfaces rub as their settings say."""

import os
import sys

import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness
import shell_case

CORNERS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6)]


class ContactTest(shell_case.ShellCase):
    def new_collider(self, vertices, faces, name="Table"):
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(vertices, [], faces)
        obj = bpy.data.objects.new(name, mesh)
        self.scene.collection.objects.link(obj)
        bpy.context.view_layer.objects.active = obj
        bpy.ops.sinew.toggle_collider()
        return obj

    def new_cube(self, body_type, name, at):
        obj = self.new_mesh_body(name, [0.2 * Vector(corner) for corner in CORNERS], FACES, body_type)
        obj.location = at
        obj.sinew.solid.tet_count = 60
        return obj

    def test_a_collider_stops_every_kind(self):
        """An open sheet in the air, thinner than all that falls on it."""
        self.new_collider([(-2, -2, 0), (2, -2, 0), (2, 2, 0), (-2, 2, 0)], [(0, 1, 2, 3)])
        bodies = [
            self.new_cube("MICROPOLAR_SOLID", "Jelly", (-1, 0, 0.05)),
            self.new_cube("RIGID_BODY", "Box", (0.5, 0, 0.05)),
            self.new_shell(*shell_case.grid(0.3, 0.3, 4, 4)),
        ]
        bodies[-1].location = (1, 1, 0.05)
        rod = self.new_rod(points=((-1.5, -1, 0.15), (0, -1, 0.15), (1.5, -1, 0.15)), radius=0.05)
        rod.sinew.rod.pin_start = rod.sinew.rod.pin_end = set()
        self.scene.frame_end = 20
        self.save()
        self.assertEqual(bpy.ops.sinew.bake(), {"FINISHED"})
        for obj in (*bodies, rod.sinew.rod.surface):
            lowest = min(place.z for place in self.shown(obj, 20))
            self.assertGreater(lowest, -0.01 if obj == rod.sinew.rod.surface else 0.0, obj.name)
            self.assertLess(lowest, 0.03, obj.name)  # it has fallen

    def test_friction_is_exported_with_its_map(self):
        """Two vertices of each body are rough."""
        solid = self.new_cube("MICROPOLAR_SOLID", "Jelly", (0, 0, 0))
        shell = self.new_shell(*shell_case.grid(0.3, 0.3, 2, 2))
        for obj, settings in ((solid, solid.sinew.solid), (shell, shell.sinew.shell)):
            obj.vertex_groups.new(name="Rough").add([0, 1], 0.5, "REPLACE")
            settings.friction, settings.sliding_friction, settings.friction_group = 0.75, 0.5, "Rough"
        job = self.export()
        for body in job.data["bodies"]:
            self.assertEqual((body["friction"], body["sliding_friction"]), (0.75, 0.5))
            self.assertEqual(job.array(body["friction_map"])[:3], [0.5, 0.5, 0.0])
        shell.sinew.shell.friction_group = "Gone"
        self.assert_refused_text("no vertex group 'Gone'")

    def test_floors_and_colliders_have_friction(self):
        self.new_collider([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]).sinew.collider_friction = 0.25
        floor = bpy.data.objects.new("Floor", None)
        self.scene.collection.objects.link(floor)
        floor.sinew.is_floor = True
        floor.sinew.collider_friction = 0.5
        self.new_cube("RIGID_BODY", "Box", (0, 0, 3))
        frictions = {collider["name"]: collider["friction"] for collider in self.export().data["colliders"]}
        self.assertEqual(frictions, {"Table": 0.25, "Floor": 0.5})

    def test_changed_friction_is_named_in_the_words_of_the_panel(self):
        box = self.new_cube("RIGID_BODY", "Box", (0, 0, 1))
        self.save()
        bpy.ops.sinew.bake()
        box.sinew.rigid.friction = 0.9
        with self.assertRaisesRegex(RuntimeError, "Friction of Box changed"):
            bpy.ops.sinew.bake()


if __name__ == "__main__":
    harness.main()
