"""What the panel says about the bake: sentences with icons, to be drawn by whoever has a place for them."""

from ..bake import running_bake
from ..bake.phase import Phase
from ..properties import changes


def status_lines(scene, obj):
    """(text, icon) in the order of worth. Nothing is computed here."""
    settings = scene.sinew
    lines = []
    if settings.status in {"DONE", "PARTIAL"}:
        lines.append((f"Baked: frames {settings.baked_first} to {settings.baked_last}", "CHECKMARK"))
    elif settings.status == "NONE":
        lines.append(("Not baked", "DOT"))
    if settings.foreign_cache:
        lines.append((settings.foreign_cache, "ERROR"))
    if settings.playback_problem:
        lines.append((settings.playback_problem, "ERROR"))
    changed = changes.names(settings) + changes.names(obj.sinew)
    if changed and settings.status != "NONE":
        lines.append(("Changed since the bake: " + ", ".join(changed), "FILE_REFRESH"))
    if settings.status_message:
        bad = settings.status in {"FAILED", "STALE"} or running_bake.job.phase is Phase.FAILED
        lines.append((settings.status_message, "ERROR" if bad else "INFO"))
    if settings.live_notes:
        lines.append((settings.live_notes, "ERROR"))
    return lines
