"""Joints and attachments in Blender: what is exported, how Blender's own are converted, undo."""

import math
import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import export_case
import harness

CORNERS = [(x, y, z) for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)]
FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6)]


class JointTest(export_case.ExportCase):
    def new_box(self, name="Box", at=(0, 0, 0)):
        obj = self.new_mesh_body(name, CORNERS, FACES, "RIGID_BODY")
        obj.location = at
        return obj

    def select(self, active, *others):
        bpy.ops.object.select_all(action="DESELECT")
        for obj in (active, *others):
            obj.select_set(True)
        bpy.context.view_layer.objects.active = active

    def new_joint(self, kind, first, second=None, at=(0, 0, 0.5), turned=(0, 0, 0)):
        self.scene.cursor.location, self.scene.cursor.rotation_euler = at, turned
        self.select(first, *([second] if second else []))
        self.assertEqual(bpy.ops.sinew.add_joint(type=kind), {"FINISHED"})
        return bpy.context.object

    def one(self, job, kind):
        (body,) = [body for body in job.data["bodies"] if body["kind"] == kind]
        return body

    def numbers(self, job, value):
        return value if isinstance(value, list) else job.array(value)


class JointExportTest(JointTest):
    def test_a_hinge_between_two_bodies(self):
        door, frame = self.new_box("Door"), self.new_box("Frame", (2, 0, 0))
        empty = self.new_joint("HINGE", door, frame, at=(1, 0, 0.5), turned=(0, math.pi / 2, 0))
        joint = empty.sinew.joint
        joint.use_limits, joint.lower_angle, joint.upper_angle = True, 0.5, -1.0
        joint.motor, joint.angular_speed, joint.torque = "SPEED", 3.0, 2.0
        job = self.export()
        body = self.one(job, "joint")
        self.assertEqual((body["type"], body["bodies"]), ("hinge", ["Door", "Frame"]))
        self.assert_close(body["point"][0], (1, 0, 0.5))
        self.assert_close(body["axis"][0], (1, 0, 0))
        self.assertEqual(body["angle_limits"], [-1.0, 0.5])
        self.assertAlmostEqual(self.numbers(job, body["motor"]["angular_speed"])[0], 3.0, places=5)
        self.assertEqual(body["motor"]["torque"], 2.0)
        self.assertFalse(body["contact"])

    def test_an_animated_object_or_a_bone_is_a_mover(self):
        box = self.new_box()
        hand = bpy.data.objects.new("Hand", None)
        self.scene.collection.objects.link(hand)
        self.key(hand, "location", {1: (0, 0, 0), 6: (1, 0, 0)})
        self.new_joint("BALL", box, hand)
        job = self.export()
        body = self.one(job, "joint")
        self.assertEqual((body["bodies"], body["mover"]), (["Box"], "Hand"))
        self.assertEqual([mover["name"] for mover in job.data["movers"]], ["Hand"])

    def test_an_animated_motor_and_length(self):
        box = self.new_box()
        slider = self.new_joint("SLIDER", box).sinew.joint
        slider.motor = "TARGET"
        slider.distance = 0.0
        slider.id_data.keyframe_insert("sinew.joint.distance", frame=1)
        slider.distance = 2.0
        slider.id_data.keyframe_insert("sinew.joint.distance", frame=6)
        job = self.export()
        distance = self.one(job, "joint")["motor"]["distance"]
        samples = job.array(distance["values"])
        self.assertEqual(len(samples), export_case.SAMPLES)
        self.assertAlmostEqual(samples[-1][0], 2.0, places=5)

    def test_a_spring_goes_from_the_origin_to_the_empty(self):
        box = self.new_box(at=(0, 0, 1))
        joint = self.new_joint("SPRING", box, at=(0, 0, 3)).sinew.joint
        joint.stiffness, joint.damping = 50.0, 2.0
        body = self.one(self.export(), "joint")
        self.assert_close(body["point"][0], (0, 0, 1))
        self.assert_close(body["other_point"][0], (0, 0, 3))
        self.assertEqual((body["stiffness"], body["damping"]), (50.0, 2.0))

    def test_a_joint_that_holds_nothing_is_refused(self):
        box = self.new_box()
        self.new_joint("BALL", box).sinew.joint.first = None
        with self.assertRaisesRegex(harness.part("export.errors").ExportError, "holds no rigid body"):
            self.export()

    def test_undo_takes_a_joint_back(self):
        box = self.new_box()
        bpy.ops.ed.undo_push(message="before")
        self.new_joint("BALL", box)
        bpy.ops.ed.undo_push(message="after")
        self.assertTrue(any(obj.sinew.is_joint for obj in bpy.data.objects))
        bpy.ops.ed.undo()
        self.assertFalse(any(obj.sinew.is_joint for obj in bpy.data.objects))


class AttachmentTest(JointTest):
    def new_sheet(self):
        corners = [(x, y, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.0, 0.5)]
        return self.new_mesh_body("Sheet", corners, [(0, 1, 4, 3), (1, 2, 5, 4)], "COSSERAT_SHELL")

    def test_vertices_of_a_shell_on_a_rigid_body(self):
        box, sheet = self.new_box(), self.new_sheet()
        sheet.vertex_groups.new(name="Seam").add([0, 3], 1.0, "REPLACE")
        self.select(sheet, box)
        self.assertEqual(bpy.ops.sinew.add_attachment(), {"FINISHED"})
        attachment = sheet.sinew.attachments[0]
        self.assertEqual(attachment.target, box)
        attachment.group, attachment.stiffness = "Seam", 20.0
        job = self.export()
        body = self.one(job, "attachment")
        self.assertEqual((body["body"], body["to"], body["stiffness"]), ("Sheet", "Box", 20.0))
        self.assertEqual(job.array(body["vertices"]), [0, 3])
        self.assertEqual(job.array(body["weights"]), [1.0, 1.0])

    def test_an_empty_group_is_named(self):
        sheet = self.new_sheet()
        sheet.vertex_groups.new(name="Seam")
        sheet.sinew.attachments.add().group = "Seam"
        with self.assertRaisesRegex(harness.part("export.errors").ExportError, "'Seam' of 'Sheet' is empty"):
            self.export()

    def test_removing_one_keeps_the_keys_of_the_others(self):
        sheet = self.new_sheet()
        for _ in range(2):
            bpy.ops.sinew.add_attachment()
        sheet.sinew.attachments[1].strength = 0.25
        sheet.keyframe_insert("sinew.attachments[1].strength", frame=1)
        sheet.sinew.active_attachment = 0
        self.assertEqual(bpy.ops.sinew.remove_attachment(), {"FINISHED"})
        (curve,) = harness.part("export.fcurves").fcurves_of(sheet)
        self.assertEqual(curve.data_path, "sinew.attachments[0].strength")
        self.assertEqual(sheet.sinew.attachments[0].strength, 0.25)


class ConvertTest(JointTest):
    def new_constraint(self, kind, first, second=None):
        if self.scene.rigidbody_world is None:
            bpy.ops.rigidbody.world_add()
        empty = bpy.data.objects.new("Constraint", None)
        self.scene.collection.objects.link(empty)
        self.select(empty)
        bpy.ops.rigidbody.constraint_add(type=kind)
        empty.rigid_body_constraint.object1, empty.rigid_body_constraint.object2 = first, second
        return empty

    def test_a_hinge_of_blender_becomes_one_of_sinew(self):
        door, frame = self.new_box("Door"), self.new_box("Frame", (2, 0, 0))
        for first, second, limits in ((frame, door, (-0.5, 1.0)), (door, frame, (-0.5, 1.0))):
            empty = self.new_constraint("HINGE", first, second)
            constraint = empty.rigid_body_constraint
            constraint.use_limit_ang_z, constraint.disable_collisions = True, False
            constraint.limit_ang_z_lower, constraint.limit_ang_z_upper = limits
            constraint.use_breaking, constraint.breaking_threshold = True, 2.0
            steps = self.scene.render.fps * self.scene.rigidbody_world.substeps_per_frame
            self.assertEqual(bpy.ops.sinew.convert_joints(), {"FINISHED"})
            joint = empty.sinew.joint
            self.assertIsNone(empty.rigid_body_constraint)
            # Blender measures the second body from the first, Sinew the first from the second.
            self.assertEqual((joint.type, joint.first, joint.second), ("HINGE", first, second))
            self.assertAlmostEqual(joint.lower_angle, -1.0, places=5)
            self.assertAlmostEqual(joint.upper_angle, 0.5, places=5)
            self.assertTrue(joint.use_limits and joint.contact)
            self.assertAlmostEqual(joint.break_force, 2.0 * steps, places=3)

    def test_a_slider_keeps_its_axis(self):
        box = self.new_box()
        empty = self.new_constraint("SLIDER", box)
        empty.rotation_euler = (0, 0, 1.0)
        bpy.context.view_layer.update()
        self.assertEqual(bpy.ops.sinew.convert_joints(), {"FINISHED"})
        body = self.one(self.export(), "joint")
        self.assert_close(body["axis"][0], (math.cos(1.0), math.sin(1.0), 0.0))

    def test_a_constraint_that_sinew_lacks_is_left(self):
        empty = self.new_constraint("PISTON", self.new_box())
        self.assertEqual(bpy.ops.sinew.convert_joints(), {"CANCELLED"})
        self.assertIsNotNone(empty.rigid_body_constraint)


if __name__ == "__main__":
    harness.main()
