"""Where in a stack of modifiers the cache belongs."""

from ..export.deforming import DEFORMING, HARMLESS


def cache_index(modifier_types):
    """Index at which the cache belongs: after the last modifier that deforms, before the first that
    changes the number of vertices. Elsewhere a rig would deform twice or the vertices would not
    match."""
    index = 0
    for position, modifier_type in enumerate(modifier_types):
        if modifier_type in DEFORMING:
            index = position + 1
        elif modifier_type not in HARMLESS:
            break
    return index
