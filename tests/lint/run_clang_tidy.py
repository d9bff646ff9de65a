"""Runs clang-tidy over the sources of a build: run_clang_tidy.py BUILD_FOLDER.

A source takes seconds, so one that was clean is not looked at again until it, a header it includes, its
compile command, the configuration or the tool changes. Clean sources leave a stamp in the user's
folder for caches, whose name is a hash of all of these; another clone of the project finds it too. Tests
are left out: they are half of the sources, and a first run over everything would take longer than all
the tests themselves.

Sources are read without the precompiled headers, which are the compiler's own: one that forgets an include is found here.
"""

import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import sources

GROUPED = re.compile(r'^#include "(.+\.cpp)"$', re.MULTILINE)
PRECOMPILED = re.compile(r" -Winvalid-pch -include \S+/cmake_pch\.hxx")
OUTPUT = re.compile(r" -o (\S+\.o) ")
STAMP_DAYS = 60  # a stamp that nobody asked for this long is thrown away


def stamp_folder():
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "sinew" / "clang_tidy"


def included_files(build):
    """Object file to the files it was compiled from, as ninja recorded them."""
    listing = subprocess.run(
        ["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True, check=True
    ).stdout
    deps = {}
    current = None
    for line in listing.splitlines():
        if line.startswith("    "):
            # ccache may have made the paths relative to the build folder.
            path = os.path.normpath(build / line.strip())
            if not path.startswith(str(build)):  # precompiled headers are not what is looked at
                current.append(path)
        elif ": #deps" in line:
            current = deps.setdefault(line.split(": #deps")[0], [])
    return deps


def file_key(path, cache={}):
    """Content of a project's file; name, size and time of a system header, which are quicker."""
    if path not in cache:
        if path.startswith(str(sources.ROOT)):
            cache[path] = hashlib.sha256(Path(path).read_bytes()).hexdigest()
        else:
            status = os.stat(path)
            cache[path] = f"{path} {status.st_size} {status.st_mtime_ns}"
    return cache[path]


def stamp_name(entry, deps, tool):
    key = hashlib.sha256(tool.encode())
    key.update((sources.ROOT / ".clang-tidy").read_bytes())
    # Where the clone lies does not matter.
    key.update(entry["command"].replace(str(sources.ROOT), "").encode())
    for path in sorted(deps, key=lambda path: path.removeprefix(str(sources.ROOT))):
        key.update(file_key(path).encode())
    return f"{Path(entry['file']).name}.{key.hexdigest()[:32]}"


def sources_of(build):
    """The compile commands of the project's sources, tests left out, as if each were compiled by itself."""
    entries = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        entry["command"] = PRECOMPILED.sub("", entry["command"])
        file = Path(entry["file"])
        # A source that CMake made to include several of ours.
        grouped = GROUPED.findall(file.read_text()) if file.parent.name == "Unity" else [entry["file"]]
        for path in grouped:
            parents = Path(path).parents
            if build not in parents and sources.ROOT / "tests" not in parents:
                command = entry["command"].replace(entry["file"], path)
                entries.append({**entry, "file": path, "command": command})
    return entries


def check(commands, path):
    result = subprocess.run(
        ["clang-tidy", "--quiet", "-p", commands, path], capture_output=True, text=True, check=False
    )
    return result.returncode, result.stdout + result.stderr


def main():
    build = Path(sys.argv[1]).resolve()
    stamps = stamp_folder()
    stamps.mkdir(parents=True, exist_ok=True)
    tool = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout
    deps = included_files(build)

    entries = sources_of(build)
    unseen = {}
    for entry in entries:
        deps_of_entry = deps.get(OUTPUT.search(entry["command"]).group(1))
        if deps_of_entry is None:
            sys.exit(f"{entry['file']} is not built; build everything in {build} first")
        name = stamp_name(entry, deps_of_entry, tool)
        if (stamps / name).exists():
            (stamps / name).touch()
        else:
            unseen[entry["file"]] = name

    failed = 0
    with tempfile.TemporaryDirectory() as commands, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        Path(commands, "compile_commands.json").write_text(json.dumps(entries))
        running = {pool.submit(check, commands, path): path for path in unseen}
        for future in concurrent.futures.as_completed(running):
            path = running[future]
            status, text = future.result()
            if status == 0:
                (stamps / unseen[path]).touch()
            else:
                failed += 1
                print(f"{path}:\n{text}")

    for stamp in stamps.iterdir():
        if time.time() - stamp.stat().st_mtime > STAMP_DAYS * 86400:
            stamp.unlink(missing_ok=True)
    print(f"clang-tidy: {len(unseen)} of {len(entries)} sources looked at, {failed} with findings")
    sys.exit(1 if failed or not entries else 0)


if __name__ == "__main__":
    main()
