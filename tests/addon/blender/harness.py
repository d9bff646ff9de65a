"""Runs a unittest file inside Blender, with the add-on installed from its real zip.

A test file ends with `harness.main()`. It runs both in `blender --background --python FILE -- --zip
ZIP` and in a Python that has the module `bpy` (`python FILE -- --zip ZIP`). The caller sets
BLENDER_USER_RESOURCES or BLENDER_USER_SCRIPTS to an empty folder, so that nobody's Blender is
touched.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import bpy

HERE = pathlib.Path(__file__).resolve().parent


def arguments():
    words = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    parser = argparse.ArgumentParser()
    parser.add_argument("--zip", type=pathlib.Path, required=True)
    return parser.parse_args(words)


def in_module():
    """True in a Python with the module bpy, False in Blender itself."""
    return not bpy.app.binary_path


def module_name():
    """Extensions of Blender 4.2+ live in a package of their repository."""
    return "sinew" if bpy.app.version < (4, 2, 0) else "bl_ext.user_default.sinew"


def package():
    return sys.modules[module_name()]


def material(kind):
    """Names of the parameters of a kind of body whose settings have the job's own unit."""
    return tuple(row.name for row in part("materials").parameters(kind) if row.scale == 1.0)


def part(name):
    """A module of the installed add-on, such as `bake.running_bake`."""
    import importlib

    return importlib.import_module(f"{module_name()}.{name}")


def install(zip_path):
    if not any(name in os.environ for name in ("BLENDER_USER_RESOURCES", "BLENDER_USER_SCRIPTS")):
        raise RuntimeError("refusing to install into the Blender of whoever runs the tests")
    if bpy.app.version < (4, 2, 0):
        bpy.ops.preferences.addon_install(filepath=str(zip_path), overwrite=True)
        bpy.ops.preferences.addon_enable(module="sinew")
    else:
        bpy.ops.extensions.package_install_files(
            filepath=str(zip_path), repo="user_default", enable_on_install=True
        )
    if module_name() not in bpy.context.preferences.addons:
        raise RuntimeError("the add-on could not be enabled")


class BlenderTest(unittest.TestCase):
    """Every test starts with an empty scene of a few frames and a temporary folder whose name is
    difficult."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="sinew täst 筋 ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        bpy.ops.wm.read_factory_settings(use_empty=True)
        enable()
        self.scene = bpy.context.scene
        self.scene.frame_start, self.scene.frame_end = 1, 6
        self.scene.frame_set(1)

    def save(self, name="shot.blend"):
        path = self.folder / name
        bpy.ops.wm.save_as_mainfile(filepath=str(path))
        return path

    def check_playback(self, path):
        script = str(HERE / "check_playback.py")
        if in_module():
            command = [sys.executable, "-B", script, "--", str(path)]
        else:
            command = [
                bpy.app.binary_path, "--background", "--factory-startup", "--python-exit-code", "1",
                "--python", script, "--", str(path),
            ]  # fmt: skip
        result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def new_curve(
        self, name="Rod", kind="POLY", points=((0, 0, 2), (1, 0, 2), (2, 0, 2)), radius=0.1
    ):
        data = bpy.data.curves.new(name, "CURVE")
        data.dimensions = "3D"
        data.bevel_depth = radius
        self.add_spline(data, kind, points)
        obj = bpy.data.objects.new(name, data)
        self.scene.collection.objects.link(obj)
        bpy.context.view_layer.objects.active = obj
        return obj

    @staticmethod
    def add_spline(data, kind, points):
        spline = data.splines.new(kind)
        if kind == "BEZIER":
            spline.bezier_points.add(len(points) - 1)
            for control, point in zip(spline.bezier_points, points):
                control.co = point
                control.handle_left_type = control.handle_right_type = "AUTO"
        else:
            spline.points.add(len(points) - 1)
            for control, point in zip(spline.points, points):
                control.co = (*point, 1.0)
            spline.use_endpoint_u = True
            spline.order_u = min(4, len(points))
        return spline

    def new_rod(self, name="Rod", segments=8, **options):
        obj = self.new_curve(name, **options)
        bpy.ops.object.select_all(action="DESELECT")
        obj.select_set(True)
        bpy.ops.sinew.add_body(body_type="VIPER_ROD")
        obj.sinew.rod.segments = segments
        return obj


def enable():
    """Loading factory settings disables add-ons."""
    import addon_utils

    if module_name() not in bpy.context.preferences.addons:
        addon_utils.enable(module_name(), default_set=True)


def disable():
    import addon_utils

    addon_utils.disable(module_name(), default_set=True)


def main():
    install(arguments().zip)
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    disable()
    status = 0 if result.wasSuccessful() and result.testsRun > 0 else 1
    sys.stdout.flush()
    sys.stderr.flush()
    if in_module():
        os._exit(
            status
        )  # the module crashes at exit when a handler is left, and Blender 4.2 leaves its own
    sys.exit(status)
