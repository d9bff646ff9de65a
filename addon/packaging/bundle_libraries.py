"""Copies programs and libraries with all they need into one folder, so that they run where nothing
is installed.

Usage: bundle_libraries.py --output FOLDER FILE...

Everything but the C library itself is copied and gets a name of its own (libsinew_<name>): Blender
has its own TBB and C++ library in the process, and the loader takes a library that is already there
by its name.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

# The C library belongs to the system, its parts have to match each other.
FROM_SYSTEM = (
    "ld-linux-x86-64.so.2",
    "libc.so.6",
    "libdl.so.2",
    "libm.so.6",
    "libpthread.so.0",
    "librt.so.1",
)
OWN_PREFIX = "libsinew"


def own_name(soname):
    return soname if soname.startswith(OWN_PREFIX) else "libsinew_" + soname.removeprefix("lib")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed(path):
    names = run("patchelf", "--print-needed", str(path)).split()
    return [name for name in names if name not in FROM_SYSTEM]


def resolved(path):
    """Where the loader finds the libraries of a file: name to path."""
    found = {}
    for line in run("ldd", str(path)).splitlines():
        name, arrow, rest = line.strip().partition(" => ")
        if arrow:
            found[name] = pathlib.Path(rest.rsplit(" (", 1)[0])
    return found


def bundle(files, output):
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    pending = [(path.resolve(), path.name) for path in files]
    done = set()
    while pending:
        source, name = pending.pop()
        if name in done:
            continue
        done.add(name)
        target = output / name
        shutil.copy2(source, target)
        target.chmod(0o755)
        places = resolved(source)
        # As few runs as work: each puts another copy of the names into the file. The path and the names of
        # what is needed must not change in one run, or the versions no longer match the names.
        # The older tag goes before LD_LIBRARY_PATH, which start scripts of Blender set.
        own = ["--set-soname", name] if ".so" in name else []
        run("patchelf", "--force-rpath", "--set-rpath", "$ORIGIN", *own, str(target))
        renames = []
        for soname in needed(source):
            renamed = own_name(soname)
            pending.append((places[soname], renamed))
            if renamed != soname:
                renames += ["--replace-needed", soname, renamed]
        if renames:
            run("patchelf", *renames, str(target))


def foreign_libraries(output):
    """Libraries that would still come from the system although they should not."""
    foreign = set()
    for path in output.iterdir():
        for name, place in resolved(path).items():
            if name not in FROM_SYSTEM and place.parent != output.resolve():
                foreign.add(f"{path.name} needs {name} from {place}")
    return sorted(foreign)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("files", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args()
    bundle(arguments.files, arguments.output)
    foreign = foreign_libraries(arguments.output)
    if foreign:
        sys.exit("\n".join(foreign))


if __name__ == "__main__":
    main()
