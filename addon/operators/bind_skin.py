"""Makes a mesh the skin of muscles and bones."""

import bpy

from ..properties import migrate
from .attach_ends import armature_for
from .selection import changeable


class SINEW_OT_bind_skin(bpy.types.Operator):
    bl_idname = "sinew.bind_skin"
    bl_label = "Bind Skin"
    bl_description = (
        "Make the active mesh the skin of the selected muscles and of the bones of its armature. Without selected "
        "muscles: of all muscles of the scene"
    )
    bl_options = {"REGISTER", "UNDO"}

    keep: bpy.props.BoolProperty(
        name="Keep Muscles",
        description="Add to the muscles that the skin already follows instead of replacing them",
        default=False,
    )
    use_bones: bpy.props.BoolProperty(
        name="Bones",
        description="Follow the deforming bones of the armature too, where no muscle is near",
        default=True,
    )
    mask: bpy.props.StringProperty(
        name="Mask",
        description="Vertex group: 1 follows the muscles, 0 keeps the deformation of the armature",
        options={"SKIP_SAVE"},
    )

    @classmethod
    def poll(cls, context):
        obj = context.object
        if obj is None or obj.type != "MESH":
            cls.poll_message_set("Select the muscles first and the skin mesh last")
            return False
        if obj.sinew.body_type == "MUSCLE":
            cls.poll_message_set("The active object is a muscle; the skin has to be the last one selected")
            return False
        if not any(entry.sinew.body_type == "MUSCLE" for entry in context.scene.objects):
            cls.poll_message_set("There is no muscle in this scene yet")
            return False
        return True

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.prop(self, "keep")
        layout.prop(self, "use_bones")
        layout.prop_search(self, "mask", context.object, "vertex_groups")

    def execute(self, context):
        skin = context.object
        if not changeable(self, [skin]):
            return {"CANCELLED"}
        if self.mask and self.mask not in skin.vertex_groups:
            self.report({"ERROR"}, f"'{skin.name}' has no vertex group '{self.mask}'.")
            return {"CANCELLED"}
        selected = [obj for obj in context.selected_objects if obj.sinew.body_type == "MUSCLE"]
        muscles = selected or [
            obj for obj in context.scene.objects if obj.sinew.body_type == "MUSCLE"
        ]
        settings = skin.sinew.skin
        kept = [entry.object for entry in settings.muscles if entry.object] if self.keep else []
        settings.muscles.clear()
        for muscle in sorted({*kept, *muscles}, key=lambda obj: obj.name_full):
            settings.muscles.add().object = muscle
        settings.armature = armature_for(context, skin) if self.use_bones else None
        settings.mask = self.mask or settings.mask
        skin.sinew.body_type = "SKIN"
        migrate.stamp(context.scene)
        count = len(settings.muscles)
        self.report({"INFO"}, f"'{skin.name}' follows {count} muscle{'s' if count != 1 else ''}.")
        return {"FINISHED"}


classes = (SINEW_OT_bind_skin,)
