"""One head of three materials, held at its back: rubber, flesh and gel, let go in gravity.

Usage: blender -b --factory-startup --python-exit-code 1 --python jelly_suzanne.py -- --zip ZIP --output FOLDER

Installs the add-on from ZIP into FOLDER (nobody's own Blender is changed), makes three Suzannes into micropolar solids with
the add-on's operators and presets as an artist would with its buttons, bakes them, renders one frame and saves everything
in FOLDER: jelly_suzanne.blend, jelly_suzanne.png and the cache.
"""

import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio

LAST_FRAME = 24
RENDERED_FRAME = 6  # the softest is on its way down
SIZE = 0.24  # of a head [m]
HEIGHT = 0.3
HEADS = (
    ("Rubber", -0.33, (0.75, 0.06, 0.03)),
    ("Flesh", 0.0, (0.85, 0.42, 0.3)),
    ("Gel", 0.33, (0.1, 0.55, 0.3)),
)
HELD = 0.35  # vertices farther back than this, in units of the head's half size


def make_head(preset, place, colour):
    bpy.ops.mesh.primitive_monkey_add(size=SIZE, location=(place, 0, HEIGHT))
    head = bpy.context.object
    head.name = preset
    for polygon in head.data.polygons:
        polygon.use_smooth = True
    head.data.materials.append(studio.new_material(preset, colour, 0.25)[0])
    back = [vertex.index for vertex in head.data.vertices if vertex.co.y > HELD * 0.5 * SIZE]
    head.vertex_groups.new(name="Back").add(back, 1.0, "REPLACE")

    bpy.ops.sinew.add_body(body_type="MICROPOLAR_SOLID")
    presets = sys.modules["sinew.panels.solid"].presets_menu.shipped
    bpy.ops.script.execute_preset(filepath=str(presets / f"{preset}.py"), menu_idname="SINEW_PT_solid_presets")
    head.sinew.solid.pin_group = "Back"
    head.sinew.solid.tet_count = 3000
    bpy.ops.sinew.estimate_cost()
    print(f"{preset}: {head.sinew.cost_report}", flush=True)
    head.modifiers.new("Smooth", "SUBSURF").render_levels = 2


def build(scene):
    for head in HEADS:
        make_head(*head)
    scene.sinew.integrator = "BDF2"
    studio.add_backdrop(studio.new_material("Paper", (0.55, 0.57, 0.6), 0.8)[0], 0.9, 0.6)
    studio.add_light("Key", (-0.9, -1.3, 1.5), (0, 0, HEIGHT), 0.6, 32)
    studio.add_light("Rim", (1.2, 0.8, 1.3), (0, 0, HEIGHT), 0.5, 22)
    studio.add_sky(scene, (0.5, 0.55, 0.62), 0.45)
    studio.add_camera(scene, (0.1, -1.6, 0.5), (0.01, 0, HEIGHT - 0.03), 52)


studio.run("jelly_suzanne", LAST_FRAME, build, [(RENDERED_FRAME, "jelly_suzanne")])
