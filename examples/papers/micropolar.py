"""Figures of the micropolar paper: micropolar.py PROGRAMS OUTPUT [--reduced] [SCENE …].

Runs the scenes, all or those named, prints tables of the paper's figures and ours, and, unless reduced, writes docs/validation/micropolar.md with
plots; what was not run is taken from the run before. Exits with 1 when a figure is not reached.
"""

import sys
from pathlib import Path

import micropolar_cantilever
import micropolar_helices
import micropolar_hollow
import micropolar_lotus
import micropolar_sheet
from paper_report import DOCS, Setting

SCENES = {
    "cantilever": micropolar_cantilever,
    "sheet": micropolar_sheet,
    "hollow": micropolar_hollow,
    "helices": micropolar_helices,
    "lotus": micropolar_lotus,
}
HEAD = """# Micropolar solids, against the paper

Written by `examples/papers/run micropolar`. [micropolar] is F. Löschner et al. 2023, see `solver/REFERENCES.md`. Rows without a verdict have no figure in the paper, or depend on the mesh, which it does not give.

Scenes are made by `examples/scenes`, each a job that `sinew bake` runs; the cantilever is a program of its own, as it looks inside the elements. What is known without the paper is in the tests: the patch test, rigid motion, the microrotation that is the polar
factor, added bending stiffness of both curvature energies within 3 %, convergence of a twisted bar (`tests/solver/solids/`).
"""


def main():
    words = [word for word in sys.argv[3:] if word != "--reduced"]
    unknown = [word for word in words if word not in SCENES]
    if unknown:
        sys.exit(f"no scene {unknown[0]}; there are {', '.join(SCENES)}")
    setting = Setting(Path(sys.argv[1]), Path(sys.argv[2]), "--reduced" in sys.argv[3:])
    setting.output.mkdir(parents=True, exist_ok=True)
    DOCS.mkdir(parents=True, exist_ok=True)
    sections = {}
    for name, module in SCENES.items():
        if not words or name in words:
            sections[name] = module.run(setting)
            print(f"\n{sections[name].title}\n\n{sections[name].table()}", flush=True)
            setting.save(name, sections[name])
        elif not setting.reduced:
            sections[name] = setting.saved(name)
    if not setting.reduced:
        parts = [HEAD] + [section.markdown() for section in sections.values() if section]
        (DOCS / "micropolar.md").write_text("\n".join(parts), encoding="utf-8")
    sys.exit(0 if all(section.good() for section in sections.values() if section) else 1)


if __name__ == "__main__":
    main()
