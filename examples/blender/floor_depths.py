"""Where every preset of solids and shells lies on a floor, at rest and after a fall.

Usage: blender -b --factory-startup --python-exit-code 1 --python floor_depths.py -- --zip ZIP [--output FOLDER] [--quick]

Installs the add-on from ZIP into FOLDER, or into a temporary folder (nobody's own Blender is changed). Cubes of 1 m and sheets of 1 m stand on a floor; heads
of 2 m and tilted sheets fall on it from 1 m. The table has, in millimetres, how deep the lowest vertex of the mesh is that
Blender shows, with half the thickness of shells; numbers below 0 are gaps. It ends with an error where a body is in the floor, where one
at rest hovers more than 1 mm above it, or where one that falls never comes within 1 % of its size. With --quick meshes are coarse and times short.
"""

import argparse
import math
import os
import pathlib
import sys
import tempfile

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio

SINK_LIMIT = 1e-5  # [m]: positions in Blender are single precision
REST_GAP = 0.001  # [m]
IMPACT_GAP = 0.01  # of the size: the deepest moment may be between two frames
FALL = 1.0  # [m]
KINDS = {"MICROPOLAR_SOLID": "solid", "COSSERAT_SHELL": "shell"}


class Trial:
    """One body of one preset, and how deep it got."""

    def __init__(self, kind, preset, falls, quick):
        self.kind, self.preset, self.falls = kind, preset, falls
        self._quick = quick
        self.obj = self._solid() if kind == "MICROPOLAR_SOLID" else self._sheet()
        self.obj.name = f"{preset} {KINDS[kind]} {'falls' if falls else 'rests'}"
        bpy.ops.sinew.add_body(body_type=kind)
        settings = getattr(self.obj.sinew, KINDS[kind])
        if preset != "(default)":
            folder = sys.modules[f"sinew.panels.{KINDS[kind]}"].presets_menu.shipped
            bpy.ops.script.execute_preset(
                filepath=str(folder / f"{preset}.py"), menu_idname=f"SINEW_PT_{KINDS[kind]}_presets"
            )
        if kind == "MICROPOLAR_SOLID" and quick:
            settings.tet_count = 150
        self.thickness = settings.thickness_mm / 1000.0 if kind == "COSSERAT_SHELL" else 0.0
        self._put_on(FALL if falls else 0.0)
        self.size = max(self.obj.dimensions)

    def _solid(self):
        if self.falls:
            bpy.ops.mesh.primitive_monkey_add(size=2.0, rotation=(0.3, 0.2, 0.1))
        else:
            bpy.ops.mesh.primitive_cube_add(size=1.0)
        return bpy.context.object

    def _sheet(self):
        turned = (0.4, 0.3, 0.0) if self.falls else (0.0, 0.0, 0.0)
        cuts = 4 if self._quick else 10
        bpy.ops.mesh.primitive_grid_add(x_subdivisions=cuts, y_subdivisions=cuts, size=1.0, rotation=turned)
        return bpy.context.object

    def _put_on(self, height):
        """Moves the object so that its lower side is that high."""
        bpy.context.view_layer.update()
        lowest = min((self.obj.matrix_world @ vertex.co).z for vertex in self.obj.data.vertices)
        self.obj.location.z += height + 0.5 * self.thickness - lowest
        bpy.context.view_layer.update()

    def depth(self, depsgraph):
        """Of the frame that is shown [m]; negative above the floor."""
        shown = self.obj.evaluated_get(depsgraph)
        heights = [(shown.matrix_world @ vertex.co).z for vertex in shown.data.vertices]
        return 0.5 * self.thickness - min(heights)


def presets_of(kind):
    folder = sys.modules[f"sinew.panels.{KINDS[kind]}"].presets_menu.shipped
    return ["(default)", *sorted(file.stem for file in folder.glob("*.py"))]


def measure(trial, scene):
    """Bakes the body alone, which is all that the scene has beside the floor; how deep it is over time."""
    bpy.ops.sinew.bake(restart=True)
    depths = []
    for frame in range(scene.frame_start, scene.frame_end + 1):
        scene.frame_set(frame)
        depths.append(trial.depth(bpy.context.evaluated_depsgraph_get()))
    scene.frame_set(scene.frame_start)
    return depths


def report(trial, depths):
    """Prints a line of the table; sentences about what is wrong."""
    gap = IMPACT_GAP * trial.size if trial.falls else REST_GAP
    deepest, last = max(depths), depths[-1]
    # A body at rest may not rise either; one that falls may bounce.
    highest = deepest if trial.falls else min(depths)
    print(f"{trial.obj.name:36s} {1e3 * deepest:12.3f} {1e3 * last:17.3f} {1e3 * gap:16.1f}", flush=True)
    failures = []
    if not deepest < SINK_LIMIT:
        failures.append(f"{trial.obj.name} is {1e3 * deepest:.3f} mm deep in the floor")
    if not highest > -gap:
        failures.append(f"{trial.obj.name} hovers {-1e3 * highest:.2f} mm above the floor, {1e3 * gap:.1f} mm are allowed")
    if not math.isfinite(last) or last < -FALL:
        failures.append(f"{trial.obj.name} flies away")
    return failures


def run_all(scene, quick):
    failures = []
    print(f"{'body':36s} {'deepest [mm]':>12s} {'at the end [mm]':>17s} {'allowed gap [mm]':>16s}")
    for kind in KINDS:
        for preset in presets_of(kind):
            for falls in (False, True):
                trial = Trial(kind, preset, falls, quick)
                failures += report(trial, measure(trial, scene))
                bpy.ops.sinew.free_bake()
                bpy.data.objects.remove(trial.obj)
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zip", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])
    with tempfile.TemporaryDirectory(prefix="sinew_floor_") as temporary:
        folder = (arguments.output or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        studio.enable_addon(arguments.zip, folder)
        scene = studio.empty_scene(18 if arguments.quick else 60)
        bpy.ops.mesh.primitive_plane_add(size=60.0)
        bpy.context.object.name = "Floor"
        bpy.ops.sinew.toggle_floor()
        bpy.ops.wm.save_as_mainfile(filepath=str(folder / "floor_depths.blend"))
        failures = run_all(scene, arguments.quick)
    if failures:
        raise SystemExit("\n".join(failures))


main()
