"""A whole scene as one job, so that its bodies can meet."""

from contextlib import ExitStack, contextmanager

from .. import body_types
from ..bake.change_words import ChangeWords
from .body_export import JobParts
from .body_names import body_name
from .bone_pills import BonePills
from .errors import ExportError, note_of
from .falling import falling_notes
from .fcurves import is_animated
from .floor import FloorExport
from .inside_floor import inside_floor_notes
from .job_names import JobNames
from .joint import AttachmentsExport, JointExport, joints_of
from .job_writer import JobWriter
from .lengths import unit_length
from .mesh_collider import MeshColliderExport
from .movers import Movers
from .numbers import single_precision
from .probe_copy import artists_objects
from .problem_collector import ProblemCollector
from .rest_pose import rest_pose
from .rigid import KIND as RIGID_KIND
from .start_overlaps import find_overlaps
from .switched_off import switched_off_notes

# Items of the property and what the job calls them.
INTEGRATORS = {"BACKWARD_EULER": "backward_euler", "BDF2": "bdf2", "QUASI_STATIC": "quasi_static"}


class SceneExport:
    """`run` is a generator that yields (done, total) after each object and each sample, so that a window can stay
    alive and a cancel can come in between. After it, the other attributes hold the result."""

    def __init__(self, scene, only=None, frames=None, keeps_going=False, folder=None):
        """All bodies and frames of the scene, or `only` these objects, and the first and last of `frames`. What bodies are
        at rest is the same whatever the frames are. With `keeps_going` an object that cannot be exported is left out, and
        `problems` has what is wrong with all of them. `folder` is where the job will be written, if that is known."""
        self.warnings = []
        self._collector = ProblemCollector(keeps_going)
        self.names = {}  # object name: name in the job and the cache
        self.words = ChangeWords({}, {})  # for what the solver says
        self.rigid_names = set()  # of objects that are rigid bodies
        self.overlaps = []  # of bodies that stand in each other at the start
        self.shapes = {}  # object name: what its player needs
        self.first_frame, self.last_frame = frames or (scene.frame_start, scene.frame_end)
        self._scene = scene
        self._only = only
        self._writer = JobWriter(folder)
        self._gravity = None
        self._job = None

    def run(self, get_depsgraph):
        scene = self._scene
        objects = body_types.bodies_of(scene) if self._only is None else list(self._only)
        if not objects:
            raise ExportError(
                "There is nothing to bake. Select a curve and add a VIPER Rod to it in the Physics tab, or a mesh and "
                "add a Muscle, a Micropolar Solid or a Cosserat Shell."
            )
        usable = []
        for obj in objects:
            with self._collector.work_on(obj.name):
                refuse_linked(obj)
                usable.append(obj)
        # Before the first copy of an object is put into the scene.
        collider_objects = [obj for obj in artists_objects(scene) if obj.sinew.is_floor or obj.sinew.is_collider]
        # In an order that does not change when objects are renamed: the job has it.
        names, spool = JobNames(), self._writer.spool
        self._job_names = names
        usable.sort(key=names.of)
        collider_objects.sort(key=names.of)
        with ExitStack() as stack:
            stack.enter_context(frame_kept(scene))
            go_to(scene, scene.frame_start)  # what is read must not depend on the frame shown
            self.warnings.extend(switched_off_notes(scene, usable, "is simulated"))
            self.warnings.extend(switched_off_notes(scene, collider_objects, "stops bodies"))
            movers = stack.enter_context(Movers(scene, names))
            bodies = {}
            for obj in usable:
                with self._collector.work_on(obj.name):
                    bodies[obj.name] = stack.enter_context(body_types.type_of(obj).export(scene, obj, movers, spool))
                yield 0, self._sample_count
            colliders = {}  # by full names: those from other files may be called as one of this file
            for obj in collider_objects:
                if obj.sinew.is_floor:
                    colliders[obj.name_full] = stack.enter_context(FloorExport(scene, obj, obj in usable))
                elif obj in usable and body_types.type_of(obj).export.is_implicit:
                    sentence = f"'{obj.name}' is simulated, so it needs no Sinew Collider: others touch it where it goes."
                    self.warnings.append(note_of(sentence, obj.name))
                elif obj.type == "MESH":
                    colliders[obj.name_full] = stack.enter_context(MeshColliderExport(scene, obj, movers, spool))
                    yield 0, self._sample_count
            links = {}
            for obj in joints_of(scene) if self._only is None else ():
                with self._collector.work_on(obj.name):
                    links[obj.name] = JointExport(scene, obj, bodies, movers)
            attached = {}
            for obj in usable:
                if obj.name in bodies and len(obj.sinew.attachments):
                    with self._collector.work_on(obj.name, bodies):
                        attached[obj.name] = AttachmentsExport(obj, bodies, movers)
            self._links, self._attached = links, attached
            self._objects = {obj.name: obj for obj in usable} | {obj.name_full: obj for obj in collider_objects}
            skeletons = _skeletons(bodies.values(), movers)
            yield from self._read(get_depsgraph, bodies, colliders, skeletons, movers)
            for name in [name for name, export in bodies.items() if not bodies.keys() >= set(export.needs)]:
                del bodies[name]  # the note of the missing object names the cause
            self._job = self._assemble(bodies, colliders, skeletons, movers) if bodies else None
            floors = [floor for floor in colliders.values() if isinstance(floor, FloorExport)]
            self.warnings.extend(falling_notes(bodies, floors, self._gravity))
            self.warnings.extend(inside_floor_notes(scene, bodies, floors))
            meshes = [collider for collider in colliders.values() if isinstance(collider, MeshColliderExport)]
            surfaces = [export.start_surface() for export in (*bodies.values(), *meshes)]
            self.overlaps = find_overlaps([surface for surface in surfaces if surface])
        for name, export in (*bodies.items(), *colliders.items()):
            self.warnings.extend(note_of(sentence, name) for sentence in export.warnings)
        self.rigid_names = {name for name, export in bodies.items() if export.kind == RIGID_KIND}
        self.shapes = {name: export.shape for name, export in bodies.items()}

    @property
    def problems(self):
        return self._collector.notes

    def write(self, job_path, binary_path):
        try:
            self._writer.write(self._job, job_path, binary_path)
        except (OSError, ValueError) as error:
            raise ExportError(f"The job could not be written: {error}") from error

    def in_memory(self):
        """The text of the job and its large arrays, for a world in this process."""
        try:
            return self._writer.in_memory(self._job)
        except (OSError, ValueError) as error:
            raise ExportError(f"The job could not be made: {error}") from error

    @property
    def _sample_count(self):
        return (self.last_frame - self.first_frame) * self._scene.sinew.samples_per_frame + 1

    def _read(self, get_depsgraph, bodies, colliders, skeletons, movers):
        scene = self._scene
        per_frame, sample_count = scene.sinew.samples_per_frame, self._sample_count
        for name, export in list(bodies.items()):
            if not export.rest_pose:
                with self._collector.work_on(name, bodies):
                    go_to(scene, export.rest_frame)
                    export.read_rest(get_depsgraph())
                yield 0, sample_count
        go_to(scene, scene.frame_start)
        self._read_gravity()
        with rest_pose(scene):
            for export in (movers, *skeletons):
                export.read_rest(get_depsgraph())
            for name, export in list(bodies.items()):
                if export.rest_pose:
                    with self._collector.work_on(name, bodies):
                        export.read_rest(get_depsgraph())
            for name, export in list(colliders.items()):
                with self._collector.work_on(name, colliders):
                    export.read_rest(get_depsgraph())
        for index in range(sample_count):
            frame = self.first_frame + index / per_frame
            go_to(scene, frame)
            movers.read_sample(get_depsgraph(), frame)
            for link in (*self._links.values(), *self._attached.values()):
                link.read_sample(get_depsgraph(), frame)
            for exports in (bodies, colliders):
                for name, export in list(exports.items()):
                    with self._collector.work_on(name, exports):
                        if index == 0 and exports is bodies:
                            export.read_start(get_depsgraph(), frame)
                        export.read_sample(get_depsgraph(), frame)
            yield index + 1, sample_count

    def _assemble(self, bodies, colliders, skeletons, movers):
        scene, settings = self._scene, self._scene.sinew
        names = self._job_names
        self.names = {name: names.of(self._objects[name]) for name in bodies}
        partners = {name for name, export in bodies.items() if export.is_implicit}
        partners.update(name for name, export in colliders.items() if isinstance(export, MeshColliderExport))
        partners = {name: names.of(self._objects[name]) for name in sorted(partners)}
        parts = JobParts(
            self._writer, self.names, partners, names.taken, self.first_frame, settings.samples_per_frame, unit_length(scene)
        )
        job = {
            "sinew_job": 1,
            "name": scene.name,
            "units": {"length": unit_length(scene)},
            "frames": {
                "start": self.first_frame,
                "end": self.last_frame,
                "rate": scene.render.fps / scene.render.fps_base,
            },
            "gravity": self._gravity,
            "solver": {"substeps": settings.substeps},
            "bodies": self._body_parts(bodies, parts),
            "colliders": [
                export.collider(parts, names.of(self._objects[name]))
                for name, export in colliders.items()
            ],
        }
        if any(export.is_implicit for export in bodies.values()):
            job["solver"]["implicit"] = {"integrator": INTEGRATORS[settings.integrator]}
        for export in bodies.values():
            job["bodies"].extend(export.companions(parts))
        job["bodies"].extend(self._link_parts(bodies, parts))
        self.words = self._words(bodies)
        for skeleton in skeletons:
            job["colliders"].extend(skeleton.colliders())
        spaces = [export.space.job(self.names[name], parts) for name, export in bodies.items() if export.space]
        if spaces:
            job["outputs"] = {"spaces": spaces}
        if settings.preroll:
            job["solver"]["preroll"] = settings.preroll
        elif movers.posed_at_start():
            self.warnings.append(
                f"The bones are not in rest pose at frame {self.first_frame}, so muscles start with a jerk. Set some "
                "frames of Preroll."
            )
        carried = movers.job(parts)
        if carried:
            job["movers"] = carried
        return job

    def _words(self, bodies):
        """After the companions of the bodies have their names."""
        labels, materials = dict(self._job_names.labels), {}
        for name, export in bodies.items():
            materials[self.names[name]] = export.material_words()
            labels.update(dict.fromkeys(export.companion_names, name))
        return ChangeWords(labels, materials)

    def _body_parts(self, bodies, parts):
        written = []
        for name, export in list(bodies.items()):
            with self._collector.work_on(name, bodies):
                written.append(export.body(parts))
            if name not in bodies:
                del self.names[name]
        return written

    def _link_parts(self, bodies, parts):
        """Joints and attachments of what is still there."""
        written = []
        for name, link in self._links.items():
            with self._collector.work_on(name):
                written.append(link.body(parts, body_name(name, parts.taken)))
        for name, link in self._attached.items():
            if name in bodies:
                with self._collector.work_on(name):
                    written.extend(link.bodies(parts, bodies[name]))
        return written

    def _read_gravity(self):
        scene = self._scene
        if not scene.use_gravity:
            self._gravity = [0.0, 0.0, 0.0]
            return
        if is_animated(scene, "gravity"):
            self.warnings.append(
                "The scene's gravity is animated; the bake uses its value at the first frame."
            )
        # Blender stores gravity in scene units and shows it in metres: what is shown is what
        # counts.
        self._gravity = [single_precision(value * unit_length(scene)) for value in scene.gravity]


def _skeletons(bodies, movers):
    """The bones of every armature that stops a muscle, as capsules."""
    attached = {}
    for export in bodies:
        for armature, bone in export.stopped_by:
            attached.setdefault(armature, set()).add(bone)
    return [BonePills(armature, bones, movers) for armature, bones in attached.items()]


def refuse_linked(obj):
    """Changes to linked data are lost when the file is saved, so they are not even begun."""
    if obj.library is not None:
        raise ExportError(
            f"'{obj.name}' is linked from {obj.library.filepath}. Make a library override of it (Object, Relations, "
            "Make Library Override) or make it local; changes to linked objects are not saved."
        )


def check_frame_range(scene):
    if scene.frame_end <= scene.frame_start:
        raise ExportError(
            f"The scene ends at frame {scene.frame_end}, its start is frame {scene.frame_start}. Set at least two "
            "frames in Output, Frame Range."
        )
    render = scene.render
    if render.frame_map_old != render.frame_map_new:
        raise ExportError(
            f"Time Stretching maps {render.frame_map_old} frames to {render.frame_map_new}, which a bake cannot follow. Set Old "
            "and New to the same number in Output, Frame Range, Time Stretching."
        )


def played_frames(scene):
    """The first and the last frame that Blender plays over and over."""
    if not scene.use_preview_range:
        check_frame_range(scene)
        return scene.frame_start, scene.frame_end
    first, last = scene.frame_preview_start, scene.frame_preview_end
    if last <= first:
        raise ExportError(
            f"The preview range ends at frame {last}, its start is frame {first}. Give it at least two frames in the header "
            "of the Timeline, or switch it off there."
        )
    return first, last


def go_to(scene, frame):
    whole = int(frame // 1)
    scene.frame_set(whole, subframe=frame - whole)


@contextmanager
def frame_kept(scene):
    frame, subframe = scene.frame_current, scene.frame_subframe
    try:
        yield
    finally:
        scene.frame_set(frame, subframe=subframe)
