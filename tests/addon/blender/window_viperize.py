"""Presses Viperize in a real window: Blender goes on drawing while the rods are made, Esc leaves no trace, the panel of the
last operation changes them, and nothing that an artist does meanwhile (undo, delete, edit, load) breaks it.

Started by run_in_window.py; `window_driver` goes through the steps at the end.
"""

import os
import sys
import time

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import arm_scene
import harness
import window_driver
from window_driver import largest_area, take_screenshot

NAME = "Biceps"
QUICK = {"rod_count": 4, "levels": 6}
SLOW = {"rod_count": 16, "levels": 16, "voxel_size": 0.025}  # takes seconds
NEVER = {"rod_count": 64, "levels": 64, "voxel_size": 0.012}  # takes so long that it is ended by something else
_drawn = []  # when the window was drawn


def in_view():
    """The context of a button in the 3D view; the Properties editor knows the active object once it was drawn."""
    return bpy.context.temp_override(window=window_driver.window(), area=largest_area())


def filling():
    return harness.part("bridge.current_filling")


def until_ended():
    return filling().thread is None


def until_it_works():
    return filling().thread is None or filling().thread.progress() > 0.0


def rod_count(name=NAME):
    rods = bpy.data.objects[name].sinew.muscle.rods
    return len(rods.data.splines) if rods else 0


def everything():
    """What an artist could find of a viperization."""
    muscle = bpy.data.objects[NAME]
    return (
        sorted(obj.name for obj in bpy.data.objects),
        sorted(group.name for group in muscle.vertex_groups),
        list(muscle.sinew.muscle.filled_shape),
        rod_count(),
        [operator.bl_idname for operator in bpy.context.window_manager.operators],
    )


def press_viperize(**settings):
    begun = time.monotonic()
    with in_view():
        result = bpy.ops.sinew.viperize("INVOKE_DEFAULT", True, **settings)
    assert result == {"RUNNING_MODAL"}, result
    assert time.monotonic() - begun < 0.5, f"the button blocked for {time.monotonic() - begun:.2f} s"


def new_muscle(name, place):
    vertices, faces = arm_scene.spindle((-2, 0, place), (2, 0, place), 0.7)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    muscle = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(muscle)
    select(muscle)
    bpy.ops.sinew.add_body(body_type="MUSCLE")


def select(obj):
    for other in bpy.context.scene.objects:
        other.select_set(other == obj)
    bpy.context.view_layer.objects.active = obj


def build_muscles():
    window_driver.clear_scene()
    new_muscle("Triceps", -2.0)
    new_muscle(NAME, 0.0)
    area = largest_area()
    area.spaces.active.draw_handler_add(lambda: _drawn.append(time.monotonic()), (), "WINDOW", "POST_PIXEL")
    bpy.ops.wm.save_as_mainfile(filepath=str(window_driver.OPTIONS.folder / "viperize.blend"))
    with in_view():
        bpy.ops.ed.undo_push(message="Muscles")
    return 0.5


def show_the_panels():
    for area in window_driver.window().screen.areas:
        if area.type == "PROPERTIES":
            area.spaces.active.context = "PHYSICS"
    return 0.5


def start_slowly():
    global _before
    _before = everything()
    press_viperize(**NEVER)
    assert not bpy.ops.sinew.viperize.poll(), "a second one could be started"
    _drawn.clear()
    return until_it_works


def draw_meanwhile():
    largest_area().tag_redraw()
    return lambda: _drawn or filling().thread.done


def check_that_the_window_lives():
    """It was drawn again before the rods are there."""
    assert not filling().thread.done, "it was too quick to tell"
    assert _drawn
    text = harness.part("operators.viperize").progress_text()
    assert "filling 'Biceps' with rods" in text and "Esc cancels" in text, text
    take_screenshot("view_viperize.png")


def press_escape():
    assert not filling().thread.done
    window_driver.press("ESC")
    return until_ended


def check_that_nothing_is_left():
    assert everything() == _before, (everything(), _before)


def start_quickly():
    press_viperize(**QUICK)
    select(bpy.data.objects["Triceps"])  # what is active at the end does not matter
    return until_ended


def check_the_rods():
    assert rod_count() == QUICK["rod_count"], rod_count()
    assert rod_count("Triceps") == 0
    assert "Sinew Source" in bpy.data.objects[NAME].vertex_groups
    last = bpy.context.window_manager.operators[-1]
    assert last.bl_idname == "SINEW_OT_viperize", last.bl_idname
    assert last.properties.rod_count == QUICK["rod_count"]
    last.properties.rod_count = 7
    with in_view():
        bpy.ops.ed.undo_redo("EXEC_DEFAULT", True)  # what the panel of the last operation does
    return 0.5


def check_that_the_rods_were_adjusted():
    assert rod_count() == 7, rod_count()
    assert rod_count("Triceps") == 0
    with in_view():
        bpy.ops.ed.undo()
    return 0.5


def check_that_one_undo_takes_all():
    assert rod_count() == 0, rod_count()
    assert len(bpy.data.objects[NAME].vertex_groups) == 0
    select(bpy.data.objects[NAME])
    with in_view():
        bpy.ops.ed.undo_push(message="Select")
        bpy.data.objects[NAME].location.x = 1.0
        bpy.ops.ed.undo_push(message="Move")
    press_viperize(**SLOW)
    return until_it_works


def undo_meanwhile():
    with in_view():
        bpy.ops.ed.undo()
    assert bpy.data.objects[NAME].location.x == 0.0
    return until_ended


def check_the_rods_after_an_undo():
    assert rod_count() == SLOW["rod_count"], rod_count()
    select(bpy.data.objects[NAME])
    press_viperize(**QUICK)
    with in_view():
        bpy.ops.object.mode_set(mode="EDIT")
    return lambda: filling().thread.done


def wait_in_edit_mode():
    return 0.5


def leave_edit_mode():
    assert filling().thread, "the rods came although the mesh was being edited"
    assert "leave its mode" in harness.part("operators.viperize").progress_text()
    with in_view():
        bpy.ops.object.mode_set(mode="OBJECT")
    return until_ended


def delete_meanwhile():
    select(bpy.data.objects["Triceps"])
    press_viperize(**NEVER)
    bpy.data.objects.remove(bpy.data.objects["Triceps"])
    return until_ended


def check_that_the_other_is_untouched():
    assert rod_count() == QUICK["rod_count"], rod_count()
    assert "Triceps rods" not in bpy.data.objects
    select(bpy.data.objects[NAME])
    press_viperize(**NEVER)
    return until_it_works


def load_meanwhile():
    begun = time.monotonic()
    bpy.ops.wm.open_mainfile(filepath=str(window_driver.OPTIONS.folder / "viperize.blend"))
    print(f"loading took {time.monotonic() - begun:.2f} s", flush=True)
    return until_ended


def check_the_loaded_file():
    assert rod_count() == 0, rod_count()
    assert bpy.ops.sinew.viperize.poll()
    press_viperize(**NEVER)
    return until_it_works


def disable_meanwhile():
    harness.disable()
    harness.enable()
    assert bpy.ops.sinew.viperize.poll()
    return 1.0


def check_that_it_works_again():
    select(bpy.data.objects[NAME])
    press_viperize(**QUICK)
    return until_ended


def press_without_numbers():
    """It keeps those of the rods that are there."""
    assert rod_count() == QUICK["rod_count"], rod_count()
    splines = bpy.data.objects[NAME].sinew.muscle.rods.data.splines
    splines.remove(splines[0])
    press_viperize()
    return until_ended


def check_the_last_rods():
    assert rod_count() == QUICK["rod_count"] - 1, rod_count()


window_driver.run(
    [
        build_muscles,
        show_the_panels,
        start_slowly,
        draw_meanwhile,
        check_that_the_window_lives,
        press_escape,
        check_that_nothing_is_left,
        start_quickly,
        check_the_rods,
        check_that_the_rods_were_adjusted,
        check_that_one_undo_takes_all,
        undo_meanwhile,
        check_the_rods_after_an_undo,
        wait_in_edit_mode,
        leave_edit_mode,
        delete_meanwhile,
        check_that_the_other_is_untouched,
        load_meanwhile,
        check_the_loaded_file,
        disable_meanwhile,
        check_that_it_works_again,
        press_without_numbers,
        check_the_last_rods,
    ]
)
