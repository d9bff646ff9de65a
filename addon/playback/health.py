"""Does what was baked play? Looks at modifiers, and at the first bytes of cache files; computes nothing."""

import bpy

from .. import body_types
from ..export.deforming import DEFORMING, HARMLESS
from . import mesh_cache, pc2_file

PLAYS = frozenset({"DONE", "PARTIAL"})
_ADDS_VERTICES = frozenset({
    "ARRAY", "BEVEL", "MIRROR", "MULTIRES", "REMESH", "SCREW", "SKIN", "SOLIDIFY", "SUBSURF", "WIREFRAME",
})  # fmt: skip


_SEEN_HERE = frozenset({"LOST", "FOREIGN"})  # set by looking, not by a bake


def look(scene):
    """Stores why bodies of a baked scene do not play, and whether the scene counts as baked. True when that has changed."""
    settings = scene.sinew
    before = (settings.status, settings.playback_problem)
    baked = (settings.status_before or "DONE") if settings.status in _SEEN_HERE else settings.status
    problems = []
    if baked in PLAYS:
        problems = [problem for obj in body_types.bodies_of(scene) for problem in problems_of(obj)]
    text = "\n".join(problems)
    if settings.playback_problem != text:
        settings.playback_problem = text
    if settings.foreign_cache and baked != "NONE":
        status = "FOREIGN"
    else:
        status = "LOST" if problems else baked
    if settings.status != status:
        settings.status_before = baked
        settings.status = status
    return before != (settings.status, settings.playback_problem)


def problems_of(body):
    """Sentences; none when the body plays its cache."""
    if body.library is not None:
        return []
    players = body_types.type_of(body).player.shown_on(body)
    if not players:
        return [f"Nothing plays the bake of '{body.name}': it was added after the bake, or its surface was deleted. Press Bake."]
    return [problem for problem in map(_problem_of, players) if problem]


def _problem_of(player):
    modifier = mesh_cache.find(player)
    if modifier is None:
        return (
            f"'{player.name}' is not simulated: it was added after the bake, or lost its modifier '{mesh_cache.NAME}'. Press "
            "Bake."
        )
    path = modifier.filepath
    try:
        header = pc2_file.read_header(bpy.path.abspath(path))
    except OSError as error:
        reason = "is missing" if isinstance(error, FileNotFoundError) else f"cannot be read ({error.strerror})"
        return f"'{player.name}' is not simulated: its cache {path} {reason}. Bring it back, or press Bake."
    if header is None or header.samples == 0:
        return f"'{player.name}' is not simulated: its cache {path} has no frames. Press Bake Again."
    return _misfit(player, modifier, header.points)


def _misfit(player, modifier, points):
    """A sentence when Blender finds another number of vertices than the cache has."""
    before = _modifiers_before(player, modifier)
    vertices = len(player.data.vertices)
    generative = [entry for entry in before if entry.type not in DEFORMING and entry.type not in HARMLESS]
    if not generative and vertices != points:
        return (
            f"'{player.name}' is not simulated: its mesh has {vertices:,} vertices, the bake has {points:,}. Undo the edit, or "
            "press Bake Again."
        )
    misplaced = [entry.name for entry in generative if entry.type in _ADDS_VERTICES]
    if misplaced and vertices == points:
        return (
            f"'{player.name}' is not simulated: '{misplaced[0]}' makes new vertices before the cache. Move it behind "
            f"'{modifier.name}'."
        )
    return None


def _modifiers_before(player, modifier):
    before = []
    for entry in player.modifiers:
        if entry == modifier:
            break
        if entry.show_viewport:
            before.append(entry)
    return before
