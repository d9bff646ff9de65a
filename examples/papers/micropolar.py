"""Figures of the micropolar paper: micropolar.py PROGRAMS OUTPUT [--reduced] [SCENE …]."""

import micropolar_analytic
import micropolar_cantilever
import micropolar_helices
import micropolar_hollow
import micropolar_lotus
import micropolar_sheet
from paper_report import write_page

SCENES = {
    "cantilever": micropolar_cantilever,
    "sheet": micropolar_sheet,
    "hollow": micropolar_hollow,
    "helices": micropolar_helices,
    "lotus": micropolar_lotus,
    "analytic": micropolar_analytic,
}
HEAD = """# Micropolar solids, against the paper

Written by `examples/papers/run micropolar`. [micropolar] is F. Löschner et al. 2023, see `solver/REFERENCES.md`. Rows without a verdict have no figure in the paper, or depend on the mesh, which it does not give.

Scenes are made by `examples/scenes`, each a job that `sinew bake` runs; the cantilever is a separate program, since it reads rotations inside the elements.
"""


if __name__ == "__main__":
    write_page("micropolar.md", HEAD, SCENES)
