"""The rods that fill a mesh, made at once or on a thread beside Blender's own."""

import threading
from array import array
from dataclasses import dataclass

from .library import Library
from .viperize import Viperization


@dataclass
class Filling:
    """What the solver made of a mesh."""

    points: array  # 3 a point, rod after rod, from source to sink
    radii: array
    counts: array  # points of each rod
    source: array  # vertices where the rods begin
    sink: array  # and where they arrive
    volume_error: float  # of the rods, relative to the mesh
    warnings: list


def fill_with_rods(*inputs):
    """Blocks until the rods are there, mostly a second. For the inputs see `_viperization`."""
    with _viperization(*inputs) as viperization:
        return _run(viperization)


class FillingThread:
    """The same without blocking. The thread touches only its copy of the numbers, nothing of Blender; everything here may
    be called from the main thread at any time."""

    def __init__(self, *inputs):
        self._filling = None
        self._error = None
        self._viperization = _viperization(*inputs)
        self._lock = threading.Lock()  # whoever holds it may use the viperization, if there still is one
        self._thread = threading.Thread(target=self._work, name="Sinew Viperize", daemon=True)
        self._thread.start()

    @property
    def done(self):
        return not self._thread.is_alive()

    def progress(self):
        """From 0 to 1."""
        with self._lock:
            return self._viperization.progress() if self._viperization else 1.0

    def cancel(self):
        """Returns at once; the thread gives its memory back when it has noticed."""
        with self._lock:
            if self._viperization:
                self._viperization.cancel()

    def wait(self):
        self._thread.join()

    def result(self):
        """Once it is done: the filling, or raises why there is none."""
        if self._error:
            raise self._error
        return self._filling

    def _work(self):
        try:
            self._filling = _run(self._viperization)
        except Exception as error:  # told on the main thread, by `result`
            self._error = error
        with self._lock:
            self._viperization.close()
            self._viperization = None


def _viperization(name, vertices, triangles, source, sink, rods, levels, voxel_size=0.0):
    return Viperization(
        Library(), name, vertices, triangles, source, sink, rods=rods, levels=levels, voxel_size=voxel_size
    )


def _run(viperization):
    viperization.run()
    return Filling(
        viperization.points(),
        viperization.radii(),
        viperization.counts(),
        viperization.source(),
        viperization.sink(),
        viperization.measures().volume_error,
        viperization.warnings(),
    )
