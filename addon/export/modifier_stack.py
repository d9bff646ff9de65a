"""Which modifiers of a mesh are simulated, and which stand behind the cache.

Everything up to the last modifier that decides the shape is evaluated and simulated, as it is drawn; the cache stands behind
it. Modifiers that only finish the look (an edge split, the thickness of a sheet) stay behind the cache. So does a
modifier at the end that makes other vertices in renders than in the view: the cache could play in one of them only.
"""

from dataclasses import dataclass, field

from .deforming import DEFORMING, is_sinew

# Make or remove vertices.
GENERATIVE = frozenset({
    "ARRAY", "BEVEL", "BOOLEAN", "DECIMATE", "EDGE_SPLIT", "MASK", "MIRROR", "MULTIRES", "NODES", "REMESH", "SCREW", "SKIN",
    "SOLIDIFY", "SUBSURF", "TRIANGULATE", "VOLUME_TO_MESH", "WELD", "WIREFRAME",
})  # fmt: skip

# What only finishes the look of each kind of body.
FINISHING_SOLID = frozenset({"EDGE_SPLIT"})
FINISHING_SHELL = FINISHING_SOLID | {"SOLIDIFY", "BEVEL", "WIREFRAME"}
# Muscles and skins are bound to the vertices of the mesh itself.
FINISHING_BOUND = FINISHING_SHELL | {"SUBSURF", "MULTIRES"}


@dataclass
class ModifierStack:
    """Names of modifiers."""

    simulated: list = field(default_factory=list)  # evaluated before the simulation
    generative: list = field(default_factory=list)  # those of `simulated` that change the number of vertices
    last: str = ""  # behind which the cache stands; empty: before all
    left_out: list = field(default_factory=list)  # behind the cache, though they decide the shape
    blocking: list = field(default_factory=list)  # differ in renders and stand before others: nothing can be simulated


def modifier_stack(modifiers, finishing):
    """Of the modifiers of an object; those switched off in the view and in renders do nothing."""
    wanted = [
        modifier
        for modifier in modifiers
        if not is_sinew(modifier)
        and (modifier.show_viewport or modifier.show_render)
        and (modifier.type in DEFORMING or modifier.type in GENERATIVE)
    ]
    stack = ModifierStack()
    while wanted and (wanted[-1].type in finishing or _differs_in_renders(wanted[-1])):
        last = wanted.pop()
        if last.type not in finishing:
            stack.left_out.insert(0, last.name)
    stack.last = wanted[-1].name if wanted else ""
    stack.simulated = [modifier.name for modifier in wanted if modifier.show_viewport]
    stack.generative = [modifier.name for modifier in wanted if modifier.type in GENERATIVE and modifier.show_viewport]
    stack.blocking = [modifier.name for modifier in wanted if _differs_in_renders(modifier)]
    return stack


def listed(names):
    """For a sentence: 'Mirror' and 'Array'."""
    return " and ".join(f"'{name}'" for name in names)


def _differs_in_renders(modifier):
    """Does a render have another number of vertices than the view?"""
    if modifier.type not in GENERATIVE:
        return False
    if modifier.show_viewport != modifier.show_render:
        return True
    return modifier.type in {"SUBSURF", "MULTIRES"} and modifier.levels != modifier.render_levels
