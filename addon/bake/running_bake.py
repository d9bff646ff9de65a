"""The bake of this Blender: at most one runs at a time. Panels look here, operators change it."""

import atexit

from .job import BakeJob
from .phase import Phase

job = BakeJob()
checking = ""  # one line about a check that runs; empty while none does


def stop():
    """Ends a running bake politely; its finished frames stay. Called when Blender or the add-on
    goes away."""
    if job.phase in (Phase.EXPORTING, Phase.RUNNING):
        job.cancel()


atexit.register(stop)
