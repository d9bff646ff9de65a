"""A rod that is twisted and then pushed together leaves its line."""

import math

from baked import centre, expect, length, main


def offset(rings):
    """Largest distance of a centre from the line through the ends, which is the x axis."""
    return max((y * y + z * z) ** 0.5 for _, y, z in map(centre, rings))


def turns(rings):
    """Angles between neighbouring segments [rad]."""
    centres = [centre(ring) for ring in rings]
    directions = [[q - p for p, q in zip(a, b)] for a, b in zip(centres, centres[1:])]
    for a, b in zip(directions, directions[1:]):
        cosine = sum(p * q for p, q in zip(a, b)) / (math.hypot(*a) * math.hypot(*b))
        yield math.acos(max(-1.0, min(1.0, cosine)))


def check(baked):
    rod = baked.rod()
    twisted = offset(rod[24])  # one turn, before the ends come together
    buckled = offset(rod[-1])
    expect(twisted < 0.05, f"the rod leaves its line by {twisted:.3f} m before it is pushed")
    expect(buckled > 0.2, f"the rod leaves its line by {buckled:.3f} m only")

    # Out of the plane of its weight too: the twist turns the bow into a coil.
    across = [y for _, y, _ in map(centre, rod[-1])]
    depth = max(across) - min(across)
    expect(depth > 0.1, f"the rod stays in a plane to {depth:.3f} m")

    # It gives way by bending, evenly, not by getting shorter and not in one joint.
    expect(abs(length(rod[-1]) - 1.0) < 0.02, f"the rod is {length(rod[-1]):.3f} m long instead of 1 m")
    sharpest = max(turns(rod[-1]))
    expect(sharpest < 0.5, f"two segments meet at an angle of {sharpest:.2f} rad")
    errors = max(frame["pin_error"] for frame in baked.frames)
    expect(errors < 1e-6, f"the ends are {errors:.2g} m off their targets")
    print(f"off its line by {twisted:.3f} m twisted, {buckled:.3f} m pushed together, {depth:.3f} m deep")


main("rod_buckle", check)
