"""Five rods that a growing rest curvature makes into helices: radius and pitch as those of one-dimensional rods [micropolar Fig. 6].

A Cosserat rod of bending stiffness EI and torsional stiffness GJ, whose curvature energy of stiffness 2S, S = µ L_c² A, wants
the curvature κ₀ and the twist τ₀, has least energy where κ = 2S κ₀/(EI + 2S), τ = 2S τ₀/(GJ + 2S). No force acts on it, so
that both are the same all along and it is a helix of radius κ/(κ² + τ²) and pitch 2π τ/(κ² + τ²).
"""

import math

from baked import expect, main_of_scene, scene

SCENE = scene("helices")
ACROSS, ALONG, FRAMES, RATE = 2, 32, 61, 15


def minus(a, b):
    return [p - q for p, q in zip(a, b)]


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def centre_line(sample, across, along):
    """Points on the axis of a rod, from the corners of its sections."""
    rows = [(j, k) for j in (0, across) for k in (0, across)]
    line = []
    for i in range(along + 1):
        corners = [sample[(k * (across + 1) + j) * (along + 1) + i] for j, k in rows]
        line.append([sum(values) / 4 for values in zip(*corners)])
    return line


def helix_of(line):
    """Radius and pitch of the helix through a line of evenly spaced points; what is near its ends does not count.

    Second differences point to the axis of the helix, so that their products point along it.
    """
    margin = len(line) // 8
    line = line[margin : len(line) - margin]
    bends = [
        [a - 2 * b + c for a, b, c in zip(*points)] for points in zip(line, line[1:], line[2:])
    ]
    axis = [sum(values) for values in zip(*(cross(a, b) for a, b in zip(bends, bends[1:])))]
    length = math.sqrt(dot(axis, axis))
    axis = [value / length for value in axis]
    turn = sum(
        math.atan2(dot(cross(a, b), axis), dot(a, b)) for a, b in zip(bends, bends[1:])
    ) / (len(bends) - 1)
    bend = sum(math.sqrt(dot(b, b)) for b in bends) / len(bends)
    rise = dot(minus(line[-1], line[0]), axis) / (len(line) - 1)
    return bend / (2 - 2 * math.cos(turn)), 2 * math.pi * rise / turn


def rod_theory(intensity):
    """Radius and pitch of the one-dimensional rod."""
    mu = SCENE.YOUNG / (2 * (1 + SCENE.POISSON))
    curvature_stiffness = 2 * mu * SCENE.LENGTH_SCALE**2 * SCENE.SIDE**2
    bending = SCENE.YOUNG * SCENE.SIDE**4 / 12
    torsion = mu * 0.140577 * SCENE.SIDE**4  # Saint-Venant, square section
    kappa = intensity * SCENE.BEND * curvature_stiffness / (bending + curvature_stiffness)
    tau = intensity * SCENE.TWIST * curvature_stiffness / (torsion + curvature_stiffness)
    square = kappa**2 + tau**2
    return kappa / square, 2 * math.pi * tau / square


def measure(baked, across, along):
    """Radius and pitch of every rod at the end: found, and of the theory."""
    rods = []
    for number, intensity in enumerate(SCENE.INTENSITIES):
        line = centre_line(baked.objects[f"Rod {number + 1}"][-1], across, along)
        rods.append((intensity, helix_of(line), rod_theory(intensity)))
    return rods


def check(baked):
    for intensity, (radius, pitch), (radius_1d, pitch_1d) in measure(baked, ACROSS, ALONG):
        print(
            f"{intensity:g} of the curvature: radius {radius:.4f} m (rod {radius_1d:.4f}), pitch {pitch:.4f} m (rod {pitch_1d:.4f})"
        )
        expect(abs(radius / radius_1d - 1) < 0.06, "the radius is not that of a rod")
        expect(abs(pitch / pitch_1d - 1) < 0.15, "the pitch is not that of a rod")


if __name__ == "__main__":
    main_of_scene("helices", [str(ACROSS), str(ALONG), str(FRAMES), str(RATE)], check)
