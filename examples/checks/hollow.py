"""Hollow bodies on a floor: the soft one collapses, the stiff one stands [micropolar Fig. 4]."""

from baked import expect, main_of_scene, scene

SCENE = scene("hollow")
SIZE, FRAMES = 0.1, 31


def height(sample):
    return max(vertex[2] for vertex in sample) - min(vertex[2] for vertex in sample)


def measure(baked, name):
    """Lowest height over time and at the end, in heights at rest."""
    samples = baked.objects[name]
    rest = height(samples[0])
    return min(height(sample) for sample in samples) / rest, height(samples[-1]) / rest


def check(baked):
    found = {name: measure(baked, name) for name in SCENE.SCENES["standing"]}
    for name, (lowest, last) in found.items():
        print(f"{name}: {100 * lowest:.0f} % of its height at the lowest, {100 * last:.0f} % at the end")
    # So coarse and short that none collapses: the soft ones only give way more than the stiff one.
    stiff = found["Classic stiff"][0]
    expect(stiff > 0.94, "the stiff body gives way")
    expect(found["Classic soft"][0] < stiff - 0.01, "the soft body does not give way")
    expect(found["Micropolar"][0] > found["Micropolar without curvature"][0], "curvature does not hold the body")
    deepest = min(frame["min_distance"] for frame in baked.frames if frame["min_distance"] is not None)
    expect(0 < deepest < 0.001, f"the bodies are {deepest:.2g} m above the floor")


if __name__ == "__main__":
    main_of_scene("hollow", ["standing", "all", str(SIZE), str(FRAMES)], check)
