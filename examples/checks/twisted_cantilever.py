"""A bar whose ends are turned in opposite directions: they go where they are told, the middle stays [micropolar Fig. 2]."""

import math

from baked import expect, main_of_scene

ACROSS, ALONG, FRAMES = 2, 24, 101
TURN = math.pi / 4  # of each end after a second


def angle_of(sample, i):
    """How far the section at the i-th place along the bar has turned, from two corners of its section."""
    row = ALONG + 1
    low, high = sample[i], sample[ACROSS * row + i]
    return math.atan2(high[2] - low[2], high[1] - low[1])


def check(baked):
    last = baked.objects["Cantilever"][-1]
    left, middle, right = (angle_of(last, i) for i in (0, ALONG // 2, ALONG))
    expect(abs(left + TURN) < 1e-3, f"the left end has turned by {left:.4f} rad instead of {-TURN:.4f}")
    expect(abs(right - TURN) < 1e-3, f"the right end has turned by {right:.4f} rad instead of {TURN:.4f}")
    expect(abs(middle) < 0.01, f"the middle has turned by {middle:.4f} rad")
    # The twist is spread evenly: a quarter of the way along it is half of that at the end.
    quarter = angle_of(last, 3 * ALONG // 4)
    expect(abs(quarter - TURN / 2) < 0.05, f"three quarters along it has turned by {quarter:.3f} rad")
    iterations = max(frame["iterations"] for frame in baked.frames)
    expect(iterations <= 4, f"a step took {iterations} Newton iterations")
    pins = max(frame["pin_error"] for frame in baked.frames)
    expect(pins < 1e-5, f"a pinned vertex is {pins:.2g} m away from its target")
    print(f"ends at {left:.4f} and {right:.4f} rad, at most {iterations} Newton iterations a step, pins within {1e6 * pins:.2g} µm")


main_of_scene("twisted_cantilever", [str(ACROSS), str(ALONG), str(FRAMES)], check)
