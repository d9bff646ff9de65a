#!/usr/bin/env python3
"""Bakes scenes with contact, counts Newton iterations a step, and compares their time with that of the same scenes with contact off.

    examples/benchmarks/contact_scenes.py [--sinew PROGRAM] [--output FOLDER] [--only NAME]... [--no-off]

Prints a table in Markdown. Substeps become frames, so that `bake.json` has the iterations of each step; a step that was tried again with shorter
ones counts as one, with all its iterations. Time is CPU time of the whole bake on one thread. Contact is off where every body has `contact` "none" and
there are no colliders. All frames are judged by tools/check_intersections.
"""

import argparse
import copy
import json
import math
import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True


def grid(n, size, place):
    """Vertices and faces of a level square of n × n squares, its middle at `place`."""
    x, y, z = place
    steps = [size * (i / n - 0.5) for i in range(n + 1)]
    vertices = [[round(x + a, 9), round(y + b, 9), z] for b in steps for a in steps]
    faces = []
    for j in range(n):
        for i in range(n):
            v = j * (n + 1) + i
            faces += [[v, v + 1, v + n + 2], [v, v + n + 2, v + n + 1]]
    return {"vertices": vertices, "faces": faces}


def box(size, place, turn=0.0):
    c, s = math.cos(turn), math.sin(turn)
    vertices = []
    for z in (-size / 2, size / 2):
        for x, y in ((size / 2, size / 2), (-size / 2, size / 2), (-size / 2, -size / 2), (size / 2, -size / 2)):
            vertices.append([round(place[0] + c * x - s * y, 9), round(place[1] + s * x + c * y, 9), round(place[2] + z, 9)])
    return {
        "vertices": vertices,
        "faces": [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]],
    }


def job(name, frames, bodies, colliders=(), substeps=2, gravity=-9.81):
    return {
        "sinew_job": 1,
        "name": name,
        "frames": {"start": 1, "end": frames, "rate": 24},
        "gravity": [0, 0, gravity],
        "solver": {"substeps": substeps},
        "bodies": bodies,
        "colliders": list(colliders),
    }


def example(name):
    return json.loads((ROOT / "examples" / "jobs" / f"{name}.json").read_text(encoding="utf-8"))


def sheet_on_ball(n):
    """The sheet of `drape` in other squares, without the block."""
    scene = example("drape")
    scene["name"] = f"sheet_{n}"
    scene["frames"]["end"] = 40
    scene["bodies"] = scene["bodies"][:1]
    scene["bodies"][0]["mesh"] = grid(n, 1.0, (0.03, 0.02, 0.3))
    return scene


def box_pairs(count):
    """Pairs of rigid boxes that fly at each other far from all other pairs, each pair a little later and turned more."""
    bodies = []
    for k in range(count):
        for side in (-1, 1):
            bodies.append(
                {
                    "kind": "rigid_body",
                    "name": f"Box {k} {side}",
                    "mesh": box(0.2, (side * (0.15 + 0.011 * k), 1.5 * k, 0.02 * side), 0.1 + 0.37 * k + 0.2 * side),
                    "material": {"density": 600},
                    "initial": {"velocity": [[-1.5 * side, 0, 0]], "angular_velocity": [[0.3, side, 0.2]]},
                }
            )
    return job(f"box_pairs_{count}", 12, bodies, gravity=0.0)


SCENES = {
    "drape": lambda: example("drape"),
    "sheet_16": lambda: sheet_on_ball(16),
    "sheet_32": lambda: sheet_on_ball(32),
    "rigid_tower": lambda: example("rigid_tower"),
    "box_pairs_1": lambda: box_pairs(1),
    "box_pairs_16": lambda: box_pairs(16),
}


def in_steps(scene):
    """The same scene with a frame for each step."""
    steps = scene["solver"].get("substeps", 1)
    frames = scene["frames"]
    frames["end"] = frames["start"] + steps * (frames["end"] - frames["start"])
    frames["rate"] *= steps
    scene["solver"]["substeps"] = 1
    return scene


def without_contact(scene):
    scene = copy.deepcopy(scene)
    for body in scene["bodies"]:
        body["contact"] = "none"
    scene["colliders"] = []
    return scene


def bake(program, scene, folder):
    """Iterations of each step, CPU seconds, and whether it ended well."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{scene['name']}.json"
    path.write_text(json.dumps(scene), encoding="utf-8")
    cache = folder / scene["name"]
    subprocess.run(["rm", "-rf", str(cache)], check=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "bake", path, "--cache", cache, "--threads", "1", "--progress", "none"]
    status = subprocess.run([str(part) for part in command], check=False).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    frames = json.loads((cache / "bake.json").read_text(encoding="utf-8"))["frames"]
    return [frame for frame in frames if frame["steps"]], seconds, status, cache


def judge(cache):
    done = subprocess.run(
        [str(ROOT / "tools" / "check_intersections"), str(cache)], check=False, capture_output=True, text=True
    )
    return {0: "clean", 1: "intersects"}.get(done.returncode, "not judged")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sinew", type=Path, default=ROOT / "build" / "release" / "bin" / "sinew")
    parser.add_argument("--output", type=Path, default=ROOT / "examples" / "output" / "benchmarks" / "contact_scenes")
    parser.add_argument("--only", action="append", choices=SCENES, default=[])
    parser.add_argument("--no-off", action="store_true", help="leave out the bakes with contact off")
    options = parser.parse_args()
    print("| scene | steps | tried again | iterations a step | median | worst | CPU [s] | contact off [s] | ratio | judged |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    for name in options.only or SCENES:
        scene = in_steps(SCENES[name]())
        frames, seconds, status, cache = bake(options.sinew, scene, options.output)
        counts = [frame["iterations"] for frame in frames]
        again = sum(frame["steps"] > 1 for frame in frames)
        off, ratio = "", ""
        if not options.no_off:
            scene["name"] += "_off"
            _, alone, _, _ = bake(options.sinew, without_contact(scene), options.output)
            off, ratio = f"{alone:.2f}", f"{seconds / alone:.1f}"
        verdict = judge(cache) if status == 0 else f"ended with status {status}"
        print(
            f"| {name} | {len(counts)} | {again} | {statistics.mean(counts):.1f} | {statistics.median(counts):g} "
            f"| {max(counts)} | {seconds:.2f} | {off} | {ratio} | {verdict} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
