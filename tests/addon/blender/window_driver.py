"""Drives Blender in a real window, for the scripts that run_in_window.py starts with --enable-event-simulate.

A script ends with `window_driver.run(steps)`. Each step is a function that says how many seconds later the next one may
look, or gives a function that says when; a step that raises ends Blender with status 1.
"""

import argparse
import os
import pathlib
import sys
import time
import traceback
from array import array

import bpy
import harness

LIMIT_SECONDS = 280.0  # a busy machine takes minutes; CTest's own limit is 300


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zip", type=pathlib.Path, required=True)
    parser.add_argument("--picture", type=pathlib.Path, required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])


OPTIONS = options()


def window():
    return bpy.context.window_manager.windows[0]


def largest_area():
    return max(window().screen.areas, key=lambda area: area.width * area.height)


def in_window():
    """The context of a button that was pressed in the window."""
    return bpy.context.temp_override(window=window(), area=window().screen.areas[0])


def press(key):
    for value in ("PRESS", "RELEASE"):
        window().event_simulate(
            type=key, value=value, x=window().width // 2, y=window().height // 2
        )


def clear_scene():
    for obj in list(bpy.context.scene.objects):
        bpy.data.objects.remove(obj)


def take_screenshot(name):
    """A picture of the window beside the others; gives its path."""
    path = OPTIONS.picture.with_name(name)
    with in_window():
        bpy.ops.screen.screenshot(filepath=str(path))
    return path


def count_pixels(path, wanted):
    image = bpy.data.images.load(str(path), check_existing=False)
    image.colorspace_settings.name = "Non-Color"
    pixels = array("f", bytes(4 * len(image.pixels)))
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return sum(wanted(pixels[first : first + 3]) for first in range(0, len(pixels), 4))


def run(steps):
    """Installs the add-on and goes through the steps, from a timer that outlives the loading of files."""
    harness.install(OPTIONS.zip)
    bpy.context.preferences.view.show_splash = False
    bpy.context.preferences.view.ui_scale = 1.25
    bpy.app.timers.register(_Run(steps).tick, first_interval=2.0, persistent=True)


class _Run:
    def __init__(self, steps):
        self._steps = list(steps)
        self._started = time.monotonic()
        self._waiting_for = None

    def tick(self):
        """Goes on with the next step when the one before is ready."""
        try:
            if time.monotonic() - self._started > LIMIT_SECONDS:
                raise TimeoutError(f"still waiting after {LIMIT_SECONDS} s")
            if self._waiting_for and not self._waiting_for():
                return 0.1
            step = self._steps.pop(0)
            print("step:", step.__name__, flush=True)
            outcome = step()
            self._waiting_for = outcome if callable(outcome) else None
            if not self._steps:
                _quit_with(0)
            return outcome if isinstance(outcome, float) else 0.3
        except BaseException:
            traceback.print_exc()
            _quit_with(1)


def _quit_with(status):
    sys.stdout.flush()
    sys.stderr.flush()
    harness.part("bake.running_bake").stop()
    harness.part("bridge.current_filling").stop()
    os._exit(status)  # Blender's own way to quit has no status
