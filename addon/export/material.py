"""The material of a body as the job has it, from the settings of an object."""

from ..materials import parameters
from .numbers import single_precision


def job_material(settings, kind):
    return {row.name: job_number(row, getattr(settings, row.property_name)) for row in parameters(kind)}


def job_number(row, shown):
    """A parameter's number in the job, from that which the artist sees."""
    number = single_precision(shown)
    return number if row.scale == 1.0 else single_precision(number / row.scale)
