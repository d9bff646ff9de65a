"""The library against its header: what it exports, how its structs lie in memory, what it needs.

The structs are rebuilt from the text of sinew.h, so that a member that is missing from the
library's own table is found.
"""
import ctypes
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

BIN = Path(sys.argv.pop(1))
HEADER = Path(sys.argv.pop(1)).read_text(encoding="utf-8")
LIBRARY = BIN / "libsinew.so"

SCALARS = {
    "double": ctypes.c_double,
    "int32_t": ctypes.c_int32,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
    "const char*": ctypes.c_char_p,
    "const void*": ctypes.c_void_p,
    "SinewTask*": ctypes.c_void_p,
}


def header_structs():
    """ctypes mirrors of all structs of the header, by name."""
    structs = {}
    text = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL)
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\}", text, flags=re.DOTALL):
        fields = []
        for line in body.split(";"):
            declaration = re.fullmatch(r"\s*(const \w+\*|\w+\*|\w+)\s+(.*?)\s*", line, flags=re.DOTALL)
            if not declaration:
                continue
            kind, names = declaration.groups()
            base = SCALARS.get(kind) or structs[kind]
            for member in re.split(r",\s*", names):
                array = re.fullmatch(r"(\w+)\[(\d+)\]", member)
                fields.append((array[1], base * int(array[2])) if array else (member, base))
        structs[name] = type(name, (ctypes.Structure,), {"_fields_": fields})
    return structs


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Exports(unittest.TestCase):
    def test_are_the_functions_of_the_header_and_nothing_else(self):
        lines = run("nm", "-D", "--defined-only", str(LIBRARY)).splitlines()
        exported = {line.split()[-1] for line in lines}
        declared = set(re.findall(r"SINEW_API [\w* ]+?\b(sinew_\w+)\(", HEADER))
        self.assertGreater(len(declared), 20)
        self.assertEqual(exported, declared)

    def test_runtime_libraries_are_inside_or_beside(self):
        for name in ("libsinew.so", "sinew"):
            dynamic = run("readelf", "-d", str(BIN / name))
            needed = set(re.findall(r"NEEDED.*\[(.*?)\]", dynamic))
            runtime = {lib for lib in needed if lib.startswith(("libstdc++", "libgcc"))}
            self.assertEqual(runtime, set(), name)
            self.assertIn("Library rpath: [$ORIGIN]", dynamic, name)


class Layouts(unittest.TestCase):
    def test_are_those_of_the_header(self):
        library = ctypes.CDLL(str(LIBRARY))
        layouts = library.sinew_struct_layouts
        layouts.argtypes = [ctypes.c_char_p, ctypes.c_uint64, ctypes.POINTER(ctypes.c_uint64)]
        size = ctypes.c_uint64()
        self.assertEqual(layouts(None, 0, ctypes.byref(size)), 0)
        text = ctypes.create_string_buffer(size.value)
        self.assertEqual(layouts(text, size.value, ctypes.byref(size)), 0)
        told = json.loads(text.value)

        structs = header_structs()
        self.assertEqual(set(told), set(structs))
        for name, struct in structs.items():
            expected = {field: getattr(struct, field).offset for field, _ in struct._fields_}
            self.assertEqual(told[name], {"size": ctypes.sizeof(struct), "members": expected}, name)


if __name__ == "__main__":
    unittest.main()
