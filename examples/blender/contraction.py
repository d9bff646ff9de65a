"""Renders a muscle at rest and contracted in the middle, with rigid and with scaled shape matching [viper Fig. 10].

Usage: blender -b --factory-startup --python-exit-code 1 --python contraction.py -- --program SINEW --output FOLDER

Behind it is at rest; in the middle its sections keep their size, in front they may swell. Without perspective, so that
all are as large as they are.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import job_scene
import studio

contraction = job_scene.scene_module("contraction")

HEIGHT = 0.062  # of the muscles above the ground [m]
REST = 2.0 * contraction.MUSCLES[1][1] - contraction.MUSCLES[0][1]  # place of the one at rest, behind the others
STRIPE = (0.85, 0.74, 0.62)
FRAME = 49


def add_anchors(material):
    """Blocks that the ends of the muscles are held in."""
    for x in (-0.012, contraction.LENGTH + 0.012):
        for shift in (REST, *(shift for _, shift, _ in contraction.MUSCLES)):
            low, high = (x - 0.012, shift - 0.024, 0.0), (x + 0.012, shift + 0.024, HEIGHT + 0.024)
            corners = [
                ((low, high)[i & 1][0], (low, high)[i >> 1 & 1][1], (low, high)[i >> 2][2]) for i in range(8)
            ]
            faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
            block = studio.add_mesh("Anchor", corners, faces, material, smooth=False)
            bevel = block.modifiers.new("Edges", "BEVEL")
            bevel.width, bevel.segments = 0.003, 3


def build(scene, job, cache):
    red = studio.muscle_material(fibres=4, stripe=STRIPE)
    muscles = job_scene.add_bodies(job, cache, lambda _: red)
    rest = contraction.surface(REST)
    muscles.append(studio.add_mesh("At rest", rest["vertices"], rest["faces"], red))
    for obj in muscles:
        obj.location.z = HEIGHT
        # Three rings, one of them round the belly.
        studio.paint_stripes(obj, lambda face: face // contraction.SIDES % 8 in (3, 4))
        obj.modifiers.new("Smoother", "SUBSURF").levels = 1
    add_anchors(studio.new_material("Anchor", (0.75, 0.7, 0.6), 0.6)[0])
    studio.add_backdrop(studio.new_material("Backdrop", (0.33, 0.36, 0.4), 0.8)[0], 0.9, 0.6)
    studio.add_light("Key", (-0.35, -0.7, 0.9), (0.15, 0.12, 0.05), 0.5, 17)
    studio.add_light("Rim", (0.8, 0.9, 0.6), (0.15, 0.15, 0.06), 0.4, 12)
    studio.add_sky(scene, (0.55, 0.6, 0.68), 0.55)
    studio.add_camera(scene, (0.15, -0.75, 1.15), (0.15, 0.145, 0.05), width=0.61)


if __name__ == "__main__":
    job_scene.run("contraction", contraction.job, build, FRAME, 96)
