"""Reads the evaluated shape of a curve object through a hidden copy that Blender draws as a thin
tube.

The copy has the animation, shape keys, hooks, deforming modifiers, parent and constraints of the
artist's object, whose own settings are never touched.
"""

from array import array

from . import probe_copy
from .deforming import DEFORMING
from .errors import ExportError
from .rings import RING_SIZE, Rings, strands_of_tube

# Thin enough that the mean of a ring is its centre also where a modifier bends the tube, thick
# enough that single precision still knows how the ring is turned.
_THICKNESS = 1e-3


def acts_on_points(modifier):
    """Modifiers that move control points: the tube is drawn anew from them, so they cannot twist
    it."""
    return modifier.type == "HOOK" or getattr(modifier, "use_apply_on_spline", False)


def ignored_modifiers(obj):
    return [modifier.name for modifier in obj.modifiers if modifier.type not in DEFORMING]


class CurveProbe:
    """`keep` decides which deforming modifiers of the object the copy has."""

    def __init__(self, scene, obj, keep=lambda modifier: True):
        self._name = obj.name
        self._ring_count = None
        self.strands = None
        self._copy = probe_copy.hidden_copy(scene, obj)
        for modifier in list(self._copy.modifiers):
            if modifier.type not in DEFORMING or not keep(modifier):
                self._copy.modifiers.remove(modifier)
        _draw_as_thin_tube(self._copy.data)

    def remove(self):
        probe_copy.remove(self._copy)

    def evaluated(self, depsgraph):
        return self._copy.evaluated_get(depsgraph)

    def read(self, depsgraph, frame):
        """The rings as they are now. The first reading decides how many there have to be on every
        frame."""
        evaluated = self.evaluated(depsgraph)
        bevel_depth = evaluated.data.bevel_depth
        mesh = evaluated.to_mesh()
        try:
            coordinates = array("f", bytes(12 * len(mesh.vertices)))
            mesh.vertices.foreach_get("co", coordinates)
            if self.strands is None:
                edges = array("i", bytes(8 * len(mesh.edges)))
                mesh.edges.foreach_get("vertices", edges)
                self._ring_count = len(mesh.vertices) // RING_SIZE
                self.strands = strands_of_tube(self._ring_count, edges)
        finally:
            evaluated.to_mesh_clear()
        if len(coordinates) != 3 * RING_SIZE * self._ring_count:
            raise ExportError(
                f"'{self._name}' has another number of points at frame {frame:g} than in its rest shape. Remove "
                "the animation of its resolution, bevel and points; only their places may be animated."
            )
        return Rings(coordinates, evaluated.matrix_world, bevel_depth)

    def end_tilt(self, depsgraph, spline, at_end):
        """Tilt of a spline's first or last control point, shape keys included [rad]."""
        data = self.evaluated(depsgraph).data
        splines = data.splines
        points = _control_points(splines[spline])
        tilt = points[-1 if at_end else 0].tilt
        keys = data.shape_keys
        if keys is None or not keys.use_relative:
            return tilt
        index = sum(len(_control_points(splines[before])) for before in range(spline))
        index += len(points) - 1 if at_end else 0
        for block in keys.key_blocks:
            if not block.mute:
                change = block.data[index].tilt - block.relative_key.data[index].tilt
                tilt += block.value * change
        return tilt


def _control_points(spline):
    return spline.bezier_points if spline.type == "BEZIER" else spline.points


def _draw_as_thin_tube(data):
    data.dimensions = "3D"
    data.fill_mode = "FULL"
    data.twist_mode = "MINIMUM"
    data.twist_smooth = 0.0
    data.bevel_mode = "ROUND"
    data.bevel_resolution = 0
    data.bevel_factor_start, data.bevel_factor_end = 0.0, 1.0
    data.extrude = data.offset = 0.0
    data.use_fill_caps = False
    data.bevel_depth = _THICKNESS * (_size(data) or 1.0)


def _size(data):
    """Largest extent of the control points. Nothing evaluated counts: the same curve has to give the
    same numbers whatever frame is shown, or its cache would seem to be of another job."""
    low, high = [float("inf")] * 3, [-float("inf")] * 3
    for spline in data.splines:
        for point in _control_points(spline):
            for axis in range(3):
                low[axis] = min(low[axis], point.co[axis])
                high[axis] = max(high[axis], point.co[axis])
    return max(b - a for a, b in zip(low, high))
