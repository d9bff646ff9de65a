"""Runs clang-tidy over the sources of a build: run_clang_tidy.py BUILD_FOLDER [--jobs N] [--plugin FILE].

A source takes seconds, so one that was clean is not looked at again until something changes that clang-tidy reads: the
source, a header that the preprocessor includes, the compile command, the configuration or the tool. Clean sources leave
a stamp in the user's folder for caches, whose name is a hash of all of these. Another clone of the project finds it too.

clang-scan-deps runs the preprocessor of every source each time and lists the files, so a header that appears,
disappears or hides another is a change. Files are compared by content with their comments, because NOLINT is one.

Tests are left out: they are half of the sources, and a first run over everything would take longer than all the tests
themselves. Sources are read without the precompiled headers, which are the compiler's own: one that forgets an include
is found here.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import sources

GROUPED = re.compile(r'^#include "(.+\.cpp)"$', re.MULTILINE)
PRECOMPILED = re.compile(r" -Winvalid-pch -include \S+/cmake_pch\.hxx")
OUTPUT = re.compile(r" -o \S+ ")
PLUGIN = Path(__file__).resolve().parent / "own_code_only.cpp"
STAMP_DAYS = 60  # a stamp that nobody asked for this long is thrown away


def stamp_folder():
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "sinew" / "clang_tidy"


def digest(data):
    return hashlib.sha256(data).hexdigest()[:32]


class Tool:
    """clang-tidy, the programs of the same LLVM beside it, and what changes their verdict."""

    def __init__(self, root, plugin):
        self.root = root
        self.plugin = plugin
        self.folder = Path(shutil.which("clang-tidy")).resolve().parent
        self.version = subprocess.run(
            ["clang-tidy", "--version"], capture_output=True, text=True, check=True
        ).stdout

    def check(self, commands, source):
        """Exit status and words of clang-tidy about one source."""
        command = ["clang-tidy", "--quiet", "-p", commands, source]
        if self.plugin:
            command += [f"--load={self.plugin}", "--checks=sinew-own-code-only"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        return result.returncode, result.stdout + result.stderr

    def included_files(self, entries, jobs):
        """Source to all files that the preprocessor reads for it; a source that it cannot read is missing."""
        numbered = [
            {**entry, "command": OUTPUT.sub(f" -o {number}.o ", entry["command"])}
            for number, entry in enumerate(entries)
        ]
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder, "compile_commands.json")
            database.write_text(json.dumps(numbered))
            rules = subprocess.run(
                [self.folder / "clang-scan-deps", "-compilation-database", database, "-j", str(jobs)],
                capture_output=True, text=True, check=False,
            ).stdout
        files = {}
        for rule in rules.replace("\\\n", " ").splitlines():
            target, colon, paths = rule.partition(".o: ")
            if colon:
                entry = entries[int(target)]
                paths = [path.replace("\\ ", " ") for path in re.split(r"(?<!\\) +", paths.strip())]
                files[entry["file"]] = {os.path.normpath(Path(entry["directory"], path)) for path in paths}
        return files

    def stamp_name(self, entry, files, content={}):
        """Hash of everything that decides what clang-tidy says; where the clone lies does not matter."""
        root = f"{self.root}/"
        key = [self.version, OUTPUT.sub(" ", entry["command"]).replace(root, "")]
        key += [PLUGIN.read_text()] if self.plugin else []
        for folder in Path(entry["file"]).parents:
            if (folder / ".clang-tidy").exists():
                key.append((folder / ".clang-tidy").read_text())
        for path in sorted(files, key=lambda path: path.removeprefix(root)):
            if path not in content:
                content[path] = digest(Path(path).read_bytes())
            key.append(f"{path.removeprefix(root)} {content[path]}")
        return f"{Path(entry['file']).name}.{digest(json.dumps(key).encode())}"


def sources_of(build, root):
    """The compile commands of the project's sources, tests left out, as if each were compiled by itself."""
    entries = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        entry["command"] = PRECOMPILED.sub("", entry["command"])
        file = Path(entry["file"])
        # A source that CMake made to include several of ours.
        grouped = GROUPED.findall(file.read_text()) if file.parent.name == "Unity" else [entry["file"]]
        for path in grouped:
            parents = Path(path).parents
            if build not in parents and root / "tests" not in parents:
                command = entry["command"].replace(entry["file"], path)
                entries.append({**entry, "file": path, "command": command})
    return entries


def throw_away_old(stamps):
    for stamp in stamps.iterdir():
        if stamp.is_file() and time.time() - stamp.stat().st_mtime > STAMP_DAYS * 86400:
            stamp.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--plugin", type=Path, help="own_code_only.cpp, compiled; three times as quick")
    parser.add_argument("--root", type=Path, default=sources.ROOT, help="folder of the project")
    options = parser.parse_args()
    build = options.build.resolve()
    stamps = stamp_folder()
    stamps.mkdir(parents=True, exist_ok=True)

    tool = Tool(options.root.resolve(), options.plugin)
    entries = sources_of(build, options.root.resolve())
    files = tool.included_files(entries, options.jobs)
    unseen = {}
    for entry in entries:
        # A source whose includes cannot be read gets no stamp; clang-tidy says why.
        name = tool.stamp_name(entry, files[entry["file"]]) if entry["file"] in files else None
        if name and (stamps / name).exists():
            (stamps / name).touch()
        else:
            unseen[entry["file"]] = name

    failed = 0
    with tempfile.TemporaryDirectory() as commands, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        Path(commands, "compile_commands.json").write_text(json.dumps(entries))
        running = {pool.submit(tool.check, commands, path): path for path in unseen}
        for future in concurrent.futures.as_completed(running):
            path = running[future]
            status, text = future.result()
            if status != 0:
                failed += 1
                print(f"{path}:\n{text}", flush=True)
            elif unseen[path]:
                (stamps / unseen[path]).touch()

    throw_away_old(stamps)
    print(f"clang-tidy: {len(unseen)} of {len(entries)} sources looked at, {failed} with findings")
    sys.exit(1 if failed or not entries else 0)


if __name__ == "__main__":
    main()
