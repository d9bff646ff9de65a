"""Which modifiers move vertices and keep their number, and which ones Sinew made itself."""

DEFORMING = frozenset({
    "ARMATURE", "CAST", "CORRECTIVE_SMOOTH", "CURVE", "DISPLACE", "HOOK", "LAPLACIANDEFORM", "LAPLACIANSMOOTH",
    "LATTICE", "MESH_CACHE", "MESH_DEFORM", "SHRINKWRAP", "SIMPLE_DEFORM", "SMOOTH", "SURFACE_DEFORM", "WARP", "WAVE",
})  # fmt: skip

# Move nothing and change no number either: a rig may stand behind them.
HARMLESS = frozenset({
    "DATA_TRANSFER", "NORMAL_EDIT", "UV_PROJECT", "UV_WARP", "VERTEX_WEIGHT_EDIT", "VERTEX_WEIGHT_MIX",
    "VERTEX_WEIGHT_PROXIMITY", "WEIGHTED_NORMAL",
})  # fmt: skip

_OWN_PREFIX = "Sinew "


def is_sinew(modifier):
    """What playback put on the object: the cache and, in files of the first version, a hook."""
    return modifier.type in {"MESH_CACHE", "HOOK"} and modifier.name.startswith(_OWN_PREFIX)
