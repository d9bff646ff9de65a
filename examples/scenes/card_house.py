"""Writes a job with a house of ten playing cards: card_house.py FRICTION FRAMES JOB.

Three tents of two cards each, two cards flat on them, and a tent on top. Cards are rigid boxes of 63 × 88 × 0.3 mm, 1.8 g. A tent that carries a load needs a coefficient
of friction of about the tangent of the angle at which its cards lean, here 0.36.
"""

import math
import sys

from rigid_parts import box, job, rigid, table
from scene_file import write_job

WIDTH, LENGTH, THICKNESS = 0.063, 0.088, 0.0003  # of a card [m]
MASS = 0.0018  # [kg]
LEAN = math.radians(20)  # from the vertical
GAP = 2e-5  # where cards meet at the start [m]

DENSITY = MASS / (WIDTH * LENGTH * THICKNESS)
REACH = LENGTH * math.sin(LEAN) + THICKNESS * math.cos(LEAN) + 0.5 * GAP  # half the width of a tent
HEIGHT = LENGTH * math.cos(LEAN) + THICKNESS * math.sin(LEAN)  # of a tent
SPACE = 2 * REACH + 0.001  # from tent to tent


def tent(name, x, z, shift, friction):
    """Two cards that lean against each other above x; they stand at z and are shifted along y against each other."""
    cards = []
    for side, letter in ((-1, "left"), (1, "right")):
        middle = [x + side * (0.5 * LENGTH * math.sin(LEAN) + 0.5 * (THICKNESS * math.cos(LEAN) + GAP)), side * shift, z + 0.5 * HEIGHT + GAP]
        cards.append(rigid(f"{name} {letter}", box((THICKNESS, WIDTH, LENGTH), middle, (1, -side * LEAN)), friction, DENSITY))
    return cards


def cards(friction):
    """All ten, from the lowest up."""
    bodies = []
    for i, letter in enumerate("ABC"):
        bodies += tent(f"Tent {letter}", (i - 1) * SPACE, 0.0, 0.001, friction)
    # The right one lies with its end on that of the left one.
    flat, rise, end = HEIGHT + 2 * GAP + 0.5 * THICKNESS, THICKNESS + GAP, 0.5 * (LENGTH - SPACE)
    slope = rise / (SPACE - end)
    bodies.append(rigid("Flat left", box((LENGTH, WIDTH, THICKNESS), (-0.5 * SPACE, -0.002, flat)), friction, DENSITY))
    middle = (0.5 * SPACE, 0.002, flat + 0.5 * SPACE * slope + GAP)
    bodies.append(rigid("Flat right", box((LENGTH, WIDTH, THICKNESS), middle, (1, math.atan(slope))), friction, DENSITY))
    return bodies + tent("Top", 0.0, flat + 0.5 * THICKNESS + rise, 0.001, friction)


if __name__ == "__main__":
    friction, frames = float(sys.argv[1]), int(sys.argv[2])
    write_job(job("card_house", frames, cards(friction), [table(0.5, friction)]), sys.argv[3])
