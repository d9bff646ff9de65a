"""A skin over two muscles and two bones: it bulges over the one that contracts and bends with the hand."""

import math

from baked import SIDES, centre, expect, main, radius

WRIST = 0.6


def check(baked):
    skin = baked.rod("Skin")
    rest, last = skin[0], skin[-1]

    # Exactly the mesh of the job before anything moves: rings of 0.09 around the x axis.
    for i, ring in enumerate(rest):
        expect(abs(centre(ring)[0] - 0.02 * i) < 1e-6, f"ring {i} does not begin where it is at rest")
        expect(abs(radius(ring) - 0.09) < 1e-6, f"ring {i} begins with the radius {radius(ring):.5f}")

    # The finger tips turn with the hand, by a quarter of a turn about the wrist.
    tip = centre(last[-1])
    error = math.dist(tip, (WRIST, 0.0, 0.2))
    expect(error < 0.005, f"the tip of the hand is {1000 * error:.1f} mm from where the bone carries it")

    # The wrist keeps its girth, which a linear blend of matrices would lose.
    wrist = last[30]
    around = sum(math.dist(a, b) for a, b in zip(wrist, wrist[1:] + wrist[:1]))
    expected = 2.0 * SIDES * 0.09 * math.sin(math.pi / SIDES)
    expect(abs(around / expected - 1.0) < 0.1, f"the girth of the wrist is {around / expected:.2f} of rest")

    # The biceps gets shorter and thicker and lifts the skin above it; below, nothing happens.
    before, after = rest[15], last[15]
    lift = max(b[2] - a[2] for a, b in zip(before, after))
    below = max(math.dist(a, b) for a, b in zip(before, after) if a[2] < -0.05)
    expect(lift > 0.002, f"the skin over the biceps rises by {1000 * lift:.2f} mm only")
    expect(below < 0.2 * lift, f"the skin under the triceps moves by {1000 * below:.2f} mm")
    print(f"tip of the hand {1000 * error:.2f} mm from the bone's, girth of the wrist {around / expected:.3f} of rest,")
    print(f"skin over the biceps rises by {1000 * lift:.2f} mm, that under the triceps moves {1000 * below:.2f} mm")


main("skin_arm", check)
