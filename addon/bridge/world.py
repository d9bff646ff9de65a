"""A world of the solver inside this process: a job goes in, frames are stepped, results come out."""

import ctypes
from array import array

from . import structs

_FORMATS = {
    ("f", 1): structs.FORMAT_FLOAT,
    ("f", 3): structs.FORMAT_FLOAT3,
    ("d", 1): structs.FORMAT_DOUBLE,
    ("d", 3): structs.FORMAT_DOUBLE3,
    ("i", 1): structs.FORMAT_INT,
}


def view(values, width=1):
    """Shows an array.array to the library without copying it; keep the array alive during the
    call."""
    address, length = values.buffer_info()
    return structs.SinewBufferView(
        data=address, count=length // width, stride_bytes=0, format=_FORMATS[values.typecode, width]
    )


class World:
    """Use as a context manager, so that the solver's memory is given back. Lengths are in metres, whatever the unit of the
    job."""

    def __init__(self, library, job, binary=b"", threads=0):
        """`job` is the text of a job, `binary` the bytes that its blocks refer to; docs/job.md has both. Raises SinewError with
        the first problem of the job."""
        self._library = library
        text = job.encode()
        definition = library.defaults(structs.SinewWorldDef, "sinew_world_def_init")
        definition.job_text, definition.job_size = text, len(text)
        definition.binary = ctypes.cast(ctypes.c_char_p(binary), ctypes.c_void_p)
        definition.binary_size = len(binary)
        definition.threads = threads
        self._handle = ctypes.c_void_p()
        library.call("sinew_world_create", ctypes.byref(definition), ctypes.byref(self._handle))

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

    def describe(self):
        """The frame, the bodies with their results, and the inputs that can be set."""
        return self._library.json("sinew_world_describe", self._handle)

    def set_input(self, path, values):
        """`values` is an array.array of floats or doubles: what the input of this path has at the end of the next step."""
        buffer = view(values)
        self._library.call("sinew_world_set_input", self._handle, path.encode(), ctypes.byref(buffer))

    def step(self):
        """Advances by one frame. Blocks; `cancel` may be called from another thread."""
        report = structs.SinewStepReport(struct_size=ctypes.sizeof(structs.SinewStepReport))
        self._library.call("sinew_world_step", self._handle, ctypes.byref(report))
        return report

    def cancel(self):
        self._library.value("sinew_world_cancel", self._handle)

    def find_body(self, name):
        body = ctypes.c_uint64()
        self._library.call(
            "sinew_world_find_body", self._handle, name.encode(), ctypes.byref(body)
        )
        return body.value

    def result(self, body, name):
        """What the body has under this name now, such as "positions" or "radii", as floats."""
        count = ctypes.c_uint64()
        arguments = (self._handle, body, name.encode())
        self._library.call("sinew_body_get_result", *arguments, None, 0, ctypes.byref(count))
        values = array("f", bytes(4 * count.value))
        address, _ = values.buffer_info()
        self._library.call("sinew_body_get_result", *arguments, address, count, None)
        return values


def assign(definition, settings):
    """Sets members of a definition struct by name."""
    for name, value in settings.items():
        getattr(definition, name)  # an unknown name is an error here, not a new attribute
        setattr(definition, name, value)
