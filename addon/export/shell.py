"""A mesh object as a Cosserat shell: its own triangles are what is simulated."""

import math
from array import array

from mathutils import Vector

from ..materials import parameter
from .curvature import Sheet, added, kept_samples, sharpest_turn
from .errors import ExportError
from .implicit_body import ImplicitBodyExport
from .material import job_material, job_number
from .mesh_notes import sheet_notes
from .mesh_probe import MeshProbe, deforms
from .modifier_stack import FINISHING_SHELL
from .object_space import ObjectSpace
from .painted_curvature import unit_curvature
from .samples import Samples
from .surface import TurnWatch, vertex_normals

KIND = "cosserat_shell"
SURFACE_KIND = "shell_surface"

THICKNESS = parameter(KIND, "thickness")
# Items of the properties and what the job calls them.
MODELS = {"PLATE": "plate", "CURVED": "curved"}
AREA_LAWS = {"LINEAR": "linear", "NONLINEAR": "nonlinear"}
MASSES = {"DIAGONAL": "diagonal", "CONSISTENT": "consistent"}
AXES = ("X", "Y", "Z")

# Painted maps that are animated are written as keys, this near to the samples.
KEY_TOLERANCE = 1e-4


class ShellExport(ImplicitBodyExport):
    kind = KIND
    settings_name, word, purpose = "shell", "shell", "bend"
    finishing = FINISHING_SHELL

    def __init__(self, scene, obj, movers, spool):
        super().__init__(scene, obj, movers, spool)
        self._rider_probe = None
        self._turned = []  # vertices whose rotation is held
        self._turns = None
        self._turn_samples = Samples(spool)
        self._strengths = []  # of all curvatures, a tuple a sample
        self._growth = []

    def __enter__(self):
        rider = self._settings.rider
        if rider is not None:
            self._refuse_rider(rider)
        super().__enter__()
        if rider is not None:
            self._rider_probe = MeshProbe(self._scene, rider, deforms)
            self._stack.callback(self._rider_probe.remove)
            self.shape.rider = rider.name
            self.space = ObjectSpace(rider.name)
        return self

    def read_rest(self, depsgraph):
        super().read_rest(depsgraph)
        self.warnings.extend(sheet_notes(self._name, self._object.data, self._vertices, self.shape.generated))
        if self._rider_probe:
            self._rider = self._rider_probe.read(depsgraph, self.rest_frame)
        settings = self._settings
        if settings.surface and not self._rider_probe:
            self._refuse_generated("Front and Back Surface")
        if settings.rest_key:
            self._refuse_generated("Rest Shape")
            self._vertices = self._read_rest_key(depsgraph)
        self._thickness = self._weights(settings.thickness_group, "Thickness Map")
        self._growth_map = self._weights(settings.growth_group, "Growth Map")
        self.shape.triangle_loops = self._probe.triangles(depsgraph, "loops")
        self._read_curvatures(depsgraph)
        self._read_pins()

    def read_start(self, depsgraph, frame):
        """The shell starts as it is drawn at the first frame, whatever its rest shape is."""
        self._start = self._probe.read(depsgraph, frame)
        if self._turned:
            self._turns = TurnWatch(self._start, self._triangles, self._turned)
        super().read_start(depsgraph, frame)

    def read_sample(self, depsgraph, frame):
        super().read_sample(depsgraph, frame)
        shell = self._probe.evaluated(depsgraph).sinew.shell
        self._strengths.append(tuple(curvature.strength for curvature in shell.curvatures))
        self._growth.append(shell.growth)

    @property
    def _holds_vertices(self):
        return super()._holds_vertices or self._turns is not None

    def _take_positions(self, positions):
        super()._take_positions(positions)
        if self._turns:
            self._turn_samples.append(self._turns.turns(positions))

    def _player(self, depsgraph):
        return (self._rider_probe or self._probe).evaluated(depsgraph)

    def body(self, parts):
        settings = self._settings
        body = {
            "kind": KIND,
            "name": parts.names[self._name],
            "mesh": self._mesh(parts),
            "edges": "smooth" if settings.smooth else "straight",
            "model": MODELS[settings.model],
            "area_law": AREA_LAWS[settings.area_law],
            "mass": MASSES[settings.mass],
            **self._contact(parts),
            "material": job_material(settings, KIND),
            "pins": self._pins(parts),
        }
        if self._rider_probe:
            body["surface"] = {"vertices": parts.block(self._rider, len(self._rider) // 3, 3)}
        if self._start != self._vertices:
            body["initial"] = {"positions": parts.block(self._start, self._count, 3)}
        if self._thickness is not None:
            body["thickness"] = parts.block(self._painted_thickness(parts.unit_length), self._count)
        if any(any(sample) for sample in self._strengths):
            body["rest_curvature_map"] = self._keys(
                parts, self._strengths, lambda strengths: added(self._curvatures, strengths), 9
            )
            self._warn_of_coarse_faces(parts.unit_length)
        if any(growth != 1.0 for growth in self._growth):
            self._add_growth(body, parts)
        return body

    def companions(self, parts):
        bodies = super().companions(parts)
        if self._settings.surface and not self._rider_probe:
            self.shape.surface = self._companion_name("surface", parts)
            bodies.append({"kind": SURFACE_KIND, "name": self.shape.surface, "shell": parts.names[self._name]})
        return bodies

    def _refuse_rider(self, rider):
        here = rider.name in self._scene.objects and rider.library is None
        if rider == self._object or not here or not rider.data.vertices:
            raise ExportError(
                f"'{rider.name}' cannot be the Finer Mesh of '{self._name}': it must be another mesh of this scene, with "
                "vertices, and not linked from another file. Choose another one or clear the field."
            )
        if rider.sinew.body_type != "NONE":
            raise ExportError(
                f"'{rider.name}', the Finer Mesh of '{self._name}', is simulated itself. Take that away in its Physics tab."
            )

    def _read_rest_key(self, depsgraph):
        """The places of a shape key, in the world."""
        name, keys = self._settings.rest_key, self._object.data.shape_keys
        key = keys.key_blocks.get(name) if keys else None
        if key is None:
            raise ExportError(f"'{self._name}' has no shape key '{name}'. Choose another Rest Shape or clear the field.")
        local = array("f", bytes(12 * self._count))
        key.data.foreach_get("co", local)
        matrix = self._probe.evaluated(depsgraph).matrix_world
        places = array("f")
        for vertex in range(self._count):
            places.extend(matrix @ Vector(local[3 * vertex : 3 * vertex + 3]))
        return places

    def _painted_thickness(self, unit_length):
        """From one thickness to the other, in units of length of the scene; the first without a map."""
        thin, thick = (
            job_number(THICKNESS, value) for value in (self._settings.thickness_mm, self._settings.map_thickness_mm)
        )
        painted = self._thickness or array("d", bytes(8 * self._count))
        return array("d", ((thin + weight * (thick - thin)) / unit_length for weight in painted))

    def _warn_of_coarse_faces(self, unit_length):
        strongest = max(self._strengths, key=lambda sample: sum(abs(strength) for strength in sample))
        curvature = added(self._curvatures, strongest)
        # Bending that is B times as stiff answers as a sheet √B times as thick does.
        stiffened = math.sqrt(self._settings.bending_scale)
        thickness = array("d", (stiffened * value for value in self._painted_thickness(unit_length)))
        pieces, angle = sharpest_turn(self._sheet, curvature, thickness)
        if pieces > 1:
            self.warnings.append(
                f"The faces of '{self._name}' are too large for its curvature: along an edge it has to turn by "
                f"{math.degrees(angle):.0f}°, and a sheet so thin stays flatter than that. Subdivide it there, one face "
                f"into {pieces} along the curvature, or make it thicker."
            )

    def _add_growth(self, body, parts):
        if self._growth_map is None:
            body["rest_stretch"] = parts.animated([array("d", (growth,)) for growth in self._growth], 1)
            return
        body["rest_stretch_map"] = self._keys(
            parts,
            [(growth,) for growth in self._growth],
            lambda growth: array("d", (1.0 + weight * (growth[0] - 1.0) for weight in self._growth_map)),
            1,
        )

    def _keys(self, parts, samples, spread, width):
        """An animated map. It follows from few numbers by `spread`, so that few keys of it are enough."""
        kept = kept_samples(samples, KEY_TOLERANCE)
        if all(sample == samples[0] for sample in samples):
            return parts.block(spread(samples[0]), self._count, width)
        return parts.keyed([(index, spread(samples[index])) for index in kept], self._count, width)

    def _read_curvatures(self, depsgraph):
        self._curvatures = []
        self._sheet = None
        if not self._settings.curvatures:
            return
        evaluated = self._probe.evaluated(depsgraph)
        self._sheet = Sheet(self._vertices, self._triangles, vertex_normals(self._vertices, self._triangles))
        mesh = evaluated.to_mesh()
        try:
            self._curvatures = [
                unit_curvature(
                    self._object, mesh, evaluated.matrix_world.to_3x3(), self._sheet, settings, self._weights
                )
                for settings in self._settings.curvatures
            ]
        finally:
            evaluated.to_mesh_clear()

    def _read_pins(self):
        settings = self._settings
        self._pin_weights = self._painted_pins(settings.pin_group, "Pins")
        if self._pin_weights is not None:
            self._pinned = [vertex for vertex, weight in enumerate(self._pin_weights) if weight > 0.0]
        self._turn_weights = self._painted_pins(settings.turn_group, "Rotation Pins")
        if self._turn_weights is not None:
            self._turned = [vertex for vertex, weight in enumerate(self._turn_weights) if weight > 0.0]
            in_faces = set(self._triangles)
            loose = [vertex for vertex in self._turned if vertex not in in_faces]
            if loose:
                raise ExportError(
                    f"The vertex group '{settings.turn_group}' of '{self._name}' has {len(loose)} vertices without a "
                    "face, which cannot turn. Delete loose vertices (Mesh, Clean Up), or take them out of the group.",
                    fixes=("REMOVE_LOOSE",),
                    vertices=loose,
                )

    def _pins(self, parts):
        settings, pins = self._settings, []
        if self._pinned:
            pin = self._pin(parts, self._pinned, self._pin_weights)
            self._add_axes(pin, settings.pin_axes, "Held Axes", "Pins")
            if self._pins_move(parts.start):
                pin["positions"] = parts.animated(self._pin_samples, len(self._pinned), 3)
            pins.append(pin)
        if self._turns:
            pin = self._pin(parts, self._turned, self._turn_weights)
            pin["what"] = ["rotation"]
            self._add_axes(pin, settings.turn_axes, "Held Turns", "Rotation Pins")
            start = self._turns.turns(self._start)
            if not self._turn_samples.all_equal(start):
                pin["rotations"] = parts.animated(self._turn_samples, len(self._turned), 4)
            pins.append(pin)
        return pins

    def _add_axes(self, pin, chosen, label, pins):
        if not chosen:
            raise ExportError(
                f"{label} of '{self._name}' has no axis, so its {pins} hold nothing. Choose one, or clear {pins}."
            )
        if len(chosen) < len(AXES):
            pin["axes"] = [axis.lower() for axis in AXES if axis in chosen]


def thickness_of(settings):
    """Of a shell without a map [m]."""
    return job_number(THICKNESS, settings.thickness_mm)
