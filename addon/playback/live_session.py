"""A scene that the solver steps inside Blender, frame after frame, to look at."""

from array import array
from contextlib import ExitStack

from .. import body_types
from ..bridge.library import Library
from ..bridge.world import World
from ..export.lengths import in_scene_units, unit_length
from . import live_rods
from .live_preview import LivePreview


class LiveSession:
    """`export` has read the whole scene. Use as a context manager: its end takes everything away."""

    def __init__(self, scene, view_layer, export):
        self._scene = scene
        self._view_layer = view_layer
        self._export = export
        self._library = Library()
        self._stack = ExitStack()
        self._world = None
        self.warnings = list(export.warnings)  # sentences for the artist

    def __enter__(self):
        with ExitStack() as stack:
            stack.callback(self._forget_world)
            export = self._export
            self.restart()
            self.warnings.extend(in_scene_units(self._scene, export.words.reworded(text)) for text in self._world.warnings())
            objects = self._scene.objects
            meshes = {
                name: body_types.type_of(objects[name]).player.live_mesh(
                    objects[name], self._export.shapes[name]
                )
                for name in self._export.names
            }
            self._preview = LivePreview(self._scene, self._view_layer, meshes)
            stack.callback(self._preview.remove)
            stack.callback(live_rods.forget)
            self.show()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        self._stack.close()

    def restart(self):
        """Goes back to the first frame, with its preroll behind it."""
        self._forget_world()
        settings = self._scene.sinew
        self._world = World(self._library, *self._export.in_memory(), threads=settings.threads)
        self._bodies = {
            name: self._world.find_body(body) for name, body in self._export.names.items()
        }
        for _ in range(settings.preroll):
            self._world.step()
        self.frame = self._export.first_frame

    def advance(self):
        """The next frame; after the last one, the first again."""
        if self.frame >= self._export.last_frame:
            self.restart()
        else:
            self.step()

    def step(self):
        """Simulates the next frame. Raises SinewError with the solver's sentence."""
        self._world.step()
        self.frame += 1

    def show(self):
        to_units = 1.0 / unit_length(self._scene)
        for name, body in self._bodies.items():
            positions = self._world.result(body, "positions")
            if to_units != 1.0:
                positions = array("f", (value * to_units for value in positions))
            self._preview.show(name, positions)
            self._show_rods(name, body, to_units)

    def _show_rods(self, name, body, to_units):
        """The overlay draws them as they are simulated."""
        muscle = self._scene.objects.get(name)
        is_muscle = muscle is not None and muscle.sinew.body_type == "MUSCLE"
        if not is_muscle or not self._scene.sinew.show_muscles or not self._preview.is_seen(name):
            live_rods.shown.pop(name, None)
            return
        counts = [len(spline.points) for spline in muscle.sinew.muscle.rods.data.splines]
        points, radii = (self._world.result(body, result) for result in ("rod_points", "radii"))
        live_rods.put(name, points, radii, counts, to_units)

    def _forget_world(self):
        if self._world:
            self._world.close()
            self._world = None
