"""A whole scene as one job, so that its bodies can meet."""

from contextlib import ExitStack, contextmanager

import bpy

from .. import body_types
from .body_names import body_name
from .errors import ExportError
from .floor import FloorExport
from .job_writer import JobWriter
from .numbers import single_precision


class SceneExport:
    """`run` is a generator that yields (done, total) after each sample, so that a window can stay
    alive and a cancel can come in between. After it, the other attributes hold the result."""

    def __init__(self, scene):
        self.warnings = []
        self.names = {}  # object name: body name
        self.surfaces = {}  # object name: TubeMesh
        self._scene = scene
        self._writer = JobWriter()
        self._gravity = None
        self._job = None

    def run(self, get_depsgraph):
        scene = self._scene
        objects = body_types.bodies_of(scene)
        if not objects:
            raise ExportError(
                "There is nothing to bake. Select a curve and add a VIPER Rod to it in the Physics tab."
            )
        for obj in objects:
            refuse_linked(obj)
        floors = {obj.name: FloorExport(obj) for obj in scene.objects if obj.sinew.is_floor}
        with ExitStack() as stack:
            stack.enter_context(_frame_kept(scene))
            _go_to(scene, scene.frame_start)  # what is read must not depend on the frame shown
            bodies = {
                obj.name: stack.enter_context(body_types.type_of(obj).export(scene, obj))
                for obj in objects
            }
            yield from self._read(get_depsgraph, bodies, floors)
            self._job = self._assemble(bodies, floors)
        for export in (*bodies.values(), *floors.values()):
            self.warnings.extend(export.warnings)
        self.surfaces = {name: export.surface for name, export in bodies.items()}

    def write(self, job_path, binary_path):
        try:
            self._writer.write(self._job, job_path, binary_path)
        except (OSError, ValueError) as error:
            raise ExportError(f"The job could not be written: {error}") from error

    def _read(self, get_depsgraph, bodies, floors):
        scene = self._scene
        per_frame = scene.sinew.samples_per_frame
        sample_count = (scene.frame_end - scene.frame_start) * per_frame + 1
        for export in bodies.values():
            _go_to(scene, export.rest_frame)
            export.read_rest(get_depsgraph())
        for index in range(sample_count):
            frame = scene.frame_start + index / per_frame
            _go_to(scene, frame)
            if index == 0:
                self._read_gravity()
                for export in bodies.values():
                    export.read_start(get_depsgraph())
            for export in (*bodies.values(), *floors.values()):
                export.read_sample(get_depsgraph(), frame)
            yield index + 1, sample_count

    def _assemble(self, bodies, floors):
        scene, settings = self._scene, self._scene.sinew
        taken = set()
        self.names = {name: body_name(name, taken) for name in bodies}
        taken_floors = set()
        return {
            "sinew_job": 1,
            "name": scene.name,
            "units": {"length": unit_length(scene)},
            "frames": {
                "start": scene.frame_start,
                "end": scene.frame_end,
                "rate": scene.render.fps / scene.render.fps_base,
            },
            "gravity": self._gravity,
            "solver": {"substeps": settings.substeps},
            "bodies": [
                export.body(
                    self._writer, self.names[name], scene.frame_start, settings.samples_per_frame
                )
                for name, export in bodies.items()
            ],
            "colliders": [
                export.collider(body_name(name, taken_floors)) for name, export in floors.items()
            ],
        }

    def _read_gravity(self):
        scene = self._scene
        if not scene.use_gravity:
            self._gravity = [0.0, 0.0, 0.0]
            return
        if _is_animated(scene, "gravity"):
            self.warnings.append(
                "The scene's gravity is animated; the bake uses its value at the first frame."
            )
        # Blender stores gravity in scene units and shows it in metres: what is shown is what
        # counts.
        self._gravity = [single_precision(value * unit_length(scene)) for value in scene.gravity]


def unit_length(scene):
    """Metres per Blender unit."""
    units = scene.unit_settings
    return 1.0 if units.system == "NONE" else units.scale_length


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


def _go_to(scene, frame):
    whole = int(frame // 1)
    scene.frame_set(whole, subframe=frame - whole)


@contextmanager
def _frame_kept(scene):
    frame, subframe = scene.frame_current, scene.frame_subframe
    try:
        yield
    finally:
        scene.frame_set(frame, subframe=subframe)


def _is_animated(identity, path):
    data = identity.animation_data
    if data is None:
        return False
    if any(driver.data_path == path for driver in data.drivers):
        return True
    action = data.action
    if action is None:
        return False
    if bpy.app.version < (4, 4, 0):
        curves = action.fcurves
    else:
        from bpy_extras import anim_utils

        bag = anim_utils.action_get_channelbag_for_slot(action, data.action_slot)
        curves = bag.fcurves if bag else ()
    return any(curve.data_path == path for curve in curves)
