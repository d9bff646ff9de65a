"""A mesh object as a micropolar solid: filled with tetrahedra by the solver, held where its vertices are pinned."""

from array import array

from . import fibers, mesh_shape
from .errors import ExportError
from .implicit_body import ImplicitBodyExport
from .material import job_material
from .modifier_stack import FINISHING_SOLID
from .numbers import single_precision

KIND = "micropolar_solid"

# Those of the painted material; the property has `map_` before it.
PAINTED = ("density", "young_modulus", "length_scale")
# Items of the property and what the job calls them.
LAWS = {
    "LINEAR": "linear",
    "LINEAR_VOLUME": "linear_volume",
    "NEO_HOOKEAN": "neo_hookean",
    "CLASSIC_NEO_HOOKEAN": "classic_neo_hookean",
}


class SolidExport(ImplicitBodyExport):
    kind = KIND
    settings_name, word, purpose = "solid", "solid", "fill"
    finishing = FINISHING_SOLID

    def __init__(self, scene, obj, movers, spool):
        super().__init__(scene, obj, movers, spool)
        self._curvature = []

    def read_rest(self, depsgraph):
        super().read_rest(depsgraph)
        if mesh_shape.is_sheet(self._vertices, self._triangles):
            raise ExportError(
                f"'{self._name}' is a flat sheet without an inside that could be filled. Make it a Cosserat Shell, which is for "
                "sheets, or model it as a closed surface.",
                fixes=("MAKE_SHELL",),
            )
        self._read_fibers(depsgraph)
        self._painted = self._weights(self._settings.map_group, "Painted Material")
        self._curvature_map = self._weights(self._settings.curvature_group, "Curvature Map")
        self._read_pins()

    def read_sample(self, depsgraph, frame):
        super().read_sample(depsgraph, frame)
        self._curvature.append(tuple(self._probe.evaluated(depsgraph).sinew.solid.rest_curvature))

    def body(self, parts):
        settings = self._settings
        count = self._count
        body = {
            "kind": KIND,
            "name": parts.names[self._name],
            "surface": self._mesh(parts),
            "resolution": self._resolution(),
            "law": LAWS[settings.law],
            **self._contact(parts),
            "material": job_material(settings, KIND),
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
        return [] if self._settings.law == "CLASSIC_NEO_HOOKEAN" else super().companions(parts)

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
                raise ExportError(f"The Direction of the grain of '{self._name}' is zero. Enter another one.")
            self._fibers = direction
            return
        mesh = evaluated.to_mesh()
        try:
            if settings.grain == "ATTRIBUTE":
                local = fibers.of_attribute(mesh, self._name, settings.grain_attribute)
            else:
                local = fibers.along_u(mesh, self._name, "the grain of its material", "Grain")
                normals = array("f", bytes(12 * len(mesh.vertices)))
                mesh.vertices.foreach_get("normal", normals)
                turn = matrix.inverted_safe().transposed()
                self._normals = fibers.filled(fibers.turned(array("d", normals), turn))
        finally:
            evaluated.to_mesh_clear()
        self._fibers = fibers.turned(local, matrix)

    def _read_pins(self):
        painted = self._painted_pins(self._settings.pin_group, "Pins")
        if painted is None:
            return
        # The neighbours are not held, but tell the solver where the surface goes.
        held = set()
        for first in range(0, len(self._triangles), 3):
            corners = self._triangles[first : first + 3]
            if any(painted[corner] > 0.0 for corner in corners):
                held.update(corners)
        held.update(vertex for vertex, weight in enumerate(painted) if weight > 0.0)
        self._pinned = sorted(held)
        self._pin_weights = painted

    def _pins(self, parts):
        if not self._pinned:
            return []
        pin = self._pin(parts, self._pinned, self._pin_weights)
        if self._settings.pin_rotation:
            pin["what"] = ["position", "rotation"]
        if self._pins_move(parts.start):
            pin["positions"] = parts.animated(self._pin_samples, len(self._pinned), 3)
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
        spread = (
            array("d", (weight * value for weight in self._curvature_map for value in sample)) for sample in samples
        )
        body["rest_curvature_map"] = parts.animated(spread, count, 9)
