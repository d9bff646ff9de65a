"""What tests of the export share: exporting a scene, and reading the job that it wrote."""

import json
import math
import struct

import bpy
import harness
from mathutils import Vector

SAMPLES = 11  # frames 1 to 6, two a frame


class Job:
    """A written job with its arrays."""

    def __init__(self, folder):
        self.data = json.loads((folder / "job.json").read_text("utf-8"))
        self._binary = (folder / "job.bin").read_bytes()

    @property
    def body(self):
        return self.data["bodies"][0]

    def array(self, reference):
        code = {"float32": "f", "float64": "d", "int32": "i"}[reference["dtype"]]
        count = math.prod(reference["shape"])
        values = struct.unpack_from(f"<{count}{code}", self._binary, reference["offset"])
        for extent in reversed(reference["shape"][1:]):
            values = [values[i : i + extent] for i in range(0, len(values), extent)]
        return list(values)

    def points(self):
        return [Vector(point) for point in self.array(self.body["rods"]["points"])]

    def samples(self, pin, field):
        """One entry per sample, each with one value per pinned point. What never changes is written
        once."""
        animated = self.body["pins"][pin][field]
        return (
            self.array(animated["values"])
            if "values" in animated
            else [self.array(animated)] * SAMPLES
        )


def drawn_line(obj):
    """Points of the evaluated curve, read in another way than the add-on does: as a mesh without
    bevel."""
    depth, obj.data.bevel_depth = obj.data.bevel_depth, 0.0
    evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    points = [evaluated.matrix_world @ vertex.co for vertex in mesh.vertices]
    evaluated.to_mesh_clear()
    obj.data.bevel_depth = depth
    return points


class ExportCase(harness.BlenderTest):
    def export(self):
        export = harness.part("export.scene").SceneExport(self.scene)
        for _ in export.run(bpy.context.evaluated_depsgraph_get):
            pass
        export.write(self.folder / "job.json", self.folder / "job.bin")
        self.result = export
        return Job(self.folder)

    def assert_refused(self, pattern):
        with self.assertRaisesRegex(harness.part("export.errors").ExportError, pattern):
            self.export()
        self.assert_nothing_left_behind()

    def assert_nothing_left_behind(self):
        self.assertLessEqual({obj.name for obj in bpy.data.objects}, {"Rod"})
        self.assertLessEqual({curve.name for curve in bpy.data.curves}, {"Rod"})

    def assert_close(self, a, b, tolerance=1e-5):
        self.assertLess((Vector(a) - Vector(b)).length, tolerance, f"{a} is not {b}")

    def new_mesh_body(self, name, vertices, faces, body_type):
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(vertices, [], faces)
        mesh.update()
        obj = bpy.data.objects.new(name, mesh)
        self.scene.collection.objects.link(obj)
        bpy.ops.object.select_all(action="DESELECT")
        obj.select_set(True)
        bpy.context.view_layer.objects.active = obj
        bpy.ops.sinew.add_body(body_type=body_type)
        return obj

    def key(self, owner, path, values):
        for frame, value in values.items():
            setattr(owner, path, value)
            owner.keyframe_insert(path, frame=frame)
