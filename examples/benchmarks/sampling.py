"""Times how long the add-on reads a rigged mesh in each frame, beside Blender's own evaluation of the scene.

Usage: blender -b --factory-startup --python-exit-code 1 --python sampling.py -- --zip ZIP [--vertices 50000] [--frames 40]
           [--job FOLDER]

Prints a table in Markdown: processor time of all threads, the median over the frames. "Above" is what the export of a frame takes more
than `frame_set` alone. With --job the jobs are written into FOLDER, to compare their bytes.
"""

import argparse
import pathlib
import statistics
import struct
import sys
import time
from array import array

import bpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import rigged_sheet


def collider(sheet):
    sheet.sinew.is_collider = True


def pinned_shell(sheet):
    sheet.vertex_groups.new(name="all").add(range(len(sheet.data.vertices)), 1.0, "REPLACE")
    _make(sheet, "COSSERAT_SHELL")
    sheet.sinew.shell.pin_group = "all"


def pinned_solid(sheet):
    sheet.modifiers.new("Thick", "SOLIDIFY").thickness = 0.1
    with bpy.context.temp_override(object=sheet):
        bpy.ops.object.modifier_move_to_index(modifier="Thick", index=0)
        bpy.ops.object.modifier_apply(modifier="Thick")
    sheet.vertex_groups.new(name="half").add(range(len(sheet.data.vertices) // 2), 1.0, "REPLACE")
    _make(sheet, "MICROPOLAR_SOLID")
    sheet.sinew.solid.pin_group = "half"


def baked_shell(sheet):
    """With a cache, as after a bake: it plays the mesh at rest."""
    from sinew.playback import mesh_cache

    pinned_shell(sheet)
    count, frames = len(sheet.data.vertices), bpy.context.scene.frame_end
    numbers = array("f", bytes(12 * count))
    sheet.data.vertices.foreach_get("co", numbers)
    path = pathlib.Path(bpy.app.tempdir, "sheet.pc2")
    header = struct.pack("<12siiffi", b"POINTCACHE2", 1, count, 1.0, 1.0, frames)
    path.write_bytes(header + frames * numbers.tobytes())
    mesh_cache.attach(sheet, str(path), 1)


CASES = {
    "deforming collider": (collider, 1.0),
    "shell, all vertices pinned": (pinned_shell, 1.0),
    "the same with a cache": (baked_shell, 1.0),
    "solid, half of its vertices pinned": (pinned_solid, 0.5),
}


def _make(sheet, body_type):
    import studio

    studio.make_active(sheet)
    bpy.ops.sinew.add_body(body_type=body_type)


def seconds_of_evaluation(scene):
    times = []
    for frame in range(scene.frame_start, scene.frame_end + 1):
        begin = time.process_time()
        scene.frame_set(frame)
        times.append(time.process_time() - begin)
    return statistics.median(times[1:])


def seconds_of_export(scene, folder):
    from sinew.export.scene import SceneExport

    export = SceneExport(scene)
    times, before, begin = [], 0, time.process_time()
    for done, _ in export.run(bpy.context.evaluated_depsgraph_get):
        now = time.process_time()
        if done > before:
            times.append(now - begin)
        before, begin = done, now
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        export.write(folder / "job.json", folder / "job.bin")
    return statistics.median(times[1:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zip", type=pathlib.Path, required=True)
    parser.add_argument("--vertices", type=int, default=50000)
    parser.add_argument("--frames", type=int, default=40)
    parser.add_argument("--job", type=pathlib.Path)
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])
    folder = rigged_sheet.enable_addon(options.zip)
    print(f"\n## Reading a rigged mesh, Blender {bpy.app.version_string}\n")
    print("| object | vertices | Blender's evaluation [ms] | above it [ms] |")
    print("| --- | ---: | ---: | ---: |")
    for name, (make, share) in CASES.items():
        scene = rigged_sheet.new_scene(options.frames)
        sheet = rigged_sheet.add_sheet(int(share * options.vertices), options.frames)
        make(sheet)
        alone = seconds_of_evaluation(scene)
        whole = seconds_of_export(scene, options.job and options.job / name.replace(" ", "_").replace(",", ""))
        print(f"| {name} | {len(sheet.data.vertices):,} | {1e3 * alone:.1f} | {1e3 * (whole - alone):.1f} |", flush=True)
    folder.cleanup()


if __name__ == "__main__":
    main()
