"""What a solid or shell costs, before anything is baked."""

import bpy

from .. import body_types
from ..bake import current, program
from ..bridge.errors import SinewError
from ..export.errors import ExportError
from ..export.scene import SceneExport, check_frame_range
from .check import ask_about, readable_seconds

TRIAL_FRAMES = 2


class SINEW_OT_estimate_cost(bpy.types.Operator):
    bl_idname = "sinew.estimate_cost"
    bl_label = "Estimate Cost"
    bl_description = (
        "Fill a solid with tetrahedra, and simulate the body alone for a moment, to tell their number, memory and about "
        "how long its bake takes"
    )
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        obj = context.object
        body_type = body_types.type_of(obj) if obj else None
        return body_type is not None and body_type.export.is_implicit and not current.job.active

    def execute(self, context):
        scene, obj = context.scene, context.object
        try:
            check_frame_range(scene)
            prefix = program.command_prefix()
            last = min(scene.frame_start + TRIAL_FRAMES, scene.frame_end)
            export = SceneExport(scene, only=[obj], frames=(scene.frame_start, last))
            for _ in export.run(context.evaluated_depsgraph_get):
                pass
            report = ask_about(prefix, export, scene)
        except (ExportError, SinewError) as error:
            return self._tell(obj, "ERROR", str(error))
        if not report["ok"]:
            return self._tell(obj, "ERROR", "\n".join(problem["message"] for problem in report["problems"]))
        share = (scene.frame_end - scene.frame_start) / (last - scene.frame_start)
        return self._tell(obj, "INFO", describe(report, share, scene.frame_end - scene.frame_start + 1))

    def _tell(self, obj, kind, text):
        obj.sinew.cost_report = text
        self.report({kind}, text)
        return {"CANCELLED"} if kind == "ERROR" else {"FINISHED"}


def describe(report, share, frames):
    """`share` is how much longer the bake is than the trial."""
    cost = report["cost"]
    body = cost["by_body"][0]
    text = f"{_pieces(body)}, about {cost['memory_bytes'] / 1e6:.0f} MB of memory"
    if cost["seconds"] is None:
        return ". ".join((text, *report["warnings"]))
    return f"{text}, {readable_seconds(cost['seconds'] * share)} for {frames} frames"


def _pieces(body):
    if "triangles" in body:
        return f"{body['triangles']:,} triangles"
    return (
        f"{body['tetrahedra']:,} tetrahedra, angles from {body['smallest_dihedral']:.0f}° to "
        f"{body['largest_dihedral']:.0f}°"
    )


classes = (SINEW_OT_estimate_cost,)
