"""Makes the muscle of the other side: mesh, rods, vertex groups, attachments and activation. Skins that
follow the muscle follow the new one too.

Names are flipped by Blender's own rules (.L and .R, Left and Right, and so on). The mirror is the
plane across the X axis of the armature, in its rest pose.
"""

import bpy
from mathutils import Matrix

from ..export import attachments, fcurves
from ..export.errors import ExportError
from ..export.muscle_rods import belongs_to_another
from ..export.rest_pose import rest_pose
from ..playback import own_mesh, rods_object
from ..playback.link_objects import link_beside
from .attach_ends import armature_for
from .auto_activation import PATH
from .selection import changeable, muscle_poll

_FLIP_X = Matrix.Diagonal((-1.0, 1.0, 1.0, 1.0))


class SINEW_OT_mirror_muscle(bpy.types.Operator):
    bl_idname = "sinew.mirror_muscle"
    bl_label = "Mirror Left/Right"
    bl_description = (
        "Make this muscle for the other side of the body, across the X axis of its armature. A muscle that has the "
        "other side's name is replaced"
    )
    bl_options = {"REGISTER", "UNDO"}

    activation: bpy.props.EnumProperty(
        name="Activation",
        description="Where the activation of the new muscle comes from",
        items=[
            ("COPY", "Copy", "The same keys, in a separate action"),
            ("BONES", "From Bones", "Keyed from the motion of the bones on the new muscle's side"),
            ("NONE", "None", "No keys"),
        ],
    )

    @classmethod
    def poll(cls, context):
        return muscle_poll(cls, context)

    def execute(self, context):
        muscle = context.object
        if not changeable(self, [muscle]):
            return {"CANCELLED"}
        try:
            twin = self._mirror(context, muscle)
        except ExportError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        bpy.ops.object.select_all(action="DESELECT")
        twin.select_set(True)
        context.view_layer.objects.active = twin
        if self.activation == "BONES":
            bpy.ops.sinew.auto_activation(replace=True)
        return {"FINISHED"}

    def _mirror(self, context, muscle):
        name = flipped(muscle.name)
        if name == muscle.name:
            raise ExportError(
                f"'{muscle.name}' has no side in its name. Call it '{muscle.name}.L' or '{muscle.name}.R'."
            )
        armature = _armature_of(context, muscle)
        carriers = {end: _flipped_carrier(context, muscle, end) for end, _ in attachments.ENDS}
        _remove_old(context, name, muscle)
        with rest_pose(context.scene):
            context.view_layer.update()
            mirror = armature.matrix_world @ _FLIP_X @ armature.matrix_world.inverted_safe()
            twin = _flipped_copy(muscle, name, mirror)
            context.view_layer.update()
        context.view_layer.update()
        for end, (obj, bone) in carriers.items():
            getattr(twin.sinew.muscle, end).object = obj
            getattr(twin.sinew.muscle, end).bone = bone
        _drive_skins(context.scene, muscle, twin)
        if self.activation != "COPY" and twin.animation_data:
            curve = fcurves.find(twin, PATH)
            if curve:
                fcurves.fcurves_of(twin).remove(curve)
        return twin


def flipped(name):
    return bpy.utils.flip_name(name)


def _armature_of(context, muscle):
    for end, _ in attachments.ENDS:
        obj = getattr(muscle.sinew.muscle, end).object
        if obj and obj.type == "ARMATURE":
            return obj
    found = armature_for(context, muscle)
    if found is None:
        raise ExportError(
            f"'{muscle.name}' has no armature to be mirrored at. Attach its ends to bones first, or select the "
            "armature too."
        )
    return found


def _flipped_carrier(context, muscle, end):
    """(object, bone) of the other side. A name without a side stays what it is: a spine bone carries
    both."""
    found = attachments.carrier(muscle, end, context.scene)
    if found is None:
        return None, ""
    obj, bone = found
    if not bone:
        return context.scene.objects.get(flipped(obj.name), obj), ""
    if flipped(bone) not in obj.data.bones:
        raise ExportError(
            f"The {end} of '{muscle.name}' is attached to the bone '{bone}', but '{obj.name}' has no bone "
            f"'{flipped(bone)}'. Make it first (Edit Mode, Armature, Symmetrize)."
        )
    return obj, flipped(bone)


def _remove_old(context, name, muscle):
    """Mirroring again replaces what the last time made."""
    old = context.scene.objects.get(name)
    if old is None:
        return
    if old.sinew.body_type != "MUSCLE" or old.library is not None:
        raise ExportError(
            f"There is an object '{name}' that is not a muscle of this file. Rename it, or rename '{muscle.name}'."
        )
    rods_object.make_own(muscle)  # which may be a copy of what is removed
    rods = old.sinew.muscle.rods
    if rods is not None and belongs_to_another(rods, old):
        rods = None
    for obj in (rods, old):
        if obj:
            data, blocks = obj.data, bpy.data.curves if obj.type == "CURVE" else bpy.data.meshes
            bpy.data.objects.remove(obj)
            if data.users == 0:
                blocks.remove(data)


def _flipped_copy(muscle, name, mirror):
    """The mesh is flipped in its own space and the object is placed so that the world sees the
    mirror image; its matrix keeps a positive determinant."""
    matrix = mirror @ muscle.matrix_world @ _FLIP_X
    twin = muscle.copy()
    twin.name = name
    twin.data = muscle.data.copy()
    twin.data.name = flipped(muscle.data.name) if flipped(muscle.data.name) != muscle.data.name else name
    link_beside(twin, muscle)
    twin.data.transform(_FLIP_X, shape_keys=True)
    twin.data.flip_normals()
    own_mesh.detach(twin)
    if twin.parent_type == "BONE":
        twin.parent_bone = flipped(twin.parent_bone)
    if twin.parent is not None:
        twin.parent = bpy.data.objects.get(flipped(twin.parent.name), twin.parent)
    twin.matrix_world = matrix
    _flip_groups(twin.vertex_groups)
    for setting in ("source_group", "sink_group", "activation_map"):
        setattr(twin.sinew.muscle, setting, flipped(getattr(twin.sinew.muscle, setting)))
    if twin.animation_data and twin.animation_data.action:
        twin.animation_data.action = twin.animation_data.action.copy()
    _flip_drivers(twin)
    rods = muscle.sinew.muscle.rods
    if rods is not None:
        rods_object.copy_to(rods, muscle, twin, _FLIP_X)
    return twin


def _drive_skins(scene, muscle, twin):
    """Where the muscle drives a skin, its twin drives that skin too, or the one of the other side if there is one."""
    for skin in [obj for obj in scene.objects if obj.sinew.body_type == "SKIN"]:
        if not any(entry.object == muscle for entry in skin.sinew.skin.muscles):
            continue
        other = scene.objects.get(flipped(skin.name))
        if other is None or other.sinew.body_type != "SKIN":
            other = skin
        muscles = other.sinew.skin.muscles
        if other.library is not None or any(entry.object == twin for entry in muscles):
            continue
        # A muscle that was removed left an empty place.
        place = next((entry for entry in muscles if entry.object is None), None) or muscles.add()
        place.object = twin


def _flip_groups(groups):
    """In two passes, since two groups may exchange their names."""
    wanted = {group: flipped(group.name) for group in groups}
    for group, name in wanted.items():
        if name != group.name:
            group.name = "Sinew Flip"
    for group, name in wanted.items():
        if name != group.name:
            group.name = name


def _flip_drivers(twin):
    if twin.animation_data is None:
        return
    for driver in twin.animation_data.drivers:
        for variable in driver.driver.variables:
            for target in variable.targets:
                if target.bone_target:
                    target.bone_target = flipped(target.bone_target)


classes = (SINEW_OT_mirror_muscle,)
