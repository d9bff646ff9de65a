"""Renders elastic bands on a bar: one at rest, one pulled, one wrung, one in the moment after it was let go [viper Fig. 8].

Usage: blender -b --factory-startup --python-exit-code 1 --python bands.py -- --program SINEW --output FOLDER
"""

import math
import os
import sys

from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import job_scene
import studio

bands = job_scene.scene_module("bands")

FRAME = bands.PULL_END + 1  # the band that was let go flies up
COLOURS = ((0.02, 0.22, 0.55), (0.75, 0.07, 0.03), (0.03, 0.36, 0.12), (0.85, 0.42, 0.02))
STRIPE = (0.85, 0.82, 0.74)


def rubber(name, colour):
    """With stripes across the band, to see how the surface stretches and turns."""
    material, shader = studio.new_material(name, colour, 0.45)
    studio.add_stripes(material, shader, colour, STRIPE)
    return material


def cylinder(start, end, radius, sides=48):
    axis = (Vector(end) - Vector(start)).normalized()
    across = axis.orthogonal().normalized()
    other = axis.cross(across)
    vertices, faces = [], []
    for place in (start, end):
        for side in range(sides):
            angle = 2.0 * math.pi * side / sides
            vertices.append(Vector(place) + radius * (math.cos(angle) * across + math.sin(angle) * other))
    for side in range(sides):
        beside = (side + 1) % sides
        faces.append((side, beside, beside + sides, side + sides))
    faces.append(tuple(reversed(range(sides))))
    faces.append(tuple(range(sides, 2 * sides)))
    return vertices, faces


def add_bars(job):
    steel, shader = studio.new_material("Steel", (0.55, 0.56, 0.58), 0.25)
    shader.inputs["Metallic"].default_value = 1.0
    bar = job["colliders"][0]
    studio.add_mesh("Bar", *cylinder(*bar["points"], bar["radii"]), steel)
    # What holds the lower ends of the two that stay pulled.
    for name, place, pull, _, let_go in bands.BANDS:
        if pull > 0.0 and not let_go:
            height = bands.middle() - bands.RADIUS - pull
            clip = cylinder((-0.035, place, height), (0.035, place, height), 1.0)
            vertices = [
                (v.x, place + (v.y - place) * (bands.HALF_WIDTH + 0.004), height + (v.z - height) * 0.009)
                for v in clip[0]
            ]
            studio.add_mesh(f"Clip {name}", vertices, clip[1], steel)


def build(scene, job, cache):
    materials = [rubber(body["name"], colour) for body, colour in zip(job["bodies"], COLOURS)]
    for obj in job_scene.add_bodies(job, cache, lambda index: materials[index]):
        # Every eighth piece of the ring.
        studio.paint_stripes(obj, lambda face: face // bands.SURFACE_SIDES % 8 == 0)
        obj.modifiers.new("Smoother", "SUBSURF").levels = 1
    add_bars(job)
    backdrop = studio.new_material("Backdrop", (0.62, 0.63, 0.65), 0.9)[0]
    wall = studio.add_backdrop(backdrop, 0.6, 0.6)
    wall.rotation_euler.z = math.radians(90)
    wall.location.z = 0.15
    studio.add_light("Key", (1.6, -0.9, 1.9), (0, 0, 0.65), 0.7, 45)
    studio.add_light("Fill", (1.5, 1.4, 0.8), (0, 0, 0.6), 1.2, 14)
    studio.add_sky(scene, (0.6, 0.65, 0.72), 0.45)
    studio.add_camera(scene, (1.35, -0.72, 0.74), (0, 0.005, 0.632), 50)


if __name__ == "__main__":
    job_scene.run("bands", bands.job, build, FRAME, 96)
