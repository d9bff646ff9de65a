"""Presses Check in a real window: the window stays alive, Esc ends it without a trace, and its lines and buttons are there.

Started by run_in_window.py; `window_driver` goes through the steps at the end.
"""

import os
import sys
import time

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness
import window_driver
from window_driver import clear_scene, in_window, largest_area, take_screenshot, window

LONG_FILL = 150_000  # tetrahedra: filling and trying them takes many seconds
MANY_FRAMES = 400  # so that the next look, a tenth of a second later, finds the bake at work


def current():
    return harness.part("bake.running_bake")


def until_ended():
    return not current().checking


def until_the_solver_works():
    return "solver" in current().checking


def new_cube(name, body_type, place):
    with bpy.context.temp_override(window=window(), area=largest_area()):
        bpy.ops.mesh.primitive_cube_add(location=(place, 0, 0))
        obj = bpy.context.object
        obj.name = name
        bpy.ops.sinew.add_body(body_type=body_type)
    return obj


def build_scene():
    clear_scene()
    bpy.context.scene.frame_end = 20
    new_cube("Large", "MICROPOLAR_SOLID", 0).sinew.solid.tet_count = LONG_FILL
    return 0.5


def press_check():
    begun = time.monotonic()
    with in_window():
        result = bpy.ops.sinew.check("INVOKE_DEFAULT")
    assert result == {"RUNNING_MODAL"}, result
    assert time.monotonic() - begun < 0.5, f"the button blocked for {time.monotonic() - begun:.2f} s"
    assert not bpy.ops.sinew.bake.poll() and not bpy.ops.sinew.check.poll()


def check_a_long_scene():
    press_check()
    return until_the_solver_works


def press_escape():
    window_driver.press("ESC")
    return until_ended


def check_that_nothing_is_left():
    assert not bpy.context.scene.sinew.findings and not bpy.context.scene.sinew.check_report
    assert [obj.name for obj in bpy.data.objects] == ["Large"], list(bpy.data.objects)
    assert bpy.ops.sinew.check.poll()
    bpy.data.objects["Large"].sinew.solid.tet_count = 200
    new_cube("Bad", "MUSCLE", 4)
    largest_area().type = "PROPERTIES"
    return 0.5


def check_a_short_scene():
    largest_area().spaces.active.context = "PHYSICS"
    press_check()
    return until_ended


def look_at_the_lines():
    findings = bpy.context.scene.sinew.findings
    assert [finding.level for finding in findings] == ["PROBLEM", "WARNING"], [finding.text for finding in findings]
    assert findings[0].object_name == "Bad" and findings[1].fixes == "PIN_TOP ADD_FLOOR"
    take_screenshot("panel_check.png")
    with in_window():
        assert bpy.ops.sinew.fix(fix="PIN_TOP", object_name="Large") == {"FINISHED"}
    assert len(bpy.context.scene.sinew.findings) == 1
    return 0.5


def bake_what_is_bad():
    press_bake()
    return until_baked


def press_bake():
    with in_window():
        result = bpy.ops.sinew.bake("INVOKE_DEFAULT")
    assert result == {"RUNNING_MODAL"}, result


def until_baked():
    return not current().job.active and not current().checking


def check_that_the_bake_lists_problems():
    findings = bpy.context.scene.sinew.findings
    assert [(finding.level, finding.object_name) for finding in findings] == [("PROBLEM", "Bad")], list(findings)
    assert bpy.context.scene.sinew.status == "NONE"
    bpy.data.objects.remove(bpy.data.objects["Bad"])
    bpy.context.scene.frame_end = MANY_FRAMES
    press_bake()
    return lambda: current().job.phase.value == "running"


def show_another_scene_meanwhile():
    window().scene = bpy.data.scenes.new("Other")
    return until_baked


def check_that_the_baked_scene_has_the_result():
    assert bpy.data.scenes["Other"].sinew.status == "NONE"
    assert bpy.data.scenes["Scene"].sinew.status == "DONE", bpy.data.scenes["Scene"].sinew.status_message
    assert bpy.data.objects["Large"].modifiers[-1].type == "MESH_CACHE"
    window().scene = bpy.data.scenes["Scene"]
    return 0.5


def escape_while_the_scene_is_read():
    press_bake()
    assert current().job.phase.value == "exporting", current().job.phase
    window_driver.press("ESC")
    return until_baked


def check_that_the_bake_is_still_there():
    assert current().job.phase.value == "idle", current().job.phase
    assert bpy.context.scene.sinew.status == "DONE", bpy.context.scene.sinew.status
    assert bpy.context.scene.sinew.status_message.startswith("Cancelled"), bpy.context.scene.sinew.status_message
    return 0.5


STEPS = [
    build_scene,
    check_a_long_scene,
    press_escape,
    check_that_nothing_is_left,
    check_a_short_scene,
    look_at_the_lines,
    bake_what_is_bad,
    check_that_the_bake_lists_problems,
    show_another_scene_meanwhile,
    check_that_the_baked_scene_has_the_result,
    escape_while_the_scene_is_read,
    check_that_the_bake_is_still_there,
]
window_driver.run(STEPS)
