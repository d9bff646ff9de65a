"""Fills the mesh of a muscle with rods, inside this process; see docs/viperize.md."""

import ctypes
from array import array

from . import structs
from .world import assign, view


class Viperization:
    """Use as a context manager, so that the solver's memory is given back.

    `run` blocks for about a second or two; `cancel` and `progress` may be called from another thread meanwhile.
    """

    def __init__(self, library, name, vertices, triangles, source=None, sink=None, **settings):
        """`vertices` is an array.array of floats or doubles, the others are of ints. Without `source` and
        `sink` the two ends are found. Settings are rods, levels, voxel_size and threads."""
        self._library = library
        definition = library.defaults(structs.SinewViperizeDef, "sinew_viperize_def_init")
        definition.name = name.encode()
        definition.vertices = view(vertices, 3)
        definition.triangles = view(triangles)
        if source:
            definition.source = view(source)
        if sink:
            definition.sink = view(sink)
        assign(definition, settings)
        self._handle = ctypes.c_void_p()
        library.call("sinew_viperize_create", ctypes.byref(definition), ctypes.byref(self._handle))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._library.value("sinew_viperize_destroy", self._handle)
        self._handle = None

    def run(self):
        self._library.call("sinew_viperize_run", self._handle)

    def cancel(self):
        self._library.value("sinew_viperize_cancel", self._handle)

    def progress(self):
        """From 0 to 1."""
        return self._library.value("sinew_viperize_progress", self._handle)

    def points(self):
        """Three floats for each point, rod after rod from source to sink."""
        return self._array("sinew_viperize_get_points", "f", 3)

    def radii(self):
        return self._array("sinew_viperize_get_radii", "f", 1)

    def counts(self):
        return self._array("sinew_viperize_get_counts", "i", 1)

    def source(self):
        """Vertices of the mesh where the rods begin."""
        return self._array("sinew_viperize_get_source", "i", 1)

    def sink(self):
        """Vertices of the mesh where the rods end."""
        return self._array("sinew_viperize_get_sink", "i", 1)

    def measures(self):
        measures = structs.SinewViperizeMeasures(
            struct_size=ctypes.sizeof(structs.SinewViperizeMeasures)
        )
        self._library.call("sinew_viperize_get_measures", self._handle, ctypes.byref(measures))
        return measures

    def warnings(self):
        """Sentences for the artist."""
        count = self.measures().warning_count
        return [self._library.text("sinew_viperize_get_warning", self._handle, i) for i in range(count)]

    def _array(self, name, typecode, width):
        count = ctypes.c_uint64()
        self._library.call(name, self._handle, None, 0, ctypes.byref(count))
        values = array(typecode, bytes(4 * width * count.value))
        address, _ = values.buffer_info()
        self._library.call(name, self._handle, address, count, ctypes.byref(count))
        return values
