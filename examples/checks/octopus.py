"""Ten octopuses fall on each other, keep their volume and come to rest on the floor [viper Fig. 7]."""

from baked import expect, main_of_scene


def check(baked):
    volume = max(frame["volume_change"] for frame in baked.frames)
    expect(volume < 0.02, f"the volume of a rod changes by {100 * volume:.1f} %")
    # Surfaces of pills, not their axes; the thinnest pill has a radius of 14 mm.
    sunk = -min(frame["min_distance"] for frame in baked.frames)
    expect(sunk < 0.002, f"a pill is {1000 * sunk:.1f} mm inside the floor or a wall")
    energies = [sum(value or 0.0 for value in frame["energy"].values()) for frame in baked.frames]
    gained = max(after - before for before, after in zip(energies, energies[1:]))
    expect(gained <= 0.0, f"energy grows by {gained:.2g} J in a step")
    last = baked.frames[-1]
    fastest = max(frame["energy"]["kinetic"] for frame in baked.frames)
    expect(last["energy"]["kinetic"] < 1e-3 * fastest, "they have not come to rest")
    print(f"volume of any rod within {100 * volume:.2f} %, {1000 * sunk:.2f} mm in a wall, kinetic energy {last['energy']['kinetic']:.3g} J at the end, ", end="")
    print(f"{fastest:.3g} J in the fall")


main_of_scene("octopus", ["10"], check)
