"""A world of the solver inside this process: bodies go in, frames are stepped, positions come
out."""

import ctypes
import os
from array import array

from . import structs

_FORMATS = {
    ("f", 1): structs.FORMAT_FLOAT,
    ("f", 3): structs.FORMAT_FLOAT3,
    ("d", 1): structs.FORMAT_DOUBLE,
    ("d", 3): structs.FORMAT_DOUBLE3,
    ("i", 1): structs.FORMAT_INT,
    ("Q", 1): structs.FORMAT_ID,
}


def view(values, width=1):
    """Shows an array.array to the library without copying it; keep the array alive during the
    call."""
    address, length = values.buffer_info()
    return structs.SinewBufferView(
        data=address, count=length // width, stride_bytes=0, format=_FORMATS[values.typecode, width]
    )


class World:
    """Use as a context manager, so that the solver's memory is given back."""

    def __init__(self, library, **settings):
        self._library = library
        definition = library.defaults(structs.SinewWorldDef, "sinew_world_def_init")
        assign(definition, settings)
        self._handle = ctypes.c_void_p()
        library.call("sinew_world_create", ctypes.byref(definition), ctypes.byref(self._handle))

    @classmethod
    def from_job(cls, library, path, threads=0):
        """A world of everything that a job file has. Its lengths are in metres."""
        world = cls.__new__(cls)
        world._library = library
        world._handle = ctypes.c_void_p()
        library.call(
            "sinew_world_create_from_job", os.fsencode(path), threads, ctypes.byref(world._handle)
        )
        return world

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._library.value("sinew_world_destroy", self._handle)
        self._handle = None

    def warnings(self):
        """Sentences about how the world starts, for the artist."""
        count = ctypes.c_int32()
        self._library.call("sinew_world_get_warning_count", self._handle, ctypes.byref(count))
        return [
            self._library.text("sinew_world_get_warning", self._handle, index)
            for index in range(count.value)
        ]

    def find_body(self, name):
        body = ctypes.c_uint64()
        self._library.call(
            "sinew_world_find_body", self._handle, name.encode(), ctypes.byref(body)
        )
        return body.value

    def add_half_plane(self, normal, offset):
        definition = self._library.defaults(structs.SinewHalfPlaneDef, "sinew_half_plane_def_init")
        assign(definition, {"normal": normal, "offset": offset})
        self._library.call("sinew_world_add_half_plane", self._handle, ctypes.byref(definition))

    def add_mover(self, name, transform=None):
        """`transform` is a 3 x 4 matrix as 12 numbers, row after row; the identity if absent."""
        definition = self._library.defaults(structs.SinewMoverDef, "sinew_mover_def_init")
        definition.name = name.encode()
        if transform is not None:
            assign(definition, {"transform": transform})
        mover = ctypes.c_uint64()
        self._library.call(
            "sinew_world_add_mover", self._handle, ctypes.byref(definition), ctypes.byref(mover)
        )
        return mover.value

    def set_mover_transform(self, mover, transform):
        """Where the mover shall be at the end of the next step."""
        numbers = (ctypes.c_double * 12)(*transform)
        self._library.call("sinew_world_set_mover_transform", self._handle, mover, numbers)

    def mover_transform(self, mover):
        numbers = (ctypes.c_double * 12)()
        self._library.call("sinew_world_get_mover_transform", self._handle, mover, numbers)
        return list(numbers)

    def add_viper_rods(
        self,
        name,
        points,
        radii,
        counts,
        pin_points=None,
        pin_flags=structs.PIN_POSITION,
        **material,
    ):
        """Arrays are array.array of floats or doubles, `counts` and `pin_points` of ints."""
        definition = self._library.defaults(structs.SinewViperRodsDef, "sinew_viper_rods_def_init")
        definition.name = name.encode()
        definition.points = view(points, 3)
        definition.radii = view(radii)
        definition.counts = view(counts)
        if pin_points:
            definition.pin_points = view(pin_points)
            definition.pin_flags = pin_flags
        assign(definition, material)
        body = ctypes.c_uint64()
        self._library.call(
            "sinew_world_add_viper_rods", self._handle, ctypes.byref(definition), ctypes.byref(body)
        )
        return body.value

    def set_pin_positions(self, body, positions):
        buffer = view(positions, 3)
        self._library.call(
            "sinew_viper_rods_set_pin_positions", self._handle, body, ctypes.byref(buffer)
        )

    def add_micropolar_solid(self, name, surface, triangles, pin_vertices=None, **settings):
        """A solid inside of a surface. Arrays are array.array of floats or doubles, `triangles` and
        `pin_vertices` of ints; `settings` are members of the definition."""
        definition = self._library.defaults(
            structs.SinewMicropolarSolidDef, "sinew_micropolar_solid_def_init"
        )
        definition.name = name.encode()
        definition.surface = view(surface, 3)
        definition.surface_triangles = view(triangles)
        if pin_vertices:
            definition.pin_vertices = view(pin_vertices)
        assign(definition, settings)
        body = ctypes.c_uint64()
        self._library.call(
            "sinew_world_add_micropolar_solid",
            self._handle,
            ctypes.byref(definition),
            ctypes.byref(body),
        )
        return body.value

    def add_shell(self, name, vertices, triangles, pin_vertices=None, **settings):
        """A thin sheet with this middle surface. Arrays are array.array of floats or doubles, `triangles` and
        `pin_vertices` of ints; `settings` are members of the definition."""
        definition = self._library.defaults(structs.SinewShellDef, "sinew_shell_def_init")
        definition.name = name.encode()
        definition.vertices = view(vertices, 3)
        definition.triangles = view(triangles)
        if pin_vertices:
            definition.pin_vertices = view(pin_vertices)
        assign(definition, settings)
        body = ctypes.c_uint64()
        self._library.call(
            "sinew_world_add_shell", self._handle, ctypes.byref(definition), ctypes.byref(body)
        )
        return body.value

    def add_skin(self, name, vertices, triangles, drivers=(), bones=(), mask=None, **settings):
        """`drivers` are bodies; `bones` are (mover, six coordinates of its ends, two radii). Arrays are
        array.array, `triangles` of ints."""
        definition = self._library.defaults(structs.SinewSkinDef, "sinew_skin_def_init")
        definition.name = name.encode()
        definition.vertices = view(vertices, 3)
        definition.triangles = view(triangles)
        bodies = array("Q", drivers)
        movers = array("Q", [mover for mover, _, _ in bones])
        points = array("d", [number for _, ends, _ in bones for number in ends])
        radii = array("d", [radius for _, _, pair in bones for radius in pair])
        if bodies:
            definition.drivers = view(bodies)
        if movers:
            definition.bone_movers = view(movers)
            definition.bone_points = view(points, 3)
            definition.bone_radii = view(radii)
        if mask:
            definition.mask = view(mask)
        assign(definition, settings)
        body = ctypes.c_uint64()
        self._library.call(
            "sinew_world_add_skin", self._handle, ctypes.byref(definition), ctypes.byref(body)
        )
        return body.value

    def set_skin_base(self, body, positions):
        buffer = view(positions, 3)
        self._library.call("sinew_skin_set_base", self._handle, body, ctypes.byref(buffer))

    def step(self):
        """Advances by one frame. Blocks; `cancel` may be called from another thread."""
        report = structs.SinewStepReport(struct_size=ctypes.sizeof(structs.SinewStepReport))
        self._library.call("sinew_world_step", self._handle, ctypes.byref(report))
        return report

    def cancel(self):
        self._library.value("sinew_world_cancel", self._handle)

    def positions(self, body):
        return self._floats("sinew_body_get_positions", body, 3)

    def rod_points(self, body):
        return self._floats("sinew_viper_rods_get_points", body, 3)

    def radii(self, body):
        return self._floats("sinew_viper_rods_get_radii", body, 1)

    def _floats(self, name, body, width):
        count = ctypes.c_uint64()
        self._library.call(name, self._handle, body, None, 0, ctypes.byref(count))
        values = array("f", bytes(4 * width * count.value))
        address, _ = values.buffer_info()
        self._library.call(name, self._handle, body, address, count, ctypes.byref(count))
        return values


def assign(definition, settings):
    """Sets members of a definition struct by name."""
    for name, value in settings.items():
        member = getattr(definition, name)  # an unknown name is an error here, not a new attribute
        if isinstance(member, ctypes.Array):
            value = type(member)(*value)
        setattr(definition, name, value)
