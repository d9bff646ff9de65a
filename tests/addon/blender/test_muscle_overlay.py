"""What the overlay draws: where the rods are, and their shapes."""

import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import arm_scene
import harness
from mathutils import Vector, geometry  # found only once bpy is loaded, where Blender is a module

COLOUR = (0.2, 0.4, 0.8, 1.0)


class PillShapesTest(harness.BlenderTest):
    def shapes(self, rods, view):
        colours = [[COLOUR] * len(rod) for rod in rods]
        return harness.part("panels.pill_shapes").pill_triangles(rods, colours, Vector(view))

    def test_a_pill_is_as_wide_as_its_radii_and_faces_the_viewer(self):
        rod = [(Vector((0, 0, 0)), 0.1), (Vector((1, 0, 0)), 0.2)]
        positions, colours = self.shapes([rod], (0, 0, 1, 0))  # from above, far away
        self.assertEqual(len(positions), len(colours))
        self.assertEqual(len(positions) % 3, 0)
        for axis, (low, high) in enumerate(((-0.1, 1.2), (-0.2, 0.2), (0.0, 0.0))):
            values = [place[axis] for place in positions]
            self.assertAlmostEqual(min(values), low, delta=0.02)
            self.assertAlmostEqual(max(values), high, delta=0.02)
        self.assertEqual(set(colours), {COLOUR, tuple(0.35 * value for value in COLOUR[:3]) + (1.0,)})

    def test_what_is_nearer_is_drawn_later(self):
        near = [(Vector((0, 0, 1)), 0.1), (Vector((1, 0, 1)), 0.1)]
        far = [(Vector((0, 0, -1)), 0.1), (Vector((1, 0, -1)), 0.1)]
        for view in ((0, 0, 1, 0), (0.5, 0, 9, 1)):
            positions, _ = self.shapes([near, far], view)
            half = len(positions) // 2
            self.assertTrue(all(place.z < 0 for place in positions[:half]), view)
            self.assertTrue(all(place.z > 0 for place in positions[half:]), view)

    def test_a_pill_seen_along_its_axis_is_its_discs(self):
        rod = [(Vector((0, 0, 0)), 0.1), (Vector((0, 0, 1)), 0.1)]
        positions, _ = self.shapes([rod], (0, 0, 1, 0))
        self.assertTrue(positions)
        self.assertTrue(all(place.xy.length < 0.1001 for place in positions))


class CarriedRodsTest(arm_scene.ArmTest):
    def carried(self, frame):
        self.scene.frame_set(frame)
        return harness.part("panels.muscle_overlay").carried_rods(self.biceps)

    def test_ends_go_with_their_bones_and_the_belly_lies_between_them(self):
        self.new_arm()
        rest, now = self.carried(1), self.carried(13)
        bone = self.rig.pose.bones["forearm"]
        motion = bone.matrix @ bone.bone.matrix_local.inverted()
        for before, after in zip(rest, now):
            self.assertLess((after[0][0] - before[0][0]).length, 1e-6)  # the upper arm stands still
            self.assertLess((after[-1][0] - motion @ before[-1][0]).length, 1e-6)
            self.assertEqual([radius for _, radius in before], [radius for _, radius in after])
        for before, after in zip(self.distances(rest), self.distances(now)):
            self.assertAlmostEqual(before, after, places=5)

    @staticmethod
    def distances(rods):
        """Of the points between the ends from the line through the middle of the ends."""
        ends = [sum((rod[end][0] for rod in rods), Vector()) / len(rods) for end in (0, -1)]
        return [
            (place - geometry.intersect_point_line(place, *ends)[0]).length
            for rod in rods
            for place, _ in rod[1:-1]
        ]

    def redness(self, rods):
        """Of each point: 0 relaxed, 1 active."""
        overlay = harness.part("panels.muscle_overlay")
        low, high = overlay.RELAXED[0], overlay.ACTIVE[0]
        colours = overlay.activation_colours(self.biceps, rods)
        return [[round((colour[0] - low) / (high - low), 6) for colour in shades] for shades in colours]

    def test_what_is_painted_decides_how_red_a_point_is(self):
        self.new_arm()
        overlay = harness.part("panels.muscle_overlay")
        muscle = self.biceps.sinew.muscle
        muscle.activation = 1.0
        rods = overlay.carried_rods(self.biceps)
        self.assertEqual(self.redness(rods), [[1.0] * 7] * 4)
        half = [vertex.index for vertex in self.biceps.data.vertices if vertex.co.x > 0.185]
        self.biceps.vertex_groups.new(name="Half").add(half, 1.0, "REPLACE")
        muscle.activation_map = "Half"
        for rod, shades in zip(rods, self.redness(rods)):
            for (place, _), redness in zip(rod, shades):
                if abs(place.x - 0.185) > 0.02:
                    self.assertEqual(redness, float(place.x > 0.185))
        # Painting goes on, and a group that is not there is nobody's end.
        self.biceps.vertex_groups["Half"].add(range(len(self.biceps.data.vertices)), 1.0, "REPLACE")
        self.biceps.data.update()
        bpy.context.view_layer.update()
        self.assertEqual(self.redness(rods), [[1.0] * 7] * 4)
        muscle.activation_map = "Gone"
        self.assertEqual(self.redness(rods), [[1.0] * 7] * 4)

    def test_rods_of_a_baked_muscle_bulge_with_its_mesh(self):
        self.new_arm()
        bpy.ops.sinew.auto_activation()
        self.save()
        bpy.ops.sinew.bake()
        overlay = harness.part("panels.muscle_overlay")
        for frame in (1, 13):
            self.scene.frame_set(frame)
            depsgraph = bpy.context.evaluated_depsgraph_get()
            rods = overlay.baked_rods(self.biceps, depsgraph)
            self.assertEqual([len(rod) for rod in rods], [7] * 4)
            evaluated = self.biceps.evaluated_get(depsgraph)
            surface = [evaluated.matrix_world @ vertex.co for vertex in evaluated.data.vertices]
            low, high = (Vector(pick(place[axis] for place in surface) for axis in range(3)) for pick in (min, max))
            for rod in rods:
                for place, radius in rod:
                    self.assertTrue(all(low[axis] <= place[axis] <= high[axis] for axis in range(3)), (frame, place))
                    self.assertGreater(radius, 0.0)
            if frame == 1:
                rest = rods
        straight = overlay.carried_rods(self.biceps)
        middle = max((a[3][0] - b[3][0]).length for a, b in zip(straight, rods))
        self.assertGreater(middle, 0.003)  # the belly is beside the line through the ends
        widened = [now[3][1] / before[3][1] for now, before in zip(rods, rest)]
        self.assertGreater(sum(widened) / len(widened), 1.05)
        self.assertEqual(overlay.shown_muscles(bpy.context)[0][1], rods)

    def test_a_free_muscle_is_drawn_at_rest(self):
        self.new_arm()
        rest = self.carried(1)
        self.biceps.sinew.muscle.sink.object = None
        self.assertEqual(self.carried(13), rest)


if __name__ == "__main__":
    harness.main()
