"""A rod pulled to twice its length gets thinner so that its volume stays."""

import math

from baked import expect, length, main, radius

REST_RADIUS = 0.05


def check(baked):
    rod = baked.rod()
    last = rod[-1]
    expect(abs(length(last) - 2.0) < 0.002, f"the length is {length(last):.4f} m instead of 2 m")

    # π r² l stays, so r falls by √2 when l doubles.
    thinnest = min(radius(ring) for ring in last)
    thickest = max(radius(ring) for ring in last)
    for value in (thinnest, thickest):
        ratio = value / REST_RADIUS
        expect(abs(ratio * math.sqrt(2.0) - 1.0) < 0.01, f"the radius is {ratio:.4f} of rest, not 0.7071")

    worst = max(frame["volume_change"] for frame in baked.frames)
    expect(worst < 0.01, f"the volume changes by {100 * worst:.2f} %")
    print(f"radius {thinnest / REST_RADIUS:.5f} to {thickest / REST_RADIUS:.5f} of rest at twice the length,")
    print(f"largest volume change in any frame {100 * worst:.3f} %")


main("rod_pull", check)
