"""Ten octopuses fall on each other, keep their volume and come to rest on the floor [viper Fig. 7]."""

from baked import expect, main_of_scene


def check(baked):
    volume = max(frame["volume_change"] for frame in baked.frames)
    expect(volume < 0.02, f"the volume of a rod changes by {100 * volume:.1f} %")
    lowest = min(vertex[2] for samples in baked.objects.values() for sample in samples for vertex in sample)
    expect(lowest > 0.0, f"a point is {-lowest:.3f} m under the floor")
    last = baked.frames[-1]
    fastest = max(frame["energy"]["kinetic"] for frame in baked.frames)
    expect(last["energy"]["kinetic"] < 0.1 * fastest, "they still move as much as when they fell")
    print(f"volume of any rod within {100 * volume:.2f} %, kinetic energy {last['energy']['kinetic']:.3g} J at the end, ", end="")
    print(f"{fastest:.3g} J in the fall")


main_of_scene("octopus", ["10"], check)
