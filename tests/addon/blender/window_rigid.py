"""Rigid bodies in a real window: their panels, and red faces where they start in each other.

Started by run_in_window.py; `window_driver` goes through the steps at the end.
"""

import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import window_driver
from window_driver import OPTIONS, clear_scene, count_pixels, in_window, largest_area, take_screenshot, window

SHOWN, MOVED = "view_overlaps.png", "view_overlaps_off.png"


def build_scene():
    clear_scene()
    with bpy.context.temp_override(window=window(), area=largest_area()):
        bpy.ops.mesh.primitive_uv_sphere_add(location=(1.0, 0.4, 1.2))
        bpy.ops.sinew.add_body(body_type="COSSERAT_SHELL")
        bpy.ops.mesh.primitive_cube_add()
        bpy.ops.sinew.add_body(body_type="RIGID_BODY")
        bpy.ops.sinew.fix(fix="ADD_FLOOR")
        bpy.context.scene.frame_end = 4
        bpy.ops.sinew.check()
    assert "in each other" in bpy.context.scene.sinew.findings[0].text
    return 1.0


def show_the_overlap():
    take_screenshot(SHOWN)
    bpy.data.objects["Cube"].location.x = -1e-4
    return 1.0


def check_that_it_was_red():
    take_screenshot(MOVED)
    shown, moved = (count_pixels(OPTIONS.picture.with_name(name), is_red) for name in (SHOWN, MOVED))
    assert shown - moved > 200, f"{shown} pixels are red, and {moved} after the cube was moved"
    OPTIONS.picture.with_name(MOVED).unlink()
    largest_area().type = "PROPERTIES"
    return 0.5


def is_red(pixel):
    return pixel[0] > 0.6 and pixel[1] < 0.5 * pixel[0] and pixel[2] < 0.5 * pixel[0]


def show_the_panels():
    largest_area().spaces.active.context = "PHYSICS"
    bpy.data.objects["Cube"].location.x = -3.0
    with in_window():
        bpy.ops.sinew.check()
    window().event_simulate(type="MOUSEMOVE", value="NOTHING", x=2, y=2)  # no tooltip in the picture
    return 1.0


def take_a_picture():
    take_screenshot("panel_rigid.png")


window_driver.run([build_scene, show_the_overlap, check_that_it_was_red, show_the_panels, take_a_picture])
