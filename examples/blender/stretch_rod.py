"""An elastic rod that is stretched, twisted and let go, made, baked and rendered by a script.

Usage: blender -b --factory-startup --python-exit-code 1 --python stretch_rod.py -- --zip ZIP --output FOLDER

Installs the add-on from ZIP into FOLDER (nobody's own Blender is changed), sets the scene up with
the add-on's operators as an artist would with its buttons, bakes it, renders one frame and saves
everything in FOLDER: stretch_rod.blend, stretch_rod.png and the cache.
"""

import math
import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio

PULL_END, RELEASE = 36, 44  # frames
LAST_FRAME = 72
RENDERED_FRAME = 47  # the free end is at rest again, the held one still stretched and twisted
LENGTH, RADIUS = 2.0, 0.13
TURNS = 2.5


# -- what is simulated
# ------------------------------------------------------------------------------------


def make_rod(material):
    """A straight curve along X; its right end hangs on an empty and twists by its tilt."""
    data = bpy.data.curves.new("Rod", "CURVE")
    data.dimensions = "3D"
    data.bevel_depth = RADIUS
    data.materials.append(material)
    spline = data.splines.new("POLY")
    spline.points.add(1)
    spline.points[0].co = (-0.5 * LENGTH, 0, 1, 1)
    spline.points[1].co = (0.5 * LENGTH, 0, 1, 1)
    rod = studio.add_to_scene("Rod", data)
    studio.make_active(rod)
    bpy.ops.sinew.add_body(body_type="VIPER_ROD")

    settings = rod.sinew.rod
    settings.segments = 48
    settings.ring_vertices = 32
    settings.pin_start = {"POSITION", "DIRECTION", "RADIUS"}
    settings.pin_end = {"POSITION", "DIRECTION", "RADIUS"}
    settings.use_release_end, settings.release_end = True, RELEASE
    settings.volume_stiffness = 5e6
    settings.cross_section_stiffness = 1e3
    return rod


def animate_hand(rod):
    """Pulls the right end to twice the length and turns it."""
    hand = studio.add_to_scene("Hand", None)
    hand.empty_display_size = 0.2
    hook = rod.modifiers.new("Hand", "HOOK")
    hook.object = hand
    hook.vertex_indices_set([1])
    for frame, x in ((1, 0.0), (PULL_END, 0.9 * LENGTH)):
        hand.location = (x, 0, 0)
        hand.keyframe_insert("location", frame=frame)
    end = rod.data.splines[0].points[1]
    for frame, turns in ((1, 0.0), (PULL_END, TURNS)):
        end.tilt = 2.0 * math.pi * turns
        end.keyframe_insert("tilt", frame=frame)


def make_floor(material):
    studio.make_active(studio.add_ground(material))
    bpy.ops.sinew.toggle_floor()


# -- what it looks like
# -----------------------------------------------------------------------------------


def striped_material():
    """Lengthwise stripes, so that twist can be seen, and rings, so that stretch can."""
    material, shader = studio.new_material("Striped Rubber", (1, 1, 1), 0.35)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    checker = nodes.new("ShaderNodeTexChecker")
    checker.inputs["Color1"].default_value = (0.75, 0.03, 0.02, 1)
    checker.inputs["Color2"].default_value = (0.9, 0.75, 0.55, 1)
    checker.inputs["Scale"].default_value = 1.0
    mapping = nodes.new("ShaderNodeMapping")
    mapping.inputs["Location"].default_value = (0.001, 0.001, 0.5)
    mapping.inputs["Scale"].default_value = (8, 24, 0)
    coordinates = nodes.new("ShaderNodeUVMap")
    links.new(coordinates.outputs["UV"], mapping.inputs["Vector"])
    links.new(mapping.outputs["Vector"], checker.inputs["Vector"])
    links.new(checker.outputs["Color"], shader.inputs["Base Color"])
    return material


def light_and_camera(scene):
    studio.add_light("Key", (-2.5, -2.5, 4), (0.2, 0, 0.8), 1.5, 260)
    studio.add_light("Rim", (3, 4, 3), (0.2, 0, 1), 2.0, 200)
    studio.add_sky(scene, (0.45, 0.5, 0.56), 0.5)
    studio.add_camera(scene, (0.35, -4.9, 3.0), (0.25, 0, 0.72), 45)


def build(scene):
    rod = make_rod(striped_material())
    animate_hand(rod)
    make_floor(studio.new_material("Ground", (0.32, 0.34, 0.36), 0.6)[0])
    light_and_camera(scene)


studio.run("stretch_rod", LAST_FRAME, build, [(RENDERED_FRAME, "stretch_rod")])
