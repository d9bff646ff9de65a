"""A mesh object as a skin: it goes where its own rig takes it, and muscles and bones move it from
there."""

from contextlib import ExitStack

from .body_export import BodyExport
from .bone_pills import BonePills
from .bound_modifiers import bound_notes
from .errors import ExportError
from .fcurves import moves
from .mesh_probe import MeshProbe, deforms
from .numbers import single_precision
from .object_space import ObjectSpace
from .samples import Samples
from .shape_offsets import ShapeOffsets
from .vertex_groups import weights

KIND = "skin"


class SkinExport(BodyExport):
    rest_pose = True

    def __init__(self, scene, obj, movers, spool):
        super().__init__(scene, obj, movers, spool)
        self._settings = obj.sinew.skin
        self._stack = ExitStack()
        self._samples = Samples(spool)
        self._offsets = None  # of shape keys that move
        self.space = ObjectSpace(obj.name)

    def __enter__(self):
        with ExitStack() as stack:
            self.warnings.extend(bound_notes(self._object, "skin"))
            self._muscles = self._checked_muscles()
            self._bones = self._bones_of_armature()
            self._probe = MeshProbe(self._scene, self._object, deforms)
            stack.callback(self._probe.remove)
            if moves(self._object.data.shape_keys):
                self._offsets = ShapeOffsets(self._scene, self._object, self._spool)
                stack.callback(self._offsets.remove)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        self._stack.close()

    @property
    def needs(self):
        return self._muscles

    def read_rest(self, depsgraph):
        self._vertices = self._probe.read(depsgraph, self.rest_frame)
        self._triangles = self._probe.triangles(depsgraph)
        if not self._triangles:
            raise ExportError(
                f"The skin '{self._name}' has no faces. Bind a mesh that has some, or press Skin in its Physics tab to take it "
                "out."
            )
        if self._bones:
            self._bones.read_rest(depsgraph)
        self._mask = weights(self._object, self._settings.mask, "Mask")
        if self._offsets:
            self._offsets.read_rest(depsgraph, self.rest_frame)

    def read_sample(self, depsgraph, frame):
        # Only a mask looks at where the rig alone takes the vertices.
        if self._mask is not None:
            self._samples.append(self._probe.read(depsgraph, frame))
        if self._offsets:
            self._offsets.read_sample(depsgraph, frame)
        self.space.take(self._probe.evaluated(depsgraph).matrix_world, frame)

    def body(self, parts):
        count = len(self._vertices) // 3
        body = {
            "kind": KIND,
            "name": parts.names[self._name],
            "mesh": {
                "vertices": parts.block(self._vertices, count, 3),
                "faces": parts.block(self._triangles, len(self._triangles) // 3, 3),
            },
            "drivers": [parts.names[name] for name in self._muscles],
            "bones": list(self._bones.pills().values()) if self._bones else [],
            "smoothing": self._settings.smoothing,
            "reach": single_precision(self._settings.reach),
        }
        offsets = self._offsets.job(parts) if self._offsets else None
        if offsets:
            body["offsets"] = offsets
        if self._mask is not None:
            body["mask"] = parts.block(self._mask, count)
            body["base"] = parts.animated(self._samples, count, 3)
        return body

    def _checked_muscles(self):
        names = []
        for entry in self._settings.muscles:
            muscle = entry.object
            if muscle is None:
                continue
            if muscle.name not in self._scene.objects or muscle.sinew.body_type != "MUSCLE":
                raise ExportError(
                    f"The skin '{self._name}' follows '{muscle.name}', which is not a muscle of this scene. Press Bind "
                    "Skin again with the muscles selected."
                )
            names.append(muscle.name)
        if not names:
            raise ExportError(
                f"The skin '{self._name}' follows no muscle. Select its muscles, then the skin, and press Bind Skin."
            )
        return names

    def _bones_of_armature(self):
        armature = self._settings.armature
        if armature is None:
            return None
        if armature.name not in self._scene.objects:
            raise ExportError(
                f"The skin '{self._name}' follows the armature '{armature.name}', which is not in this scene. Link it "
                "into the scene or choose another one."
            )
        return BonePills(armature, (), self._movers)
