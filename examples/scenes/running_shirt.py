"""Writes a job in which a body in a shirt starts to run: running_shirt.py SIZE FRAMES JOB.

The body is the melted surface of capsules (blob_bodies.py), skinned to bones that run: legs, arms with bent elbows, a turning and bobbing trunk, two metres a second forward after a second.
It is a mesh collider that deforms. The shirt is the surface at a distance around trunk and upper arms, cut open at waist, neck and sleeves; a shell that meets itself. SIZE is that of the faces [m].
"""

import math
import sys

import blob_bodies
from rigid_parts import turned
from scene_file import write_job

RATE = 24
LOOSE = 0.03  # between body and shirt at the start [m]
THICKNESS = 6e-4  # of the cloth [m]
PERIOD = 0.7  # of two steps [s]
START = 1.0  # seconds from standing to running
SPEED = 2.0  # [m/s]
WAIST, NECK, SLEEVE = 0.92, 0.075, 0.75  # height of the hem; radius of the neck [m]; share of the upper arm
ARMS_OUT = math.radians(40)  # of the arms from the vertical

# The trunk; shoulder, elbow and hand; hip, knee and foot of the left side, at x > 0. The body looks along -y [m].
TRUNK = ([0, 0, 0.95], [0, 0, 1.33], 0.125)
CUT = ([0, 0, 0.8], [0, 0, 1.33], 0.145)  # trunk for which the shirt is cut: wide at the hips
HEAD = ([0, -0.01, 1.55], [0, -0.01, 1.62], 0.085)
THROAT = ([0, 0, 1.35], [0, 0, 1.55], 0.045)
SHOULDER, ARM, FOREARM = [0.15, 0, 1.38], 0.27, 0.24
HIP, THIGH, SHIN = [0.085, 0, 0.9], 0.42, 0.42


def along(start, angle, length):
    """From a joint outwards and down."""
    return [start[0] + length * math.sin(angle), start[1], start[2] - length * math.cos(angle)]


ELBOW = along(SHOULDER, ARMS_OUT, ARM)
HAND = along(ELBOW, ARMS_OUT, FOREARM)
KNEE = along(HIP, math.radians(3), THIGH)
FOOT = along(KNEE, math.radians(3), SHIN)
SHOULDERS = ([-0.12, 0, 1.38], [0.12, 0, 1.38], 0.07)
LIMBS = {"arm": (SHOULDER, ELBOW, 0.05), "forearm": (ELBOW, HAND, 0.04), "thigh": (HIP, KNEE, 0.075), "shin": (KNEE, FOOT, 0.055)}


def mirrored(point):
    return [-point[0], point[1], point[2]]


def bones():
    """Name, side and capsule of each; the trunk, with head and shoulders, has side 0."""
    found = [("trunk", 0, part) for part in (TRUNK, THROAT, HEAD, SHOULDERS)]
    for name, (a, b, radius) in LIMBS.items():
        found += [(name, 1, (a, b, radius)), (name, -1, (mirrored(a), mirrored(b), radius))]
    return found


def body(size):
    vertices, faces = melted_mesh([capsule for _, _, capsule in bones()], size, 0.0)
    return vertices, faces


def melted_mesh(capsules, size, offset):
    """As blob_bodies.blob, but where the capsules are, and at a distance from them."""
    field = blob_bodies.melted([(a, b, radius + offset) for a, b, radius in capsules])
    ends = [(p, radius + offset) for a, b, radius in capsules for p in (a, b)]
    low = [min(p[k] - radius for p, radius in ends) - 2.5 * size for k in range(3)]
    high = [max(p[k] + radius for p, radius in ends) + 2.5 * size for k in range(3)]
    cells = [math.ceil((b - a) / size) for a, b in zip(low, high)]
    vertices, faces = blob_bodies.surface_nets(field, low, cells, size)
    return blob_bodies.evened_out(field, vertices, faces), faces


def shirt(size):
    capsules = [capsule for name, _, capsule in bones() if name in ("trunk", "arm")]
    vertices, faces = melted_mesh([CUT] + [c for c in capsules if c not in (TRUNK, HEAD)], size, LOOSE)

    def cloth(face):
        x, y, z = (sum(vertices[i][k] for i in face) / len(face) for k in range(3))
        out = [p - q for p, q in zip((abs(x), y, z), SHOULDER)]
        share = (out[0] * math.sin(ARMS_OUT) - out[2] * math.cos(ARMS_OUT)) / ARM
        in_sleeve = abs(x) > SHOULDER[0] + 0.06
        return z > WAIST and not (math.hypot(x, y) < NECK + LOOSE and z > 1.42) and not (in_sleeve and share > SLEEVE)

    kept = [face for face in faces if cloth(face)]
    used = sorted({i for face in kept for i in face})
    number = {i: k for k, i in enumerate(used)}
    return {
        "kind": "cosserat_shell",
        "name": "Shirt",
        "contact": "all",
        "friction": 0.3,
        "mesh": {"vertices": [vertices[i] for i in used], "faces": [[number[i] for i in face] for face in kept]},
        "material": {"density": 300, "thickness": THICKNESS, "young_modulus": 2000 / THICKNESS, "poisson_ratio": 0.3, "damping": 1},
    }


def weights_of(vertex):
    """By bone, for linear skinning: the nearer, the more."""
    shares = {}
    for name, side, capsule in bones():
        distance = max(blob_bodies.capsule(*capsule)(vertex), 0.0) + 0.01
        shares[name, side] = max(shares.get((name, side), 0.0), distance**-4)
    total = sum(shares.values())
    return {bone: share / total for bone, share in shares.items() if share > 0.02 * total}


def swung(point, joint, angle):
    """Turned about a joint along x: a positive angle takes what hangs down forward, to -y."""
    return [p + j for p, j in zip(turned([p - j for p, j in zip(point, joint)], 0, -angle), joint)]


def posed(bone, point, phase, amount):
    """Where a bone carries a point: phase of the run, and how much of it there is, from 0 to 1."""
    name, side = bone
    place = list(point)
    joint = (lambda p: p) if side >= 0 else mirrored
    swing = math.sin(phase) * side
    if name == "shin":
        place = swung(place, joint(KNEE), -amount * math.radians(45 - 35 * swing))
    if name in ("thigh", "shin"):
        place = swung(place, joint(HIP), amount * math.radians(12 + 32 * swing))
    if name == "forearm":
        place = swung(place, joint(ELBOW), amount * math.radians(70))
    if name in ("arm", "forearm"):
        place = swung(place, joint(SHOULDER), -amount * math.radians(28) * swing)
    if name in ("trunk", "arm", "forearm"):
        place = swung(place, [0, 0, 0.95], amount * math.radians(-8))
        place = turned(place, 2, amount * math.radians(8) * math.sin(phase))
    place[2] += amount * 0.03 * math.cos(2 * phase)
    return place


def distance_run(time):
    """Speeds up evenly until START."""
    return SPEED * (0.5 * time**2 / START if time < START else time - 0.5 * START)


def motion(vertices, frames):
    weights = [weights_of(vertex) for vertex in vertices]
    keys = []
    for frame in range(frames):
        time = frame / RATE
        amount, phase = min(time / START, 1.0), 2 * math.pi * time / PERIOD
        shape = []
        for vertex, shares in zip(vertices, weights):
            place = [0.0, -distance_run(time), 0.0]
            for bone, share in shares.items():
                place = [p + share * q for p, q in zip(place, posed(bone, vertex, phase, amount))]
            shape.append([round(p, 5) for p in place])
        keys.append(shape)
    return {"start": 1, "per_frame": 1, "values": keys}


def job(size, frames):
    vertices, faces = body(size)
    collider = {"kind": "mesh", "name": "Body", "mesh": {"vertices": vertices, "faces": faces}, "vertices": motion(vertices, frames), "friction": 0.3}
    return {
        "sinew_job": 1,
        "name": "running_shirt",
        "frames": {"start": 1, "end": frames, "rate": RATE},
        "gravity": [0, 0, -9.81],
        "solver": {"substeps": 4, "implicit": {"iterations": 300}},
        "bodies": [shirt(size)],
        "colliders": [collider],
    }


if __name__ == "__main__":
    write_job(job(float(sys.argv[1]), int(sys.argv[2])), sys.argv[3])
