"""Renders a hundred octopuses that fell on each other [viper Fig. 7].

Usage: blender -b --factory-startup --python-exit-code 1 --python octopus.py -- --program SINEW --output FOLDER

The skin of an octopus is one mesh around its 37 pills, with eyes; it follows them as a `surface` of the job.
"""

import math
import os
import sys

import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import job_scene
import studio

octopus = job_scene.scene_module("octopus")

COUNT = 100
FRAME = 37 * octopus.RATE // 60
VOXEL = 0.016  # of the skin's mesh [m]
COLOURS = (
    (0.72, 0.10, 0.04), (0.85, 0.30, 0.03), (0.55, 0.05, 0.14), (0.30, 0.08, 0.40),
    (0.06, 0.16, 0.45), (0.03, 0.33, 0.36), (0.80, 0.45, 0.10), (0.62, 0.16, 0.25),
)  # fmt: skip
SKIN, WHITE, PUPIL = 0, 1, 2  # materials of the faces


def ball(centre, radius, rings=10, sides=14):
    """Vertices and faces of a sphere."""
    vertices, faces = [centre + Vector((0, 0, radius))], []
    for ring in range(1, rings):
        polar = math.pi * ring / rings
        for side in range(sides):
            angle = 2.0 * math.pi * side / sides
            away = Vector((math.sin(polar) * math.cos(angle), math.sin(polar) * math.sin(angle), math.cos(polar)))
            vertices.append(centre + radius * away)
    vertices.append(centre - Vector((0, 0, radius)))
    for side in range(sides):
        beside = (side + 1) % sides
        faces.append((0, 1 + side, 1 + beside))
        last = 1 + (rings - 2) * sides
        faces.append((last + beside, last + side, len(vertices) - 1))
        for ring in range(rings - 2):
            here, below = 1 + ring * sides, 1 + (ring + 1) * sides
            faces.append((here + side, below + side, below + beside, here + beside))
    return vertices, faces


def appended(vertices, faces, part):
    first = len(vertices)
    vertices.extend(part[0])
    faces.extend(tuple(first + index for index in face) for face in part[1])


def skin_mesh():
    """Balls along the pills, made one surface and smoothed."""
    points, radii, counts, _ = octopus.octopus()
    vertices, faces = [], []
    first = 0
    for count in counts:
        for j in range(first, first + count - 1):
            a, b = Vector(points[j]), Vector(points[j + 1])
            steps = max(2, math.ceil((b - a).length / (0.35 * min(radii[j], radii[j + 1]))))
            for step in range(steps + 1):
                part = step / steps
                appended(vertices, faces, ball(a.lerp(b, part), radii[j] + part * (radii[j + 1] - radii[j])))
        first += count
    material = studio.new_material("Octopus", (1, 1, 1), 0.5)[0]
    obj = studio.add_mesh("Octopus", vertices, faces, material)
    remesh = obj.modifiers.new("One surface", "REMESH")
    remesh.mode, remesh.voxel_size = "VOXEL", VOXEL
    smooth = obj.modifiers.new("Even", "SMOOTH")
    smooth.factor, smooth.iterations = 0.5, 6
    evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    result = [vertex.co.copy() for vertex in mesh.vertices], [tuple(face.vertices) for face in mesh.polygons]
    evaluated.to_mesh_clear()
    bpy.data.objects.remove(obj)
    return result


def character():
    """Vertices, faces and the material of each face: skin, and two eyes with pupils."""
    vertices, faces = skin_mesh()
    materials = [SKIN] * len(faces)
    for side in (-1.0, 1.0):
        away = Vector((0.80, 0.52 * side, 0.30)).normalized()
        eye = Vector((0, 0, 0.13)) + 0.083 * away
        for part, material in ((ball(eye, 0.027), WHITE), (ball(eye + 0.017 * away, 0.014), PUPIL)):
            appended(vertices, faces, part)
            materials.extend([material] * (len(faces) - len(materials)))
    return [[round(value, 5) for value in vertex] for vertex in vertices], [list(face) for face in faces], materials


def build(scene, job, cache):
    white = studio.new_material("White", (0.9, 0.88, 0.8), 0.2)[0]
    black = studio.new_material("Pupil", (0.01, 0.01, 0.012), 0.1)[0]
    skins = [studio.new_material(f"Skin {i}", colour, 0.35)[0] for i, colour in enumerate(COLOURS)]
    for obj in job_scene.add_bodies(job, cache, lambda index: skins[index * 5 % len(skins)]):
        obj.data.materials.append(white)
        obj.data.materials.append(black)
        obj.data.polygons.foreach_set("material_index", FACE_MATERIALS)
    middle = 0.5 * octopus.SPACING * 4
    backdrop = studio.add_backdrop(studio.new_material("Backdrop", (0.50, 0.56, 0.60), 0.9)[0], 9.0, 4.0)
    backdrop.location = (middle, 0.0, 0.0)
    studio.add_light("Key", (middle - 4.0, -5.0, 7.5), (middle, middle, 0.5), 3.0, 1500)
    studio.add_light("Rim", (middle + 6.0, 7.0, 5.0), (middle, middle, 0.5), 3.0, 900)
    studio.add_sky(scene, (0.60, 0.68, 0.78), 0.55)
    studio.add_camera(scene, (middle - 1.6, -3.9, 1.75), (middle + 0.12, middle, 0.50), 35)


FACE_MATERIALS = []


def make_job():
    vertices, faces, materials = character()
    FACE_MATERIALS.extend(materials)
    job = octopus.job(COUNT, FRAME, (vertices, faces))
    job["outputs"] = {"checkpoint_every": FRAME}
    return job


if __name__ == "__main__":
    job_scene.run("octopus_100", make_job, build, FRAME, 64)
