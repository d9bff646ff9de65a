"""Elastic bands get thinner as they get longer, keep their volume when wrung, and snap back [viper Fig. 8]."""

from baked import centre, expect, main_of_scene, scene
from math import dist

RINGS, SIDES = 96, 24
PULL_END, RATE = 60, 48
BANDS = scene("bands")
APEX = 0.8905  # how high the centre of the band jumps that is let go, baked with 64 steps a frame [m]


def rings_of(sample):
    return [sample[i : i + SIDES] for i in range(0, RINGS * SIDES, SIDES)]


def lengths(sample):
    """From each ring of the surface to the next."""
    centres = [centre(ring) for ring in rings_of(sample)]
    return [dist(a, b) for a, b in zip(centres, centres[1:] + centres[:1])]


def widths(sample):
    return [dist(ring[0], ring[SIDES // 2]) for ring in rings_of(sample)]


def volume(sample):
    """Inside the closed surface: sum of the tetrahedra from the origin."""
    total = 0.0
    rings = rings_of(sample)
    for here, ahead in zip(rings, rings[1:] + rings[:1]):
        for side in range(SIDES):
            a, b, c, d = here[side], here[side - 1], ahead[side - 1], ahead[side]
            for x, y, z in ((a, b, c), (a, c, d)):
                total += x[0] * (y[1] * z[2] - y[2] * z[1])
                total += x[1] * (y[2] * z[0] - y[0] * z[2])
                total += x[2] * (y[0] * z[1] - y[1] * z[0])
    return abs(total) / 6.0


def check_solved(baked):
    """Every step balanced its forces; none had to be tried again with a smaller one."""
    residual = max(frame["residual"] for frame in baked.frames)
    expect(residual <= 1.001e-3, f"a step left {residual:.1e} of its forces")
    expect(all(frame["steps"] == BANDS.SUBSTEPS for frame in baked.frames[1:]), "a step failed and was tried again")


def check_on_bar(baked):
    """Bands lie on the bar and do not sink into it, also when they are pulled."""
    for name, samples in baked.objects.items():
        sunk = BANDS.TOP + BANDS.BAR + 2.0 * BANDS.STRAND - max(vertex[2] for vertex in samples[PULL_END - 1])
        expect(abs(sunk) < 1.5e-3, f"{name} is {1000 * sunk:.1f} mm inside the bar")


def check_flight(baked):
    """The band that is let go: energy, height, and that nothing pushes it along the bar or across."""
    energies = [sum(value or 0.0 for value in frame["energy"].values()) for frame in baked.frames[PULL_END:]]
    gained = max(after - before for before, after in zip(energies, energies[1:]))
    expect(gained <= 0.0, f"energy grows by {gained:.2g} J in a frame after the band was let go")
    free = baked.objects["Let go"]
    start = centre(free[0])
    centres = [centre(sample) for sample in free[PULL_END:]]
    apex = max(place[2] for place in centres)
    expect(abs(apex - APEX) < 0.003, f"the band that was let go jumps up to {apex:.4f} m instead of {APEX}")
    aside = max(abs(place[axis] - start[axis]) for place in centres for axis in (0, 1))
    expect(aside < 0.01, f"it goes {1000 * aside:.0f} mm aside, where nothing pushes it")
    return apex, aside


def check(baked):
    check_solved(baked)
    check_on_bar(baked)
    apex, aside = check_flight(baked)
    rods = max(frame["volume_change"] for frame in baked.frames)
    expect(rods < 0.01, f"the volume of a rod changes by {100 * rods:.2f} %")
    pulled = baked.objects["Pulled"]
    # The sides between bar and hand, in the middle: thinner by the root of what they are longer.
    stretch = [a / b for a, b in zip(lengths(pulled[-1]), lengths(pulled[0]))]
    thinner = [a / b for a, b in zip(widths(pulled[-1]), widths(pulled[0]))]
    sides = [*range(RINGS // 4 - 3, RINGS // 4 + 4), *range(3 * RINGS // 4 - 3, 3 * RINGS // 4 + 4)]
    expect(min(stretch[i] for i in sides) > 1.8, "the band is not pulled to nearly twice its length")
    worst = max(abs(thinner[i] * stretch[i] ** 0.5 - 1.0) for i in sides)
    expect(worst < 0.03, f"width and length of the pulled band disagree by {100 * worst:.1f} %")
    wrung = volume(baked.objects["Wrung"][-1]) / volume(baked.objects["Wrung"][0])
    expect(abs(wrung - 1.0) < 0.08, f"the surface of the wrung band encloses {wrung:.3f} of its volume")
    free = baked.objects["Let go"]
    expect(sum(lengths(free[PULL_END - 1])) > 1.8 * sum(lengths(free[0])), "nothing was pulled before it was let go")
    after = sum(lengths(free[PULL_END - 1 + RATE // 4])) / sum(lengths(free[0]))
    expect(abs(after - 1.0) < 0.02, f"a quarter of a second after it was let go the band is {after:.3f} of its length")
    hanging = max(dist(a, b) for a, b in zip(baked.objects["Free"][0], baked.objects["Free"][-1]))
    expect(hanging < 0.01, f"the band that hangs on the bar moves by {hanging:.3f} m")
    middle = sum(stretch[i] for i in sides) / len(sides)
    print(f"pulled to {middle:.3f} of its length, width {sum(thinner[i] for i in sides) / len(sides):.3f} of rest ", end="")
    print(f"({middle ** -0.5:.3f} at constant volume, worst {100 * worst:.1f} %); ", end="")
    print(f"rods within {100 * rods:.2f} %, wrung surface {wrung:.3f}; let go {after:.3f}, ", end="")
    print(f"jumps to {apex:.4f} m, {1000 * aside:.1f} mm aside; hangs within {1000 * hanging:.1f} mm")


main_of_scene("bands", [], check)
