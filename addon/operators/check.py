"""Looks at the scene before a bake: every problem of every object at once, and the cost of the bake."""

import bpy

from ..bake import running_bake
from ..export.errors import Note, note_of
from ..export.lengths import in_scene_units
from ..export.scene import SceneExport
from ..playback import shown_overlaps
from ..properties import finding
from .background_check import BackgroundCheck

_NO_VOLUME = ("open", "without volume")  # what the solver calls the mesh of a rigid body
_THICKNESS_FIELDS = ("thickness", "material.thickness")


class SINEW_OT_check(BackgroundCheck, bpy.types.Operator):
    bl_idname = "sinew.check"
    bl_label = "Check"
    bl_description = (
        "List every problem of every object, with buttons that cure it, and estimate time and disk space of the bake. Esc "
        "cancels"
    )

    @classmethod
    def poll(cls, _context):
        return not running_bake.job.active and not running_bake.checking

    def new_export(self, scene, _obj):
        return SceneExport(scene, keeps_going=True)

    def finish(self, scene, export, report):
        problems, warnings = notes_of(scene, export, report)
        found = [*(("PROBLEM", note) for note in problems), *(("WARNING", note) for note in warnings)]
        if not problems:
            found.append(("INFO", Note(describe_cost(report["cost"]))))
        finding.show(scene.sinew, found)
        shown_overlaps.keep(scene, export.overlaps, export.first_frame)
        scene.sinew.check_report = "\n".join(note for _, note in found)
        if problems:
            self.report({"ERROR"}, "\n".join(problems))
        else:
            self.report({"INFO"}, found[-1][1])
        return {"FINISHED"}

    def refuse(self, scene, sentence):
        finding.show(scene.sinew, [("PROBLEM", Note(sentence))])
        scene.sinew.check_report = sentence
        self.report({"ERROR"}, sentence)
        return {"CANCELLED"}


def notes_of(scene, export, report):
    """The problems and the warnings of an export and of what the solver reported about it, if it was asked."""
    problems, warnings = list(export.problems), list(map(note_of, export.warnings))
    if report:
        problems += solver_notes(scene, export, report)
        warnings += (placed(export, in_scene_units(scene, sentence)) for sentence in report["warnings"])
    return problems, warnings


def placed(export, sentence):
    """A warning of the solver; one about bodies that stand in each other also knows where."""
    for overlap in export.overlaps:
        a, b = overlap.first, overlap.second
        if sentence.startswith((f"{a} and {b} ", f"{b} and {a} ") if a != b else f"{a} goes through itself"):
            name = a if a in export.names else b
            generated = getattr(export.shapes.get(name), "generated", False)
            fixes = ("MOVE_APART",) if {a, b} <= export.rigid_names else ()
            return Note(sentence, fixes, () if generated else overlap.vertices[name], name)
    return note_of(sentence)


def solver_notes(scene, export, report):
    """The problems that the solver found, as notes."""
    objects = {body: name for name, body in export.names.items()}
    notes = []
    for problem in report["problems"]:
        name = objects.get(problem["object"], "")
        if getattr(export.shapes.get(name), "generated", False):
            problem.pop("vertices", None)  # of modifiers: nothing of the mesh that could be selected
        notes.append(_solver_note(scene, name, problem))
    return notes


def _solver_note(scene, name, problem):
    vertices = problem.get("vertices", ())
    if name and problem["field"] == "mesh" and problem["value"] in _NO_VOLUME:
        text = (
            f"'{name}' is {problem['value']}, so its mass is not known. Give it a Wall, or close its holes and recalculate its "
            "normals (Mesh, Normals)."
        )
        return Note(text, ("SET_WALL",), (), name)
    if name and problem["field"] == "mesh":
        remedy = problem["remedy"]
        text = f"'{name}': {problem['value']}. {remedy[:1].upper()}{remedy[1:]}."
        return Note(text, _mesh_fixes(scene.objects.get(name), vertices), vertices, name)
    fixes = ("SET_THICKNESS",) if name and problem["field"] in _THICKNESS_FIELDS else ()
    return Note(in_scene_units(scene, problem["message"]), fixes, vertices, name)


def _mesh_fixes(obj, vertices):
    if obj is None or obj.type != "MESH" or not vertices:
        return ()
    in_faces = {vertex for polygon in obj.data.polygons for vertex in polygon.vertices}
    return ("REMOVE_LOOSE",) if in_faces.isdisjoint(vertices) else ("MERGE_DOUBLES", "TRIANGULATE")


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
