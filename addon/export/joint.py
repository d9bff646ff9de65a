"""Joints, which are empties, and the attachments of bodies: bodies of the job without a mesh."""

from array import array

from mathutils import Vector

from .. import body_types
from .body_names import body_name
from .errors import ExportError
from .lengths import unit_length
from .numbers import single_precision

TYPES = {"FIXED": "fixed", "BALL": "ball", "HINGE": "hinge", "SLIDER": "slider", "SPRING": "spring"}
HOLDERS = frozenset({"RIGID_BODY", "MICROPOLAR_SOLID", "COSSERAT_SHELL"})


def joints_of(scene):
    return sorted(
        (obj for obj in scene.objects if obj.type == "EMPTY" and obj.sinew.is_joint), key=lambda obj: obj.name_full
    )


class Holder:
    """What holds: another body of the job, a mover, or the world."""

    def __init__(self, obj, bone, bodies, movers, kinds):
        self._body = obj is not None and obj.name in bodies and body_types.type_of(obj).identifier in kinds
        self._object = obj
        if obj is not None and bone and (obj.type != "ARMATURE" or bone not in obj.data.bones):
            raise ExportError(f"'{obj.name}' has no bone '{bone}'. Choose another Bone or clear the field.")
        self.mover = None if obj is None or self._body else movers.use(obj, bone)

    def name(self, parts):
        """Of the body; None where it is none."""
        return parts.names.get(self._object.name) if self._body else None


class JointExport:
    """Reads one joint: its place at the first sample, its animated numbers at every sample."""

    def __init__(self, scene, obj, bodies, movers):
        joint = obj.sinew.joint
        if joint.first is None or joint.first.name not in bodies or not _is_rigid(joint.first):
            raise ExportError(f"The joint '{obj.name}' holds no rigid body. Choose its Body in the Physics tab.")
        self._scene, self._object, self._joint = scene, obj, joint
        self._holder = Holder(joint.second, joint.bone, bodies, movers, frozenset({"RIGID_BODY"}))
        self._samples = {name: [] for name in _animated(joint)}
        self._place = None

    def read_sample(self, depsgraph, _frame):
        if self._place is None:
            matrix = self._object.evaluated_get(depsgraph).matrix_world
            self._place = matrix.translation.copy()
            self._axis = (matrix.to_3x3() @ Vector((0, 0, 1))).normalized()
            self._origin = self._joint.first.evaluated_get(depsgraph).matrix_world.translation.copy()
        for name, samples in self._samples.items():
            # Lengths are in units of the scene, speeds in metres.
            factor = unit_length(self._scene) if name == "speed" else 1.0
            samples.append(array("d", (factor * getattr(self._joint, name),)))

    def body(self, parts, name):
        joint, kind = self._joint, self._joint.type
        bodies = [parts.names[joint.first.name]]
        other = self._holder.name(parts)
        body = {
            "kind": "joint",
            "name": name,
            "type": TYPES[kind],
            "bodies": bodies + ([other] if other else []),
            "point": [_numbers(self._origin if kind == "SPRING" else self._place)],
            "axis": [_numbers(self._axis)],
            "contact": joint.contact,
        }
        if self._holder.mover:
            body["mover"] = self._holder.mover
        if kind == "SPRING":
            body["other_point"] = [_numbers(self._place)]
            body["stiffness"] = single_precision(joint.stiffness)
        if joint.use_limits:
            body.update(self._limits())
        if kind in ("SLIDER", "SPRING"):
            body["damping"] = single_precision(joint.damping)
        if kind == "HINGE":
            body["angular_damping"] = single_precision(joint.angular_damping)
        if joint.break_force > 0.0:
            body["break_force"] = single_precision(joint.break_force)
        animated = {key: parts.animated(samples, 1) for key, samples in self._samples.items()}
        if "length" in animated:
            body["length"] = animated.pop("length")
        if animated:
            body["motor"] = {**animated, **self._most()}
        return body

    def _limits(self):
        joint = self._joint
        if joint.type == "HINGE":
            return {"angle_limits": _in_order(joint.lower_angle, joint.upper_angle)}
        if joint.type in ("SLIDER", "SPRING"):
            return {"distance_limits": _in_order(joint.lower_distance, joint.upper_distance)}
        return {}

    def _most(self):
        if self._joint.type == "HINGE":
            return {"torque": single_precision(self._joint.torque)}
        return {"force": single_precision(self._joint.force)}


class AttachmentsExport:
    """The attachments of one body."""

    def __init__(self, obj, bodies, movers):
        self._object = obj
        self._holders = []
        self._samples = []
        for attachment in obj.sinew.attachments:
            self._holders.append(Holder(attachment.target, attachment.bone, bodies, movers, HOLDERS))
            self._samples.append([])

    def read_sample(self, _depsgraph, _frame):
        for attachment, samples in zip(self._object.sinew.attachments, self._samples):
            samples.append(array("d", (attachment.strength,)))

    def bodies(self, parts, export):
        """`export` is that of the object."""
        written = []
        for attachment, holder, samples in zip(self._object.sinew.attachments, self._holders, self._samples):
            vertices, weights = export.held_vertices(attachment.group)
            body = {
                "kind": "attachment",
                "name": body_name(f"{parts.names[self._object.name]} attachment", parts.taken),
                "body": parts.names[self._object.name],
                "vertices": parts.block(array("i", vertices), len(vertices)),
                "weights": parts.block(array("f", weights), len(weights)),
                "stiffness": single_precision(attachment.stiffness),
                "strength": parts.animated(samples, 1),
                "contact": attachment.contact,
            }
            to = holder.name(parts)
            if to:
                body["to"] = to
            elif holder.mover:
                body["mover"] = holder.mover
            written.append(body)
        return written


def _is_rigid(obj):
    body_type = body_types.type_of(obj)
    return body_type is not None and body_type.identifier == "RIGID_BODY"


def _animated(joint):
    """Names of the numbers that may change over time, which are also those of the job."""
    names = []
    if joint.type in ("HINGE", "SLIDER") and joint.motor != "NONE":
        speed, place = ("angular_speed", "angle") if joint.type == "HINGE" else ("speed", "distance")
        names.append(speed if joint.motor == "SPEED" else place)
    if joint.type == "SPRING" and joint.use_length:
        names.append("length")
    return names


def _in_order(lower, upper):
    return [single_precision(min(lower, upper)), single_precision(max(lower, upper))]


def _numbers(vector):
    return [single_precision(value) for value in vector]
