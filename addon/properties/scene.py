"""Settings of the bake, and what became of the last one."""

import bpy

from . import changes
from .finding import SINEW_PG_finding

STATUS_ITEMS = [
    ("NONE", "Not Baked", ""),
    ("PARTIAL", "Partly Baked", ""),
    ("DONE", "Baked", ""),
    ("FAILED", "Failed", ""),
    ("STALE", "Out of Date", ""),
    ("LOST", "Does Not Play", ""),
    ("FOREIGN", "Of Another File", ""),
]
INTEGRATOR_ITEMS = [
    ("BACKWARD_EULER", "Calm", "Backward Euler: motion dies out by itself, the more so the fewer the substeps", 0),
    ("BDF2", "Lively", "BDF2: keeps swinging and wobbling for longer", 1),
    ("QUASI_STATIC", "Settled", "No inertia: every frame is at rest under its loads and pins", 2),
]

# Blender 4.5 and later want to know that a path may start with //; those before do not know the word.
RELATIVE_PATH = {"PATH_SUPPORTS_BLEND_RELATIVE"} if bpy.app.version >= (4, 5, 0) else set()


class SINEW_PG_scene(bpy.types.PropertyGroup):
    file_version: bpy.props.IntProperty(options={"HIDDEN"})
    changed_settings: bpy.props.StringProperty(options={"HIDDEN"})

    cache_folder: bpy.props.StringProperty(
        name="Cache",
        description="Folder of the bake. Left empty, the first bake of a saved file sets it to sinew_cache beside "
        "the file",
        subtype="DIR_PATH",
        options=RELATIVE_PATH,
    )
    samples_per_frame: bpy.props.IntProperty(
        name="Samples per Frame",
        description="How often the animation of pins is read in each frame. Raise it for fast rigs",
        default=2, min=1, max=100, soft_max=10, options=set(), update=changes.note("Samples per Frame"),
    )  # fmt: skip
    substeps: bpy.props.IntProperty(
        name="Substeps",
        description="Simulation steps per frame. More keep fast waves and impacts alive",
        default=2, min=1, max=1000, soft_max=50, options=set(), update=changes.note("Substeps"),
    )  # fmt: skip
    preroll: bpy.props.IntProperty(
        name="Preroll",
        description="Frames before the first one in which bodies go from their rest shape to the first pose and come "
        "to rest. Muscles of a character that starts posed need some",
        default=0, min=0, max=10000, soft_max=100, options=set(), update=changes.note("Preroll"),
    )  # fmt: skip
    integrator: bpy.props.EnumProperty(
        name="Motion",
        description="How solids and shells move in time",
        items=INTEGRATOR_ITEMS, options=set(), update=changes.note("Motion"),
    )  # fmt: skip
    show_muscles: bpy.props.BoolProperty(
        name="Sinew Muscles",
        description="Draw the rods of muscles over the view, coloured by activation, with their ends and attachments",
        default=False, options=set(),
    )  # fmt: skip
    show_directors: bpy.props.BoolProperty(
        name="Sinew Directors",
        description="Draw how the points of solids and shells turn, coloured by curvature, if they were baked with "
        "Directors",
        default=False, options=set(),
    )  # fmt: skip
    show_curvatures: bpy.props.BoolProperty(
        name="Sinew Curvatures",
        description="Draw the curvatures of the selected shells over the view: bent arrows show to which side and along "
        "what they curl, orange to the front and blue to the back",
        default=True, options=set(),
    )  # fmt: skip
    show_overlaps: bpy.props.BoolProperty(
        name="Sinew Overlaps",
        description="Draw in red where bodies stand in each other at the first frame, as Check or Bake has found it",
        default=True, options=set(),
    )  # fmt: skip
    threads: bpy.props.IntProperty(
        name="Threads",
        description="Processor cores for the bake; 0 uses all. The result does not depend on it",
        default=0, min=0, max=1024, soft_max=64, options=set(),
    )  # fmt: skip

    status: bpy.props.EnumProperty(items=STATUS_ITEMS, options={"HIDDEN"})
    status_message: bpy.props.StringProperty(options={"HIDDEN"})
    status_before: bpy.props.StringProperty(options={"HIDDEN"})  # what `status` is when the cache plays again
    cache_owner: bpy.props.StringProperty(options={"HIDDEN"})  # identifier, see bake/cache_owner.py
    baked_folder: bpy.props.StringProperty(options={"HIDDEN"})  # of the last bake, as in the modifiers
    foreign_cache: bpy.props.StringProperty(options={"HIDDEN"})  # a sentence when the cache is another file's
    playback_problem: bpy.props.StringProperty(options={"HIDDEN"})
    live_notes: bpy.props.StringProperty(options={"HIDDEN"})
    notes: bpy.props.StringProperty(options={"HIDDEN"})
    baked_first: bpy.props.IntProperty(options={"HIDDEN"})
    baked_last: bpy.props.IntProperty(options={"HIDDEN"})
    findings: bpy.props.CollectionProperty(type=SINEW_PG_finding, options={"HIDDEN"})
    check_report: bpy.props.StringProperty(options={"HIDDEN"})


classes = (SINEW_PG_scene,)
pointers = ((bpy.types.Scene, "sinew", SINEW_PG_scene),)
