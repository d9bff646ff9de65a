"""Times thin sheets that hang, drape and lie on themselves, with contact and without, and judges their frames.

    contact_sheets.py [SCENE...] [--squares N]... [--frames N] [--substeps N] [--build FOLDER]

A sheet of 1 m of N × N squares, each of two triangles with six nodes, carries a mesh of 2N × 2N squares, which is the output. E h = 6,000 N/m,
500 kg/m³, 24 frames a second, one step a frame, self-contact on. Prints a table in Markdown: time a frame on the clock, and CPU time of all threads with
loading and writing; iterations a step, median and most; the longest edge, against its length at rest, of those along the threads; what tools/check_intersections finds.
Without contact, sheets fall through the ball, the table and themselves.

    hanging   held at two corners
    draped    falls on a ball with a radius of 0.25 m
    folded    a half lies on the other, on a table
"""

import argparse
import json
import math
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PC2_HEADER = 32
BALL_RADIUS = 0.25
FOLD_RADIUS = 0.03


def grid(squares, height=0.0):
    """Vertices and triangles of a square metre; all diagonals go the same way, so that halving the squares cuts triangles in four."""
    side = squares + 1
    vertices = [[i / squares - 0.5, j / squares - 0.5, height] for j in range(side) for i in range(side)]
    faces = []
    for corner in (j * side + i for j in range(squares) for i in range(squares)):
        faces += [[corner, corner + 1, corner + side + 1], [corner, corner + side + 1, corner + side]]
    return {"vertices": vertices, "faces": faces}


def ball(rings=16, segments=32):
    vertices = [[0.0, 0.0, -BALL_RADIUS]]
    for ring in range(1, rings):
        polar = math.pi * ring / rings
        for segment in range(segments):
            turn = 2.0 * math.pi * segment / segments
            across = BALL_RADIUS * math.sin(polar)
            vertices.append([across * math.cos(turn), across * math.sin(turn), -BALL_RADIUS * math.cos(polar)])
    vertices.append([0.0, 0.0, BALL_RADIUS])
    top = len(vertices) - 1
    faces = []
    for segment in range(segments):
        after = (segment + 1) % segments
        faces.append([0, 1 + after, 1 + segment])
        faces.append([top, top - segments + segment, top - segments + after])
        for ring in range(rings - 2):
            low, high = 1 + ring * segments, 1 + (ring + 1) * segments
            faces.append([low + segment, low + after, high + after, high + segment])
    return {"vertices": vertices, "faces": faces}


def table():
    corners = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]]
    return {"vertices": corners, "faces": [[0, 1, 2, 3]]}


def folded(point):
    """A place on the flat sheet, rolled round a half circle along its middle and laid on the table."""
    x, y, _ = point
    bend = math.pi * FOLD_RADIUS
    height = 0.002
    if x <= -0.5 * bend:
        return [x + 0.5 * bend, y, height]
    if x >= 0.5 * bend:
        return [0.5 * bend - x, y, height + 2.0 * FOLD_RADIUS]
    angle = (x + 0.5 * bend) / FOLD_RADIUS
    return [FOLD_RADIUS * math.sin(angle), y, height + FOLD_RADIUS * (1.0 - math.cos(angle))]


def job_of(scene, squares, frames, substeps, contact):
    sheet = {
        "kind": "cosserat_shell",
        "name": "Sheet",
        "contact": "all" if contact else "none",
        "mesh": grid(squares),
        "surface": grid(2 * squares),
        "material": {"density": 500, "thickness": 0.0003, "young_modulus": 2e7, "poisson_ratio": 0.3},
    }
    job = {
        "sinew_job": 1,
        "name": scene,
        "frames": {"start": 1, "end": frames, "rate": 24},
        "gravity": [0, 0, -9.81],
        "solver": {"substeps": substeps},
        "bodies": [sheet],
    }
    if scene == "hanging":
        sheet["pins"] = [{"vertices": [0, squares]}]
    elif scene == "draped":
        for mesh in (sheet["mesh"], sheet["surface"]):
            for vertex in mesh["vertices"]:
                vertex[0] += 0.03  # not even, as nothing is
                vertex[1] += 0.02
                vertex[2] = BALL_RADIUS + 0.01
        job["colliders"] = [{"kind": "mesh", "name": "Ball", "mesh": ball()}]
    else:
        sheet["initial"] = {"positions": [folded(p) for p in sheet["mesh"]["vertices"]]}
        job["colliders"] = [{"kind": "mesh", "name": "Table", "mesh": table()}]
    return job


def largest_stretch(cache, sheet):
    """The longest edge against its length at rest, of all frames."""
    data = (cache / "Sheet.pc2").read_bytes()
    count, frames = struct.unpack_from("<i", data, 16)[0], struct.unpack_from("<i", data, 28)[0]
    rest = sheet["vertices"]
    edges = {tuple(sorted((face[k], face[(k + 1) % 3]))) for face in sheet["faces"] for k in range(3)}
    # Diagonals are shortened and lengthened by shear, which cloth hardly resists.
    edges = [(a, b) for a, b in edges if rest[a][0] == rest[b][0] or rest[a][1] == rest[b][1]]
    largest = 0.0
    for frame in range(frames):
        p = struct.unpack_from(f"<{3 * count}f", data, PC2_HEADER + 12 * count * frame)
        for a, b in edges:
            largest = max(largest, math.dist(p[3 * a : 3 * a + 3], p[3 * b : 3 * b + 3]) / math.dist(rest[a], rest[b]))
    return largest


def judged(cache, build):
    command = [ROOT / "tools" / "check_intersections", cache, "--program", build / "bin" / "sinew_intersections"]
    result = subprocess.run([sys.executable, "-B", *command], capture_output=True, text=True, check=False)
    if result.returncode > 1:
        sys.exit(result.stderr)
    return "none" if result.returncode == 0 else result.stdout.strip().splitlines()[-1]


def baked(job, build, folder):
    """Frames of the report, and seconds of all threads."""
    path, cache = folder / "job.json", folder / "cache"
    path.write_text(json.dumps(job))
    before = os.times()
    command = [build / "bin" / "sinew", "bake", path, "--cache", cache, "--progress", "none"]
    subprocess.run(command, check=False)
    after = os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return json.loads((cache / "bake.json").read_text())["frames"][1:], processor


def row(scene, squares, contact, options, folder):
    """Measures one bake and prints it. Returns its CPU time a frame."""
    job = job_of(scene, squares, options.frames, options.substeps, contact)
    frames, processor = baked(job, options.build, folder)
    if not frames:
        print(f"| {scene} | {2 * squares + 1}² | 0 | | | | | |", flush=True)
        return math.nan
    iterations = [frame["iterations"] / frame["steps"] for frame in frames]
    wall = sum(frame["seconds"] for frame in frames) / len(frames)
    stretch = largest_stretch(folder / "cache", job["bodies"][0]["surface"])
    print(
        f"| {scene}{'' if contact else ', no contact'} | {2 * squares + 1}² | {len(frames)} | {1e3 * wall:.0f} "
        f"| {1e3 * processor / len(frames):.0f} | {sorted(iterations)[len(iterations) // 2]:.0f}, at most "
        f"{max(iterations):.0f} | {stretch:.3f} | {judged(folder / 'cache', options.build) if contact else ''} |",
        flush=True,
    )
    return processor / len(frames)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help="hanging, draped, folded; all if none is given")
    parser.add_argument("--squares", type=int, action="append", help="on a side of the sheet, 32 if not given")
    parser.add_argument("--frames", type=int, default=24)
    parser.add_argument("--substeps", type=int, default=1)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release")
    options = parser.parse_args()
    print("### Thin sheets that hang, drape and lie on themselves\n")
    print("| scene | nodes | frames | ms a frame | CPU ms | iterations a step | longest edge | intersections |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    ratios = []
    for squares in options.squares or [32]:
        for scene in options.scenes or ["hanging", "draped", "folded"]:
            times = []
            for contact in (True, False):
                with tempfile.TemporaryDirectory(prefix="sinew_sheet_") as folder:
                    times.append(row(scene, squares, contact, options, Path(folder)))
            ratios.append(f"{scene} {2 * squares + 1}² {times[0] / times[1]:.1f}")
    print(f"\nCPU time with contact over that without: {', '.join(ratios)}.\n")


if __name__ == "__main__":
    main()
