"""Figures of the VIPER paper: viper.py PROGRAMS OUTPUT [--reduced] [SCENE …]."""

import viper_sheet
from paper_report import write_page

HEAD = """# VIPER rods, against the paper

Written by `examples/papers/run viper`. [viper] is B. Angles et al. 2019, see `solver/REFERENCES.md`. Other figures of the paper are jobs with checks, see `docs/validation.md`.
"""

if __name__ == "__main__":
    write_page("viper.md", HEAD, {"sheet": viper_sheet})
