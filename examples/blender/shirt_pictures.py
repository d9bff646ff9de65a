"""Takes the pictures of docs/tutorials/shirt.md: goes through the tutorial in a window, as an artist with a mouse would.

Usage: xvfb-run -a -s "-screen 0 1280x1100x24" blender --factory-startup --enable-event-simulate --window-geometry 0 0 1280 1100
       --python shirt_pictures.py -- --zip ZIP --output FOLDER

Bakes in the window and writes shirt_start.jpg, shirt_panel.jpg, shirt_baked.jpg and shirt.blend into FOLDER. Blender ends with status
1 if a step fails.
"""

import os
import pathlib
import sys
import traceback

import bpy
from mathutils import Quaternion, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import shirt
import studio

VIEW_PART = 0.64  # of the width of the window
PAUSE = 1.0  # seconds, until the window has drawn itself
VIEW_CENTRE, VIEW_DISTANCE = Vector((0, 0, 1.2)), 2.0
VIEW_TURN = Quaternion((0.70, 0.70, 0.08, 0.08))  # nearly from the front

options = studio.arguments()
output = options.output.resolve()
scene_parts = {}


def window():
    return bpy.context.window_manager.windows[0]


def area_of(kind):
    return next(area for area in window().screen.areas if area.type == kind)


def in_area(kind):
    area = area_of(kind)
    region = next(region for region in area.regions if region.type == "WINDOW")
    return bpy.context.temp_override(window=window(), area=area, region=region)


def take_picture(name):
    """As JPEG, which takes a quarter of the space."""
    original = output / f"{name}.png"
    with in_area("VIEW_3D"):
        bpy.ops.screen.screenshot(filepath=str(original))
    image = bpy.data.images.load(str(original))
    assert len(image.pixels)  # reads the file
    image.filepath_raw, image.file_format = str(output / f"{name}.jpg"), "JPEG"
    image.save()
    bpy.data.images.remove(image)
    original.unlink()
    print(f"picture: {output / name}.jpg", flush=True)


def lay_out():
    """The view at the left, the properties at the right from top to bottom."""
    studio.empty_scene(shirt.LAST_FRAME)
    for kind in ("OUTLINER", "DOPESHEET_EDITOR", "PROPERTIES"):
        with in_area(kind):
            bpy.ops.screen.area_close()
    with in_area("VIEW_3D"):
        bpy.ops.screen.area_split(direction="VERTICAL", factor=VIEW_PART)
    window().screen.areas[-1].type = "PROPERTIES"  # the new one, at the right
    space = area_of("VIEW_3D").spaces.active
    space.shading.color_type = "MATERIAL"
    space.overlay.show_extras = space.overlay.show_relationship_lines = False
    view = space.region_3d
    view.view_location, view.view_distance, view.view_rotation = VIEW_CENTRE, VIEW_DISTANCE, VIEW_TURN
    view.view_perspective = "PERSP"
    return PAUSE


def add_body_and_shirt():
    with in_area("VIEW_3D"):
        rig, body = shirt.add_mannequin()
        cloth = shirt.add_shirt(body)
        for material in (material for material in bpy.data.materials if material.use_nodes):
            material.diffuse_color = material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value
        scene_parts.update(rig=rig.name, body=body.name, shirt=cloth.name)
        bpy.context.scene.frame_set(1)
        rig.hide_set(True)
        studio.make_active(cloth)
    return PAUSE


def show_physics():
    area_of("PROPERTIES").spaces.active.context = "PHYSICS"
    window().event_simulate(type="MOUSEMOVE", value="NOTHING", x=2, y=2)  # no tooltip in the picture
    return PAUSE


def picture_of_the_start():
    take_picture("shirt_start")


def add_physics():
    with in_area("VIEW_3D"):
        shirt.make_collider(bpy.data.objects[scene_parts["body"]])
        cloth = bpy.data.objects[scene_parts["shirt"]]
        shirt.make_shell(cloth)
        shirt.pin_collar(cloth)
        shirt.set_contact(cloth)
    bpy.ops.wm.save_as_mainfile(filepath=str(output / "shirt.blend"))
    with in_area("VIEW_3D"):
        bpy.ops.sinew.check("INVOKE_DEFAULT")
    return until_checked


def until_checked():
    return not part("bake.running_bake").checking


def wait():
    return PAUSE


def picture_of_the_panel():
    found = [(line.level, line.text) for line in bpy.context.scene.sinew.findings]
    print(found, flush=True)
    assert [level for level, _ in found] == ["INFO"], "Check has found something"
    take_picture("shirt_panel")


def bake():
    with in_area("VIEW_3D"):
        bpy.ops.sinew.bake("INVOKE_DEFAULT")
    return until_baked


def until_baked():
    return not part("bake.running_bake").job.active and not part("bake.running_bake").checking


def show_the_bake():
    scene = bpy.context.scene
    assert scene.sinew.status == "DONE", scene.sinew.status_message
    scene.frame_set(18)
    return PAUSE


def picture_of_the_bake():
    take_picture("shirt_baked")
    bpy.ops.wm.save_mainfile()


def part(name):
    import importlib

    return importlib.import_module(f"sinew.{name}")


STEPS = [lay_out, add_body_and_shirt, show_physics, picture_of_the_start, add_physics, wait, picture_of_the_panel, bake,
         show_the_bake, picture_of_the_bake]  # fmt: skip
waiting_for = None


def tick():
    """Goes on with the next step when the one before is ready."""
    global waiting_for
    if waiting_for and not waiting_for():
        return 0.2
    try:
        outcome = STEPS.pop(0)()
    except Exception:
        traceback.print_exc()
        sys.stdout.flush()
        os._exit(1)
    if not STEPS:
        sys.stdout.flush()
        os._exit(0)
    waiting_for = outcome if callable(outcome) else None
    return outcome if isinstance(outcome, float) else 0.2


pathlib.Path(output).mkdir(parents=True, exist_ok=True)
studio.enable_addon(options.zip, output / "addon")
bpy.context.preferences.view.show_splash = False
bpy.app.timers.register(tick, first_interval=2.0, persistent=True)
