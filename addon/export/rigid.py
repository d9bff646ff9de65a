"""A mesh object as a rigid body, which starts where the object is and keeps its shape."""

from .errors import Note
from .implicit_body import ImplicitBodyExport
from .material import job_material
from .modifier_stack import FINISHING_SOLID
from .numbers import single_precision
from .samples import same_numbers

KIND = "rigid_body"
_MOVED = 1e-5  # of the entries of a matrix


class RigidExport(ImplicitBodyExport):
    kind = KIND
    settings_name, word, purpose = "rigid", "rigid body", "touch"
    finishing = FINISHING_SOLID
    has_cost = False
    hold_advice, hold_fix = "Make it Fixed", "MAKE_FIXED"

    def __init__(self, scene, obj, movers, spool):
        super().__init__(scene, obj, movers, spool)
        self._is_animated = self._settings.motion == "ANIMATED"
        # Movers start in rest pose, so what they carry is read there too.
        self.rest_pose = self._is_animated
        self._mover = movers.use(obj) if self._is_animated else None
        self._first_matrix = self._first_shape = None
        self._moved_at = self._deformed_at = None

    @property
    def rest_frame(self):
        return self._scene.frame_start

    def read_start(self, depsgraph, frame):
        """What no mover carries starts where it is at the first frame that is played."""
        if not self._is_animated:
            self._vertices = self._start = self._probe.read(depsgraph, frame)
        self._warn_of_other_physics()

    def read_sample(self, depsgraph, frame):
        super().read_sample(depsgraph, frame)
        if not self._is_animated and self._moved_at is None:
            self._watch_matrix(depsgraph, frame)
        if self._may_deform and self._deformed_at is None:
            self._watch_shape(depsgraph, frame)

    def free_start(self):
        return self._start if self._settings.motion == "FREE" else ()

    def start_surface(self):
        surface = super().start_surface()
        if surface:
            surface.is_free = self._settings.motion == "FREE"
        return surface

    def _start_places(self):
        if not self._mover:
            return self._start
        return self._probe.moved(self._start, self._movers.matrices(self._mover)[0])

    def body(self, parts):
        settings = self._settings
        body = {
            "kind": KIND,
            "name": parts.names[self._name],
            "mesh": self._mesh(parts),
            "motion": "free" if settings.motion == "FREE" else "fixed",
            **self._contact(parts),
            "material": job_material(settings, KIND),
        }
        if self._mover:
            body["mover"] = self._mover
        if settings.motion == "FREE":
            initial = self._initial(parts.unit_length)
            if initial:
                body["initial"] = initial
        return body

    def companions(self, _parts):
        return []

    @property
    def _is_held(self):
        if self._settings.motion != "FREE" or len(self._object.sinew.attachments) > 0:
            return True
        joints = (obj.sinew.joint for obj in self._scene.objects if obj.sinew.is_joint)
        return any(self._object in (joint.first, joint.second) for joint in joints)

    def _initial(self, unit_length):
        """In metres: Blender shows a velocity in metres, whatever the unit scale is."""
        settings = self._settings
        initial = {}
        if any(settings.velocity):
            initial["velocity"] = [single_precision(value * unit_length) for value in settings.velocity]
        if any(settings.spin):
            initial["angular_velocity"] = [single_precision(value) for value in settings.spin]
        return initial

    def _warn_of_mirroring(self):
        """Nothing of a rigid body depends on which side of its faces is the front."""

    @property
    def _may_deform(self):
        return bool(self._modifiers.simulated or self._object.data.shape_keys)

    def _watch_matrix(self, depsgraph, frame):
        matrix = self._player(depsgraph).matrix_world.copy()
        if self._first_matrix is None:
            self._first_matrix = matrix
        elif any(abs(a - b) > _MOVED for new, old in zip(matrix, self._first_matrix) for a, b in zip(new, old)):
            self._moved_at = frame
            label = self._settings.bl_rna.properties["motion"].enum_items[self._settings.motion].name
            self.warnings.append(
                Note(
                    f"The animation moves '{self._name}' at frame {frame:g}, but its Motion is {label}: only the place at the "
                    "first frame counts. Set Motion to Animated, or delete the animation.",
                    fixes=("FOLLOW_ANIMATION",),
                )
            )

    def _watch_shape(self, depsgraph, frame):
        shape = self._probe.read(depsgraph, frame, in_world=False)
        if self._first_shape is None:
            self._first_shape = shape
        elif not same_numbers(shape, self._first_shape):
            self._deformed_at = frame
            self.warnings.append(
                f"'{self._name}' changes its shape at frame {frame:g}. A rigid body keeps the shape of its start; make it a Sinew "
                "Collider if others should meet it as it deforms."
            )

    def _warn_of_other_physics(self):
        if self._object.rigid_body is not None:
            self.warnings.append(
                Note(
                    f"'{self._name}' is also simulated by Blender's own Rigid Body, which moves it a second time. Take that off: "
                    "Convert from Blender does so.",
                    fixes=("CONVERT_RIGID",),
                )
            )
