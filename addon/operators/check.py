"""Looks at the scene before a bake: every problem at once, and what the bake will cost."""

import json
import pathlib
import subprocess
import tempfile

import bpy

from ..bake import cache_files, current, program
from ..bridge.errors import SinewError
from ..export.errors import ExportError
from ..export.lengths import in_scene_units
from ..export.scene import SceneExport, check_frame_range

TIMEOUT_SECONDS = 300


class SINEW_OT_check(bpy.types.Operator):
    bl_idname = "sinew.check"
    bl_label = "Check"
    bl_description = "List every problem of the scene and estimate time and disk space of the bake"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, _context):
        return not current.job.active

    def execute(self, context):
        scene = context.scene
        try:
            check_frame_range(scene)
            prefix = program.command_prefix()
            export = SceneExport(scene)
            for _ in export.run(context.evaluated_depsgraph_get):
                pass
            report = ask_about(prefix, export, scene)
        except (ExportError, SinewError) as error:
            scene.sinew.check_report = str(error)
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        lines = [*export.warnings, *report["warnings"]]
        if report["ok"]:
            lines.append(describe_cost(report["cost"]))
            self.report({"INFO"}, lines[-1])
        else:
            problems = [problem["message"] for problem in report["problems"]]
            lines.extend(problems)
            self.report({"ERROR"}, "\n".join(problems))
        scene.sinew.check_report = "\n".join(lines)
        return {"FINISHED"}


def ask_about(prefix, export, scene):
    """What the solver says of a scene that was exported, with lengths in the scene's units."""
    with tempfile.TemporaryDirectory(prefix="sinew_check_") as name:
        folder = pathlib.Path(name)
        job = folder / cache_files.JOB_NAME
        export.write(job, folder / cache_files.BINARY_NAME)
        report = _ask(prefix, job)
    words = export.words
    report["warnings"] = [in_scene_units(scene, words.reworded(sentence)) for sentence in report["warnings"]]
    for problem in report["problems"]:
        problem["message"] = in_scene_units(scene, words.reworded(problem["message"]))
    for body in (report.get("cost") or {}).get("by_body", ()):
        body["name"] = words.label(body["name"])
    return report


def _ask(prefix, job):
    try:
        result = subprocess.run(
            [*prefix, "check", str(job), "--json"],
            capture_output=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
        return json.loads(result.stdout)
    except subprocess.TimeoutExpired as error:
        raise SinewError(
            f"The check took longer than {TIMEOUT_SECONDS} s and was stopped."
        ) from error
    except (OSError, ValueError) as error:
        raise SinewError(f"The solver could not check the scene: {error}") from error


def describe_cost(cost):
    megabytes = cost["disk_bytes"] / 1e6
    # Without a time there is a warning that tells why.
    time = f"about {readable_seconds(cost['seconds'])}, " if cost["seconds"] is not None else ""
    pieces = "".join(
        f" {body['name']}: {body[kind]:,} {kind}."
        for body in cost["by_body"]
        for kind in ("tetrahedra", "triangles")
        if kind in body
    )
    return f"Ready to bake: {cost['frames']} frames, {time}{megabytes:.1f} MB on disk.{pieces}"


def readable_seconds(seconds):
    if seconds < 90:
        return f"{seconds:.0f} s" if seconds >= 1 else "1 s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02d} min"


classes = (SINEW_OT_check,)
