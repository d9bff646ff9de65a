"""Finds, loads and checks libsinew.so, and turns its results into Python values and SinewError."""

import ctypes
import json
import os
import pathlib

from . import platform_check, structs
from .errors import SinewError

# What this binding was written for; while the major version is 0, the minor one counts too.
API_MAJOR, API_MINOR = 0, 3

DEFAULT_PATH = pathlib.Path(__file__).resolve().parent.parent / "bin" / "libsinew.so"


class Library:
    """The loaded library, with all argument types declared."""

    def __init__(self, path=DEFAULT_PATH):
        reason = platform_check.reason_not_supported()
        if reason:
            raise SinewError(reason)
        self._functions = _load(path)
        self._check_version(path)

    def call(self, name, *arguments):
        """Calls a function that returns SinewResult and raises its message when it failed."""
        result = getattr(self._functions, name)(*arguments)
        if result != structs.SUCCESS:
            raise SinewError(self._functions.sinew_last_error().decode("utf-8", "replace"), result)

    def value(self, name, *arguments):
        """Calls a function that cannot fail."""
        return getattr(self._functions, name)(*arguments)

    def text(self, name, *arguments):
        """Calls a function that writes text to memory of the caller: asks for the size, then for
        the text."""
        size = ctypes.c_uint64()
        self.call(name, *arguments, None, 0, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        self.call(name, *arguments, text, size, ctypes.byref(size))
        return text.value.decode("utf-8")

    def json(self, name, *arguments):
        """The same for a text that is JSON."""
        return json.loads(self.text(name, *arguments))

    def defaults(self, struct, init_name):
        """A definition struct with the library's own defaults."""
        definition = struct()
        self.call(init_name, ctypes.byref(definition), ctypes.sizeof(struct))
        return definition

    def check_job(self, path):
        return self.json("sinew_job_check", os.fsencode(path))

    def cache_info(self, path):
        return self.json("sinew_cache_info", os.fsencode(path))

    def verify_cache(self, path):
        return self.json("sinew_cache_verify", os.fsencode(path))

    def schema(self):
        """The parameters of all materials; docs/job.md, "Schema"."""
        return self.json("sinew_schema")

    def struct_layouts(self):
        return self.json("sinew_struct_layouts")

    def version(self):
        number = self.value("sinew_api_version")
        return number // 10000, number // 100 % 100, number % 100

    def _check_version(self, path):
        major, minor, _ = self.version()
        if (major, minor) != (API_MAJOR, API_MINOR):
            raise SinewError(
                f"The Sinew library at {path} has version {major}.{minor}, this add-on needs "
                f"{API_MAJOR}.{API_MINOR}. Install the add-on again from one zip file and restart Blender."
            )
        if not self.value("sinew_cpu_supported"):
            raise SinewError("This computer's processor cannot run the Sinew solver.")


def _load(path):
    # Blender carries its own TBB: our library binds to the libraries beside it first and lends no
    # symbol.
    mode = os.RTLD_NOW | os.RTLD_LOCAL | os.RTLD_DEEPBIND
    try:
        functions = ctypes.CDLL(str(path), mode=mode)
        for name, (result_type, argument_types) in structs.FUNCTIONS.items():
            function = getattr(functions, name)
            function.restype = result_type
            function.argtypes = argument_types
    except (OSError, AttributeError) as error:
        raise SinewError(
            f"The Sinew library could not be loaded: {error}. Install the add-on again from its zip file."
        ) from error
    return functions
