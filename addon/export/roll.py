"""How stiff and how finely cut a sheet must be to roll up under its weight. No Blender in it."""

import math

from .curvature import MOST_BULGE

CARRY = 2.0  # times the moment of the weight, that the roll's own curvature gives
MOST_ANGLE = math.radians(20.0)  # by which a sheet turns along one face


def plate_stiffness(young_modulus, poisson_ratio, thickness):
    """D = E h³ / 12 (1 - ν²) [N m]."""
    return young_modulus * thickness**3 / (12.0 * (1.0 - poisson_ratio**2))


def bending_that_carries(stiffness, area_weight, length, radius):
    """By which factor `stiffness` [N m] must grow for a sheet of this length [m] and weight [N/m²] to roll up to an outer winding
    of this radius [m].

    Rolled up, the whole weight w L hangs beside the clamp at a distance of about R, which is a moment of w L R per width. The
    curvature 1 / R of the outer winding answers with D / R.
    """
    return CARRY * area_weight * length * radius**2 / stiffness


def longest_face(curvature, thickness, bending_scale):
    """Length of a face along the roll [m] that follows its curvature [1/m]: it turns by a moderate angle, and bulges by few
    thicknesses (see curvature.sharpest_turn). Bending that is B times as stiff counts as a thickness of √B."""
    bulge = MOST_BULGE * thickness * math.sqrt(bending_scale)
    return min(MOST_ANGLE / curvature, math.sqrt(8.0 * bulge / curvature))


def rounded_up(number):
    """To two digits: what an artist can read."""
    step = 10.0 ** (math.floor(math.log10(number)) - 1)
    return math.ceil(number / step) * step
