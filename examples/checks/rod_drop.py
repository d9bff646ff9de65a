"""A rod falls on the floor, bends, and comes to lie on it."""

from baked import centre, expect, main

RADIUS = 0.05
RATE = 24.0
GRAVITY = 9.81


def check(baked):
    rod = baked.rod()
    lowest = min(frame["min_distance"] for frame in baked.frames)
    expect(lowest > -0.02 * RADIUS, f"the rod is {-1000 * lowest:.2f} mm in the floor")

    # Until the lower end meets the floor, all points fall like a stone.
    time = 4.0 / RATE
    fallen = centre(rod[0][8])[2] - centre(rod[4][8])[2]
    expect(abs(fallen / (0.5 * GRAVITY * time**2) - 1.0) < 0.1, f"it fell {fallen:.4f} m in {time:.3f} s")

    # At the end it lies: every point about one radius above the floor, hardly moving.
    heights = [centre(ring)[2] for ring in rod[-1]]
    expect(max(heights) < 1.5 * RADIUS, f"a point is still {max(heights):.3f} m above the floor")
    start = baked.frames[0]["energy"]
    end = baked.frames[-1]["energy"]
    expect(end["kinetic"] < 0.01 * (start["gravity"] - end["gravity"]), f"kinetic energy {end['kinetic']:.3g} J")
    print(f"lowest gap {1000 * lowest:.3f} mm, at the end {1000 * max(heights):.1f} mm high at most")


main("rod_drop", check)
