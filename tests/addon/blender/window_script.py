"""Drives Blender in a real window: takes pictures of the panels, bakes, plays live, and cancels with
the Esc key.

Started by run_in_window.py; `window_driver` goes through the steps at the end.
"""

import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import arm_scene
import harness
import window_driver
from window_driver import OPTIONS, clear_scene, count_pixels, in_window, largest_area, take_screenshot, window

SLOW_END = 500  # last frame of the bake that is cancelled

_played = []  # frames, while the scene played live


def job():
    return harness.part("bake.running_bake").job


def settings():
    return bpy.context.scene.sinew


def build_scene():
    scene = bpy.context.scene
    clear_scene()
    bpy.ops.curve.primitive_bezier_curve_add()
    curve = bpy.context.object
    curve.name = "Rubber"
    curve.data.bevel_depth = 0.05
    bpy.ops.sinew.add_body(body_type="VIPER_ROD")
    curve.sinew.rod.pin_start = {"POSITION", "DIRECTION"}
    scene.frame_end = 48
    bpy.ops.wm.save_as_mainfile(filepath=str(OPTIONS.folder / "panel.blend"))


def show_properties():
    largest_area().type = "PROPERTIES"
    return 0.5  # its tabs are known after it was drawn once


def show_the_physics_tab_only():
    area = largest_area()
    area.spaces.active.context = "PHYSICS"
    with bpy.context.temp_override(window=window(), area=area):
        bpy.ops.screen.screen_full_area(use_hide_panels=True)
    return 1.0


def invoke_bake(**arguments):
    with in_window():
        result = bpy.ops.sinew.bake("INVOKE_DEFAULT", **arguments)
    assert result == {"RUNNING_MODAL"}, result


def take_picture():
    take_screenshot(OPTIONS.picture.name)
    assert OPTIONS.picture.stat().st_size > 10_000, "the picture is empty"


def bake_in_the_window():
    invoke_bake()
    return until_ended


def check_baked():
    assert job().phase.value == "done", job().message
    assert settings().status == "DONE", settings().status
    surface = bpy.data.objects["Rubber Surface"]
    assert surface.modifiers[0].type == "MESH_CACHE"
    return 0.5


def bake_slowly():
    rod = bpy.data.objects["Rubber"].sinew.rod
    rod.segments = 150
    settings().substeps = 4
    bpy.context.scene.frame_end = SLOW_END
    invoke_bake(restart=True)
    return lambda: job().frame is not None and job().frame >= 3


def press_escape():
    window_driver.press("ESC")
    return until_ended


def check_cancelled():
    assert job().phase.value == "idle", (job().phase, job().message)
    assert settings().status == "PARTIAL", settings().status
    assert 3 <= settings().baked_last < SLOW_END, settings().baked_last
    assert "kept" in settings().status_message


def build_muscle():
    clear_scene()
    vertices, faces = arm_scene.spindle((-2, 0, 0), (2, 0, 0), 0.7)
    mesh = bpy.data.meshes.new("Biceps")
    mesh.from_pydata(vertices, [], faces)
    muscle = bpy.data.objects.new("Biceps", mesh)
    bpy.context.scene.collection.objects.link(muscle)
    bpy.context.view_layer.objects.active = muscle
    muscle.select_set(True)
    bpy.ops.sinew.add_body(body_type="MUSCLE")
    return 0.5


def press_viperize():
    with in_window():
        bpy.ops.sinew.viperize("EXEC_DEFAULT", True, rod_count=6, levels=9)
    muscle = bpy.data.objects["Biceps"]
    bpy.context.scene.sinew.show_muscles = True
    muscle.sinew.muscle.rods.hide_set(True)
    muscle.display_type = "WIRE"
    return 0.5


def show_the_panels_of_the_muscle():
    take_screenshot("panel_muscle.png")


def show_the_view():
    largest_area().type = "VIEW_3D"
    return 1.0


def look_at_what_is_selected():
    area = largest_area()
    region = next(region for region in area.regions if region.type == "WINDOW")
    with bpy.context.temp_override(window=window(), area=area, region=region):
        bpy.ops.view3d.view_selected()
    return 1.0


def check_the_overlay():
    path = take_screenshot("view_muscle.png")
    assert drawn_pixels(path, overlay().SOURCE) > 20, "the source is not drawn"
    assert drawn_pixels(path, overlay().SINK) > 20, "the sink is not drawn"
    bpy.data.objects["Biceps"].sinew.muscle.activation = 1.0
    return 0.5


def check_that_activation_is_seen():
    path = take_screenshot("view_muscle_active.png")
    relaxed = path.with_name("view_muscle.png")
    # The two pictures differ by the colour of the rods alone; the buttons around have some of these colours too.
    for colour, (less, more) in ((overlay().RELAXED, (path, relaxed)), (overlay().ACTIVE, (relaxed, path))):
        gain = shaded_pixels(more, colour) - shaded_pixels(less, colour)
        assert gain > 1000, f"{gain} more pixels are drawn in {colour}"
    bpy.data.objects["Biceps"].sinew.muscle.activation = 0.0
    bpy.context.scene.sinew.show_muscles = False
    return 0.5


def check_that_it_goes_away():
    path = take_screenshot("view_muscle_off.png")
    assert drawn_pixels(path, overlay().SOURCE) == 0, "the overlay is still drawn"
    path.unlink()


def play_live():
    scene = bpy.context.scene
    scene.frame_end = 24
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 3, 8
    with in_window():
        result = bpy.ops.sinew.play_live("INVOKE_DEFAULT")
    assert result == {"RUNNING_MODAL"}, result
    bpy.app.handlers.frame_change_post.append(note_frame)
    return lambda: _played.count(3) > 1


def note_frame(scene, *_):
    if "Biceps (live)" in bpy.data.objects:
        _played.append(scene.frame_current)


def end_live():
    bpy.app.handlers.frame_change_post.remove(note_frame)
    assert set(_played) == {3, 4, 5, 6, 7, 8}, _played
    bpy.context.scene.use_preview_range = False
    assert "Biceps (live)" in bpy.data.objects
    assert bpy.data.objects["Biceps"].hide_get()
    assert settings().live_notes.count("will fall") == 1, settings().live_notes
    press_escape()
    return lambda: "Biceps (live)" not in bpy.data.objects


def check_that_live_left_nothing():
    assert not bpy.data.objects["Biceps"].hide_get()
    assert bpy.context.scene.frame_current == 1, bpy.context.scene.frame_current
    assert not [obj for obj in bpy.data.objects if obj.name.startswith("Sinew")]


def build_solid():
    """A bar that twists itself, held at one end, seen in the Physics tab."""
    clear_scene()
    with bpy.context.temp_override(window=window(), area=largest_area()):
        bpy.ops.mesh.primitive_cube_add()
    bar = bpy.context.object
    bar.name = "Bar"
    bar.scale = (2.0, 0.4, 0.4)
    bar.display_type = "WIRE"
    bpy.ops.sinew.add_body(body_type="MICROPOLAR_SOLID")
    end = [vertex.index for vertex in bar.data.vertices if vertex.co.x < 0.0]
    bar.vertex_groups.new(name="End").add(end, 1.0, "REPLACE")
    solid = bar.sinew.solid
    solid.pin_group, solid.pin_rotation = "End", True
    solid.tet_count, solid.length_scale, solid.rest_curvature = 400, 1.0, (1.0, 0.0, 0.0)
    solid.directors, solid.director_count = True, 100
    bpy.context.scene.use_gravity = False
    bpy.context.scene.frame_end = 8
    settings().integrator, settings().substeps = "QUASI_STATIC", 1
    largest_area().type = "PROPERTIES"
    return 0.5


def show_the_panels_of_the_solid():
    largest_area().spaces.active.context = "PHYSICS"
    with in_window():
        bpy.ops.sinew.estimate_cost()
    return 1.0


def take_a_picture_of_the_solid():
    take_screenshot("panel_solid.png")
    invoke_bake(restart=True)
    return until_ended


def show_the_directors():
    assert settings().status == "DONE", settings().status_message
    bpy.context.scene.frame_set(8)
    settings().show_directors = True
    largest_area().type = "VIEW_3D"
    bpy.data.objects["Bar"].select_set(True)
    return 1.0


def check_that_the_directors_are_drawn():
    take_screenshot("view_solid.png")
    settings().show_directors = False
    return 0.5


def check_that_the_directors_go_away():
    shown, hidden = (OPTIONS.picture.with_name(name) for name in ("view_solid.png", "view_solid_off.png"))
    take_screenshot(hidden.name)
    gain = count_pixels(shown, is_reddish) - count_pixels(hidden, is_reddish)
    assert gain > 300, f"{gain} more pixels are red"
    hidden.unlink()


def build_shell():
    """A sheet of paper that is held at one side and rolls up, seen in the Physics tab."""
    clear_scene()
    with bpy.context.temp_override(window=window(), area=largest_area()):
        bpy.ops.mesh.primitive_grid_add(x_subdivisions=12, y_subdivisions=8, size=0.3)
    sheet = bpy.context.object
    sheet.name = "Sheet"
    bpy.ops.sinew.add_body(body_type="COSSERAT_SHELL")
    side = [vertex.index for vertex in sheet.data.vertices if vertex.co.x < -0.149]
    sheet.vertex_groups.new(name="Side").add(side, 1.0, "REPLACE")
    shell = sheet.sinew.shell
    shell.pin_group = shell.turn_group = "Side"
    shell.thickness_mm, shell.directors = 5.0, True
    bpy.ops.sinew.roll_up(turns=0.5, frames=7)
    bpy.context.scene.frame_set(8)
    settings().show_curvatures = True
    largest_area().type = "PROPERTIES"
    return 0.5


def show_the_panels_of_the_shell():
    largest_area().spaces.active.context = "PHYSICS"
    with in_window():
        bpy.ops.sinew.estimate_cost()
    window().event_simulate(type="MOUSEMOVE", value="NOTHING", x=2, y=2)  # no tooltip in the picture
    return 1.0


def take_a_picture_of_the_shell():
    take_screenshot("panel_shell.png")
    largest_area().type = "VIEW_3D"
    return 0.5


def check_that_the_curvatures_are_drawn():
    front = harness.part("panels.curvature_overlay").FRONT
    shown = drawn_pixels(take_screenshot("view_curvature.png"), front)
    assert shown > 500, f"{shown} pixels show curvatures"
    settings().show_curvatures = False
    invoke_bake(restart=True)
    return until_ended


def show_the_directors_of_the_shell():
    assert settings().status == "DONE", settings().status_message
    front = harness.part("panels.curvature_overlay").FRONT
    assert drawn_pixels(take_screenshot("view_curvature_off.png"), front) < 50
    settings().show_directors = True
    return 0.5


def check_that_the_directors_of_the_shell_are_drawn():
    hidden, shown = OPTIONS.picture.with_name("view_curvature_off.png"), take_screenshot("view_shell.png")
    gain = count_pixels(shown, is_reddish) - count_pixels(hidden, is_reddish)
    assert gain > 300, f"{gain} more pixels are red"
    hidden.unlink()


def overlay():
    return harness.part("panels.muscle_overlay")


def drawn_pixels(path, colour):
    """How many pixels of a picture have a colour."""
    return count_pixels(path, lambda pixel: is_near(pixel, colour, 1.0))


def shaded_pixels(path, colour):
    """How many have it or a darker shade of it, down to that of a pill's rim."""
    brightest = max(range(3), key=lambda channel: colour[channel])
    rim = harness.part("panels.pill_shapes").RIM

    def is_shade(pixel):
        shade = pixel[brightest] / colour[brightest]
        return rim <= shade and is_near(pixel, colour, shade)

    return count_pixels(path, is_shade)


def is_reddish(pixel):
    return pixel[0] > 0.5 and pixel[1] < 0.6 * pixel[0] and pixel[2] < 0.8 * pixel[0]


def is_near(pixel, colour, shade):
    return all(abs(pixel[channel] - shade * colour[channel]) < 0.04 for channel in range(3))


def until_ended():
    return not job().active


STEPS = [
    build_scene,
    show_properties,
    show_the_physics_tab_only,
    bake_in_the_window,
    check_baked,
    take_picture,
    bake_slowly,
    press_escape,
    check_cancelled,
    build_muscle,
    press_viperize,
    show_the_panels_of_the_muscle,
    show_the_view,
    look_at_what_is_selected,
    check_the_overlay,
    check_that_activation_is_seen,
    check_that_it_goes_away,
    play_live,
    end_live,
    check_that_live_left_nothing,
    build_solid,
    show_the_panels_of_the_solid,
    take_a_picture_of_the_solid,
    show_the_directors,
    look_at_what_is_selected,
    check_that_the_directors_are_drawn,
    check_that_the_directors_go_away,
    build_shell,
    show_the_panels_of_the_shell,
    take_a_picture_of_the_shell,
    look_at_what_is_selected,
    check_that_the_curvatures_are_drawn,
    show_the_directors_of_the_shell,
    check_that_the_directors_of_the_shell_are_drawn,
]
window_driver.run(STEPS)
