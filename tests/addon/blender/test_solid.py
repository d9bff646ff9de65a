"""Micropolar solids in Blender: what is exported, what it costs, what is baked."""

import os
import re
import sys

import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import export_case
import harness

CORNERS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6)]
TOP = [4, 5, 6, 7]


class SolidTest(export_case.ExportCase):
    def new_solid(self, name="Jelly", count=150):
        """A cube of one metre, soft enough to sag, held at its top."""
        obj = self.new_mesh_body(name, CORNERS, FACES, "MICROPOLAR_SOLID")
        obj.vertex_groups.new(name="Held").add(TOP, 1.0, "REPLACE")
        obj.sinew.solid.pin_group = "Held"
        obj.sinew.solid.tet_count = count
        return obj

    def pins(self, job):
        pin = job.body["pins"][0]
        return dict(zip(job.array(pin["vertices"]), job.array(pin["weights"])))


class SolidExportTest(SolidTest):
    def test_a_mesh_becomes_a_surface_to_fill(self):
        obj = self.new_solid()
        obj.location = (1, 2, 3)
        solid = obj.sinew.solid
        solid.young_modulus, solid.law = 12345.0, "NEO_HOOKEAN"
        self.scene.sinew.integrator = "BDF2"
        job = self.export()
        body = job.body
        self.assertEqual(body["kind"], "micropolar_solid")
        self.assertEqual(body["resolution"], {"count": 150})
        self.assertEqual(body["law"], "neo_hookean")
        self.assertEqual(body["material"]["young_modulus"], 12345.0)
        self.assert_close(job.array(body["surface"]["vertices"])[7], (2, 3, 4))
        self.assertEqual(len(job.array(body["surface"]["faces"])), 12)
        self.assertEqual(job.data["solver"]["implicit"], {"integrator": "bdf2"})
        self.assertNotIn("positions", body["pins"][0])  # nothing moves
        solid.resolution, solid.tet_size, solid.hollow, solid.wall_thickness = "SIZE", 0.25, True, 0.5
        self.assertEqual(self.export().body["resolution"], {"size": 0.25, "wall_thickness": 0.5})

    def test_pins_have_the_weights_of_their_group_and_neighbours_that_show_the_way(self):
        obj = self.new_solid()
        obj.vertex_groups["Held"].add([4], 0.25, "REPLACE")
        obj.sinew.solid.pin_rotation = True
        obj.sinew.solid.use_release, obj.sinew.solid.release_frame = True, 4
        job = self.export()
        pins = self.pins(job)
        self.assertEqual({vertex: weight for vertex, weight in pins.items() if weight}, {4: 0.25, 5: 1, 6: 1, 7: 1})
        self.assertGreater(len(pins), 4)
        self.assertEqual(job.body["pins"][0]["what"], ["position", "rotation"])
        self.assertEqual(job.body["pins"][0]["release_frame"], 4)

    def test_pins_follow_what_deforms_and_moves_the_mesh(self):
        obj = self.new_solid()
        empty = bpy.data.objects.new("Hand", None)
        self.scene.collection.objects.link(empty)
        hook = obj.modifiers.new("Hook", "HOOK")
        hook.object = empty
        hook.vertex_indices_set(TOP)
        self.key(empty, "location", {1: (0, 0, 0), 6: (0, 0, 5)})
        self.key(obj, "location", {1: (0, 0, 0), 6: (1, 0, 0)})
        for owner in (empty, obj):
            for curve in harness.part("export.fcurves").fcurves_of(owner):
                for point in curve.keyframe_points:
                    point.interpolation = "LINEAR"
        job = self.export()
        pin = job.body["pins"][0]
        place = job.array(pin["vertices"]).index(7)
        samples = job.array(pin["positions"]["values"])
        self.assertEqual(len(samples), export_case.SAMPLES)
        self.assert_close(samples[0][place], (1, 1, 1))
        # The hook holds its vertices in the world, the others go with the object.
        self.assert_close(samples[-1][place], (1, 1, 6))
        self.assert_close(samples[5][place], (1, 1, 3.5))
        below = job.array(pin["vertices"]).index(1)
        self.assert_close(samples[-1][below], (2, 0, 0))

    def test_rest_curvature_can_be_animated_and_painted(self):
        obj = self.new_solid()
        solid = obj.sinew.solid
        solid.length_scale = 0.1
        for frame, value in ((1, (0, 0, 0)), (6, (1, 2, 3))):
            solid.rest_curvature = value
            obj.keyframe_insert("sinew.solid.rest_curvature", frame=frame)
        job = self.export()
        last = job.array(job.body["rest_curvature"]["values"])[-1]
        self.assertEqual([list(row) for row in last], [[1, 0, 0], [2, 0, 0], [3, 0, 0]])
        obj.vertex_groups.new(name="Curl").add([0], 0.5, "REPLACE")
        solid.curvature_group = "Curl"
        job = self.export()
        last = job.array(job.body["rest_curvature_map"]["values"])[-1]
        self.assertEqual(list(last[0]), [0.5, 0, 0, 1, 0, 0, 1.5, 0, 0])
        self.assertFalse(any(last[1]))
        solid.length_scale = 0.0
        self.export()
        self.assertIn("no Length Scale", "".join(self.result.warnings))

    def test_painted_material_and_grain(self):
        obj = self.new_solid()
        solid = obj.sinew.solid
        obj.rotation_euler.z = 1.5707963
        obj.vertex_groups.new(name="Hard").add([2], 0.75, "REPLACE")
        solid.map_group, solid.map_young_modulus = "Hard", 1e7
        solid.grain, solid.grain_direction = "AXIS", (2, 0, 0)
        solid.use_fiber_stiffness, solid.fiber_bend, solid.fiber_twist = True, 5.0, 2.0
        job = self.export()
        layer = job.body["layers"][0]
        self.assertEqual(layer["material"]["young_modulus"], 1e7)
        self.assertEqual(job.array(layer["weights"])[1:3], [0.0, 0.75])
        self.assert_close(job.array(job.body["fibers"])[0], (0, 2, 0))
        self.assertEqual(job.body["curvature_stiffness"], [[2, 0, 0], [5, 0, 0], [5, 0, 0]])

    def test_grain_along_uvs_and_attributes(self):
        obj = self.new_solid()
        mesh, solid = obj.data, obj.sinew.solid
        solid.grain = "UV"
        self.assert_refused_text("has no UV map")
        layer = mesh.uv_layers.new(name="UVMap")
        for loop in mesh.loops:  # U grows along y, also where faces are mirrored in UV space
            place = mesh.vertices[loop.vertex_index].co
            layer.data[loop.index].uv = (place.y, place.x + 0.3 * place.z)
        job = self.export()
        directions = job.array(job.body["fibers"])
        self.assertEqual(len(directions), 8)
        for direction in directions:
            self.assertGreater(Vector(direction).normalized().y, 0.7)
        self.assertEqual(len(job.array(job.body["normals"])), 8)
        solid.grain, solid.grain_attribute = "ATTRIBUTE", "Way"
        self.assert_refused_text("has no vector attribute 'Way'")
        attribute = mesh.attributes.new("Way", "FLOAT_VECTOR", "POINT")
        attribute.data.foreach_set("vector", [0.0, 0.0, 3.0] * 7 + [0.0] * 3)
        job = self.export()
        self.assert_close(job.array(job.body["fibers"])[0], (0, 0, 3))
        self.assert_close(job.array(job.body["fibers"])[7], (1, 0, 0))

    def assert_refused_text(self, pattern):
        with self.assertRaisesRegex(harness.part("export.errors").ExportError, pattern):
            self.export()
        self.assertEqual([obj.name for obj in bpy.data.objects], ["Jelly"])

    def test_what_cannot_be_a_solid_is_told(self):
        obj = self.new_solid()
        obj.vertex_groups["Held"].remove(TOP)
        self.assert_refused_text("'Held' of 'Jelly' is empty")
        obj.sinew.solid.pin_group = "Hold"
        self.assert_refused_text("no vertex group 'Hold'")
        obj.sinew.solid.pin_group = ""
        obj.data.clear_geometry()
        self.assert_refused_text("has no faces")


class SolidBakeTest(SolidTest):
    def shown(self, obj, frame):
        self.scene.frame_set(frame)
        evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
        return [evaluated.matrix_world @ vertex.co for vertex in evaluated.data.vertices]

    def test_a_solid_sags_from_its_pins_and_plays_without_the_addon(self):
        obj = self.new_solid()
        obj.sinew.solid.young_modulus = 5e4
        obj.location = (0, 0, 2)
        path = self.save()
        self.assertEqual(bpy.ops.sinew.bake(), {"FINISHED"})
        self.save()
        first, last = self.shown(obj, 1), self.shown(obj, 6)
        self.assert_close(first[0], (0, 0, 2))
        self.assertLess(last[0].z, 1.99)
        self.assertLess((last[4] - Vector((0, 0, 3))).length, 0.01)
        self.assertIn("Jelly: largest difference", self.check_playback(path))

    def test_pins_carry_the_solid(self):
        obj = self.new_solid()
        self.scene.use_gravity = False
        obj.sinew.solid.young_modulus = 1e6
        self.key(obj, "location", {1: (0, 0, 0), 4: (0.5, 0, 0)})
        self.save()
        bpy.ops.sinew.bake()
        self.assertLess((self.shown(obj, 6)[7] - Vector((1.5, 1, 1))).length, 0.02)
        self.assertGreater(self.shown(obj, 6)[0].x, 0.2)

    def test_weighted_pins_on_a_mesh_that_bones_move(self):
        obj = self.new_solid()
        obj.vertex_groups["Held"].add([7], 0.5, "REPLACE")
        obj.vertex_groups.new(name="Bone").add(range(8), 1.0, "REPLACE")
        rig = bpy.data.objects.new("Rig", bpy.data.armatures.new("Rig"))
        self.scene.collection.objects.link(rig)
        bpy.context.view_layer.objects.active = rig
        bpy.ops.object.mode_set(mode="EDIT")
        bone = rig.data.edit_bones.new("Bone")
        bone.head, bone.tail = (0, 0, 0), (1, 0, 0)
        bpy.ops.object.mode_set(mode="OBJECT")
        obj.modifiers.new("Armature", "ARMATURE").object = rig
        self.key(rig.pose.bones["Bone"], "location", {1: (0, 0, 0), 4: (0, 0.5, 0)})  # along itself: x
        self.scene.use_gravity = False
        obj.sinew.solid.young_modulus = 1e6
        self.assertEqual(self.pins(self.export())[7], 0.5)
        self.save()
        bpy.ops.sinew.bake()
        self.assert_close(self.shown(obj, 1)[0], CORNERS[0])
        last = self.shown(obj, 6)
        self.assertLess((last[4] - Vector((0.5, 0, 1))).length, 0.02)
        for index, corner in enumerate(CORNERS[:4]):
            self.assertGreater(last[index].x - corner[0], 0.2)  # what is not held is carried along

    def test_the_cost_is_told_before_the_bake(self):
        obj = self.new_solid()
        other = self.new_rod("Rod")  # is not asked about
        self.assertIsNotNone(other)
        bpy.context.view_layer.objects.active = obj
        self.assertEqual(bpy.ops.sinew.estimate_cost(), {"FINISHED"})
        self.assertRegex(
            obj.sinew.cost_report,
            r"^\d+ tetrahedra, angles from \d+° to \d+°, about \d+ MB of memory, \d+ s for 6 frames$",
        )
        bpy.ops.sinew.check()
        self.assertRegex(self.scene.sinew.check_report, r"Jelly: \d+ tetrahedra")
        obj.sinew.solid.tet_count = 2_000_000_000
        self.assertEqual(obj.sinew.cost_report, "")
        with self.assertRaisesRegex(RuntimeError, "GB of memory and this machine has"):
            bpy.ops.sinew.estimate_cost()
        self.assertIn("GB", obj.sinew.cost_report)

    def test_suzanne_is_filled_with_good_tetrahedra(self):
        bpy.ops.mesh.primitive_monkey_add()  # open at the eyes, three shells that cross
        obj = bpy.context.object
        bpy.ops.sinew.add_body(body_type="MICROPOLAR_SOLID")
        obj.sinew.solid.tet_count = 3000
        self.assertEqual(bpy.ops.sinew.estimate_cost(), {"FINISHED"})
        report = re.match(r"([\d,]+) tetrahedra, angles from (\d+)°", obj.sinew.cost_report)
        self.assertAlmostEqual(int(report[1].replace(",", "")) / 3000, 1, delta=0.06)
        self.assertGreaterEqual(int(report[2]), 10)

    def test_directors_are_baked_beside_and_coloured_by_curvature(self):
        obj = self.new_solid()
        solid = obj.sinew.solid
        solid.directors, solid.director_count = True, 20
        solid.length_scale, solid.rest_curvature = 1.0, (1.0, 0.0, 0.0)  # it twists itself
        self.save()
        bpy.ops.sinew.bake()
        shown = obj.sinew.directors_object
        self.assertEqual(shown.name, "Jelly Directors")
        self.assertEqual(len(shown.data.vertices), 5 * 20)
        self.assertTrue(shown.hide_render)
        overlay = harness.part("panels.director_overlay")
        depsgraph = bpy.context.evaluated_depsgraph_get()
        self.scene.frame_set(1)
        for centre, tips, curvature in overlay.crosses(shown, depsgraph):
            self.assertEqual(curvature, 0.0)
            for axis, tip in enumerate(tips):
                away = Vector(tip) - Vector(centre)
                self.assertAlmostEqual(away[axis], away.length, places=5)
        self.scene.frame_set(6)
        twisted = overlay.crosses(shown, depsgraph)
        self.assertGreater(max(curvature for _, _, curvature in twisted), 0.01)
        positions, colours = overlay.coloured_lines(twisted)
        self.assertEqual(len(positions), 2 * 3 * 20)
        self.assertAlmostEqual(max(colour[0] for colour in colours), overlay.CURVED[0])
        self.assertEqual(overlay.coloured_lines([]), ([], []))
        # Fewer of them, then none.
        solid.director_count = 5
        bpy.ops.sinew.bake(restart=True)
        self.assertEqual(len(obj.sinew.directors_object.data.vertices), 5 * 5)
        solid.directors = False
        bpy.ops.sinew.bake(restart=True)
        self.assertIsNone(obj.sinew.directors_object)
        self.assertNotIn("Jelly Directors", bpy.data.objects)

    def test_free_takes_the_modifier_away(self):
        obj = self.new_solid()
        self.save()
        bpy.ops.sinew.bake()
        self.assertEqual([modifier.type for modifier in obj.modifiers], ["MESH_CACHE"])
        bpy.ops.sinew.free_bake()
        self.assertEqual(len(obj.modifiers), 0)


if __name__ == "__main__":
    harness.main()
