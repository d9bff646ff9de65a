"""What a solid or shell costs, before anything is baked."""

import bpy

from .. import body_types
from ..bake import running_bake
from ..export.lengths import in_scene_units
from ..export.scene import SceneExport
from .background_check import BackgroundCheck
from .check import readable_seconds

TRIAL_FRAMES = 2


class SINEW_OT_estimate_cost(BackgroundCheck, bpy.types.Operator):
    bl_idname = "sinew.estimate_cost"
    bl_label = "Estimate Cost"
    bl_description = (
        "Fill a solid with tetrahedra and simulate the body alone for a moment. Shows the number of tetrahedra, the memory "
        "and about how long the bake takes. Esc cancels"
    )

    @classmethod
    def poll(cls, context):
        obj = context.object
        body_type = body_types.type_of(obj) if obj else None
        free = not running_bake.job.active and not running_bake.checking
        return body_type is not None and body_type.export.has_cost and free

    def new_export(self, scene, obj):
        self._object_name = obj.name
        last = min(scene.frame_start + TRIAL_FRAMES, scene.frame_end)
        return SceneExport(scene, only=[obj], frames=(scene.frame_start, last))

    def finish(self, scene, export, report):
        if not report["ok"]:
            problems = (in_scene_units(scene, problem["message"]) for problem in report["problems"])
            return self.refuse(scene, "\n".join(problems))
        share = (scene.frame_end - scene.frame_start) / (export.last_frame - export.first_frame)
        report["warnings"] = [in_scene_units(scene, sentence) for sentence in report["warnings"]]
        text = describe(report, share, scene.frame_end - scene.frame_start + 1)
        self._keep(scene, text)
        self.report({"INFO"}, text)
        return {"FINISHED"}

    def refuse(self, scene, sentence):
        self._keep(scene, sentence)
        self.report({"ERROR"}, sentence)
        return {"CANCELLED"}

    def _keep(self, scene, text):
        # Found by its name: references do not survive an undo, which may happen while the solver works.
        obj = scene.objects.get(self._object_name)
        if obj is not None:
            obj.sinew.cost_report = text


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
