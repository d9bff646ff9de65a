"""A flower opens: petals are Cosserat shells with a growing rest curvature.

Usage: blender -b --factory-startup --python-exit-code 1 --python flower.py -- --zip ZIP --output FOLDER

Installs the add-on from ZIP into FOLDER (nobody's own Blender is changed), makes the petals into one shell with the add-on's
operators and presets as an artist would with its buttons: the preset Petal, thickness painted from base to tip, a bend along
U that is keyed, and Curl Edges. Bakes it, renders one frame and saves everything in FOLDER: flower.blend, flower.png and the
cache.
"""

import math
import os
import sys

import bpy
from mathutils import Matrix, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio

LAST_FRAME = 60
ALONG, ACROSS = 14, 10  # faces of a petal
HEIGHT = 0.13  # of the flower's base [m]
# Petals of a whorl, angle from the horizontal, length, largest width, turn of the first petal, how far it opens.
WHORLS = (
    (6, math.radians(46), 0.062, 0.046, 0.0, 0.5),
    (5, math.radians(62), 0.048, 0.036, 0.4, 0.7),
    (4, math.radians(74), 0.034, 0.024, 1.0, 0.8),
)
BASE_RADIUS = 0.0055
BASE_MM, TIP_MM = 1.2, 0.3  # thickness
CUP = 0.25  # how deep a petal is, in half widths


def petal_point(along, across, length, width):
    """In the petal's own axes: x along it, y across, z to its front. `across` is -1 to 1."""
    outline = math.sin(math.pi * along**0.75) ** 0.6 if 0.0 < along < 1.0 else 0.0
    half = 0.5 * width * max(outline, 0.35 * (1.0 - along))
    if along > 0.9:
        half = max(half, 0.5 * width * 0.35 * math.sqrt(max(0.0, 1.0 - along) * 10.0), 1e-4 * length)
    return Vector((length * along, half * across, CUP * half * across**2))


def add_petals(material):
    vertices, faces, uvs, openings = [], [], [], []
    for number, (count, angle, length, width, turn, opening) in enumerate(WHORLS):
        for petal in range(count):
            place = Matrix.Rotation(turn + 2.0 * math.pi * petal / count, 4, "Z")
            place @= Matrix.Translation((BASE_RADIUS - 0.0008 * number, 0.0, 0.002 * number))
            place @= Matrix.Rotation(-angle, 4, "Y")
            first = len(vertices)
            for i in range(ALONG + 1):
                for j in range(ACROSS + 1):
                    along, across = 0.985 * i / ALONG, 2.0 * j / ACROSS - 1.0
                    vertices.append(place @ petal_point(along, across, length, width))
                    uvs.append((i / ALONG, j / ACROSS))
                    openings.append(opening * i / ALONG)
            row = ACROSS + 1
            faces += [
                (v, v + row, v + row + 1, v + 1)
                for i in range(ALONG)
                for v in range(first + i * row, first + i * row + ACROSS)
            ]
    flower = studio.add_mesh("Flower", vertices, faces, material)
    layer = flower.data.uv_layers.new(name="UVMap")
    for loop in flower.data.loops:
        layer.data[loop.index].uv = uvs[loop.vertex_index]
    flower.location.z = HEIGHT
    base = [index for index, uv in enumerate(uvs) if uv[0] < 1.5 / ALONG]
    flower.vertex_groups.new(name="Base").add(base, 1.0, "REPLACE")
    thin, open_up = flower.vertex_groups.new(name="Thin"), flower.vertex_groups.new(name="Open")
    for index, (along, _) in enumerate(uvs):
        thin.add([index], along, "REPLACE")
        open_up.add([index], openings[index], "REPLACE")
    return flower


def make_shell(flower):
    studio.make_active(flower)
    bpy.ops.sinew.add_body(body_type="COSSERAT_SHELL")
    presets = sys.modules["sinew.panels.shell"].presets_menu.shipped
    bpy.ops.script.execute_preset(filepath=str(presets / "Petal.py"), menu_idname="SINEW_PT_shell_presets")
    shell = flower.sinew.shell
    shell.pin_group = shell.turn_group = "Base"
    shell.bending_scale = 6.0  # veins hold the petals up
    shell.thickness_mm, shell.map_thickness_mm, shell.thickness_group = BASE_MM, TIP_MM, "Thin"
    bpy.ops.sinew.estimate_cost()
    print(f"Flower: {flower.sinew.cost_report}", flush=True)

    bpy.ops.sinew.add_curvature()
    curvature = shell.curvatures[shell.active_curvature]
    curvature.name, curvature.direction, curvature.group = "Open", "UV", "Open"
    for frame, strength in ((1, 0.0), (LAST_FRAME - 12, -45.0)):  # to the back of the petals
        curvature.strength = strength
        flower.keyframe_insert(f"sinew.shell.curvatures[{shell.active_curvature}].strength", frame=frame)
    bpy.ops.sinew.curl_edges(width=0.012, angle=math.radians(60), flip=True, frames=LAST_FRAME - 12)
    smooth = flower.modifiers.new("Smooth", "SUBSURF")
    smooth.levels, smooth.render_levels = 0, 2


def petal_material():
    """From a pale base to a strong tip along U; light shines through."""
    material, shader = studio.new_material("Petal", (0.8, 0.1, 0.3), 0.5)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    coordinates, split = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeSeparateXYZ")
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].color = (0.95, 0.75, 0.35, 1)
    ramp.color_ramp.elements[1].color = (0.7, 0.03, 0.16, 1)
    ramp.color_ramp.elements[1].position = 0.65
    through, mix = nodes.new("ShaderNodeBsdfTranslucent"), nodes.new("ShaderNodeMixShader")
    mix.inputs[0].default_value = 0.3
    links.new(coordinates.outputs["UV"], split.inputs[0])
    links.new(split.outputs["X"], ramp.inputs[0])
    links.new(ramp.outputs[0], shader.inputs["Base Color"])
    links.new(ramp.outputs[0], through.inputs["Color"])
    links.new(shader.outputs[0], mix.inputs[1])
    links.new(through.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], nodes["Material Output"].inputs["Surface"])
    return material


def add_ball(name, location, scale, material):
    bpy.ops.mesh.primitive_uv_sphere_add(radius=1.0, location=location, segments=24, ring_count=12)
    ball = bpy.context.object
    ball.name, ball.scale = name, scale
    bpy.ops.object.shade_smooth()
    ball.data.materials.append(material)


def add_stem():
    green = studio.new_material("Green", (0.12, 0.3, 0.06), 0.5)[0]
    yellow = studio.new_material("Pollen", (0.9, 0.55, 0.05), 0.6)[0]
    data = bpy.data.curves.new("Stem", "CURVE")
    data.dimensions, data.bevel_depth = "3D", 0.0022
    spline = data.splines.new("BEZIER")
    spline.bezier_points.add(1)
    for point, place in zip(spline.bezier_points, ((0.015, 0.01, -0.01), (0, 0, HEIGHT))):
        point.co = place
        point.handle_left = point.handle_right = Vector(place)
    spline.bezier_points[0].handle_right = Vector((0.01, 0.01, 0.06))
    spline.bezier_points[1].handle_left = Vector((0, 0, 0.08))
    data.materials.append(green)
    studio.add_to_scene("Stem", data)
    add_ball("Calyx", (0, 0, HEIGHT), (0.0065, 0.0065, 0.0055), green)
    for number in range(24):  # stamens, evenly over a cap
        turn, radius = 2.4 * number, 0.004 * math.sqrt((number + 0.5) / 24)
        place = (radius * math.cos(turn), radius * math.sin(turn), HEIGHT + 0.014 - 60.0 * radius**2)
        add_ball("Stamen", place, (0.0011, 0.0011, 0.0011), yellow)


def build(scene):
    add_stem()
    make_shell(add_petals(petal_material()))
    scene.sinew.substeps = 1
    studio.add_backdrop(studio.new_material("Paper", (0.5, 0.55, 0.55), 0.8)[0], 0.35, 0.25)
    aim = (0, 0, HEIGHT - 0.003)
    studio.add_light("Key", (-0.3, -0.35, 0.5), aim, 0.2, 4.0)
    studio.add_light("Rim", (0.35, 0.3, 0.35), aim, 0.15, 4.0)
    studio.add_sky(scene, (0.5, 0.55, 0.62), 0.4)
    studio.add_camera(scene, (0.03, -0.27, HEIGHT + 0.17), aim, 66)


studio.run("flower", LAST_FRAME, build, [(LAST_FRAME, "flower")])
