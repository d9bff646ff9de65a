"""Attaches the ends of a muscle to bones or objects."""

from functools import partial

import bpy

from ..export import attachments, vectors
from ..export.errors import ExportError
from ..export.lengths import length_text
from ..export.muscle_rods import read_rods
from ..export.rest_pose import rest_pose
from ..properties import migrate
from ..properties.muscle import MODE_ITEMS
from .selection import changeable, muscle_poll


def _object_name(end):
    return bpy.props.StringProperty(
        name=f"{end} Object",
        description=f"Armature or object that carries the {end.lower()}. Empty: the armature of the muscle",
        options={"SKIP_SAVE"},
    )


def _bone_name(end):
    return bpy.props.StringProperty(
        name=f"{end} Bone",
        description=f"Bone that carries the {end.lower()}. Empty: the nearest one",
        options={"SKIP_SAVE"},
    )


def _mode(end):
    return bpy.props.EnumProperty(
        name=f"{end} Mode", description="How firmly the end is held", items=MODE_ITEMS
    )


class SINEW_OT_attach_ends(bpy.types.Operator):
    bl_idname = "sinew.attach_ends"
    bl_label = "Attach Ends"
    bl_description = (
        "Attach source and sink of the muscle to bones. The nearest two are proposed; change them in the panel at the "
        "lower left"
    )
    bl_options = {"REGISTER", "UNDO"}

    source_object: _object_name("Source")
    source_bone: _bone_name("Source")
    source_mode: _mode("Source")
    sink_object: _object_name("Sink")
    sink_bone: _bone_name("Sink")
    sink_mode: _mode("Sink")

    @classmethod
    def poll(cls, context):
        if not muscle_poll(cls, context):
            return False
        if context.object.sinew.muscle.rods is None:
            cls.poll_message_set("The muscle has no rods yet: press Viperize first")
            return False
        return True

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        for end, _ in attachments.ENDS:
            column = layout.column()
            column.prop_search(self, f"{end}_object", context.scene, "objects")
            carrier = context.scene.objects.get(getattr(self, f"{end}_object"))
            if carrier and carrier.type == "ARMATURE":
                column.prop_search(self, f"{end}_bone", carrier.data, "bones")
            column.prop(self, f"{end}_mode")

    def execute(self, context):
        muscle = context.object
        if not changeable(self, [muscle]):
            return {"CANCELLED"}
        try:
            with rest_pose(context.scene):
                context.view_layer.update()
                rods = read_rods(muscle, muscle.matrix_world)
                self._propose(context, muscle, rods)
            context.view_layer.update()
            self._store(context, muscle)
        except ExportError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        migrate.stamp(context.scene)
        for sentence in self._far:
            self.report({"WARNING"}, sentence)
        return {"FINISHED"}

    def _propose(self, context, muscle, rods):
        """Fills in what is empty, and measures how far the ends are from their bones."""
        middles = {end: rods.end_middle(at_sink) for end, at_sink in attachments.ENDS}
        carriers = {}
        for end, _ in attachments.ENDS:
            name = getattr(self, f"{end}_object")
            obj = context.scene.objects.get(name) if name else armature_for(context, muscle)
            if obj is None and name:
                nearest = attachments.nearest_name(name, context.scene.objects.keys())
                hint = f" Did you mean '{nearest}'?" if nearest else ""
                raise ExportError(f"There is no object '{name}' in this scene.{hint}")
            if obj is None:
                raise ExportError(
                    f"'{muscle.name}' has no armature. Select the armature too, give the muscle an Armature modifier, "
                    "or choose objects in the operator's panel."
                )
            if obj in (muscle, muscle.sinew.muscle.rods):
                raise ExportError(
                    f"The {end} of '{muscle.name}' cannot be carried by '{obj.name}', which is the muscle itself. Choose a "
                    "bone or another object."
                )
            carriers[end] = obj
            setattr(self, f"{end}_object", obj.name)
        candidates = {
            end: _candidates(muscle, end, carriers[end], getattr(self, f"{end}_bone"), middles[end])
            for end in carriers
        }
        chosen = _nearest_pair(candidates["source"], candidates["sink"])
        length = vectors.length(vectors.subtract(middles["sink"], middles["source"]))
        self._far = []
        for (end, _), (distance, obj, bone) in zip(attachments.ENDS, chosen):
            setattr(self, f"{end}_bone", bone)
            if bone:
                sentence = attachments.far_sentence(
                    muscle.name, end, f"the bone '{bone}'", distance, length, partial(length_text, context.scene)
                )
                if sentence:
                    self._far.append(sentence)

    def _store(self, context, muscle):
        for end, _ in attachments.ENDS:
            stored = getattr(muscle.sinew.muscle, end)
            stored.object = context.scene.objects[getattr(self, f"{end}_object")]
            stored.bone = getattr(self, f"{end}_bone")
            stored.mode = getattr(self, f"{end}_mode")


def armature_for(context, obj):
    """The armature that is meant: selected, of a modifier, the parent, or the only one there is."""
    selected = [entry for entry in context.selected_objects if entry.type == "ARMATURE"]
    modified = [
        modifier.object for modifier in obj.modifiers if modifier.type == "ARMATURE" and modifier.object
    ]
    parent = [obj.parent] if obj.parent and obj.parent.type == "ARMATURE" else []
    found = selected + modified + parent
    if found:
        return found[0]
    everywhere = [entry for entry in context.scene.objects if entry.type == "ARMATURE"]
    return everywhere[0] if len(everywhere) == 1 else None


def _candidates(muscle, end, obj, bone, middle):
    """(distance, object, bone) of all that may carry an end."""
    if obj.type != "ARMATURE":
        return [(0.0, obj, "")]
    bones = obj.data.bones
    if not bones:
        raise ExportError(f"The armature '{obj.name}' has no bones. Add some in Edit Mode.")
    if bone and bone not in bones:
        raise ExportError(attachments.missing_bone_sentence(muscle, end, obj, bone))
    names = [bone] if bone else [entry.name for entry in bones if entry.use_deform] or bones.keys()
    return [
        (attachments.distance_to_bone(middle, bones[name], obj.matrix_world), obj, name)
        for name in names
    ]


def _nearest_pair(sources, sinks):
    """The two nearest carriers that differ: a muscle with both ends on one bone would do nothing.
    Only where there is no other choice are they the same."""
    pairs = [(a, b) for a in sources for b in sinks if a[1:] != b[1:]] or [
        (a, b) for a in sources for b in sinks
    ]
    return min(pairs, key=lambda pair: pair[0][0] + pair[1][0])


classes = (SINEW_OT_attach_ends,)
