"""In a window: colliders in the scene's own collection, a file that finds another file's cache, and a cache that goes."""

import os
import shutil
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness
import window_driver
from window_driver import OPTIONS, clear_scene, in_window, largest_area, take_screenshot, window


def settings():
    return bpy.context.scene.sinew


def until(status):
    """A step's answer: go on when the scene has this status."""
    return lambda: settings().status == status


def build_scene():
    clear_scene()
    scene = bpy.context.scene
    for place in (-3, 3):
        bpy.ops.mesh.primitive_cube_add(location=(place, 0, -2))
        cube = bpy.context.object
        for collection in list(cube.users_collection):
            collection.objects.unlink(cube)
        scene.collection.objects.link(cube)
        cube.sinew.is_collider = True
    bpy.ops.curve.primitive_bezier_curve_add()
    curve = bpy.context.object
    curve.data.bevel_depth = 0.05
    bpy.ops.sinew.add_body(body_type="VIPER_ROD")
    scene.frame_end = 6
    bpy.ops.wm.save_as_mainfile(filepath=str(OPTIONS.folder / "v001.blend"))


def show_properties():
    largest_area().type = "PROPERTIES"
    return 0.5  # its tabs are known after it was drawn once


def show_the_physics_tab_only():
    area = largest_area()
    area.spaces.active.context = "PHYSICS"
    with bpy.context.temp_override(window=window(), area=area):
        bpy.ops.screen.screen_full_area(use_hide_panels=True)
    return 1.0


def bake_in_the_window():
    before = {obj.name for obj in bpy.data.objects}
    with in_window():
        assert bpy.ops.sinew.bake("INVOKE_DEFAULT") == {"RUNNING_MODAL"}
    bake_in_the_window.before = before
    return until("DONE")


def check_that_nothing_was_left():
    left = {obj.name for obj in bpy.data.objects} - bake_in_the_window.before
    assert left == {"BezierCurve Surface"}, left


def save_under_another_name():
    bpy.ops.wm.save_as_mainfile(filepath=str(OPTIONS.folder / "v002.blend"))
    assert settings().status == "FOREIGN", settings().status
    return 1.0


def take_picture_of_the_foreign_cache():
    take_screenshot("panel_foreign.png")
    with in_window():
        assert bpy.ops.sinew.copy_cache("INVOKE_DEFAULT") == {"RUNNING_MODAL"}
    return until("DONE")


def lose_the_cache():
    assert settings().cache_folder == "//sinew_cache/v002", settings().cache_folder
    shutil.rmtree(OPTIONS.folder / "sinew_cache" / "v002")
    return until("LOST")  # noticed without a click


def take_picture_of_the_lost_cache():
    lines = harness.part("panels.bake_status").status_lines(bpy.context.scene, bpy.context.scene.objects["BezierCurve"])
    assert any("is missing" in text for text, _ in lines), lines
    take_screenshot("panel_lost.png")


STEPS = [
    build_scene,
    show_properties,
    show_the_physics_tab_only,
    bake_in_the_window,
    check_that_nothing_was_left,
    save_under_another_name,
    take_picture_of_the_foreign_cache,
    lose_the_cache,
    take_picture_of_the_lost_cache,
]
window_driver.run(STEPS)
