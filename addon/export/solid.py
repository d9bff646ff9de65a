"""A mesh object as a micropolar solid: filled with tetrahedra by the solver, held where its vertices are pinned."""

from array import array
from contextlib import ExitStack

from . import fibers
from .body_export import BodyExport
from .body_names import body_name
from .errors import ExportError
from .mesh_probe import MeshProbe, deforms
from .numbers import single_precision
from .own_space import SpaceWatch
from .vertex_groups import weights

KIND = "micropolar_solid"
DIRECTORS_KIND = "solid_directors"

# Properties of SINEW_PG_solid with the names of the job's `material`.
MATERIAL = (
    "density",
    "young_modulus",
    "poisson_ratio",
    "couple_ratio",
    "length_scale",
    "alpha",
    "beta",
    "gamma",
    "rotary_inertia",
    "damping",
    "material_damping",
)
# Those of the painted material; the property has `map_` before it.
PAINTED = ("density", "young_modulus", "length_scale")
# Items of the property and what the job calls them.
LAWS = {
    "LINEAR": "linear",
    "LINEAR_VOLUME": "linear_volume",
    "NEO_HOOKEAN": "neo_hookean",
    "CLASSIC_NEO_HOOKEAN": "classic_neo_hookean",
}


class SolidShape:
    """What shows the result: whether the mesh stands at the origin, and the body of its directors, if there is one."""

    space = None
    directors = None


class SolidExport(BodyExport):
    def __init__(self, scene, obj, movers):
        super().__init__(scene, obj, movers)
        self._settings = obj.sinew.solid
        self._stack = ExitStack()
        self._pinned = []  # vertices
        self._pin_samples = []
        self._curvature = []
        self._space = SpaceWatch()
        self.shape = SolidShape()

    def __enter__(self):
        with ExitStack() as stack:
            self._probe = MeshProbe(self._scene, self._object, deforms)
            stack.callback(self._probe.remove)
            self._stack = stack.pop_all()
        if any(obj.sinew.is_collider for obj in self._scene.objects):
            self.warnings.append(f"'{self._name}' goes through colliders: solids are stopped by floors only.")
        return self

    def __exit__(self, *error):
        self._stack.close()

    @property
    def rest_frame(self):
        settings = self._settings
        return settings.rest_frame if settings.use_rest_frame else self._scene.frame_start

    def read_rest(self, depsgraph):
        self._vertices = self._probe.read(depsgraph, self.rest_frame)
        if len(self._vertices) != 3 * len(self._object.data.vertices):
            raise ExportError(f"'{self._name}' cannot be read. Leave Edit Mode and try again.")
        self._triangles = self._probe.triangles(depsgraph)
        if not self._triangles:
            raise ExportError(
                f"'{self._name}' has no faces, so there is nothing to fill. Give it some, or make it something else."
            )
        self._read_fibers(depsgraph)
        self._painted = weights(self._object, self._settings.map_group, "Painted Material")
        self._curvature_map = weights(self._object, self._settings.curvature_group, "Curvature Map")
        self._read_pins()

    def read_sample(self, depsgraph, frame):
        evaluated = self._probe.evaluated(depsgraph)
        self._curvature.append(tuple(evaluated.sinew.solid.rest_curvature))
        self._space.look(evaluated.matrix_world)
        self.shape.space = self._space
        if self._pinned:
            self._pin_samples.append(self._pinned_of(self._probe.read(depsgraph, frame)))

    def body(self, parts):
        settings = self._settings
        count = len(self._vertices) // 3
        body = {
            "kind": KIND,
            "name": parts.names[self._name],
            "surface": {
                "vertices": parts.block(self._vertices, count, 3),
                "faces": parts.block(self._triangles, len(self._triangles) // 3, 3),
            },
            "resolution": self._resolution(),
            "law": LAWS[settings.law],
            "material": {name: single_precision(getattr(settings, name)) for name in MATERIAL},
            "pins": self._pins(parts),
        }
        if self._fibers is not None:
            body["fibers"] = parts.block(self._fibers, len(self._fibers) // 3, 3)
        if self._normals is not None:
            body["normals"] = parts.block(self._normals, count, 3)
        if settings.use_fiber_stiffness:
            body["curvature_stiffness"] = self._fiber_stiffness()
        if self._painted is not None:
            material = {name: single_precision(getattr(settings, f"map_{name}")) for name in PAINTED}
            body["layers"] = [{"weights": parts.block(self._painted, count), "material": material}]
        if any(any(sample) for sample in self._curvature):
            self._add_curvature(body, parts, count)
        return body

    def companions(self, parts):
        if not self._settings.directors or self._settings.law == "CLASSIC_NEO_HOOKEAN":
            return []
        self.shape.directors = body_name(f"{self._name} directors", parts.taken)
        return [
            {
                "kind": DIRECTORS_KIND,
                "name": self.shape.directors,
                "solid": parts.names[self._name],
                "count": self._settings.director_count,
            }
        ]

    def _resolution(self):
        settings = self._settings
        if settings.resolution == "COUNT":
            resolution = {"count": settings.tet_count}
        else:
            resolution = {"size": single_precision(settings.tet_size)}
        if settings.hollow:
            resolution["wall_thickness"] = single_precision(settings.wall_thickness)
        return resolution

    def _fiber_stiffness(self):
        """Row i, column j: turning about axis i along axis j; the fibres are the first axis."""
        settings = self._settings
        twist, bend, across = (
            single_precision(value) for value in (settings.fiber_twist, settings.fiber_bend, settings.fiber_across)
        )
        return [[twist, across, across], [bend, across, across], [bend, across, across]]

    def _read_fibers(self, depsgraph):
        self._fibers = self._normals = None
        settings = self._settings
        if settings.grain == "NONE":
            return
        evaluated = self._probe.evaluated(depsgraph)
        matrix = evaluated.matrix_world.to_3x3()
        if settings.grain == "AXIS":
            direction = fibers.turned(array("d", settings.grain_direction), matrix)
            if not any(direction):
                raise ExportError(f"The Direction of the grain of '{self._name}' is zero. Let it point somewhere.")
            self._fibers = direction
            return
        mesh = evaluated.to_mesh()
        try:
            if settings.grain == "ATTRIBUTE":
                local = fibers.of_attribute(mesh, self._name, settings.grain_attribute)
            else:
                local = fibers.along_u(mesh, self._name)
                normals = array("f", bytes(12 * len(mesh.vertices)))
                mesh.vertices.foreach_get("normal", normals)
                turn = matrix.inverted_safe().transposed()
                self._normals = fibers.filled(fibers.turned(array("d", normals), turn))
        finally:
            evaluated.to_mesh_clear()
        self._fibers = fibers.turned(local, matrix)

    def _read_pins(self):
        painted = weights(self._object, self._settings.pin_group, "Pins")
        if painted is None:
            return
        if not any(painted):
            raise ExportError(
                f"The vertex group '{self._settings.pin_group}' of '{self._name}' is empty. Assign vertices to it, or "
                "clear Pins."
            )
        # The neighbours are not held, but tell the solver where the surface goes.
        held = set()
        for first in range(0, len(self._triangles), 3):
            corners = self._triangles[first : first + 3]
            if any(painted[corner] > 0.0 for corner in corners):
                held.update(corners)
        held.update(vertex for vertex, weight in enumerate(painted) if weight > 0.0)
        self._pinned = sorted(held)
        self._pin_weights = array("d", (painted[vertex] for vertex in self._pinned))

    def _pinned_of(self, positions):
        result = array("f")
        for vertex in self._pinned:
            result.extend(positions[3 * vertex : 3 * vertex + 3])
        return result

    def _pins(self, parts):
        if not self._pinned:
            return []
        count = len(self._pinned)
        pin = {
            "vertices": parts.block(array("i", self._pinned), count),
            "weights": parts.block(self._pin_weights, count),
        }
        if self._settings.pin_rotation:
            pin["what"] = ["position", "rotation"]
        if self._settings.use_release:
            pin["release_frame"] = self._settings.release_frame
        rest = self._pinned_of(self._vertices)
        if any(sample != rest for sample in self._pin_samples):
            pin["positions"] = parts.animated(self._pin_samples, count, 3)
            if self._pin_samples[0] != rest and not self._scene.sinew.preroll:
                self.warnings.append(
                    f"'{self._name}' is not in its rest shape at frame {self._scene.frame_start}, so it starts with a "
                    "jerk. Set some frames of Preroll."
                )
        return [pin]

    def _add_curvature(self, body, parts, count):
        """Turning about all three axes along the first one: the first column of the matrix."""
        if self._settings.length_scale == 0.0 and "layers" not in body:
            self.warnings.append(
                f"'{self._name}' has a rest curvature but no Length Scale, so nothing makes it curve. Give it one."
            )
        samples = [array("d", (x, 0, 0, y, 0, 0, z, 0, 0)) for x, y, z in self._curvature]
        if self._curvature_map is None:
            body["rest_curvature"] = parts.animated(samples, 3, 3)
            return
        spread = [
            array("d", (weight * value for weight in self._curvature_map for value in sample)) for sample in samples
        ]
        body["rest_curvature_map"] = parts.animated(spread, count, 9)
