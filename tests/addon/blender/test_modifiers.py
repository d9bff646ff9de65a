"""Bodies with modifiers that make vertices: simulated as they are drawn, or a line that says why not."""

import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness
import shell_case

CUBE = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
CUBE_FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6)]


class ModifierCase(shell_case.ShellCase):
    def new_plane(self):
        """One face of 1 m, held at one side."""
        obj = self.new_shell(*shell_case.grid(1.0, 1.0, 1, 1))
        obj.vertex_groups.new(name="Side").add([0, 2], 1.0, "REPLACE")
        obj.sinew.shell.pin_group = "Side"
        return obj

    def subdivided(self, obj, levels=3, render_levels=3):
        modifier = obj.modifiers.new("Subdivision", "SUBSURF")
        modifier.subdivision_type = "SIMPLE"
        modifier.levels, modifier.render_levels = levels, render_levels
        return modifier

    def findings(self):
        try:
            bpy.ops.sinew.check()
        except RuntimeError:
            pass  # Blender raises what an operator reports as an error
        return list(self.scene.sinew.findings)

    def fix(self, pattern, fix):
        found = next(finding for finding in self.findings() if pattern in finding.text)
        self.assertIn(fix, found.fixes.split())
        self.assertEqual(bpy.ops.sinew.fix(fix=fix, object_name=found.object_name), {"FINISHED"})


class SimulatedTest(ModifierCase):
    def test_a_subdivided_plane_is_simulated_as_it_is_drawn(self):
        obj = self.new_plane()
        self.subdivided(obj)
        job = self.export()
        self.assertEqual(len(job.array(job.body["mesh"]["faces"])), 128)
        self.assertEqual(len(job.array(job.body["pins"][0]["vertices"])), 9)  # the side, with what lies between
        self.save()
        bpy.ops.sinew.bake()
        self.assertEqual([modifier.name for modifier in obj.modifiers], ["Subdivision", "Sinew Cache"])
        shown = self.shown(obj, 6)
        self.assertEqual(len(shown), 81)
        self.assertLess(min(place.z for place in shown), -0.05)
        middle = min(shown, key=lambda place: (place.x - 0.5) ** 2 + (place.y - 0.5) ** 2)
        corner = max(shown, key=lambda place: place.x + place.y)
        self.assertGreater(abs(middle.z - 0.5 * corner.z), 1e-3, "it bends, as one face could not")

    def test_it_plays_where_the_object_stands(self):
        obj = self.new_plane()
        obj.location, obj.rotation_euler.z, obj.scale = (1, 2, 3), 0.5, (2, 2, 2)
        self.subdivided(obj)
        bpy.context.view_layer.update()
        rest = self.shown(obj, 1)
        self.save()
        bpy.ops.sinew.bake()
        held = [index for index, place in enumerate(rest) if (obj.matrix_world.inverted() @ place).x < 1e-6]
        self.assertEqual(len(held), 9)
        shown = self.shown(obj, 6)
        for index in held:
            self.assertLess((shown[index] - rest[index]).length, 1e-4)
        self.assertGreater(max((a - b).length for a, b in zip(shown, rest)), 0.01)

    def test_it_plays_live_with_the_vertices_of_its_modifiers(self):
        obj = self.new_plane()
        self.subdivided(obj)
        self.export()
        mesh = harness.part("playback.implicit_mesh").live_mesh(obj, self.result.shapes["Sheet"])
        self.assertEqual((len(mesh.vertices), len(bpy.data.objects)), (81, 1))

    def test_mirror_before_a_rig_is_simulated_behind_the_rig(self):
        obj = self.new_mesh_body("Jelly", CUBE, CUBE_FACES, "MICROPOLAR_SOLID")
        obj.vertex_groups.new(name="Top").add([4, 5, 6, 7], 1.0, "REPLACE")
        obj.sinew.solid.pin_group, obj.sinew.solid.tet_count = "Top", 150
        mirror = obj.modifiers.new("Mirror", "MIRROR")
        mirror.use_bisect_axis[0] = False
        hook = obj.modifiers.new("Lift", "HOOK")
        hook.object = bpy.data.objects.new("Hand", None)
        self.scene.collection.objects.link(hook.object)
        group = obj.vertex_groups["Top"]
        hook.vertex_group = group.name
        self.key(hook.object, "location", {1: (0, 0, 0), 6: (0, 0, 0.5)})
        job = self.export()
        vertices = job.array(job.body["surface"]["vertices"])
        self.assertEqual((min(v[0] for v in vertices), max(v[0] for v in vertices)), (-1.0, 1.0))
        samples = job.array(job.body["pins"][0]["positions"]["values"])
        self.assertAlmostEqual(max(place[2] for place in samples[-1]), 1.5, places=4)
        self.save()
        bpy.ops.sinew.bake()
        self.assertEqual([modifier.name for modifier in obj.modifiers], ["Mirror", "Lift", "Sinew Cache"])
        self.assertAlmostEqual(max(place.z for place in self.shown(obj, 6)), 1.5, delta=0.2)  # lifted once, not twice

    def test_geometry_nodes_are_simulated(self):
        obj = self.new_plane()
        tree = bpy.data.node_groups.new("Cut", "GeometryNodeTree")
        if bpy.app.version < (4, 0, 0):
            tree.inputs.new("NodeSocketGeometry", "Geometry")
            tree.outputs.new("NodeSocketGeometry", "Geometry")
        else:
            for direction in ("INPUT", "OUTPUT"):
                tree.interface.new_socket("Geometry", in_out=direction, socket_type="NodeSocketGeometry")
        ends = [tree.nodes.new(kind) for kind in ("NodeGroupInput", "GeometryNodeSubdivideMesh", "NodeGroupOutput")]
        ends[1].inputs["Level"].default_value = 2
        tree.links.new(ends[0].outputs[0], ends[1].inputs[0])
        tree.links.new(ends[1].outputs[0], ends[2].inputs[0])
        obj.modifiers.new("Nodes", "NODES").node_group = tree
        job = self.export()
        self.assertEqual(len(job.array(job.body["mesh"]["faces"])), 32)
        self.assertEqual(len(job.array(job.body["pins"][0]["vertices"])), 5)

    def test_what_only_finishes_the_look_stands_behind_the_cache(self):
        obj = self.new_plane()
        self.subdivided(obj)
        obj.modifiers.new("Thick", "SOLIDIFY").thickness = 0.01
        job = self.export()
        self.assertEqual(len(job.array(job.body["mesh"]["faces"])), 128)
        self.save()
        bpy.ops.sinew.bake()
        self.assertEqual([modifier.name for modifier in obj.modifiers], ["Subdivision", "Sinew Cache", "Thick"])
        self.assertEqual(len(self.shown(obj, 6)), 162)

    def test_painted_curvature_goes_through_modifiers(self):
        obj = self.new_plane()
        self.subdivided(obj, 2, 2)
        bpy.ops.sinew.add_curvature()
        obj.sinew.shell.curvatures[0].group = "Side"
        job = self.export()
        bends = [-values[3] for values in job.array(job.body["rest_curvature_map"])]
        self.assertEqual(len(bends), 25)
        self.assertEqual(sorted({round(value, 3) for value in bends}), [0.0, 0.25, 0.5, 0.75, 1.0])


class LeftOutTest(ModifierCase):
    def test_other_levels_in_renders_are_said_with_the_number_of_triangles(self):
        obj = self.new_plane()
        self.subdivided(obj, 3, 4)
        self.assertEqual(len(self.export().array(self.export().body["mesh"]["faces"])), 2)
        self.fix("simulated without 'Subdivision', with 2 triangles", "MATCH_RENDER")
        self.assertEqual(obj.modifiers[0].render_levels, 3)
        job = self.export()
        self.assertEqual(len(job.array(job.body["mesh"]["faces"])), 128)
        self.assertFalse(self.result.warnings)

    def test_such_a_modifier_before_others_is_refused_and_can_be_applied(self):
        obj = self.new_plane()
        self.subdivided(obj, 2, 3)
        obj.modifiers.new("Wave", "WAVE")
        self.assert_refused_text("'Subdivision' of 'Sheet' makes other vertices in renders than in the view")
        self.fix("makes other vertices in renders", "APPLY_MODIFIERS")
        self.assertEqual([modifier.name for modifier in obj.modifiers], ["Wave"])
        self.assertEqual(len(obj.data.vertices), 25)
        self.export()

    def test_settings_that_need_the_mesh_itself_say_so(self):
        obj = self.new_plane()
        self.subdivided(obj)
        obj.sinew.shell.surface = True
        self.assert_refused_text("Front and Back Surface of 'Sheet' needs the vertices of its mesh")
        obj.sinew.shell.surface = False
        obj.shape_key_add(name="Basis")
        obj.sinew.shell.rest_key = "Basis"
        self.assert_refused_text("Rest Shape of 'Sheet' needs the vertices of its mesh")

    def test_muscles_and_skins_say_what_is_not_simulated(self):
        obj = self.new_mesh_body("Half", CUBE, CUBE_FACES, "MUSCLE")
        obj.modifiers.new("Smooth", "SUBSURF")
        notes = harness.part("export.bound_modifiers").bound_notes
        self.assertEqual(notes(obj, "muscle"), [])
        obj.modifiers.new("Mirror", "MIRROR")
        self.assertEqual(notes(obj, "muscle")[0].fixes, ("APPLY_MODIFIERS",))
        obj.modifiers.new("Rig", "ARMATURE")
        with self.assertRaisesRegex(harness.part("export.errors").ExportError, "deform behind 'Smooth'"):
            notes(obj, "muscle")


if __name__ == "__main__":
    harness.main()
