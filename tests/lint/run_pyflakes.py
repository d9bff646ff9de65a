"""Runs pyflakes over all Python files, without what it says about Blender's properties.

Blender declares a property as `name: FloatProperty(name="Radius")`. pyflakes takes the strings in
there for types and complains that they are none; everything else that it finds counts.
"""

import re
import subprocess
import sys

import sources

_MESSAGE = re.compile(r"^(?P<path>[^:]+):(?P<line>\d+):\d+:? (?P<text>.*)$")
_UNDEFINED = re.compile(r"^undefined name '(?P<name>\w+)'$")


def is_about_a_string(message):
    """True for a complaint about text between quotes."""
    found = _MESSAGE.match(message)
    if not found:
        return False
    if "in forward annotation" in found["text"]:
        return True
    undefined = _UNDEFINED.match(found["text"])
    if not undefined:
        return False
    line = (sources.ROOT / found["path"]).read_text("utf-8").splitlines()[int(found["line"]) - 1]
    return f'"{undefined["name"]}"' in line


def main():
    paths = [str(path) for path in sources.with_suffix(".py")]
    if not paths:
        sys.exit(f"no files to check in {sources.ROOT}")
    result = subprocess.run(
        ["pyflakes3", *paths], cwd=sources.ROOT, capture_output=True, text=True, check=False
    )
    lines = (result.stdout + result.stderr).splitlines()
    complaints = [line for line in lines if not is_about_a_string(line)]
    if complaints or (result.returncode != 0 and not lines):
        sys.exit("\n".join(complaints) or "pyflakes3 failed without a word")
    print(f"pyflakes3: {len(paths)} files are clean")


if __name__ == "__main__":
    main()
