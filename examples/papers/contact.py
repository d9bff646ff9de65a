"""Scenes with contact of both papers: contact.py PROGRAMS OUTPUT [--reduced] [--kept] [SCENE …]."""

import contact_bowl
import contact_half_sphere
import contact_hollow
import contact_jobs
import contact_scroll
import contact_sheet
from paper_report import write_page

SCENES = {
    "scroll": contact_scroll,
    "half_sphere": contact_half_sphere,
    "bowl": contact_bowl,
    "sheet": contact_sheet,
    "hollow": contact_hollow,
    "jobs": contact_jobs,
}
HEAD = """# Contact, against the papers

Written by `examples/papers/run contact`. [micropolar] is F. Löschner et al. 2023, [shell] F. Löschner et al. 2024, see `solver/REFERENCES.md`. The judge is `tools/check_intersections`, which shares no code with the solver: it takes every pair of triangles of every stored frame,
and half-planes. Where the module `ipctk` is installed, both judges must agree. Times are CPU time, user and system, of the whole bake on a machine with two cores, divided by the number of steps. Rows without a verdict have no figure in the papers.

Hollow bodies that meet themselves (`examples/papers/run contact hollow`) and 200 frames of the shirt on a running body (`jobs`) are not on this page yet. With a wall of 0.08 m and for 0.6 s the hollow bodies are clean, but do not collapse.
"""


if __name__ == "__main__":
    write_page("contact.md", HEAD, SCENES)
