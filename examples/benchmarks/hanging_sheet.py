"""Measures the first frames of a thin soft sheet that is held at an edge and falls, by its linear solver.

Usage: hanging_sheet.py SINEW FOLDER [--squares 128] [--frames 3] [--solvers automatic direct] [--limit 1200]

The sheet is that of sheet_newton.cpp: 1 m, E = 20 MPa, h = 0.3 mm, 500 kg/m³, two steps a frame. Prints a table in Markdown: CPU time of all threads a frame, without
that of a bake of the first frame alone; Newton iterations; resident memory at most. A bake that takes longer than the limit [s] is ended.
"""

import argparse
import json
import os
import shutil
import subprocess
import threading
from pathlib import Path


def job(squares, frames, solver):
    side = squares + 1
    sheet = {
        "kind": "cosserat_shell",
        "name": "Sheet",
        "mesh": {
            "vertices": [[i / squares, j / squares, 0] for j in range(side) for i in range(side)],
            "faces": [[v, v + 1, v + side + 1, v + side] for v in range(side * squares) if v % side < squares],
        },
        "material": {"density": 500, "thickness": 3e-4, "young_modulus": 2e7},
        "pins": [{"vertices": list(range(side))}],
    }
    return {
        "sinew_job": 1,
        "name": "hanging_sheet",
        "frames": {"start": 0, "end": frames, "rate": 24},
        "gravity": [0, 0, -9.81],
        "solver": {"substeps": 2, "implicit": {"linear_solver": solver}},
        "bodies": [sheet],
    }


def bake(program, path, cache, limit):
    """CPU time of all threads [s] and resident memory at most [bytes]; None if it took too long."""
    shutil.rmtree(cache, ignore_errors=True)
    with subprocess.Popen([program, "bake", str(path), "--cache", str(cache)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        timer = threading.Timer(limit, process.terminate)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        timer.cancel()
    return (usage.ru_utime + usage.ru_stime, 1024 * usage.ru_maxrss) if process.returncode == 0 else None


def row(arguments, solver):
    path, cache = arguments.folder / f"hanging_sheet_{solver}.json", arguments.folder / f"hanging_sheet_{solver}"
    begin = f"| {arguments.squares} × {arguments.squares} | {solver} |"
    seconds = []
    for frames in (0, arguments.frames):
        path.write_text(json.dumps(job(arguments.squares, frames, solver)), encoding="utf-8")
        measured = bake(arguments.program, path, cache, arguments.limit)
        if measured is None:
            return f"{begin} more than {arguments.limit} s for {arguments.frames} frames | | |"
        seconds.append(measured[0])
    baked = json.loads((cache / "bake.json").read_text(encoding="utf-8"))["frames"]
    iterations = ", ".join(f"{frame['iterations']} in {frame['steps']} steps" for frame in baked[1:])
    return f"{begin} {(seconds[1] - seconds[0]) / arguments.frames:.3g} | {iterations} | {measured[1] / 1e6:,.0f} |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--squares", type=int, default=128)
    parser.add_argument("--frames", type=int, default=3)
    parser.add_argument("--solvers", nargs="+", default=["automatic", "direct"])
    parser.add_argument("--limit", type=int, default=1200)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    print("### A sheet that hangs from an edge\n")
    print("| squares | linear solver | CPU s a frame | Newton iterations, frame by frame | MB |")
    print("| --- | --- | ---: | --- | ---: |")
    for solver in arguments.solvers:
        print(row(arguments, solver), flush=True)


if __name__ == "__main__":
    main()
