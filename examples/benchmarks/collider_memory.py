"""Measures how much memory a deforming collider takes while it is exported and while it is baked, beside its size in the job.

Usage: blender -b --factory-startup --python-exit-code 1 --python collider_memory.py -- --zip ZIP --sinew PROGRAM
           [--vertices 100000] [--frames 250] [--baked 3]

Prints a table in Markdown: the peak of the resident memory above that of the same collider over 2 frames. The baker reads the whole job and bakes the
first frames only (--baked), since memory does not grow from there.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import bpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import rigged_sheet

MEGABYTE = 1e6
OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "output"  # a folder for temporary files may be memory


def export_peak(scene, last_frame, folder):
    """Bytes of this process at most, while it exports and writes."""
    from sinew.export.scene import SceneExport

    pathlib.Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # forgets the peak until now
    export = SceneExport(scene, frames=(1, last_frame), folder=folder)
    for _ in export.run(bpy.context.evaluated_depsgraph_get):
        pass
    export.write(folder / "job.json", folder / "job.bin")
    status = pathlib.Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return 1024 * int(line.split()[1])


def bake_peak(program, folder, frames):
    """Bytes of the baker at most."""
    path = folder / "job.json"
    job = json.loads(path.read_text(encoding="utf-8"))
    job["frames"]["end"] = min(job["frames"]["end"], frames)
    path.write_text(json.dumps(job), encoding="utf-8")
    command = [program, "bake", str(path), "--cache", str(folder / "cache"), "--progress", "json"]
    measured = [sys.executable, "-c", _CHILD, *command]
    return int(subprocess.run(measured, check=True, capture_output=True, text=True).stdout)


# Runs a program and prints the most memory that it had [bytes].
_CHILD = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zip", type=pathlib.Path, required=True)
    parser.add_argument("--sinew", required=True)
    parser.add_argument("--vertices", type=int, default=100000)
    parser.add_argument("--frames", type=int, default=250)
    parser.add_argument("--baked", type=int, default=3)
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])
    unpacked = rigged_sheet.enable_addon(options.zip)
    scene = rigged_sheet.new_scene(options.frames)
    sheet = rigged_sheet.add_sheet(options.vertices, options.frames)
    sheet.sinew.is_collider = True
    OUTPUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="memory_", dir=OUTPUT) as name:
        short, whole = pathlib.Path(name) / "short", pathlib.Path(name) / "whole"
        short.mkdir()
        whole.mkdir()
        exported = -export_peak(scene, 2, short) + export_peak(scene, options.frames, whole)
        own = 12 * len(sheet.data.vertices) * options.frames
        print(f"\n## Memory of a deforming collider of {len(sheet.data.vertices):,} vertices over {options.frames} frames\n")
        print("| | MB | times the collider's size |")
        print("| --- | ---: | ---: |")
        print(f"| its own size in the job, single precision | {own / MEGABYTE:.0f} | 1.00 |")
        print(f"| export in Blender {bpy.app.version_string} | {exported / MEGABYTE:.0f} | {exported / own:.2f} |", flush=True)
        baked = -bake_peak(options.sinew, short, 2) + bake_peak(options.sinew, whole, options.baked)
        print(f"| `sinew bake` | {baked / MEGABYTE:.0f} | {baked / own:.2f} |")
    unpacked.cleanup()


if __name__ == "__main__":
    main()
