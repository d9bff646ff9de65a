"""Bakes generated bad starts and judges every frame: bad_starts.py [--count N] [--family NAME] [--only K] [--folder FOLDER] [--baker FILE].

Four families: garments that stand in bodies, sleeves that cross, layers in one place, thickness above the gap. The same numbers on every run.
Prints a table in Markdown. Clean: no two triangles intersect (tools/check_intersections) from frame 20 after the start to the last frame. The
largest move is that of a vertex within a frame while something is tangled, as a share of the size of the scene.

Exit status: 0 if all begin, no intersecting frame is unreported, and the share --enough is clean (0.95, the aim, by default); otherwise 1.
"""

import argparse
import json
import math
import pathlib
import random
import re
import resource
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FRAMES = 24
GRACE = 20  # frames until it has to be clean
AIM = 0.95  # share of starts that are clean in time


def grid(columns, rows, place, wraps=False):
    """Vertices and faces of a sheet; `place` takes two numbers from 0 to 1. One that wraps is a tube."""
    across = columns if wraps else columns + 1
    vertices = [place(c / columns, r / rows) for r in range(rows + 1) for c in range(across)]
    faces = []
    for r in range(rows):
        for c in range(columns):
            a, b = r * across + c, r * across + (c + 1) % across
            faces += [[a, b, b + across], [a, b + across, a + across]]
    return {"vertices": [list(v) for v in vertices], "faces": faces}


def sheet(size, cells, height=0.0):
    return grid(cells, cells, lambda u, v: (size * (u - 0.5), size * (v - 0.5), height))


def tube(radius, length, around=14, along=8):
    def place(u, v):
        return radius * math.cos(2 * math.pi * u), radius * math.sin(2 * math.pi * u), length * (v - 0.5)

    return grid(around, along, place, wraps=True)


def ball(radius, rings=8, segments=12, stretch=1.0):
    vertices, faces = [[0.0, 0.0, radius * stretch]], []
    for ring in range(1, rings):
        polar = math.pi * ring / rings
        for s in range(segments):
            turn = 2 * math.pi * s / segments
            vertices.append(
                [radius * math.sin(polar) * math.cos(turn), radius * math.sin(polar) * math.sin(turn),
                 radius * stretch * math.cos(polar)]
            )
    vertices.append([0.0, 0.0, -radius * stretch])
    last = len(vertices) - 1
    for s in range(segments):
        n = (s + 1) % segments
        faces.append([0, 1 + s, 1 + n])
        for ring in range(rings - 2):
            a = 1 + ring * segments
            faces += [[a + s, a + segments + s, a + segments + n], [a + s, a + segments + n, a + n]]
        faces.append([last, last - segments + n, last - segments + s])
    return {"vertices": vertices, "faces": faces}


def turned(mesh, axis, degrees):
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    for v in mesh["vertices"]:
        v[i], v[j] = cos * v[i] - sin * v[j], sin * v[i] + cos * v[j]
    return mesh


def moved(mesh, *shift):
    for v in mesh["vertices"]:
        for k in range(3):
            v[k] += shift[k]
    return mesh


def rough(mesh, size, dice):
    for v in mesh["vertices"]:
        for k in range(3):
            v[k] += dice.uniform(-size, size)
    return mesh


def cloth(name, mesh, thickness=0.001):
    material = {"density": 400, "thickness": thickness, "young_modulus": 2e5, "poisson_ratio": 0.3, "damping": 2}
    return {"kind": "cosserat_shell", "name": name, "contact": "all", "mesh": mesh, "material": material}


def garment_through_body(dice):
    """A tube or a sheet that stands in a closed body, which is a collider or soft."""
    radius = dice.uniform(0.08, 0.12)
    if dice.random() < 0.6:
        body = ball(radius, stretch=2.0)
        garment = tube(radius * dice.uniform(0.85, 1.25), 0.2)
        moved(turned(garment, 0, dice.uniform(-10, 10)), dice.uniform(-0.03, 0.03), dice.uniform(-0.03, 0.03), 0.0)
    else:
        body = ball(radius)
        garment = sheet(0.4, 10, dice.uniform(-0.9, 0.9) * radius)
        moved(turned(garment, 1, dice.uniform(-20, 20)), dice.uniform(-0.05, 0.05), dice.uniform(-0.05, 0.05), 0.0)
    if dice.random() < 0.7:
        return [cloth("Garment", garment)], [{"kind": "mesh", "name": "Body", "mesh": body}]
    soft = {
        "kind": "micropolar_solid", "name": "Body", "surface": body, "resolution": {"count": 200},
        "material": {"density": 1000, "young_modulus": 5e4, "poisson_ratio": 0.3},
    }
    return [cloth("Garment", garment), soft], []


def crossing_sleeves(dice):
    """Two tubes that pass through each other."""
    first = tube(dice.uniform(0.04, 0.06), 0.4)
    second = turned(tube(dice.uniform(0.04, 0.06), 0.4), 0, dice.uniform(40, 140))
    moved(second, dice.uniform(-0.08, 0.08), dice.uniform(-0.05, 0.05), dice.uniform(-0.05, 0.05))
    return [cloth("Left", first), cloth("Right", second)], []


def coincident_layers(dice):
    """Two layers, or three, in one place; exactly, or but for some roughness or a tilt."""
    def make():
        return sheet(0.4, 9) if is_flat else tube(0.1, 0.3)

    is_flat = dice.random() < 0.5
    how = dice.choice(["same", "rough", "tilted", "other cells"])
    layers = [make() for _ in range(dice.choice([2, 2, 3]))]
    for k, layer in enumerate(layers[1:], 1):
        if how == "rough":
            rough(layer, 0.002, dice)
        elif how == "tilted":
            turned(layer, 1, k * dice.uniform(0.5, 3.0))
        elif how == "other cells":
            layers[k] = sheet(0.4, 9 - k) if is_flat else tube(0.1, 0.3, 14 - k, 8 - k)
    return [cloth(f"Layer {k}", layer) for k, layer in enumerate(layers)], []


def thickness_above_gap(dice):
    """Stacked sheets or nested tubes, nearer than they are thick."""
    thickness = dice.uniform(0.004, 0.012)
    gap = thickness * dice.uniform(0.05, 0.8)
    if dice.random() < 0.6:
        layers = [sheet(0.4, 9, k * gap) for k in range(3)]
    else:
        layers = [tube(0.1 + k * gap, 0.3) for k in range(2)]
    if dice.random() < 0.4:
        rough(layers[1], 0.4 * gap, dice)
    return [cloth(f"Layer {k}", layer, thickness) for k, layer in enumerate(layers)], []


FAMILIES = {
    "garment through body": garment_through_body,
    "crossing sleeves": crossing_sleeves,
    "coincident layers": coincident_layers,
    "thickness above the gap": thickness_above_gap,
}


def job_of(family, number):
    dice = random.Random(f"{family} {number}")
    bodies, colliders = FAMILIES[family](dice)
    return {
        "sinew_job": 1, "name": f"{family} {number}", "frames": {"start": 0, "end": FRAMES, "rate": 24},
        "gravity": [0, 0, dice.choice([0.0, -9.81]) if colliders else 0.0], "solver": {"substeps": 2},
        "bodies": bodies, "colliders": colliders,
    }  # fmt: skip


def positions(path):
    data = path.read_bytes()
    count, samples = struct.unpack_from("<i", data, 16)[0], struct.unpack_from("<i", data, 28)[0]
    numbers = struct.unpack_from(f"<{3 * count * samples}f", data, 32)
    return [numbers[3 * count * s : 3 * count * (s + 1)] for s in range(samples)]


def largest_move(cache, job, last):
    """Until frame `last`."""
    largest, low, high = 0.0, [math.inf] * 3, [-math.inf] * 3
    for body in job["bodies"]:
        frames = positions(cache / f"{body['name']}.pc2")
        for k in range(3):
            low[k] = min(low[k], *frames[0][k::3])
            high[k] = max(high[k], *frames[0][k::3])
        for before, after in zip(frames[:last], frames[1 : last + 1]):
            for i in range(0, len(before), 3):
                largest = max(largest, math.dist(before[i : i + 3], after[i : i + 3]))
    return largest / math.dist(low, high)


def run_one(baker, folder, family, number):
    """Whether it began, the first frame from which all are clean, the frames that the bake reported, the largest move."""
    name = f"{family} {number}".replace(" ", "_")
    job = job_of(family, number)
    path, cache = folder / f"{name}.json", folder / name
    path.write_text(json.dumps(job), encoding="utf-8")
    bake = [baker, "bake", path, "--cache", cache, "--restart", "--progress", "none", "--threads", "1"]
    baked = subprocess.run(bake, capture_output=True, text=True)
    judged = subprocess.run([ROOT / "tools/check_intersections", cache], capture_output=True, text=True)
    if judged.returncode not in (0, 1):
        return {"begins": False, "why": baked.stderr + judged.stdout + judged.stderr}
    frames = json.loads((cache / "bake.json").read_text(encoding="utf-8"))["frames"]
    bad = {int(f) for f in re.findall(r"^frame (-?\d+):", judged.stdout, re.MULTILINE)}
    reported = {f["frame"] for f in frames if f["tangled"]}
    clean_from = max(bad, default=-1) + 1
    return {
        "begins": baked.returncode == 0 and len(frames) == FRAMES + 1,
        "why": baked.stderr.strip(),
        "clean_from": clean_from,
        "unreported": sorted(bad - reported),
        "move": largest_move(cache, job, min(clean_from, len(frames) - 1)),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="starts, a quarter of each family")
    parser.add_argument("--family", choices=FAMILIES)
    parser.add_argument("--only", type=int, help="one start of each family")
    parser.add_argument("--enough", type=float, default=AIM)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "examples/output/bad_starts")
    parser.add_argument("--baker", default=ROOT / "build/release/bin/sinew")
    parser.add_argument("--verbose", action="store_true", help="a line for each start")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    families = [options.family] if options.family else list(FAMILIES)
    numbers = [options.only] if options.only is not None else range(options.count // len(FAMILIES))
    print("| bad starts | begin | clean by frame 20 | frames until clean, median | worst | largest move | CPU s |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    total = began = cleaned = 0
    unreported = []
    for family in families:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        results = []
        for number in numbers:
            result = run_one(options.baker, options.folder, family, number)
            results.append(result)
            if options.verbose:
                print(family, number, result, file=sys.stderr, flush=True)
            if result.get("unreported"):
                unreported.append(f"{family} {number}: frames {result['unreported']}")
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
        begin = [r for r in results if r["begins"]]
        clean = [r for r in begin if r["clean_from"] <= GRACE]
        times = sorted(r["clean_from"] for r in clean)
        print(
            f"| {family} | {len(begin)} of {len(results)} | {len(clean)} | {times[len(times) // 2] if times else '-'} "
            f"| {times[-1] if times else '-'} | {max((r['move'] for r in begin), default=0.0):.3f} | {seconds:.0f} |",
            flush=True,
        )
        total, began, cleaned = total + len(results), began + len(begin), cleaned + len(clean)
    print(f"\n{began} of {total} begin, {cleaned} are clean; intersecting frames that were not reported: {len(unreported)}")
    for line in unreported:
        print("not reported:", line)
    sys.exit(0 if began == total and cleaned >= options.enough * total and not unreported else 1)


if __name__ == "__main__":
    main()
