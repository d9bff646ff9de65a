"""A pulse of the radius travels along a rod whose length stays [viper Fig. 6]."""

import math

from baked import expect, length, main, radius

REST_RADIUS = 0.05
LENGTH = 2.0
RATE = 60.0
STRETCH_STIFFNESS = 4e3
DENSITY = 1000.0


def crest(rings):
    """Where along the points the radius is largest, between points by a parabola, and how much larger than at rest."""
    swelling = [radius(ring) / REST_RADIUS - 1.0 for ring in rings]
    highest = max(range(1, len(swelling) - 1), key=swelling.__getitem__)
    before, top, after = swelling[highest - 1 : highest + 2]
    return highest + 0.5 * (before - after) / (before - 2.0 * top + after), top


def slope(points):
    """Of the straight line nearest to (x, y) pairs."""
    n = len(points)
    x_mean = sum(x for x, _ in points) / n
    y_mean = sum(y for _, y in points) / n
    return sum((x - x_mean) * (y - y_mean) for x, y in points) / sum((x - x_mean) ** 2 for x, _ in points)


def check(baked):
    rod = baked.rod()
    for rings in rod:
        expect(abs(length(rings) - LENGTH) < 1e-3 * LENGTH, f"the length became {length(rings):.4f} m")

    # The crest leaves the driven end and goes on from quarter to three quarters of the rod.
    last_point = len(rod[0]) - 1
    track = [(frame, *crest(rings)) for frame, rings in enumerate(rod)]
    crossing = [entry for entry in track if 0.25 <= entry[1] / last_point <= 0.75]
    expect(len(crossing) >= 5, "no pulse of the radius crosses the middle of the rod")
    speed = slope([(frame / RATE, point / last_point * LENGTH) for frame, point, _ in crossing])

    # A bulge at constant volume is a compression of the rod, which travels as a longitudinal wave.
    expected = math.sqrt(STRETCH_STIFFNESS / DENSITY)
    expect(abs(speed / expected - 1.0) < 0.03, f"the pulse travels at {speed:.2f} m/s, not {expected:.2f}")
    weakest = min(height for _, _, height in crossing)
    expect(weakest > 0.02, f"the pulse is only {100 * weakest:.1f} % of the radius")
    print(f"the pulse travels at {speed:.3f} m/s (√(k/ρ) = {expected:.3f}), {100 * weakest:.1f} % of the radius")


main("rod_shockwave", check)
