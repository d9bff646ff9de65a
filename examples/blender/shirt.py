"""A shirt on a rigged body, from an empty scene to the rendered frame: the scene of docs/tutorials/shirt.md.

Usage: blender -b --factory-startup --python-exit-code 1 --python shirt.py -- --zip ZIP --output FOLDER

Installs the add-on from ZIP into FOLDER (nobody's own Blender is changed), makes a mannequin with an armature, cuts a shirt out
of its mesh, makes the body a collider and the shirt a shell of cotton, bakes it and renders one frame. It saves everything in
FOLDER: shirt.blend, shirt.png and the cache. `shirt_pictures.py` does the same in a window and takes the pictures of the tutorial.
"""

import math
import os
import sys

import bmesh
import bpy
from mathutils import Matrix, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio

LAST_FRAME = 24
VOXEL = 0.03  # size of the body's faces [m]
LOOSE = 0.014  # from the skin to the shirt [m]
MERGE = 0.011  # short edges at the seams are merged [m]
HEM, COLLAR, SLEEVE = 0.94, 1.475, 0.38  # heights of hem and collar, length of the sleeves along x [m]
ARM = Vector((math.cos(math.radians(38)), 0.0, -math.sin(math.radians(38))))  # direction of the left arm at rest
SHOULDER = Vector((0.17, 0.0, 1.40))
# Bones: head, tail, parent; those of the left side are mirrored.
BONES = {
    "Hips": ((0, 0, 0.92), (0, 0, 1.08), None),
    "Spine": ((0, 0, 1.08), (0, 0, 1.26), "Hips"),
    "Chest": ((0, 0, 1.26), (0, 0, 1.46), "Spine"),
    "Head": ((0, 0, 1.46), (0, 0, 1.74), "Chest"),
    "Arm.L": (SHOULDER, SHOULDER + 0.28 * ARM, "Chest"),
    "Forearm.L": (SHOULDER + 0.28 * ARM, SHOULDER + 0.56 * ARM, "Arm.L"),
    "Leg.L": ((0.09, 0, 0.90), (0.10, 0, 0.45), "Hips"),
}
# The body is a union of balls: from, to, radius from, radius to, depth over width.
VOLUMES = (
    ((0, 0, 0.92), (0, 0, 1.10), 0.155, 0.135, 0.72),
    ((0, 0, 1.10), (0, 0, 1.30), 0.135, 0.165, 0.68),
    ((-0.10, 0, 1.37), (0.10, 0, 1.37), 0.085, 0.085, 1.0),
    ((0, 0, 1.40), (0, 0, 1.54), 0.058, 0.052, 1.0),
    ((0, -0.01, 1.60), (0, -0.01, 1.68), 0.085, 0.095, 1.1),
)
LIMBS = (
    (SHOULDER, SHOULDER + 0.28 * ARM, 0.062, 0.045, 1.0),
    (SHOULDER + 0.28 * ARM, SHOULDER + 0.60 * ARM, 0.045, 0.032, 1.0),
    (Vector((0.09, 0, 0.88)), Vector((0.10, 0, 0.45)), 0.088, 0.06, 1.0),
)
# Frame: turns of bones in degrees, about the axes of the world at rest.
POSES = {
    1: {},
    18: {"Chest": (0, 0, 25), "Spine": (0, 6, 10), "Arm.L": (0, -45, 0), "Arm.R": (0, 20, 0), "Forearm.L": (0, -30, 0)},
    24: {"Chest": (0, 0, 10), "Spine": (0, 2, 4), "Arm.L": (0, -35, 0), "Arm.R": (0, 15, 0), "Forearm.L": (0, -40, 0)},
}


def mirrored(place):
    return Vector((-place[0], place[1], place[2]))


def add_rig():
    rig = studio.add_to_scene("Rig", bpy.data.armatures.new("Rig"))
    studio.make_active(rig)
    bpy.ops.object.mode_set(mode="EDIT")
    for name, (head, tail, parent) in BONES.items():
        for side in ("L", "R") if name.endswith(".L") else ("",):
            bone = rig.data.edit_bones.new(name[:-1] + side if side else name)
            turn = mirrored if side == "R" else Vector
            bone.head, bone.tail = turn(head), turn(tail)
            if parent:
                sided = parent[:-1] + side if parent.endswith(".L") else parent
                bone.parent = rig.data.edit_bones[sided]
    bpy.ops.object.mode_set(mode="OBJECT")
    rig.show_in_front = True
    return rig


def add_body(material):
    """Balls along all volumes, made into one closed mesh by a Remesh modifier."""
    balls = bmesh.new()
    limbs = [(turn(a), turn(b), *rest) for a, b, *rest in LIMBS for turn in (Vector, mirrored)]
    for a, b, radius_a, radius_b, depth in (*VOLUMES, *limbs):
        for step in range(9):
            part = step / 8
            radius = radius_a + part * (radius_b - radius_a)
            place = Matrix.Translation(Vector(a).lerp(Vector(b), part)) @ Matrix.Diagonal((1, depth, 1, 1))
            bmesh.ops.create_icosphere(balls, subdivisions=3, radius=radius, matrix=place)
    mesh = bpy.data.meshes.new("Body")
    balls.to_mesh(mesh)
    balls.free()
    body = studio.add_to_scene("Body", mesh)
    remesh = body.modifiers.new("Remesh", "REMESH")
    remesh.mode, remesh.voxel_size = "VOXEL", VOXEL
    smooth = body.modifiers.new("Smooth", "SMOOTH")
    smooth.iterations = 8
    depsgraph = bpy.context.evaluated_depsgraph_get()
    body.data = bpy.data.meshes.new_from_object(body.evaluated_get(depsgraph))
    body.modifiers.clear()
    body.data.polygons.foreach_set("use_smooth", [True] * len(body.data.polygons))
    body.data.materials.append(material)
    return body


def bind(body, rig):
    studio.make_active(body, rig)
    bpy.ops.object.parent_set(type="ARMATURE_AUTO")


def pose(rig):
    """Keys of all bones; each turn is about the axes of the world, as the bone stands at rest."""
    turned = {name for turns in POSES.values() for name in turns}
    for frame, turns in POSES.items():
        for name in turned:
            bone = rig.pose.bones[name]
            x, y, z = (math.radians(angle) for angle in turns.get(name, (0, 0, 0)))
            world = Matrix.Rotation(z, 3, "Z") @ Matrix.Rotation(y, 3, "Y") @ Matrix.Rotation(x, 3, "X")
            rest = bone.bone.matrix_local.to_3x3()
            bone.rotation_mode = "QUATERNION"
            bone.rotation_quaternion = (rest.inverted() @ world @ rest).to_quaternion()
            bone.keyframe_insert("rotation_quaternion", frame=frame)


def cut_shirt(body, material):
    """A copy of the body between hem, collar and sleeves, a little larger. It keeps weights and armature of the body."""
    shirt = body.copy()
    shirt.data = body.data.copy()
    shirt.name = shirt.data.name = "Shirt"
    bpy.context.scene.collection.objects.link(shirt)
    shirt.data.materials.clear()
    shirt.data.materials.append(material)
    mesh = bmesh.new()
    mesh.from_mesh(shirt.data)
    reach = SLEEVE / ARM.x
    cuts = [((0, 0, HEM), (0, 0, -1)), ((0, 0, COLLAR), (0, 0, 1))]
    cuts += [(turn(reach * ARM + Vector((0, 0, SHOULDER.z))), turn(ARM)) for turn in (Vector, mirrored)]
    for place, outside in cuts:
        geometry = mesh.verts[:] + mesh.edges[:] + mesh.faces[:]
        bmesh.ops.bisect_plane(mesh, geom=geometry, plane_co=place, plane_no=outside, clear_outer=True)
    bmesh.ops.remove_doubles(mesh, verts=mesh.verts[:], dist=MERGE)
    mesh.normal_update()
    moves = [(vertex, LOOSE * vertex.normal.copy()) for vertex in mesh.verts]
    for vertex, move in moves:
        vertex.co += move
    mesh.to_mesh(shirt.data)
    mesh.free()
    return shirt


def make_collider(body):
    studio.make_active(body)
    bpy.ops.sinew.toggle_collider()


def make_shell(shirt):
    studio.make_active(shirt)
    bpy.ops.sinew.add_body(body_type="COSSERAT_SHELL")
    import sinew

    preset = os.path.join(os.path.dirname(sinew.__file__), "presets", "cosserat_shell", "Cotton.py")
    bpy.ops.script.execute_preset(filepath=preset, menu_idname="SINEW_PT_shell_presets")


def pin_collar(shirt):
    collar = [vertex.index for vertex in shirt.data.vertices if vertex.co.z > COLLAR - 0.6 * VOXEL]
    shirt.vertex_groups.new(name="Collar").add(collar, 1.0, "REPLACE")
    shirt.sinew.shell.pin_group = "Collar"


def set_contact(shirt):
    shirt.sinew.shell.contact = "ALL"


def dress(scene):
    """The set: light, camera and a backdrop."""
    white, _ = studio.new_material("Backdrop", (0.75, 0.78, 0.82), 0.9)
    backdrop = studio.add_backdrop(white, 2.0, 1.0)
    backdrop.location.z = 0.3
    aim = (0, 0, 1.22)
    studio.add_light("Key", (-1.6, -2.4, 2.6), aim, 0.8, 90)
    studio.add_light("Fill", (2.4, -1.8, 1.6), aim, 2.0, 8)
    studio.add_sky(scene, (0.8, 0.88, 1.0), 0.12)
    studio.add_camera(scene, (0.35, -3.3, 1.5), (0, 0, 1.28), lens=60)


def add_mannequin():
    skin, _ = studio.new_material("Mannequin", (0.62, 0.5, 0.42), 0.5)
    rig, body = add_rig(), add_body(skin)
    bind(body, rig)
    pose(rig)
    return rig, body


def add_shirt(body):
    cotton, _ = studio.new_material("Cotton", (0.05, 0.16, 0.42), 0.8)
    return cut_shirt(body, cotton)


def build(scene):
    _, body = add_mannequin()
    shirt = add_shirt(body)
    make_collider(body)
    make_shell(shirt)
    pin_collar(shirt)
    set_contact(shirt)
    dress(scene)


if __name__ == "__main__":
    studio.run("shirt", LAST_FRAME, build, [(18, "shirt")])
