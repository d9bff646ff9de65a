"""What tests of shells share: sheets and strips of paper."""

import math

import bpy
import export_case
import harness


def grid(size_x, size_y, count_x, count_y):
    """Vertices and quads of a sheet in the plane of X and Y; vertex (i, j) has the index j (count_x + 1) + i."""
    vertices = [
        (size_x * i / count_x, size_y * j / count_y, 0.0) for j in range(count_y + 1) for i in range(count_x + 1)
    ]
    row = count_x + 1
    faces = [
        (v, v + 1, v + row + 1, v + row) for j in range(count_y) for v in range(j * row, j * row + count_x)
    ]
    return vertices, faces


def moebius(around, across):
    """A strip with half a turn: its faces cannot all look to one side."""
    vertices = []
    for i in range(around):
        t = 2.0 * math.pi * i / around
        for j in range(across + 1):
            s = 0.4 * (j / across - 0.5)
            r = 1.0 + s * math.cos(0.5 * t)
            vertices.append((r * math.cos(t), r * math.sin(t), s * math.sin(0.5 * t)))
    faces = []
    for i in range(around):
        for j in range(across):
            v, last = i * (across + 1) + j, i == around - 1
            following = across - j if last else v + across + 1
            beside = across - j - 1 if last else v + across + 2
            faces.append((v, following, beside, v + 1))
    return vertices, faces


class ShellCase(export_case.ExportCase):
    def new_shell(self, vertices, faces, name="Sheet"):
        return self.new_mesh_body(name, vertices, faces, "COSSERAT_SHELL")

    def new_strip(self, count_x=8, count_y=2):
        """A metre long along X, 0.25 m wide, of rubber, clamped at X = 0."""
        obj = self.new_shell(*grid(1.0, 0.25, count_x, count_y))
        end = [vertex.index for vertex in obj.data.vertices if vertex.co.x == 0.0]
        obj.vertex_groups.new(name="End").add(end, 1.0, "REPLACE")
        obj.sinew.shell.pin_group = obj.sinew.shell.turn_group = "End"
        return obj

    def shown(self, obj, frame):
        """Places in the world, as the object is drawn at a frame."""
        self.scene.frame_set(frame)
        evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
        return [evaluated.matrix_world @ vertex.co for vertex in evaluated.data.vertices]

    def linear_keys(self, *owners):
        for owner in owners:
            for curve in harness.part("export.fcurves").fcurves_of(owner):
                for point in curve.keyframe_points:
                    point.interpolation = "LINEAR"

    def assert_refused_text(self, pattern):
        before = sorted(obj.name for obj in bpy.data.objects)
        with self.assertRaisesRegex(harness.part("export.errors").ExportError, pattern):
            self.export()
        self.assertEqual(sorted(obj.name for obj in bpy.data.objects), before)
