"""Runs a checker over all files of a kind: run_tool.py format|shell.

Fails when the tool complains, when it is missing, and when there was nothing to check.
"""

import subprocess
import sys

import sources

CHECKS = {
    "format": (
        ["clang-format", "--dry-run", "-Werror"],
        lambda: sources.with_suffix(".cpp", ".hpp", ".c", ".h"),
    ),
    "shell": (["shellcheck"], sources.shell_scripts),
}


def main():
    command, files = CHECKS[sys.argv[1]]
    paths = [str(path) for path in files()]
    if not paths:
        sys.exit(f"no files to check in {sources.ROOT}")
    result = subprocess.run(command + paths, cwd=sources.ROOT, check=False)
    if result.returncode == 0:
        print(f"{command[0]}: {len(paths)} files are clean")
    sys.exit(result.returncode)


if __name__ == "__main__":
    main()
