"""Renders a muscle that contracts in the middle, with scaled and with rigid shape matching [viper Fig. 10].

Usage: blender -b --factory-startup --python-exit-code 1 --python contraction.py -- --program SINEW --output FOLDER

In front the sections may swell, behind they keep their size. The clear shells are the muscles at rest.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import job_scene
import studio

contraction = job_scene.scene_module("contraction")

HEIGHT = 0.062  # of the muscles above the ground [m]
FRAME = 49


def add_anchors(material):
    """Blocks that the ends of the muscles are held in."""
    for x in (-0.012, contraction.LENGTH + 0.012):
        for _, shift, _ in contraction.MUSCLES:
            low, high = (x - 0.012, shift - 0.024, 0.0), (x + 0.012, shift + 0.024, HEIGHT + 0.024)
            corners = [
                ((low, high)[i & 1][0], (low, high)[i >> 1 & 1][1], (low, high)[i >> 2][2]) for i in range(8)
            ]
            faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
            block = studio.add_mesh("Anchor", corners, faces, material, smooth=False)
            bevel = block.modifiers.new("Edges", "BEVEL")
            bevel.width, bevel.segments = 0.003, 3


def build(scene, job, cache):
    red = studio.muscle_material(fibres=4)
    clear = studio.clear_material("At rest", (0.55, 0.62, 0.7), 0.5, 0.25)
    for obj in job_scene.add_bodies(job, cache, lambda _: red):
        obj.location.z = HEIGHT
        obj.modifiers.new("Smoother", "SUBSURF").levels = 1
    for body in job["bodies"]:
        surface = body["surface"]
        rest = studio.add_mesh(f"{body['name']} at rest", surface["vertices"], surface["faces"], clear)
        rest.location.z = HEIGHT
        rest.modifiers.new("Smoother", "SUBSURF").levels = 1
    add_anchors(studio.new_material("Anchor", (0.75, 0.7, 0.6), 0.6)[0])
    studio.add_backdrop(studio.new_material("Backdrop", (0.33, 0.36, 0.4), 0.8)[0], 0.7, 0.6)
    studio.add_light("Key", (-0.3, -0.8, 0.9), (0.15, 0.07, 0.05), 0.5, 14)
    studio.add_light("Rim", (0.7, 0.7, 0.6), (0.15, 0.07, 0.06), 0.4, 9)
    studio.add_sky(scene, (0.55, 0.6, 0.68), 0.55)
    studio.add_camera(scene, (0.15, -0.52, 0.56), (0.15, 0.068, 0.045), 55)


if __name__ == "__main__":
    job_scene.run("contraction", contraction.job, build, FRAME, 96)
