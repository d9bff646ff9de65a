"""What artists do to a muscle after it was set up: scale it, copy it, go on modelling."""

import math
import os
import sys

import bpy
import bmesh
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import arm_scene
import harness


def rods_of(muscle):
    bpy.context.view_layer.update()
    return harness.part("export.muscle_rods").read_rods(muscle, muscle.matrix_world)


def rod_volume(muscle):
    rods, volume, first = rods_of(muscle), 0.0, 0
    for count in rods.counts:
        for index in range(first, first + count - 1):
            radius = 0.5 * (rods.radii[index] + rods.radii[index + 1])
            volume += math.pi * radius**2 * math.dist(rods.point(index), rods.point(index + 1))
        first += count
    return volume


def mesh_volume(obj):
    mesh = bmesh.new()
    mesh.from_mesh(obj.data)
    mesh.transform(obj.matrix_world)
    volume = mesh.calc_volume()
    mesh.free()
    return volume


def middle(points):
    return sum((Vector(points[first : first + 3]) for first in range(0, len(points), 3)), Vector()) / (len(points) // 3)


class MuscleChangesTest(arm_scene.ArmTest):
    def warnings(self):
        export = harness.part("export.scene").SceneExport(self.scene)
        for _ in export.run(bpy.context.evaluated_depsgraph_get):
            pass
        return export.warnings

    # -- scale
    # ---------------------------------------------------------------------------------------------

    def test_rods_have_the_volume_of_the_mesh_however_the_object_is_scaled(self):
        muscle = self.new_muscle()
        for scale in ((2, 2, 2), (3, 1, 1), (1, 1, 3), (1, 3, 3), (0.5, -2, 1)):
            muscle.scale = scale
            bpy.context.view_layer.update()
            self.assertAlmostEqual(rod_volume(muscle) / abs(mesh_volume(muscle)), 1.0, delta=0.04, msg=scale)

    def test_a_scaled_object_is_filled_as_it_is_seen(self):
        muscle = self.new_spindle()
        muscle.scale = (3, 1, 0.5)
        bpy.ops.sinew.add_body(body_type="MUSCLE")
        bpy.ops.sinew.viperize(rod_count=4, levels=7)
        self.assertAlmostEqual(rod_volume(muscle) / mesh_volume(muscle), 1.0, delta=0.02)
        self.assertFalse(any("Viperize" in sentence for sentence in self.warnings()))

    def test_a_scale_of_nothing_is_told(self):
        muscle = self.new_spindle()
        bpy.ops.sinew.add_body(body_type="MUSCLE")
        muscle.scale = (0, 1, 1)
        with self.assertRaisesRegex(RuntimeError, "'Biceps' has a scale of 0"):
            bpy.ops.sinew.viperize()

    # -- copies
    # ---------------------------------------------------------------------------------------------

    def copied(self, muscle, **options):
        """As Shift D or Alt D does, with the copy moved aside."""
        self.select(muscle)
        bpy.ops.object.duplicate(**options)
        copy = bpy.context.object
        copy.location.y += 1.0
        bpy.context.view_layer.update()
        return copy

    def test_the_rods_of_a_copy_are_where_the_copy_is(self):
        self.new_arm()
        for linked in (True, False):
            copy = self.copied(self.biceps, linked=linked)
            offset = middle(rods_of(copy).points) - middle(rods_of(self.biceps).points)
            self.assertLess((offset - Vector((0, 1, 0))).length, 1e-5)
            shown = harness.part("panels.muscle_overlay").carried_rods(copy)
            self.assertTrue(shown)
            bpy.data.objects.remove(copy)

    def test_filling_a_copy_leaves_the_rods_of_the_other_alone(self):
        self.new_arm()
        copy = self.copied(self.biceps, linked=True)
        bpy.ops.sinew.viperize(rod_count=2, levels=5)
        self.assertEqual(rods_of(copy).counts, [5, 5])
        self.assertEqual(rods_of(self.biceps).counts, [7] * 4)
        self.assertEqual(copy.sinew.muscle.rods.parent, copy)

    def test_a_muscle_is_mirrored_onto_its_own_copy(self):
        """Whichever of the two is the copy."""
        for name, other in (("Biceps.L", "Biceps.R"), ("Biceps.R", "Biceps.L")):
            self.setUp()
            rig = self.new_armature(sides=(".L", ".R"))
            muscle = self.new_muscle("Biceps.L")
            self.select(rig, muscle)
            bpy.ops.sinew.attach_ends()
            self.copied(muscle).name = "Biceps.R"
            self.select(bpy.data.objects[name])
            if name == "Biceps.R":  # hangs on bones of its side
                for end in (bpy.context.object.sinew.muscle.source, bpy.context.object.sinew.muscle.sink):
                    end.bone = bpy.utils.flip_name(end.bone)
            self.assertEqual(bpy.ops.sinew.mirror_muscle(), {"FINISHED"})
            for muscle in (bpy.data.objects[name], bpy.data.objects[other]):
                self.assertEqual(rods_of(muscle).counts, [7] * 4)
                self.assertEqual(muscle.sinew.muscle.rods.parent, muscle)
            self.assertEqual(len([obj for obj in self.scene.objects if obj.type == "CURVE"]), 2)

    # -- linked characters
    # ---------------------------------------------------------------------------------------------

    def override_character(self):
        """Everything in the scene as a library override in a new file, as Make Library Override does."""
        character = bpy.data.collections.new("Character")
        self.scene.collection.children.link(character)
        for obj in list(self.scene.collection.objects):
            self.scene.collection.objects.unlink(obj)
            character.objects.link(obj)
        library = self.save("library.blend")
        bpy.ops.wm.read_factory_settings(use_empty=True)
        harness.enable()
        self.scene = bpy.context.scene
        with bpy.data.libraries.load(str(library), link=True) as (_, wanted):
            wanted.collections = ["Character"]
        [linked] = wanted.collections
        self.scene.collection.children.link(linked)
        linked.override_hierarchy_create(self.scene, bpy.context.view_layer)
        if linked.name in self.scene.collection.children:
            self.scene.collection.children.unlink(linked)
        return {obj.name: obj for obj in self.scene.objects if obj.library is None}

    def test_a_linked_character_is_filled_and_mirrored_to_stay(self):
        rig = self.new_armature(sides=(".L", ".R"))
        muscle = self.new_muscle("Biceps.L")
        self.select(rig, muscle)
        bpy.ops.sinew.attach_ends()
        muscle.sinew.muscle.source_group = muscle.sinew.muscle.sink_group = ""
        muscle = self.override_character()["Biceps.L"]
        self.select(muscle)
        self.assertEqual(bpy.ops.sinew.mirror_muscle(), {"FINISHED"})
        self.select(muscle)
        self.assertEqual(bpy.ops.sinew.viperize(rod_count=3, levels=5), {"FINISHED"})
        path = self.save()
        bpy.ops.wm.open_mainfile(filepath=str(path))
        self.scene = bpy.context.scene
        objects = {obj.name: obj for obj in self.scene.objects if obj.library is None}
        left, right = objects["Biceps.L"], objects["Biceps.R"]
        self.assertEqual(rods_of(left).counts, [5] * 3)
        self.assertEqual(rods_of(right).counts, [7] * 4)
        self.assertLess(middle(rods_of(right).points).x, 0.0)
        self.assertEqual(right.sinew.muscle.source.bone, "upper_arm.R")
        self.assertFalse(any("Viperize" in sentence for sentence in self.warnings()))
        # The groups that were found could not be written to the linked mesh, so they are not asked for.
        self.select(left)
        self.assertEqual(bpy.ops.sinew.viperize(rod_count=2, levels=5), {"FINISHED"})

    # -- modelling
    # ---------------------------------------------------------------------------------------------

    def test_a_mesh_that_was_changed_after_viperize_is_told(self):
        self.new_arm()
        self.assertFalse(any("Viperize" in sentence for sentence in self.warnings()))
        for vertex in self.biceps.data.vertices:
            vertex.co.y *= 2.0
        said = [sentence for sentence in self.warnings() if "Viperize" in sentence]
        self.assertEqual(len(said), 1)
        self.assertIn("'Biceps'", said[0])
        self.assertIn("its volume has changed by 100 %", said[0])
        self.select(self.biceps)
        bpy.ops.sinew.viperize(rod_count=4, levels=7)
        self.assertFalse(any("Viperize" in sentence for sentence in self.warnings()))

    def test_moving_turning_and_subdividing_are_no_change(self):
        self.new_arm()
        self.biceps.location = (0.0, 0.2, 0.1)
        self.biceps.rotation_euler = (0.3, 0.2, 0.1)
        mesh = bmesh.new()
        mesh.from_mesh(self.biceps.data)
        bmesh.ops.subdivide_edges(mesh, edges=mesh.edges[:], cuts=1, use_grid_fill=True)
        mesh.to_mesh(self.biceps.data)
        mesh.free()
        self.assertFalse(any("Viperize" in sentence for sentence in self.warnings()))

    def test_applying_the_transform_is_no_change(self):
        self.new_arm()
        self.biceps.location, self.biceps.rotation_euler, self.biceps.scale = (0.1, 0.2, 0.3), (0.3, 0.2, 0.1), (2, 3, 1)
        before, volume = rods_of(self.biceps), rod_volume(self.biceps)
        self.select(self.biceps)
        bpy.ops.object.transform_apply(location=True, rotation=True, scale=True)
        after = rods_of(self.biceps)
        self.assertLess(max(abs(a - b) for a, b in zip(before.points, after.points)), 1e-5)
        self.assertLess(max(abs(a - b) for a, b in zip(before.radii, after.radii)), 1e-5)
        self.assertAlmostEqual(rod_volume(self.biceps) / volume, 1.0, places=3)
        self.assertFalse(any("Viperize" in sentence for sentence in self.warnings()))
        for vertex in self.biceps.data.vertices:
            vertex.co.x += 0.3
        self.assertTrue(any("its outline has moved" in sentence for sentence in self.warnings()))
        self.select(self.biceps)
        bpy.ops.sinew.viperize(rod_count=4, levels=7)
        self.assertFalse(any("Viperize" in sentence for sentence in self.warnings()))

    def test_shape_keys_that_move_in_vain_are_told(self):
        self.new_arm()
        self.biceps.shape_key_add(name="Basis")
        puffed = self.biceps.shape_key_add(name="Puffed")
        self.assertFalse(any("shape keys" in sentence for sentence in self.warnings()))
        puffed.keyframe_insert("value", frame=1)
        [said] = [sentence for sentence in self.warnings() if "shape keys" in sentence]
        self.assertIn("'Biceps'", said)

    def test_the_twin_of_a_muscle_whose_scale_was_applied_has_its_volume(self):
        rig = self.new_armature(sides=(".L", ".R"))
        muscle = self.new_muscle("Biceps.L")
        self.select(rig, muscle)
        bpy.ops.sinew.attach_ends()
        muscle.scale = (1, 3, 1)
        self.select(muscle)
        bpy.ops.object.transform_apply(scale=True)
        bpy.ops.sinew.mirror_muscle()
        self.assertAlmostEqual(rod_volume(bpy.data.objects["Biceps.R"]) / rod_volume(muscle), 1.0, places=4)
        self.assertFalse(any("Viperize" in sentence for sentence in self.warnings()))

    def test_the_twin_of_a_muscle_is_as_its_rods_fill_it(self):
        rig = self.new_armature(sides=(".L", ".R"))
        muscle = self.new_muscle("Biceps.L")
        self.select(rig, muscle)
        bpy.ops.sinew.attach_ends()
        bpy.ops.sinew.mirror_muscle()
        self.assertFalse(any("Viperize" in sentence for sentence in self.warnings()))


if __name__ == "__main__":
    harness.main()
