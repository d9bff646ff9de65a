"""A beam that bends far, against the elastica."""

from paper_report import Section
from shell_results import run_scene

import shell_beams  # of the scenes, which paper_report makes known

TITLE = "Elastica"
TEXT = """A thin strip, clamped at one end, with a load P at the other: how far a line of bending stiffness EI gives way is known for large deflections too. Not in the paper."""

DEFLECTION = {1: 0.3017, 2: 0.4935, 5: 0.7138, 10: 0.8106}  # P L²/EI: of the end, by the length


def run(setting):
    rows = []
    for load, wanted in DEFLECTION.items():
        result = run_scene(setting, f"elastica_{load}", shell_beams.elastica(load))
        rest, nodes = result.rest("Beam"), result.nodes("Beam")
        ends = [x[2] for x, X in zip(nodes, rest) if abs(X[0] - 0.5) < 1e-9]
        deflection = sum(ends) / len(ends)
        error = abs(deflection / wanted - 1)
        rows.append((f"elastica, P L²/EI = {load}: deflection by length", f"{wanted:.4f}", f"{deflection:.4f} ({100 * error:.2f} %)", error < 0.01))
    return Section(TITLE, TEXT, rows)
