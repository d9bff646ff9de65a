"""A curve object as a body of VIPER rods: one rod per spline."""

from array import array
from contextlib import ExitStack

from . import vectors
from .body_export import BodyExport
from .curve_probe import CurveProbe, acts_on_points, ignored_modifiers
from .end_frame import EndFrame, EndReading
from .end_pins import EndPins, flat
from .errors import ExportError
from .material import job_material
from .numbers import single_precision
from .probe_copy import artists_objects
from .resample import stations_of_strand
from .tube_mesh import TubeMesh, add_tube

KIND = "viper_rods"



class ViperRodExport(BodyExport):
    kind = KIND

    def __init__(self, scene, obj, movers, spool):
        super().__init__(scene, obj, movers, spool)
        self._settings = obj.sinew.rod
        self._stack = ExitStack()
        self._pins = _pins_of(self._settings)
        self._radial_force = []

    @property
    def falls(self):
        # Rods are stopped by mesh colliders too; whether one is below is for the artist to see.
        return not self._pins and not any(obj.sinew.is_collider for obj in artists_objects(self._scene))

    def __enter__(self):
        with ExitStack() as stack:
            _refuse_bad_splines(self._object)
            self._drawn = self._probe(stack)
            holds_direction = any("frame" in pins.held for pins in self._pins)
            bends_tube = not all(
                acts_on_points(modifier)
                for modifier in self._object.modifiers
                if modifier.show_viewport
            )
            self._plain = (
                self._probe(stack, acts_on_points) if holds_direction and bends_tube else None
            )
            self._stack = stack.pop_all()
        ignored = ignored_modifiers(self._object)
        if ignored:
            self.warnings.append(
                f"'{self._name}': {', '.join(ignored)} changes the number of points and does not act on the rod. "
                "Put it on the rod's surface instead."
            )
        return self

    def __exit__(self, *error):
        self._stack.close()

    def _probe(self, stack, *keep):
        probe = CurveProbe(self._scene, self._object, *keep)
        stack.callback(probe.remove)
        return probe

    @property
    def rest_frame(self):
        return (
            self._settings.rest_frame if self._settings.use_rest_frame else self._scene.frame_start
        )

    def read_rest(self, depsgraph):
        rings = self._drawn.read(depsgraph, self.rest_frame)
        if len(self._drawn.strands) != len(self._object.data.splines):
            raise ExportError(
                f"A spline of '{self._name}' draws no curve at frame {self.rest_frame}. Give it more points than "
                "its order, or delete it."
            )
        self._radius_factor = self._radius_per_thickness(depsgraph)
        self._strands = []
        for number, (first, count) in enumerate(self._drawn.strands):
            centres = [rings.centre(ring) for ring in range(first, first + count)]
            stations = stations_of_strand(first, centres, self._settings.segments)
            if stations is None:
                raise ExportError(
                    f"Spline {number + 1} of '{self._name}' has no length at frame {self.rest_frame}. "
                    "Delete it or move its points apart."
                )
            self._strands.append(stations)
        self._points, thickness = self._shape(rings)
        self._radii = array("d", (value * self._radius_factor for value in thickness))
        if min(self._radii) <= 0.0:
            raise ExportError(
                f"'{self._name}' has a point with radius 0. Give every control point a radius greater than 0 "
                "(Edit Mode, Alt S), or enter a rod radius."
            )
        for pins in self._pins:
            pins.frames = [EndFrame() for _ in self._strands]
        for pins, readings in zip(self._pins, self._read_ends(rings, depsgraph, self.rest_frame)):
            pins.take_rest(readings)
        self._build_surface(rings)

    def read_start(self, depsgraph, frame):
        rings = self._drawn.read(depsgraph, frame)
        points, thickness = self._shape(rings)
        self._start_points = points
        self._start_scales = self._scales(thickness, self._radii)

    def read_sample(self, depsgraph, frame):
        self._radial_force.append(self._drawn.evaluated(depsgraph).sinew.rod.radial_force)
        if self._pins:
            rings = self._drawn.read(depsgraph, frame)
            for pins, readings in zip(self._pins, self._read_ends(rings, depsgraph, frame)):
                pins.take(readings)

    def body(self, parts):
        count = len(self._radii)
        body = {
            "kind": KIND,
            "name": parts.names[self._name],
            "rods": {
                "points": parts.block(self._points, count, 3),
                "radii": parts.block(self._radii, count),
                "counts": [len(stations) for stations in self._strands],
            },
            "surface": {
                "vertices": parts.block(flat(self.shape.vertices), len(self.shape.vertices), 3)
            },
            "friction": single_precision(self._settings.friction),
            "material": job_material(self._settings, KIND),
            "pins": [pins.job(parts, self._end_points(pins)) for pins in self._pins],
        }
        initial = {}
        if self._start_points != self._points:
            initial["positions"] = parts.block(self._start_points, count, 3)
        if any(abs(scale - 1.0) > 1e-6 for scale in self._start_scales):
            initial["scales"] = parts.block(self._start_scales, count)
        if initial:
            body["initial"] = initial
        if any(self._radial_force):
            samples = [array("d", [force]) * count for force in self._radial_force]
            body["radial_force"] = parts.animated(samples, count)
        return body

    def _radius_per_thickness(self, depsgraph):
        """The drawn bevel decides how thick the rod is; a curve without a round bevel has a radius
        setting."""
        data = self._object.evaluated_get(depsgraph).data
        if data.bevel_mode == "ROUND" and data.bevel_depth > 0.0:
            return data.bevel_depth
        return self._settings.radius

    def _shape(self, rings):
        points, thickness = array("d"), array("d")
        for stations in self._strands:
            for station in stations:
                points.extend(station.value(rings.centre))
                thickness.append(station.value(rings.thickness))
        return points, thickness

    def _scales(self, thickness, rest_radii):
        return array(
            "d", (t * self._radius_factor / rest for t, rest in zip(thickness, rest_radii))
        )

    def _end_points(self, pins):
        """Index of the pinned point of every strand."""
        indices, first = [], 0
        for stations in self._strands:
            indices.append(first + len(stations) - 1 if pins.at_end else first)
            first += len(stations)
        return indices

    def _read_ends(self, rings, depsgraph, frame):
        """For each pinned end, (position, thickness, quaternion) of every strand."""
        plain_rings = self._plain.read(depsgraph, frame) if self._plain else None
        result = []
        for pins in self._pins:
            readings = []
            for spline, stations in enumerate(self._strands):
                last, inner = (
                    (stations[-1], stations[-2]) if pins.at_end else (stations[0], stations[1])
                )
                turn = None
                if "frame" in pins.held:
                    drawn = self._end_reading(
                        self._drawn, rings, depsgraph, spline, last, inner, pins.at_end
                    )
                    plain = drawn
                    if plain_rings:
                        plain = self._end_reading(
                            self._plain, plain_rings, depsgraph, spline, last, inner, pins.at_end
                        )
                    segment = _segment(rings.centre, last, inner, pins.at_end)
                    turn = pins.frames[spline].update(
                        plain, drawn, rings.direction_to_world, segment
                    )
                readings.append((rings.centre(last.ring), rings.thickness(last.ring), turn))
            result.append(readings)
        return result

    @staticmethod
    def _end_reading(probe, rings, depsgraph, spline, last, inner, at_end):
        return EndReading(
            _segment(rings.local_centre, last, inner, at_end),
            rings.local_spoke(last.ring),
            probe.end_tilt(depsgraph, spline, at_end),
        )

    def _build_surface(self, rings):
        self.shape = TubeMesh()
        first = 0
        splines = self._object.data.splines
        for spline, stations in enumerate(self._strands):
            indices = range(first, first + len(stations))
            add_tube(
                self.shape,
                [tuple(self._points[3 * index : 3 * index + 3]) for index in indices],
                [self._radii[index] for index in indices],
                rings.direction_to_world(rings.local_spoke(stations[0].ring)),
                self._settings.ring_vertices,
                splines[spline].material_index,
            )
            first += len(stations)


def _pins_of(settings):
    """The ends that are held, start first."""
    ends = (
        (False, settings.pin_start, settings.use_release_start, settings.release_start),
        (True, settings.pin_end, settings.use_release_end, settings.release_end),
    )
    return [
        EndPins(at_end, held, release if use_release else None)
        for at_end, held, use_release, release in ends
        if held
    ]


def _segment(read, last, inner, at_end):
    """Unit direction, along the rod, of its first or last segment."""
    a, b = (inner, last) if at_end else (last, inner)
    return vectors.normalized(vectors.subtract(b.value(read), a.value(read)))


def _refuse_bad_splines(obj):
    if not obj.data.splines:
        raise ExportError(
            f"'{obj.name}' has no splines. Draw at least one, or remove the rod from it."
        )
    for number, spline in enumerate(obj.data.splines, 1):
        if spline.use_cyclic_u:
            raise ExportError(
                f"Spline {number} of '{obj.name}' is closed. Rods have two ends: open it in Edit Mode with "
                "Alt C (Toggle Cyclic)."
            )
        points = spline.bezier_points if spline.type == "BEZIER" else spline.points
        if len(points) < 2:
            raise ExportError(
                f"Spline {number} of '{obj.name}' has a single point. Delete it or extrude it (E) in Edit Mode."
            )
