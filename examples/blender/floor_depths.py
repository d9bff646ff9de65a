"""How deep every preset of solids and shells sinks into a floor, at rest and after a fall.

Usage: blender -b --factory-startup --python-exit-code 1 --python floor_depths.py -- --zip ZIP --output FOLDER [--quick]

Installs the add-on from ZIP into FOLDER (nobody's own Blender is changed). Cubes of 1 m and sheets of 1 m stand on a floor; heads
of 2 m and tilted sheets fall on it from 1 m. The table has, in millimetres, how deep the lowest vertex of the mesh is that
Blender shows, with half the thickness of shells. It ends with an error where a body at rest is deeper than 1 mm, or one that
falls deeper than 1 % of its size. With --quick meshes are coarse and times short.
"""

import argparse
import math
import os
import pathlib
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio

REST_LIMIT = 0.001  # [m]
IMPACT_LIMIT = 0.01  # of the size
FALL = 1.0  # [m]
SPACING = 4.0  # between bodies, which go through each other [m]
KINDS = {"MICROPOLAR_SOLID": "solid", "COSSERAT_SHELL": "shell"}


class Trial:
    """One body of one preset, and how deep it got."""

    def __init__(self, kind, preset, falls, place, quick):
        self.kind, self.preset, self.falls = kind, preset, falls
        self._quick = quick
        self.obj = self._solid(place) if kind == "MICROPOLAR_SOLID" else self._sheet(place)
        self.obj.name = f"{preset} {KINDS[kind]} {'falls' if falls else 'rests'}"
        bpy.ops.sinew.add_body(body_type=kind)
        settings = getattr(self.obj.sinew, KINDS[kind])
        if preset != "(default)":
            folder = sys.modules[f"sinew.panels.{KINDS[kind]}"].SHIPPED_PRESETS
            bpy.ops.script.execute_preset(
                filepath=str(folder / f"{preset}.py"), menu_idname=f"SINEW_PT_{KINDS[kind]}_presets"
            )
        if kind == "MICROPOLAR_SOLID" and quick:
            settings.tet_count = 150
        self.thickness = settings.thickness_mm / 1000.0 if kind == "COSSERAT_SHELL" else 0.0
        self._put_on(FALL if falls else 0.0)
        self.size = max(self.obj.dimensions)

    def _solid(self, place):
        if self.falls:
            bpy.ops.mesh.primitive_monkey_add(size=2.0, location=place, rotation=(0.3, 0.2, 0.1))
        else:
            bpy.ops.mesh.primitive_cube_add(size=1.0, location=place)
        return bpy.context.object

    def _sheet(self, place):
        turned = (0.4, 0.3, 0.0) if self.falls else (0.0, 0.0, 0.0)
        cuts = 4 if self._quick else 10
        bpy.ops.mesh.primitive_grid_add(
            x_subdivisions=cuts, y_subdivisions=cuts, size=1.0, location=place, rotation=turned
        )
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
    folder = sys.modules[f"sinew.panels.{KINDS[kind]}"].SHIPPED_PRESETS
    return ["(default)", *sorted(file.stem for file in folder.glob("*.py"))]


def add_trials(quick):
    trials = []
    for row, kind in enumerate(KINDS):
        for column, preset in enumerate(presets_of(kind)):
            for falls in (False, True):
                place = (SPACING * column, SPACING * (2 * row + falls), 0.0)
                trials.append(Trial(kind, preset, falls, place, quick))
    return trials


def measure(scene, trials):
    """For each trial how deep it is over time."""
    depths = [[] for _ in trials]
    for frame in range(scene.frame_start, scene.frame_end + 1):
        scene.frame_set(frame)
        depsgraph = bpy.context.evaluated_depsgraph_get()
        for trial, found in zip(trials, depths):
            found.append(trial.depth(depsgraph))
    return depths


def report(trials, depths):
    """Prints the table; the sentences about what is too deep."""
    failures = []
    print("body                                deepest [mm]   at the end [mm]   allowed [mm]")
    for trial, found in zip(trials, depths):
        limit = IMPACT_LIMIT * trial.size if trial.falls else REST_LIMIT
        deepest, last = max(found), found[-1]
        print(f"{trial.obj.name:34s} {1e3 * deepest:13.3f} {1e3 * last:17.3f} {1e3 * limit:14.1f}", flush=True)
        if not deepest < limit:
            failures.append(f"{trial.obj.name} is {1e3 * deepest:.2f} mm deep, {1e3 * limit:.1f} mm are allowed")
        if trial.falls and max(found) <= 0.0:
            failures.append(f"{trial.obj.name} does not reach the floor: the bake is too short to tell anything")
        if not math.isfinite(deepest) or last < -5.0:
            failures.append(f"{trial.obj.name} flies away")
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zip", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])
    folder = arguments.output.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    studio.enable_addon(arguments.zip, folder)
    scene = studio.empty_scene(18 if arguments.quick else 60)
    bpy.ops.mesh.primitive_plane_add(size=60.0)
    bpy.context.object.name = "Floor"
    bpy.ops.sinew.toggle_floor()
    trials = add_trials(arguments.quick)
    bpy.ops.wm.save_as_mainfile(filepath=str(folder / "floor_depths.blend"))
    bpy.ops.sinew.bake(restart=True)
    failures = report(trials, measure(scene, trials))
    if failures:
        raise SystemExit("\n".join(failures))


main()
