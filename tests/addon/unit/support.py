"""Lets the tests import the parts of the add-on that need no Blender, as `addon`."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]


def make_addon_importable():
    sys.path.insert(0, str(ROOT))
