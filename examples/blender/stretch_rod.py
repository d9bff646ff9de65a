"""An elastic rod that is stretched, twisted and let go, made, baked and rendered by a script.

Usage: blender -b --factory-startup --python-exit-code 1 --python stretch_rod.py -- --zip ZIP --output FOLDER

Installs the add-on from ZIP into FOLDER (nobody's own Blender is changed), sets the scene up with
the add-on's operators as an artist would with its buttons, bakes it, renders one frame and saves
everything in FOLDER: stretch_rod.blend, stretch_rod.png and the cache.
"""

import argparse
import math
import pathlib
import sys
import time
import zipfile

import bpy

PULL_END, RELEASE = 36, 44  # frames
LAST_FRAME = 72
RENDERED_FRAME = 47  # the free end is at rest again, the held one still stretched and twisted
LENGTH, RADIUS = 2.0, 0.13
TURNS = 2.5


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zip", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--no-render", action="store_true", help="bake only")
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])


def enable_addon(zip_path, folder):
    """Unpacks the add-on beside the results and enables it for this session only."""
    with zipfile.ZipFile(zip_path) as archive:
        archive.extractall(folder)
    sys.path.insert(0, str(folder))
    import sinew

    sinew.register()


def empty_scene():
    for obj in list(bpy.data.objects):
        bpy.data.objects.remove(obj)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, LAST_FRAME
    return scene


def add_to_scene(name, data):
    obj = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(obj)
    return obj


def make_active(obj):
    bpy.ops.object.select_all(action="DESELECT")
    obj.select_set(True)
    bpy.context.view_layer.objects.active = obj


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
    rod = add_to_scene("Rod", data)
    make_active(rod)
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
    hand = add_to_scene("Hand", None)
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
    mesh = bpy.data.meshes.new("Floor")
    size = 30.0
    mesh.from_pydata(
        [(-size, -size, 0), (size, -size, 0), (size, size, 0), (-size, size, 0)], [], [(0, 1, 2, 3)]
    )
    mesh.materials.append(material)
    floor = add_to_scene("Floor", mesh)
    make_active(floor)
    bpy.ops.sinew.toggle_floor()


# -- what it looks like
# -----------------------------------------------------------------------------------


def new_material(name, colour, roughness):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Roughness"].default_value = roughness
    return material, shader


def striped_material():
    """Lengthwise stripes, so that twist can be seen, and rings, so that stretch can."""
    material, shader = new_material("Striped Rubber", (1, 1, 1), 0.35)
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


def add_light(name, location, aim, size, power):
    light = bpy.data.lights.new(name, "AREA")
    light.size, light.energy = size, power
    obj = add_to_scene(name, light)
    obj.location = location
    look_at(obj, aim)


def look_at(obj, target):
    from mathutils import Vector

    obj.rotation_euler = (Vector(target) - obj.location).to_track_quat("-Z", "Y").to_euler()


def light_and_camera(scene):
    add_light("Key", (-2.5, -2.5, 4), (0.2, 0, 0.8), 1.5, 260)
    add_light("Rim", (3, 4, 3), (0.2, 0, 1), 2.0, 200)
    world = scene.world or bpy.data.worlds.new("World")
    scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.45, 0.5, 0.56, 1)
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0.5
    camera = add_to_scene("Camera", bpy.data.cameras.new("Camera"))
    camera.location = (0.35, -4.9, 3.0)
    camera.data.lens = 45
    look_at(camera, (0.25, 0, 0.72))
    scene.camera = camera


def render(scene, path):
    import addon_utils

    addon_utils.enable("cycles")
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = 48
    scene.cycles.use_denoising = False
    scene.render.resolution_x, scene.render.resolution_y = 960, 540
    scene.view_settings.view_transform = "Filmic" if bpy.app.version < (4, 0, 0) else "AgX"
    scene.render.filepath = str(path)
    scene.frame_set(RENDERED_FRAME)
    bpy.ops.render.render(write_still=True)


def bake(scene):
    """A second run finds everything in the cache; a changed script begins again."""
    try:
        bpy.ops.sinew.bake()
    except RuntimeError:
        if scene.sinew.status != "STALE":
            raise
        bpy.ops.sinew.bake(restart=True)


def main():
    options = arguments()
    output = options.output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    enable_addon(options.zip, output / "addon")

    scene = empty_scene()
    rod = make_rod(striped_material())
    animate_hand(rod)
    make_floor(new_material("Ground", (0.32, 0.34, 0.36), 0.6)[0])
    light_and_camera(scene)
    blend = output / "stretch_rod.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(blend))

    begin = time.monotonic()
    bake(scene)
    print(f"baked {LAST_FRAME} frames in {time.monotonic() - begin:.1f} s", flush=True)
    bpy.ops.wm.save_mainfile()
    if not options.no_render:
        render(scene, output / "stretch_rod.png")
        print(f"picture: {output / 'stretch_rod.png'}")
    print(f"scene: {blend}")
    print(f"cache: {bpy.path.abspath(scene.sinew.cache_folder)}", flush=True)


main()
