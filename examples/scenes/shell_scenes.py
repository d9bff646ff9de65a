"""Writes jobs with the scenes of the shell paper: shell_scenes.py NAME JOB, or shell_scenes.py --all FOLDER.

Parameters are those of [shell section 5] and of the runs of the authors' implementation that docs/validation/shell.md compares with.
The jobs of these names in examples/jobs are written by this script. A frame is a time step of 10 ms.
"""

import sys
from pathlib import Path

from shell_beams import cylinder_coil, plate_load, strip_twist
from shell_curved import half_sphere, moebius
from shell_growth import circle_growth, curvature_modes, lotus_shell
from shell_parts import write

SCENES = {
    "strip_twist": strip_twist,
    **{f"plate_load_{n}": (lambda n=n: plate_load(n)) for n in (1, 2, 4, 8, 16)},
    "cylinder_coil": cylinder_coil,
    "curvature_modes": curvature_modes,
    "circle_growth": circle_growth,
    "moebius": moebius,
    "half_sphere": half_sphere,
    "lotus_shell": lotus_shell,
}


def main():
    name, place = sys.argv[1], Path(sys.argv[2])
    if name != "--all":
        write(SCENES[name](), place)
        return
    for each, make in SCENES.items():
        write(make(), place / f"{each}.json")


if __name__ == "__main__":
    main()
