"""A sheet of rods gets narrower and thinner like the same sheet of Neo-Hookean tetrahedra, and keeps its volume [viper Fig. 16]."""

from baked import expect, main_of_scene, scene

SCENE = scene("stretched_sheet")
SEGMENTS = 16
FACES = SCENE.surface(0.0)["faces"]
RING = 2 * SCENE.ACROSS


def volume(vertices):
    """Inside the closed surface: sum of the tetrahedra from the origin."""
    total = 0.0
    for face in FACES:
        a = vertices[face[0]]
        for second, third in zip(face[1:], face[2:]):
            b, c = vertices[second], vertices[third]
            total += a[0] * (b[1] * c[2] - b[2] * c[1])
            total += a[1] * (b[2] * c[0] - b[0] * c[2])
            total += a[2] * (b[0] * c[1] - b[1] * c[0])
    return total / 6.0


def volumes(samples):
    """Of every frame, by that at rest."""
    return [volume(sample) / volume(samples[0]) for sample in samples]


def sizes(sample):
    """Along the sheet: place [m], width and thickness in the middle by those at rest."""
    found = []
    for start in range(0, len(sample), RING):
        ring = sample[start : start + RING]
        width = ring[SCENE.ACROSS - 1][1] - ring[0][1]
        low, high = ring[SCENE.ACROSS // 2], ring[RING - 1 - SCENE.ACROSS // 2]
        place = sum(vertex[0] for vertex in ring) / RING
        found.append((place, width / SCENE.WIDTH, (high[2] - low[2]) / SCENE.THICKNESS))
    return found


def measure(baked):
    """By name of the sheet, at the end."""
    found = {}
    for name in SCENE.NAMES:
        samples = baked.objects[name]
        profile = sizes(samples[-1])
        _, width, thickness = profile[len(profile) // 2]
        found[name] = {"width": width, "thickness": thickness, "volume": volume(samples[-1]) / volume(samples[0])}
    found["volume of the rods"] = max(frame["volume_change"] for frame in baked.frames)
    return found


def check(baked):
    found = measure(baked)
    rods, tets = (found[name] for name in SCENE.NAMES)
    change = found["volume of the rods"]
    expect(change < 0.05, f"the volume of a rod changes by {100 * change:.1f} %")
    for what in ("width", "thickness"):
        expect(0.6 < tets[what] < 0.8, f"the {what} of the tetrahedra is {tets[what]:.3f} of rest")
        expect(abs(rods[what] / tets[what] - 1) < 0.03, f"{what}: rods {rods[what]:.3f}, tetrahedra {tets[what]:.3f}")
    for name in SCENE.NAMES:
        expect(abs(found[name]["volume"] - 1) < 0.06, f"{name} have {found[name]['volume']:.3f} of their volume")
    print(found)


if __name__ == "__main__":
    main_of_scene("stretched_sheet", [str(SEGMENTS)], check)
