"""What the example scenes share: the add-on, an empty scene, light, camera, the bake and the render."""

import argparse
import math
import pathlib
import sys
import time
import zipfile

import bmesh
import bpy
from mathutils import Vector


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


def empty_scene(last_frame):
    for obj in list(bpy.data.objects):
        bpy.data.objects.remove(obj)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, last_frame
    return scene


def add_to_scene(name, data):
    obj = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(obj)
    return obj


def make_active(*objects):
    """Selects the objects; the last one is active."""
    bpy.ops.object.select_all(action="DESELECT")
    for obj in objects:
        obj.select_set(True)
    bpy.context.view_layer.objects.active = objects[-1]


def add_mesh(name, vertices, faces, material, smooth=True):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    mesh.polygons.foreach_set("use_smooth", [smooth] * len(mesh.polygons))
    mesh.materials.append(material)
    mesh.update()
    return add_to_scene(name, mesh)


def add_ground(material, height=0.0, size=30.0):
    corners = [(-size, -size, 0), (size, -size, 0), (size, size, 0), (-size, size, 0)]
    ground = add_mesh("Floor", corners, [(0, 1, 2, 3)], material, smooth=False)
    ground.location.z = height
    return ground


def add_backdrop(material, distance, bend):
    """A floor that bends up into a wall behind the scene, so that there is no horizon."""
    profile = [(-30.0, 0.0)]
    for step in range(17):
        angle = 0.5 * math.pi * step / 16
        profile.append((distance + bend * math.sin(angle), bend - bend * math.cos(angle)))
    profile.append((distance + bend, 30.0))
    vertices = [(x, y, z) for y, z in profile for x in (-30.0, 30.0)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(profile) - 1)]
    return add_mesh("Backdrop", vertices, faces, material)


def new_material(name, colour, roughness):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Roughness"].default_value = roughness
    return material, shader


def muscle_material(fibres=60, stripe=None):
    """Red, with grooves along the X axis of the mesh; with a colour for stripes if it is to have some."""
    red = (0.42, 0.025, 0.02)
    material, shader = new_material("Muscle", red, 0.35)
    if stripe:
        add_stripes(material, shader, red, stripe)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    grooves = nodes.new("ShaderNodeTexWave")
    grooves.bands_direction = "Y"
    grooves.inputs["Scale"].default_value = fibres
    grooves.inputs["Distortion"].default_value = 2.0
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = 0.12
    coordinates = nodes.new("ShaderNodeTexCoord")
    links.new(coordinates.outputs["Generated"], grooves.inputs["Vector"])
    links.new(grooves.outputs["Fac"], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    return material


def add_stripes(material, shader, colour, stripe):
    """The colour `stripe` instead of `colour` on the faces that `paint_stripes` marks, to see how a surface stretches."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    stripes = nodes.new("ShaderNodeAttribute")
    stripes.attribute_name = "stripe"
    mix = nodes.new("ShaderNodeMixRGB")
    mix.inputs[1].default_value = (*colour, 1)
    mix.inputs[2].default_value = (*stripe, 1)
    links.new(stripes.outputs["Fac"], mix.inputs[0])
    links.new(mix.outputs[0], shader.inputs["Base Color"])


def paint_stripes(obj, is_striped):
    """Marks the faces whose number satisfies the condition."""
    stripe = obj.data.attributes.new("stripe", "FLOAT", "FACE")
    stripe.data.foreach_set("value", [float(is_striped(face)) for face in range(len(obj.data.polygons))])


def clear_material(name, colour, roughness, outline):
    """Clear where one looks straight at it and dense at its outline, so that what is inside shows. `outline` is how wide
    that is, 0 to 1."""
    material, shader = new_material(name, colour, roughness)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    clear = nodes.new("ShaderNodeBsdfTransparent")
    facing = nodes.new("ShaderNodeLayerWeight")
    facing.inputs["Blend"].default_value = outline
    mix = nodes.new("ShaderNodeMixShader")
    links.new(facing.outputs["Facing"], mix.inputs[0])
    links.new(clear.outputs[0], mix.inputs[1])
    links.new(shader.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], nodes["Material Output"].inputs["Surface"])
    return material


def add_light(name, location, aim, size, power):
    light = bpy.data.lights.new(name, "AREA")
    light.size, light.energy = size, power
    obj = add_to_scene(name, light)
    obj.location = location
    look_at(obj, aim)


def add_sky(scene, colour, strength):
    world = scene.world or bpy.data.worlds.new("World")
    scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (*colour, 1)
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = strength


def add_camera(scene, location, aim, lens=50, width=None):
    """With perspective, or without where `width` is given: how much of the scene goes into the picture [m]."""
    camera = add_to_scene("Camera", bpy.data.cameras.new("Camera"))
    camera.location = location
    camera.data.lens = lens
    if width:
        camera.data.type, camera.data.ortho_scale = "ORTHO", width
    look_at(camera, aim)
    scene.camera = camera


def look_at(obj, target):
    obj.rotation_euler = (Vector(target) - obj.location).to_track_quat("-Z", "Y").to_euler()


def render(scene, path, frame, samples=48):
    import addon_utils

    addon_utils.enable("cycles")
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = samples
    scene.cycles.use_denoising = False
    scene.render.resolution_x, scene.render.resolution_y = 960, 540
    scene.view_settings.view_transform = "Filmic" if bpy.app.version < (4, 0, 0) else "AgX"
    scene.render.filepath = str(path)
    scene.frame_set(frame)
    bpy.ops.render.render(write_still=True)


def bake(scene):
    """A second run finds everything in the cache; a changed script begins again."""
    begin = time.monotonic()
    try:
        bpy.ops.sinew.bake()
    except RuntimeError:
        if scene.sinew.status != "STALE":
            raise
        bpy.ops.sinew.bake(restart=True)
    frames = scene.frame_end - scene.frame_start + 1
    print(f"baked {frames} frames in {time.monotonic() - begin:.1f} s", flush=True)


def evaluated_mesh(scene, name, frame):
    """Vertices in world space of an object with its modifiers, and the volume inside it."""
    scene.frame_set(frame)
    shown = bpy.data.objects[name].evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = bmesh.new()
    mesh.from_mesh(shown.to_mesh())
    mesh.transform(shown.matrix_world)
    vertices, volume = [vertex.co.copy() for vertex in mesh.verts], mesh.calc_volume(signed=True)
    mesh.free()
    shown.to_mesh_clear()
    return vertices, volume


def run(name, last_frame, build, pictures, report=None):
    """Builds, bakes, saves and renders a scene. `build` gets the scene; `pictures` are pairs of a
    frame and what its file is called; `report` prints figures of the bake and gets the scene and its cache."""
    options = arguments()
    output = options.output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    enable_addon(options.zip, output / "addon")
    scene = empty_scene(last_frame)
    build(scene)
    blend = output / f"{name}.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(blend))
    bake(scene)
    bpy.ops.wm.save_mainfile()
    cache = bpy.path.abspath(scene.sinew.cache_folder)
    if report:
        report(scene, pathlib.Path(cache))
    if not options.no_render:
        for frame, title in pictures:
            render(scene, output / f"{title}.png", frame)
            print(f"picture: {output / title}.png")
    print(f"scene: {blend}")
    print(f"cache: {cache}", flush=True)
