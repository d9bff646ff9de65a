"""What solids, shells and rigid bodies have in common when they are read: the rest shape, pins that follow the animated mesh, and the
body that shows their directors."""

from array import array
from contextlib import ExitStack

from .body_export import CONTACTS, BodyExport
from .body_names import body_name
from .errors import ExportError, Note
from .lengths import length_text
from .mesh_probe import MeshProbe
from .modifier_stack import listed, modifier_stack
from .numbers import single_precision
from .object_space import ObjectSpace
from .probe_copy import artists_objects
from .samples import Samples, same_numbers
from .start_overlaps import StartSurface
from .vertex_groups import weights
from .vertex_positions import VertexPick

DIRECTORS_KIND = "directors"
FAR = 1e6  # sizes of the body from the origin, where single precision leaves an eighth of it
FARTHEST = 1e15  # Blender units, of bodies that have no size left


class ImplicitShape:
    """What shows the result: the body of its directors and that of a shell's front and back, if there are any."""

    directors = None
    surface = None
    rider = None  # name of the object that plays the bake in the body's place
    triangle_loops = ()  # corners of the mesh at the triangles of the job
    generated = False  # True: modifiers made the vertices that are simulated
    simulated_modifiers = ()  # names
    cache_behind = ""  # name of the modifier behind which the cache stands; empty: before all


class ImplicitBodyExport(BodyExport):
    is_implicit = True
    has_cost = True  # that depends on how fine it is
    settings_name = ""  # of the property group of this kind of body
    word = ""  # for it, in messages: "solid"
    purpose = ""  # what its faces are needed for
    finishing = frozenset()  # types of modifiers that only finish its look

    def __init__(self, scene, obj, movers, spool):
        super().__init__(scene, obj, movers, spool)
        self._settings = getattr(obj.sinew, self.settings_name)
        self._stack = ExitStack()
        self._pinned = []  # vertices whose motion is read
        self._pick = None  # takes them out of all
        self._pin_samples = Samples(spool)
        self.space = ObjectSpace(obj.name)
        self.shape = ImplicitShape()

    def __enter__(self):
        modifiers = self._modifiers = modifier_stack(self._object.modifiers, self.finishing)
        if modifiers.blocking:
            raise ExportError(
                f"{listed(modifiers.blocking)} of '{self._name}' makes other vertices in renders than in the view, and other "
                "modifiers deform them, so the bake could not play in both. Make it the same in both, or apply it.",
                fixes=("MATCH_RENDER", "APPLY_MODIFIERS"),
            )
        self.shape.generated = bool(modifiers.generative)
        self.shape.simulated_modifiers, self.shape.cache_behind = tuple(modifiers.simulated), modifiers.last
        with ExitStack() as stack:
            self._probe = MeshProbe(self._scene, self._object, lambda modifier: modifier.name in modifiers.simulated)
            stack.callback(self._probe.remove)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        self._stack.close()

    @property
    def rest_frame(self):
        settings = self._settings
        return settings.rest_frame if settings.use_rest_frame else self._scene.frame_start

    @property
    def falls(self):
        return not self._is_held and not self._may_be_caught

    @property
    def _is_held(self):
        """Does anything carry a part of it?"""
        return bool(self._pinned) or len(self._object.sinew.attachments) > 0

    @property
    def _may_be_caught(self):
        """Is there anything to fall on? Whether it is below is for the artist to see."""
        return self._settings.contact != "NONE" and any(map(_catches, artists_objects(self._scene)))

    def read_rest(self, depsgraph):
        self._vertices = self._probe.read(depsgraph, self.rest_frame)
        self._count = len(self._vertices) // 3
        if self.shape.generated:
            self._generated_weights = self._probe.vertex_weights(depsgraph)
        elif self._count != len(self._object.data.vertices):
            raise ExportError(f"'{self._name}' cannot be read. Leave Edit Mode and try again.")
        self._start = self._vertices  # where it is before the first step
        self._warn_of_mirroring()
        self._triangles = self._probe.triangles(depsgraph)
        if not self._triangles:
            raise ExportError(
                f"'{self._name}' has no faces, so there is nothing to {self.purpose}. Give it some, or make it "
                "something else."
            )
        self._refuse_far_away()
        self._friction_map = self._weights(self._settings.friction_group, "Friction Map")
        if self._modifiers.left_out:
            self.warnings.append(
                Note(
                    f"'{self._name}' is simulated without {listed(self._modifiers.left_out)}, with "
                    f"{len(self._triangles) // 3:,} triangles: in renders there are other vertices than in the view, so the "
                    "bake could not play in both.",
                    fixes=("MATCH_RENDER", "APPLY_MODIFIERS"),
                )
            )

    def _warn_of_mirroring(self):
        scale = self._object.scale
        if scale[0] * scale[1] * scale[2] < 0.0:
            self.warnings.append(
                Note(
                    f"'{self._name}' is mirrored by its scale, which turns the front of its faces to the back. Apply the scale.",
                    fixes=("APPLY_SCALE",),
                )
            )

    def _refuse_far_away(self):
        """Blender has single precision: too far out, vertices fall together."""
        axes = [self._vertices[axis::3] for axis in range(3)]
        size = max(max(axis) - min(axis) for axis in axes)
        distance = max(map(abs, self._vertices))
        if distance > FAR * size and size > 0.0 or distance > FARTHEST:
            raise ExportError(
                f"'{self._name}' is {length_text(self._scene, distance)} away from the origin of the world, too far for its size: "
                "its vertices cannot be told apart there. Move it nearer."
            )

    def _weights(self, group, label):
        """Weights of a vertex group at the vertices that are simulated; None for an empty name."""
        if self.shape.generated and group in self._object.vertex_groups:
            return self._generated_weights[group]
        return weights(self._object, group, label)

    def held_vertices(self, group):
        """Vertices in a vertex group and how firmly they are held; all of them for an empty name."""
        painted = self._weights(group, "Vertices")
        if painted is None:
            return range(self._count), [1.0] * self._count
        held = [index for index, weight in enumerate(painted) if weight > 0.0]
        if not held:
            raise ExportError(f"The vertex group '{group}' of '{self._name}' is empty, so nothing is attached. Paint it.")
        return held, [painted[index] for index in held]

    def _refuse_generated(self, what):
        """For settings that are tied to the vertices of the mesh itself."""
        if self.shape.generated:
            raise ExportError(
                f"{what} of '{self._name}' needs the vertices of its mesh, but {listed(self._modifiers.generative)} makes "
                "others. Apply it.",
                fixes=("APPLY_MODIFIERS",),
            )

    def read_start(self, depsgraph, frame):
        self._probe.drop_faces()

    def read_sample(self, depsgraph, frame):
        self.space.take(self._player(depsgraph).matrix_world, frame)
        if self._holds_vertices:
            self._take_positions(self._probe.read(depsgraph, frame))

    @property
    def _holds_vertices(self):
        """Does it matter where the animation takes the vertices?"""
        return bool(self._pinned)

    def _take_positions(self, positions):
        """Those of all vertices in a sample."""
        if self._pinned:
            self._pin_samples.append(self._pinned_of(positions))

    def _player(self, depsgraph):
        """The evaluated object that plays the bake."""
        return self._probe.evaluated(depsgraph)

    def companions(self, parts):
        if not self._settings.directors:
            return []
        self.shape.directors = self._companion_name("directors", parts)
        return [
            {
                "kind": DIRECTORS_KIND,
                "name": self.shape.directors,
                "body": parts.names[self._name],
                "count": self._settings.director_count,
            }
        ]

    def _companion_name(self, what, parts):
        name = body_name(f"{parts.names[self._name]} {what}", parts.taken)
        self.companion_names.append(name)
        return name

    def _contact(self, parts):
        """What the body touches, and how it slides."""
        settings = self._settings
        contact = {
            "contact": CONTACTS[settings.contact],
            "friction": single_precision(settings.friction),
            "sliding_friction": single_precision(settings.sliding_friction),
        }
        if settings.contact_filter != "ANY":
            contact["contact_only" if settings.contact_filter == "ONLY" else "contact_except"] = self._partners(parts)
        if settings.use_contact_frames:
            if settings.contact_last < settings.contact_first:
                raise ExportError(
                    f"Contact of '{self._name}' ends at frame {settings.contact_last}, before it begins at frame "
                    f"{settings.contact_first}. Enter a later frame under Contact, Frames."
                )
            contact["contact_frames"] = [settings.contact_first, settings.contact_last]
        if self._friction_map is not None:
            contact["friction_map"] = parts.block(self._friction_map, self._count)
        return contact

    def _partners(self, parts):
        """Names of the objects in the collection that the body touches, or does not."""
        chosen = self._settings.contact_collection
        if chosen is None:
            raise ExportError(
                f"No collection is chosen under Contact of '{self._name}'. Choose one, or set Objects to All."
            )
        names = sorted(parts.partners[obj.name_full] for obj in chosen.all_objects if obj.name_full in parts.partners)
        if not names:
            raise ExportError(
                f"The collection '{chosen.name}' under Contact of '{self._name}' has no body and no collider that it could touch. "
                "Put some into it, or set Objects to All."
            )
        return names

    def _mesh(self, parts):
        return {
            "vertices": parts.block(self._vertices, self._count, 3),
            "faces": parts.block(self._triangles, len(self._triangles) // 3, 3),
        }

    def _painted_pins(self, group, label):
        """Weights of a group of pins; None where there is none."""
        painted = self._weights(group, label)
        if painted is not None and self.shape.generated:
            painted = without_blends(weights(self._object, group, label), painted)
        if painted is not None and not any(painted):
            raise ExportError(
                f"The vertex group '{group}' of '{self._name}' is empty. Assign vertices to it, or clear {label}.",
                fixes=("PIN_TOP",),
            )
        return painted

    def free_start(self):
        held = set(self._pinned)
        return VertexPick(vertex for vertex in range(self._count) if vertex not in held).of(self._start)

    def start_surface(self):
        contact = self._settings.contact
        if contact == "NONE":
            return None
        return StartSurface(self._name, self._start_places(), self._triangles, True, contact == "ALL")

    def _start_places(self):
        return self._start

    def _pinned_of(self, positions):
        if self._pick is None:
            self._pick = VertexPick(self._pinned)
        return self._pick.of(positions)

    def _pin(self, parts, vertices, painted):
        """What pins of all kinds say."""
        pin = {
            "vertices": parts.block(array("i", vertices), len(vertices)),
            "weights": parts.block(array("d", (painted[vertex] for vertex in vertices)), len(vertices)),
        }
        if self._settings.use_release:
            pin["release_frame"] = self._settings.release_frame
        return pin

    def _pins_move(self, first_frame):
        """Do the pinned vertices leave their start? Warns when they do so before the first step."""
        start = self._pinned_of(self._start)
        if self._pin_samples.all_equal(start):
            return False
        if not same_numbers(self._pin_samples.first, start) and not self._scene.sinew.preroll:
            self.warnings.append(
                f"'{self._name}' is not in its rest shape at frame {first_frame}, so it starts with a "
                "jerk. Set some frames of Preroll."
            )
        return True


def _catches(obj):
    """Is it a collider, or a rigid body that does not fall?"""
    sinew = obj.sinew
    if sinew.body_type == "RIGID_BODY":
        return sinew.rigid.motion != "FREE" and sinew.rigid.contact != "NONE"
    return sinew.is_collider


def without_blends(painted, generated):
    """Weights of pins after modifiers. Where the artist has painted 1 or nothing, what modifiers put between the two is free: it
    would hold the body back far from the pins."""
    if any(0.0 < weight < 1.0 for weight in painted):
        return generated
    return array("d", (weight if weight > 0.999 else 0.0 for weight in generated))
