"""A muscle bulges where it contracts, with scaled shape matching more than with the rigid one [viper Fig. 10]."""

from baked import expect, main_of_scene

RINGS, SIDES = 25, 24


def belly(sample):
    """Largest mean radius of a ring."""
    rings = [sample[i : i + SIDES] for i in range(0, RINGS * SIDES, SIDES)]
    radii = []
    for ring in rings:
        middle = [sum(axis) / SIDES for axis in zip(*ring)]
        radii.append(sum(((v[1] - middle[1]) ** 2 + (v[2] - middle[2]) ** 2) ** 0.5 for v in ring) / SIDES)
    return max(radii)


def check(baked):
    bulge = {name: belly(samples[-1]) / belly(samples[0]) for name, samples in baked.objects.items()}
    volume = max(frame["volume_change"] for frame in baked.frames)
    expect(bulge["Scaled"] > 1.12, f"the belly grows to {bulge['Scaled']:.3f} of rest only")
    expect(bulge["Rigid"] < bulge["Scaled"] - 0.05, f"rigid matching lets it grow to {bulge['Rigid']:.3f} as well")
    expect(volume < 0.03, f"the volume of a rod changes by {100 * volume:.1f} %")
    print(f"belly {bulge['Scaled']:.3f} of rest with scaled matching, {bulge['Rigid']:.3f} with rigid; ", end="")
    print(f"volume of any rod within {100 * volume:.2f} %")


main_of_scene("contraction", [], check)
