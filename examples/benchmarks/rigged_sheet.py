"""A rigged sheet with as many vertices as wanted, and one small rod, for benchmarks that run in Blender."""

import pathlib
import sys
import tempfile

import bpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "blender"))
import studio

BONES = 8
LENGTH = 2.0  # of the sheet


def enable_addon(zip_path):
    """For this session only; nobody's own Blender is changed. The folder goes away with the object returned."""
    folder = tempfile.TemporaryDirectory(prefix="sinew_benchmark_")
    studio.enable_addon(zip_path, folder.name)
    return folder


def new_scene(last_frame):
    """With a rod, so that there is something to bake. One sample a frame."""
    scene = studio.empty_scene(last_frame)
    scene.sinew.samples_per_frame = 1
    curve = bpy.data.curves.new("Rod", "CURVE")
    curve.dimensions, curve.bevel_depth = "3D", 0.02
    spline = curve.splines.new("POLY")
    spline.points.add(1)
    spline.points[0].co, spline.points[1].co = (0, 0, 5, 1), (0.5, 0, 5, 1)
    studio.make_active(studio.add_to_scene("Rod", curve))
    bpy.ops.sinew.add_body(body_type="VIPER_ROD")
    bpy.context.object.sinew.rod.segments = 4
    return scene


def add_sheet(vertices, last_frame):
    """At least so many vertices, on an armature whose bones turn all the time, on a stand that moves."""
    side = 2
    while side * side < vertices:
        side += 1
    step = LENGTH / (side - 1)
    places = [(column * step, row * step - LENGTH / 2, 0.0) for row in range(side) for column in range(side)]
    faces = [
        (corner, corner + 1, corner + side + 1, corner + side)
        for row in range(side - 1)
        for corner in range(row * side, row * side + side - 1)
    ]
    mesh = bpy.data.meshes.new("Sheet")
    mesh.from_pydata(places, [], faces)
    mesh.update()
    sheet = studio.add_to_scene("Sheet", mesh)
    rig = _add_rig(last_frame)
    for bone in range(BONES):
        group = sheet.vertex_groups.new(name=f"bone{bone}")
        for column in range(side):
            weight = 1.0 - abs(column * step * BONES / LENGTH - bone - 0.5)
            if weight > 0.0:
                group.add(range(column, side * side, side), weight, "REPLACE")
    sheet.parent = rig
    sheet.modifiers.new("Rig", "ARMATURE").object = rig
    return sheet


def _add_rig(last_frame):
    rig = studio.add_to_scene("Rig", bpy.data.armatures.new("Rig"))
    studio.make_active(rig)
    bpy.ops.object.mode_set(mode="EDIT")
    parent = None
    for index in range(BONES):
        bone = rig.data.edit_bones.new(f"bone{index}")
        bone.head, bone.tail = (index * LENGTH / BONES, 0, 0), ((index + 1) * LENGTH / BONES, 0, 0)
        bone.parent, parent = parent, bone
    bpy.ops.object.mode_set(mode="OBJECT")
    for bone in rig.pose.bones:
        bone.rotation_mode = "XYZ"
        for frame, angle in ((1, 0.0), (last_frame, 0.4)):
            bone.rotation_euler = (0, angle, angle)
            bone.keyframe_insert("rotation_euler", frame=frame)
    for frame, height in ((1, 0.0), (last_frame, 0.5)):
        rig.location = (0.1, 0.2, height)
        rig.keyframe_insert("location", frame=frame)
    return rig
