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

    def test_friction_brakes_a_rod_on_a_collider(self):
        """It lies on a table that is tilted by 20°."""
        table = self.new_collider([(-1, -1, 0), (2, -1, 0), (2, 1, 0), (-1, 1, 0)], [(0, 1, 2, 3)])
        table.rotation_euler.y = 0.35
        table.sinew.collider_friction = 1.0
        rod = self.new_rod(points=((0, -0.5, 0.06), (0, 0, 0.06), (0, 0.5, 0.06)), radius=0.05)
        rod.sinew.rod.pin_start = rod.sinew.rod.pin_end = set()
        self.scene.frame_end = 16
        ways = {}
        for friction in (0.0, 1.0):
            rod.sinew.rod.friction = friction
            self.save(f"rod {friction}.blend")
            bpy.ops.sinew.begin_cache()
            bpy.ops.sinew.bake(restart=True)
            surface = rod.sinew.rod.surface
            ways[friction] = self.shown(surface, 16)[0].x - self.shown(surface, 1)[0].x
        self.assertLess(ways[1.0], 0.8 * ways[0.0], ways)

    def test_floors_and_colliders_have_friction(self):
        self.new_collider([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]).sinew.collider_friction = 0.25
        floor = bpy.data.objects.new("Floor", None)
        self.scene.collection.objects.link(floor)
        floor.sinew.is_floor = True
        floor.sinew.collider_friction = 0.5
        self.new_cube("RIGID_BODY", "Box", (0, 0, 3))
        frictions = {collider["name"]: collider["friction"] for collider in self.export().data["colliders"]}
        self.assertEqual(frictions, {"Table": 0.25, "Floor": 0.5})

    def overlaps(self):
        return harness.part("playback.shown_overlaps").shown(self.scene)[0]

    def test_bodies_that_start_in_each_other_are_listed_with_their_vertices_and_drawn(self):
        self.new_collider([(-2, -2, 0.1), (2, -2, 0.1), (2, 2, 0.1), (-2, 2, 0.1)], [(0, 1, 2, 3)])
        box = self.new_cube("RIGID_BODY", "Box", (0, 0, 0))
        self.new_cube("RIGID_BODY", "Apart", (1, 0, 0.5))
        self.new_cube("MICROPOLAR_SOLID", "Jelly", (1.1, 0, 0.6))
        bpy.ops.sinew.check()
        found = {line.object_name: line for line in self.scene.sinew.findings if "in each other" in line.text}
        self.assertEqual(set(found), {"Apart", "Box"}, [line.text for line in self.scene.sinew.findings])
        self.assertEqual(len(found["Box"].vertices.split()), 8)  # the sheet cuts all sides of it
        corners = self.overlaps()
        self.assertEqual(len(corners) % 3, 0)
        self.assertIn((-2.0, -2.0), {(x, y) for x, y, _ in corners})
        self.assertGreater(max(z for _, _, z in corners), 0.5)
        self.scene.frame_set(2)
        self.assertFalse(self.overlaps())  # it shows the start alone
        self.scene.frame_set(1)
        box.location.z = 0.2  # the others are still in each other
        self.assertLess(0, len(self.overlaps()))
        self.assertLess(len(self.overlaps()), len(corners))
        bpy.data.objects["Jelly"].location.z = 2
        bpy.context.view_layer.update()
        self.assertFalse(self.overlaps())
        bpy.ops.sinew.check()
        self.assertFalse([line.text for line in self.scene.sinew.findings if "in each other" in line.text])

    def test_the_bake_lists_overlaps_of_moving_and_deforming_colliders(self):
        collider = self.new_collider([(-2, -2, 0), (2, -2, 0), (2, 2, 0), (-2, 2, 0)], [(0, 1, 2, 3)])
        collider.shape_key_add(name="Basis")
        key = collider.shape_key_add(name="Up")
        for point in key.data:
            point.co.z = 0.1
        self.key(key, "value", {1: 1.0, 6: 0.0})
        mover = self.new_cube("RIGID_BODY", "Moved", (1, 0, 0.5))
        mover.sinew.rigid.motion = "ANIMATED"
        self.key(mover, "location", {1: (0, 0, 0.15), 6: (1, 0, 0.5)})
        self.new_cube("RIGID_BODY", "Box", (0, 0, 0))
        self.save()
        try:
            bpy.ops.sinew.bake()
        except RuntimeError:
            pass  # it may end where it is squeezed
        pairs = {frozenset((overlap.first, overlap.second)) for overlap in self.exported_overlaps()}
        self.assertEqual(pairs, {frozenset(("Table", "Box")), frozenset(("Moved", "Box"))})
        self.scene.frame_set(1)
        self.assertTrue(self.overlaps())

    def exported_overlaps(self):
        self.export()
        return self.result.overlaps

    def test_a_sheet_that_goes_through_itself_is_found(self):
        crossing = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0.3, 0.3, -1), (0.6, 0.3, 1), (0.6, 0.2, -1)]
        obj = self.new_shell(crossing, [(0, 1, 2), (3, 4, 5)])
        obj.sinew.shell.contact = "ALL"
        self.assertEqual([(one.first, one.second) for one in self.exported_overlaps()], [("Sheet", "Sheet")])
        obj.sinew.shell.contact = "OTHERS"
        self.assertFalse(self.exported_overlaps())

    def test_changed_friction_is_named_in_the_words_of_the_panel(self):
        box = self.new_cube("RIGID_BODY", "Box", (0, 0, 1))
        self.save()
        bpy.ops.sinew.bake()
        box.sinew.rigid.friction = 0.9
        with self.assertRaisesRegex(RuntimeError, "Friction of Box changed"):
            bpy.ops.sinew.bake()


if __name__ == "__main__":
    harness.main()
