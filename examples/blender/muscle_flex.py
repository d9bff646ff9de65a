"""An arm that flexes: biceps and triceps on two bones, and a skin over them, made by a script.

Usage: blender -b --factory-startup --python-exit-code 1 --python muscle_flex.py -- --zip ZIP --output FOLDER

Installs the add-on from ZIP into FOLDER (nobody's own Blender is changed), sets the scene up with
the add-on's operators as an artist would with its buttons, bakes it, prints the figures of docs/validation.md,
renders two frames and saves everything in FOLDER: muscle_flex.blend, muscle_flex_rest.png, muscle_flex.png and the cache.
"""

import json
import math
import os
import sys

import bpy
from mathutils import Quaternion, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio

LAST_FRAME = 48
FLEX_START, FLEX_END = 6, 36  # frames
FLEX = math.radians(100)
ELBOW, WRIST = 0.30, 0.56  # along X; the shoulder is at 0 [m]
HEIGHT = 0.35  # of the arm above the ground [m]

RINGS, SIDES = 25, 20  # of a muscle
# Name, origin, insertion, half width and half height of the belly [m].
MUSCLES = (
    ("Biceps", (0.005, 0.0, 0.042), (0.350, 0.0, 0.026), 0.030, 0.022),
    ("Triceps", (0.010, 0.0, -0.041), (0.292, 0.0, -0.031), 0.032, 0.021),
)
# Bone, and from where to where it reaches out to the end of a muscle.
LUMPS = (
    ("upper_arm", (0.012, 0.0, 0.0), (0.004, 0.0, 0.037)),
    ("upper_arm", (0.012, 0.0, 0.0), (0.008, 0.0, -0.036)),
    ("forearm", (0.345, 0.0, 0.0), (0.352, 0.0, 0.020)),
    ("forearm", (0.312, 0.0, 0.0), (0.296, 0.0, -0.025)),
)


def tube_faces(rings, sides):
    """Of a tube whose vertices come ring by ring, with its ends."""
    faces = []
    for ring in range(rings - 1):
        for side in range(sides):
            here, following = ring * sides + side, ring * sides + (side + 1) % sides
            faces.append((here, following, following + sides, here + sides))
    faces.append(tuple(reversed(range(sides))))
    faces.append(tuple(range((rings - 1) * sides, rings * sides)))
    return faces


def lofted(rings, sides):
    """Vertices and faces of a closed surface through rings (centre, half width, half height)."""
    vertices = []
    for centre, width, height in rings:
        for side in range(sides):
            angle = 2.0 * math.pi * side / sides
            vertices.append(
                (centre[0], centre[1] + width * math.cos(angle), centre[2] + height * math.sin(angle))
            )
    return vertices, tube_faces(len(rings), sides)


def smooth_step(value):
    value = min(max(value, 0.0), 1.0)
    return value * value * (3.0 - 2.0 * value)


# -- what is simulated
# ------------------------------------------------------------------------------------


def make_armature():
    rig = studio.add_to_scene("Rig", bpy.data.armatures.new("Rig"))
    rig.location.z = HEIGHT
    studio.make_active(rig)
    bpy.ops.object.mode_set(mode="EDIT")
    parent = None
    for name, head, tail in (("upper_arm", 0.0, ELBOW), ("forearm", ELBOW, WRIST)):
        bone = rig.data.edit_bones.new(name)
        bone.head, bone.tail = (head, 0, 0), (tail, 0, 0)
        bone.head_radius = bone.tail_radius = 0.007
        bone.parent = parent
        parent = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def animate(rig):
    """Up, and a little back again."""
    forearm = rig.pose.bones["forearm"]
    axis = forearm.bone.matrix_local.to_3x3().inverted() @ Vector((0, -1, 0))
    for frame, angle in ((1, 0.0), (FLEX_START, 0.0), (FLEX_END, FLEX), (LAST_FRAME, 0.94 * FLEX)):
        forearm.rotation_quaternion = Quaternion(axis, angle)
        forearm.keyframe_insert("rotation_quaternion", frame=frame)


def make_muscle(rig, name, origin, insertion, width, height, material):
    """A spindle with tendons at its ends."""
    rings = []
    for index in range(RINGS):
        part = index / (RINGS - 1)
        belly = 0.22 + 0.78 * math.sin(math.pi * part) ** 1.3
        centre = Vector(origin).lerp(Vector(insertion), part) + Vector((0, 0, HEIGHT))
        rings.append((centre, width * belly, height * belly))
    muscle = studio.add_mesh(name, *lofted(rings, SIDES), material)
    studio.make_active(rig, muscle)
    bpy.ops.sinew.add_body(body_type="MUSCLE")
    bpy.ops.sinew.viperize(rod_count=12, levels=14)
    bpy.ops.sinew.attach_ends()
    bpy.ops.sinew.auto_activation(full_at=0.8)
    return muscle


def skin_rings():
    """Half width and height of the arm along X, with a fist at its end."""
    rings = []
    for index in range(61):
        x = -0.03 + index / 60 * 0.69
        upper = math.exp(-(((x - 0.14) / 0.13) ** 2))
        lower = math.exp(-(((x - 0.37) / 0.075) ** 2))
        fist = math.exp(-(((x - 0.61) / 0.04) ** 2))
        width = 0.031 + 0.012 * upper + 0.012 * lower + 0.008 * fist
        height = 0.036 + 0.030 * upper + 0.008 * lower + 0.012 * fist
        cap = math.sqrt(max(1.0 - (max(abs(x - 0.315) - 0.30, 0.0) / 0.045) ** 2, 0.05))
        rings.append((Vector((x, 0, HEIGHT)), width * cap, height * cap))
    return rings


def make_skin(rig, muscles, material):
    skin = studio.add_mesh("Skin", *lofted(skin_rings(), 36), material)
    skin.parent = rig
    skin.matrix_parent_inverse = rig.matrix_world.inverted()
    for name in ("upper_arm", "forearm"):
        group = skin.vertex_groups.new(name=name)
        for vertex in skin.data.vertices:
            part = smooth_step((vertex.co.x - ELBOW) / 0.09 + 0.5)
            group.add([vertex.index], part if name == "forearm" else 1.0 - part, "REPLACE")
    skin.modifiers.new("Rig", "ARMATURE").object = rig
    studio.make_active(*muscles, skin)
    bpy.ops.sinew.bind_skin()
    skin.sinew.skin.reach = 30.0  # the fist is far from the bone of the forearm
    skin.modifiers.new("Smoother", "SUBSURF").levels = 1
    return skin


# -- what it looks like
# -----------------------------------------------------------------------------------


def lump(start, end, radius, sides=16):
    """What an end of a muscle holds on to: narrows from the axis of the bone to its round tip."""
    start, end = Vector(start), Vector(end)
    along = (end - start).normalized()
    rings = [(start.lerp(end, index / 8), radius * (1.0 - 0.4 * index / 8)) for index in range(9)]
    for step in range(1, 5):
        angle = 0.5 * math.pi * step / 4
        rings.append((end + 0.6 * radius * math.sin(angle) * along, 0.6 * radius * max(math.cos(angle), 0.02)))
    across = along.orthogonal().normalized()
    other = along.cross(across)
    vertices = [
        place + size * (math.cos(2 * math.pi * side / sides) * across + math.sin(2 * math.pi * side / sides) * other)
        for place, size in rings
        for side in range(sides)
    ]
    return vertices, tube_faces(len(rings), sides)


def shaft(start, end):
    """A long bone with knobs at its ends."""
    rings = []
    for index in range(21):
        part = index / 20
        knob = math.exp(-((part / 0.09) ** 2)) + math.exp(-(((part - 1) / 0.09) ** 2))
        radius = 0.006 + 0.005 * knob
        rings.append((Vector((start + 0.008 + part * (end - start - 0.016), 0, 0)), radius, radius))
    return lofted(rings, 16)


def make_bones(rig, material):
    """Bones to look at; the muscles collide with the armature's own."""
    parts = [("upper_arm", shaft(0.0, ELBOW)), ("forearm", shaft(ELBOW, WRIST))]
    parts += [(name, lump(*places, 0.010)) for name, *places in LUMPS]
    for name, (vertices, faces) in parts:
        raised = [Vector(vertex) + Vector((0, 0, HEIGHT)) for vertex in vertices]
        bone = studio.add_mesh(f"Bone {name}", raised, faces, material)
        bone.parent, bone.parent_type, bone.parent_bone = rig, "BONE", name
        bpy.context.view_layer.update()
        bone.matrix_world = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))


def light_and_camera(scene):
    studio.add_light("Key", (-0.7, -1.6, 1.9), (0.25, 0, 0.4), 0.6, 95)
    studio.add_light("Rim", (1.2, 1.0, 1.2), (0.3, 0, 0.45), 0.6, 80)
    studio.add_light("Fill", (1.6, -1.4, 0.5), (0.3, 0, 0.45), 1.5, 18)
    studio.add_sky(scene, (0.4, 0.46, 0.56), 0.35)
    studio.add_camera(scene, (0.30, -1.4, 0.56), (0.305, 0, 0.497), 62)


def build(scene):
    rig = make_armature()
    animate(rig)
    red = studio.muscle_material()
    muscles = [make_muscle(rig, *muscle, red) for muscle in MUSCLES]
    make_skin(rig, muscles, studio.clear_material("Skin", (0.8, 0.5, 0.38), 0.4, 0.33))
    make_bones(rig, studio.new_material("Bone", (0.85, 0.8, 0.68), 0.5)[0])
    studio.add_backdrop(studio.new_material("Backdrop", (0.16, 0.18, 0.21), 0.8)[0], 1.5, 1.5)
    light_and_camera(scene)


# -- figures of docs/validation.md
# -----------------------------------------------------------------------------------


def middles(vertices):
    """Of the rings of a muscle."""
    rings = (vertices[i : i + SIDES] for i in range(0, RINGS * SIDES, SIDES))
    return [sum(ring, Vector()) / SIDES for ring in rings]


def width(vertices):
    return max(vertex.y for vertex in vertices) - min(vertex.y for vertex in vertices)


def report(scene, cache):
    for name, *_ in MUSCLES:
        (rest, rest_volume), (level, _), (flexed, volume) = (
            studio.evaluated_mesh(scene, name, frame) for frame in (1, FLEX_START, FLEX_END)
        )
        sag = max(a.z - b.z for a, b in zip(middles(rest), middles(level)))
        print(f"{name}: sags by {1000 * sag:.1f} mm before the arm flexes")
        print(f"{name}: width when flexed / rest {width(flexed) / width(rest):.3f}")
        print(f"{name}: volume inside the surface when flexed / rest {volume / rest_volume:.3f}")
    skin = [studio.evaluated_mesh(scene, "Skin", frame)[1] for frame in range(1, LAST_FRAME + 1)]
    print(f"skin: volume / rest between {min(skin) / skin[0]:.3f} and {max(skin) / skin[0]:.3f}")
    frames = json.loads((cache / "bake.json").read_text(encoding="utf-8"))["frames"]
    print(f"rods: largest volume change {100 * max(frame['volume_change'] for frame in frames):.2f} %")


studio.run(
    "muscle_flex", LAST_FRAME, build, [(1, "muscle_flex_rest"), (FLEX_END + 2, "muscle_flex")], report
)
