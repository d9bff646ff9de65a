"""Progress of the running bake as a property that a panel can draw as a bar. Never stored."""

import bpy

from ..bake import running_bake


class SINEW_PG_progress(bpy.types.PropertyGroup):
    percent: bpy.props.FloatProperty(
        name="Progress",
        description="Frames that are done",
        subtype="PERCENTAGE",
        min=0.0,
        max=100.0,
        precision=0,
        get=lambda _: 100.0 * running_bake.job.progress,
        options={"SKIP_SAVE"},
    )


classes = (SINEW_PG_progress,)
pointers = ((bpy.types.WindowManager, "sinew_progress", SINEW_PG_progress),)
