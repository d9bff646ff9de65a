"""Packs the add-on: one zip with one folder, for Blender 3.4 (bl_info) and 4.2+ (manifest).

Usage: make_zip.py --source ADDON --binaries FOLDER --licence FILE --manual FILE --output ZIP NAME...

The names are the add-on's files, relative to its folder.

Same input, same bytes: names are sorted and times fixed.
"""

import argparse
import pathlib
import zipfile

TOP_FOLDER = "sinew"
FIXED_TIME = (2026, 1, 1, 0, 0, 0)


def contents(source, names, binaries, licence, manual):
    """Pairs of name in the zip and path on disk."""
    for name in names:
        yield f"{TOP_FOLDER}/{name}", source / name
    for path in binaries.iterdir():
        yield f"{TOP_FOLDER}/bin/{path.name}", path
    yield f"{TOP_FOLDER}/LICENSE", licence
    yield f"{TOP_FOLDER}/manual.md", manual


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("source", "binaries", "licence", "manual", "output"):
        parser.add_argument(f"--{option}", type=pathlib.Path, required=True)
    parser.add_argument("names", nargs="+")
    arguments = parser.parse_args()
    files = contents(arguments.source, arguments.names, arguments.binaries, arguments.licence, arguments.manual)
    temporary = arguments.output.with_suffix(".tmp")
    with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in sorted(files):
            entry = zipfile.ZipInfo(name, FIXED_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if "/bin/" in name else 0o644) << 16
            archive.writestr(entry, path.read_bytes())
    temporary.replace(arguments.output)


if __name__ == "__main__":
    main()
