"""Figures of the shell paper: shell.py PROGRAMS OUTPUT [--reduced] [--kept] [SCENE …]."""

import shell_bodies
import shell_discs
import shell_elastica
import shell_half_sphere
import shell_locking
import shell_lotus
import shell_modes
import shell_moebius
import shell_speed
import shell_strip
from paper_report import write_page

SCENES = {
    "locking": shell_locking,
    "strip": shell_strip,
    "elastica": shell_elastica,
    "modes": shell_modes,
    "discs": shell_discs,
    "moebius": shell_moebius,
    "half_sphere": shell_half_sphere,
    "lotus": shell_lotus,
    "bodies": shell_bodies,
    "speed": shell_speed,
}
HEAD = """# Cosserat shells, against the paper

Written by `examples/papers/run shell`. [shell] is F. Löschner et al. 2024, see `solver/REFERENCES.md`. Where a row has a number of the plate under load, of the
coiling cylinder or of speed, it is what the authors' published implementation gave with the paper's parameters on a machine with two cores. The scenes are written by
`examples/scenes/shell_scenes.py` and the files beside it; those of the paper are also in `examples/jobs`. Rows without a verdict depend on the mesh.
"""


if __name__ == "__main__":
    write_page("shell.md", HEAD, SCENES)
