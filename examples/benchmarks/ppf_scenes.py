"""Scenes of the examples of ppf-contact-solver, built again from their numbers, and seconds a frame beside its published ones.

    ppf_scenes.py PROGRAM FOLDER [FRAMES [SCENE …]]      scenes: domino, friction, roller, cards; FRAMES of each, default 60

Theirs are the times of its README for an NVIDIA L4, divided by the speed-up of its article on performance, so an estimate. Ours are CPU time, user and system, of the whole bake, divided by the frames; the first FRAMES
frames count, in which most happens. Steps of 10 ms, three a frame at 30 frames a second, as there. What differs: dominoes and cards are rigid bodies here, soft solids and shells there; armadillo and knot are made by
script, with as many tetrahedra as theirs. The judge looks at all frames.
"""

import math
import resource
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[1]
sys.path += [str(EXAMPLES / "scenes"), str(EXAMPLES / "checks")]

from ball_mesh import ball  # noqa: E402
from baked import Baked  # noqa: E402
from blob_bodies import armadillo  # noqa: E402
from judged import judge  # noqa: E402
from rigid_parts import box, job, rigid, table, turned  # noqa: E402
from scene_file import write_job  # noqa: E402

RATE, STEPS = 30, 3


def scene(name, frames, bodies, colliders, movers=()):
    result = job(name, frames + 1, bodies, colliders, rate=RATE, substeps=STEPS, implicit={"iterations": 300})
    result["movers"] = list(movers)
    return result


def domino(frames):
    """A spiral of dominoes, 0.15 m apart, from a radius of 1 m to 0.5 m in two turns; a leaning one falls on the first."""
    sizes, friction = (0.1, 0.025, 0.25), 0.1
    bodies, last, samples = [], None, 4096
    for i in reversed(range(samples)):
        turn = 4 * math.pi * i / samples - math.pi / 2
        radius = 0.5 + 0.5 * i / samples
        place = (-radius * math.cos(turn), radius * math.sin(turn))
        if last is None or math.dist(place, last) > 0.15:
            mesh = box(sizes, (*place, 0.5 * sizes[2] + 1e-4), (2, -turn))
            bodies.append(rigid(f"Domino {len(bodies) + 1}", mesh, friction, 1000))
            last = place
    pusher = box(sizes, (-0.1, -1.0, 0.375), (2, math.pi / 2), (1, math.radians(20)))
    bodies.append(rigid("Pusher", pusher, friction, 1000))
    return scene("domino", frames, bodies, [table(2.0, friction)])


def friction(frames):
    """A soft armadillo, 1 m tall, lies down on a slope with a tangent of 0.5; the coefficient of friction is 0.51."""
    angle, mu = math.atan(0.5), 0.51
    mesh = armadillo(0.02)
    vertices = []
    for x, y, z in mesh["vertices"]:
        # Onto its back, and above the slope.
        lying = turned((2 * x, 2 * y, 2 * z - 0.5), 0, -math.pi / 2)
        place = turned((lying[0], lying[1], lying[2] + 0.75), 1, angle)
        vertices.append(place)
    body = {
        "kind": "micropolar_solid",
        "name": "Armadillo",
        "contact": "all",
        "friction": mu,
        "surface": {"vertices": vertices, "faces": mesh["faces"]},
        "resolution": {"count": 12000},
        "material": {"density": 1000, "young_modulus": 1e5, "poisson_ratio": 0.49},
    }
    corners = [turned(corner, 1, angle) for corner in ((-3, -1.5, 0), (12, -1.5, 0), (12, 1.5, 0), (-3, 1.5, 0))]
    slope = {"kind": "mesh", "name": "Slope", "mesh": {"vertices": corners, "faces": [[0, 1, 2, 3]]}, "friction": mu}
    return scene("friction", frames, [body], [slope])


def knot(size, tube):
    """A trefoil of a round tube, its bounding box about `size` wide."""
    around, sides, scale = 64, 8, size / 6.2
    middles = []
    for i in range(around):
        t = 2 * math.pi * i / around
        middles.append([scale * (math.sin(t) + 2 * math.sin(2 * t)), scale * (math.cos(t) - 2 * math.cos(2 * t)), -scale * 1.4 * math.sin(3 * t)])
    vertices, faces = [], []
    for i, p in enumerate(middles):
        before, after = middles[i - 1], middles[(i + 1) % around]
        along = [b - a for a, b in zip(before, after)]
        length = math.hypot(*along)
        along = [x / length for x in along]
        # A normal in the plane of p and the way: smooth round the knot, as the knot never goes through its middle.
        dot = sum(x * y for x, y in zip(p, along))
        out = [x - dot * y for x, y in zip(p, along)]
        length = math.hypot(*out)
        out = [x / length for x in out]
        side = [along[1] * out[2] - along[2] * out[1], along[2] * out[0] - along[0] * out[2], along[0] * out[1] - along[1] * out[0]]
        for k in range(sides):
            a = 2 * math.pi * k / sides
            vertices.append([x + tube * (math.cos(a) * u + math.sin(a) * v) for x, u, v in zip(p, out, side)])
    for i in range(around):
        for k in range(sides):
            a, b = sides * i + k, sides * i + (k + 1) % sides
            c, d = (a + sides) % len(vertices), (b + sides) % len(vertices)
            faces.append([a, b, d, c])
    return {"vertices": vertices, "faces": faces}


def roller(frames):
    """Four cylinders of 0.15 m radius turn once a second and pull a soft knot through gaps of 0.03 m."""
    r, half, gap, mu, sides = 0.15, 0.7, 1.1 * 0.15, 0.5, 40
    body = {
        "kind": "micropolar_solid",
        "name": "Knot",
        "contact": "all",
        "friction": mu,
        "surface": {**(mesh := knot(0.6, 0.055)), "vertices": [[x, y, z + 0.52] for z, y, x in mesh["vertices"]]},
        "resolution": {"count": 7100},
        "material": {"density": 1000, "young_modulus": 1e4, "poisson_ratio": 0.35},
    }
    # Axes x and z were exchanged, which turns the surface inside out.
    body["surface"]["faces"] = [face[::-1] for face in mesh["faces"]]
    rolls, movers = [], []
    for side in (-1, 1):
        for height in (0.0, -2 * gap):
            name = f"Roll {len(rolls) + 1}"
            outline = [(r * math.cos(2 * math.pi * k / sides), r * math.sin(2 * math.pi * k / sides)) for k in range(sides)]
            vertices = [[x, y, z] for y in (-half, half) for x, z in outline]
            faces = [list(range(sides)), list(range(2 * sides - 1, sides - 1, -1))]
            faces += [[(k + 1) % sides, k, sides + k, sides + (k + 1) % sides] for k in range(sides)]
            keys = []
            for frame in range(frames + 1):
                # The sides that face each other go down.
                angle = side * 2 * math.pi * frame / RATE
                c, s = math.cos(angle), math.sin(angle)
                keys.append([c, 0, -s, side * gap, 0, 1, 0, 0, s, 0, c, height])
            movers.append({"name": name, "transforms": {"start": 1, "per_frame": 1, "values": keys}})
            rolls.append({"kind": "mesh", "name": name, "mover": name, "mesh": {"vertices": vertices, "faces": faces}, "friction": mu})
    floor = {"kind": "half_plane", "name": "Floor", "normal": [0, 0, 1], "offset": -1.0, "friction": mu}
    return scene("roller", frames, [body], [*rolls, floor], movers)


def cards(frames):
    """A house of cards with eight storeys and a soft ball that is thrown at it with 2.3 m/s."""
    height, thick, lean, gap, mu, storeys = 0.25, 0.001, math.radians(25), 1e-4, 0.5, 8
    width = 0.75 * height
    reach, tall = height * math.sin(lean) + thick * math.cos(lean), height * math.cos(lean) + thick * math.sin(lean)
    space, bodies, z = 2 * (reach + gap), [], gap
    for row in range(storeys, 0, -1):
        for tent in range(row):
            x = (tent - 0.5 * (row - 1)) * space
            for side in (-1, 1):
                middle = (x + side * (0.5 * reach + 0.25 * gap), 0, z + 0.5 * tall)
                bodies.append(rigid(f"Card {len(bodies) + 1}", box((thick, width, height), middle, (1, -side * lean)), mu, 500))
        # Every other one of the flat cards lies higher, on the ends of its neighbours.
        for flat in range(row - 1):
            middle = ((flat + 0.5 - 0.5 * (row - 1)) * space, 0, z + tall + gap + 0.5 * thick + (flat % 2) * (thick + gap))
            bodies.append(rigid(f"Card {len(bodies) + 1}", box((height, width, thick), middle), mu, 500))
        z += tall + gap + (2 if row > 2 else 1) * (thick + gap)
    bodies.append(
        {
            "kind": "micropolar_solid",
            "name": "Ball",
            "surface": ball(0.15, 3, (-2, 0.001, 1)),
            "resolution": {"count": 3000},
            "friction": mu,
            "material": {"density": 1000, "young_modulus": 1e5, "poisson_ratio": 0.35},
            "initial": {"velocities": [[2.3, 0, 0]] * len(ball(0.15, 3)["vertices"])},
        }
    )
    return scene("cards", frames, bodies, [table(4.0, mu)])


SCENES = {"domino": (domino, 0.26), "friction": (friction, 0.18), "roller": (roller, 0.35), "cards": (cards, 0.31)}


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    program, folder = sys.argv[1], Path(sys.argv[2])
    frames = int(sys.argv[3]) if len(sys.argv) > 3 else 60
    folder.mkdir(parents=True, exist_ok=True)
    print("| scene | unknowns of | iterations a step | ours, s a frame | ppf, s a frame | judged |\n| --- | --- | ---: | ---: | ---: | --- |")
    for name in sys.argv[4:] or SCENES:
        build, theirs = SCENES[name]
        path, cache = folder / f"{name}.json", folder / name
        write_job(build(frames), path)
        before = cpu_seconds()
        subprocess.run([program, "bake", str(path), "--cache", str(cache), "--restart", "--progress", "none"])
        spent = cpu_seconds() - before
        baked = Baked(cache)
        done = [frame for frame in baked.frames if frame["steps"]]
        steps = sum(frame["steps"] for frame in done)
        points = sum(len(shapes[0]) for shapes in baked.objects.values())
        verdict = "clean" if judge(cache, program).returncode == 0 else "NOT clean"
        ended = "" if len(done) == frames else f", ended after {len(done)} frames"
        print(f"| {name} | {len(baked.objects)} bodies, {points} vertices | {sum(f['iterations'] for f in done) / steps:.1f} | {spent / len(done):.2f} | {theirs} | {verdict}{ended} |", flush=True)


if __name__ == "__main__":
    main()
