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


def length(sample, first, last):
    """Of the muscle from ring to ring."""
    middles = [[sum(axis) / SIDES for axis in zip(*sample[ring * SIDES : (ring + 1) * SIDES])] for ring in (first, last)]
    return sum((a - b) ** 2 for a, b in zip(*middles)) ** 0.5


def check(baked):
    # The middle third, which is active, gets shorter; the whole, held at its ends, does not.
    for name, samples in baked.objects.items():
        shorter = length(samples[-1], 8, 16) / length(samples[0], 8, 16)
        whole = length(samples[-1], 0, RINGS - 1) / length(samples[0], 0, RINGS - 1)
        expect(shorter < (0.85 if name == "Scaled" else 0.97), f"the middle of {name} is {shorter:.3f} of its length")
        expect(abs(whole - 1.0) < 5e-3, f"{name} is {whole:.3f} of its length")
    bulge = {name: belly(samples[-1]) / belly(samples[0]) for name, samples in baked.objects.items()}
    volume = max(frame["volume_change"] for frame in baked.frames)
    expect(bulge["Scaled"] > 1.12, f"the belly grows to {bulge['Scaled']:.3f} of rest only")
    expect(bulge["Rigid"] < bulge["Scaled"] - 0.05, f"rigid matching lets it grow to {bulge['Rigid']:.3f} as well")
    expect(volume < 0.03, f"the volume of a rod changes by {100 * volume:.1f} %")
    print(f"belly {bulge['Scaled']:.3f} of rest with scaled matching, {bulge['Rigid']:.3f} with rigid; ", end="")
    print(f"volume of any rod within {100 * volume:.2f} %")


main_of_scene("contraction", [], check)
