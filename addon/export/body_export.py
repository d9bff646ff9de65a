"""What every kind of body offers to the export of a scene."""

from dataclasses import dataclass

from ..materials import parameters
from .job_writer import JobWriter


# Items of the property for contact and what the job calls them.
CONTACTS = {"NONE": "none", "OTHERS": "others", "ALL": "all"}


@dataclass
class JobParts:
    """What the bodies and colliders of one job share while they are written."""

    writer: JobWriter
    names: dict  # object name: body name
    partners: dict  # full name of an object that bodies can touch: its name in the job
    taken: set  # all names of bodies
    start: int  # first frame
    per_frame: int  # samples per frame
    unit_length: float  # metres per unit of length

    def block(self, values, *shape):
        return self.writer.block(values, *shape)

    def animated(self, samples, *shape):
        return self.writer.animated(samples, self.start, self.per_frame, *shape)

    def keyed(self, samples, *shape):
        """An animated array of which only some samples are kept, as pairs of index and values."""
        return {
            "keys": [
                {"frame": self.start + index / self.per_frame, "value": self.block(values, *shape)}
                for index, values in samples
            ]
        }


class BodyExport:
    """Reads one object: the rest shape first, then the start, then every sample in order.

    A context manager: what is made to read the object goes away at its end. `movers` collects the
    bones and objects that carry something; they are named before the reading begins.
    """

    kind = None  # of the body in the job, for those that have a material
    is_implicit = False  # True: it is part of the implicit system, as solids and shells are
    has_cost = False  # True: its cost can be estimated alone
    rest_pose = False  # True: the rest shape is read with all armatures in rest position
    stopped_by = ()  # (armature, bone that carries the body): all its bones are colliders
    falls = False  # True: nothing of it is held; known after the rest shape was read
    hold_advice, hold_fix = "Pin a part of it", "PIN_TOP"  # what keeps it from falling
    needs = ()  # names of the objects without which it cannot be simulated

    def __init__(self, scene, obj, movers, spool):
        """Samples of large arrays wait in `spool`."""
        self._scene = scene
        self._object = obj
        self._name = obj.name
        self._movers = movers
        self._spool = spool
        self._settings = None  # of its kind of body
        self.warnings = []
        self.shape = None  # what the player of this body type needs to show the result
        self.companion_names = []  # names in the job of bodies that belong to this one
        self.space = None  # ObjectSpace of the object that plays the result, None for one that stands at the origin

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    @property
    def rest_frame(self):
        return self._scene.frame_start

    def read_rest(self, depsgraph):
        raise NotImplementedError

    def read_start(self, depsgraph, frame):
        """The first frame, before its first sample."""

    def read_sample(self, depsgraph, frame):
        raise NotImplementedError

    def free_start(self):
        """Where what is not held begins, 3 numbers a point, in the world; empty for bodies whose start the solver looks at."""
        return ()

    def start_surface(self):
        """A StartSurface of what contact sees; None for bodies whose start the solver looks at."""
        return None

    def body(self, parts):
        """The body's part of the job, after everything was read."""
        raise NotImplementedError

    def material_words(self):
        """What the artist calls the parameters of the material: fields of the job and labels of the settings."""
        return {row.name: row.label for row in parameters(self.kind)} if self.kind else {}

    def companions(self, _parts):
        """Other bodies of the job that belong to this one, after `body`."""
        return []
