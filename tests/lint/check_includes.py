"""Checks who includes whom against the table in docs/architecture.md, which this file is the law of.

An include of a project file names its folder ("viper/rods/rod_batch.hpp") or is a neighbour of the including
file. Everything else is the standard library, the system, or a third-party library in its one folder.
"""

import re
import sys
from pathlib import Path

import sources

SOLVER = Path("solver")

# Each folder of solver/ and those below it that it may include, besides itself.
MAY_INCLUDE = {
    "base": set(),
    "math": {"base"},
    "mesh": {"base", "math"},
    "body": {"base", "math"},
    "potential": {"base", "math", "body"},
    "optimize": {"base", "math", "body", "potential"},
    "volume": {"base", "math", "mesh", "body"},
    "contact": {"base", "math", "mesh", "body", "volume", "potential"},
    "implicit": {"base", "math", "mesh", "body", "volume", "potential", "contact", "optimize"},
    "tetrahedra": {"base", "math", "mesh", "volume"},
    "fem": {"base", "math", "mesh"},
    "solids": {"contact", "base", "math", "mesh", "body", "potential", "optimize", "implicit", "fem"},
    "shells": {"contact", "base", "math", "mesh", "body", "potential", "optimize", "implicit", "fem"},
    "rigid": {"contact", "base", "math", "mesh", "body", "potential", "optimize", "implicit", "volume"},
    "joints": {"contact", "base", "math", "mesh", "body", "potential", "optimize", "implicit"},
    "solidify": {"contact", "base", "math", "mesh", "body", "potential", "optimize", "implicit", "fem", "volume", "tetrahedra",
                 "solids"},
    "viperize": {"base", "math", "mesh", "volume"},
    "skin": {"base", "math", "mesh", "body"},
    "viper": {"contact", "base", "math", "mesh", "body", "skin", "volume", "potential", "optimize", "implicit", "fem"},
    "sim": {"contact", "base", "math", "mesh", "body", "skin", "volume", "viper", "potential", "optimize", "implicit",
            "fem", "solids", "shells", "rigid", "joints", "tetrahedra", "solidify"},
    # No model: jobs are read, hashed and baked without knowing the kinds of bodies.
    "bake": {"contact", "base", "math", "mesh", "body", "volume", "sim", "potential", "optimize", "implicit", "fem",
             "tetrahedra"},
}

# The same inside folders that are divided: each sub-folder and those that it may include, besides itself.
SUBFOLDERS = {
    "viper": {
        "definition": set(),
        "chain": set(),
        "rods": {"definition", "chain"},
        "attachments": {"definition", "chain", "rods"},
        "contact": {"definition", "chain", "rods"},
        "step": {"definition", "chain", "rods", "attachments", "contact"},
        "bundles": {"definition", "chain", "rods", "attachments", "contact", "step"},
        "body": {"definition", "chain", "rods", "attachments", "contact", "step", "bundles"},
        "implicit": {"definition", "chain", "rods", "attachments", "contact", "step", "bundles", "body"},
    },
}

# First part of a third-party include, and the folders that may use it. A folder covers what is in it.
THIRD_PARTY = {
    "Eigen": ["solver", "plugin/src", "examples", "tests"],
    "fmt": ["solver", "plugin/src", "plugin/baker", "examples", "tests"],
    "tbb": ["solver/base"],
    "oneapi": ["solver/base"],
    "openvdb": ["solver/volume"],
    "nlohmann": ["solver/bake", "plugin/baker", "tests"],
    "CLI": ["plugin/baker"],
    "CGAL": ["tools/intersections"],
    "boost": ["tools/intersections"],
    "benchmark": ["examples/benchmarks"],
    "clang": ["tests/lint"],
    "clang-tidy": ["tests/lint"],
    "gtest": ["tests"],
    "gmock": ["tests"],
}

# The public header compiles as C99 and needs nothing else.
PUBLIC_HEADER = Path("plugin/include/sinew/sinew.h")
PUBLIC_HEADER_MAY = {"<stddef.h>", "<stdint.h>"}

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"][^>"]+[>"])')


def is_inside(path, folder):
    return Path(folder) in path.parents


def problem_inside_folder(path, name):
    """`name` and `path` are of the same folder, which is divided."""
    folder = path.parts[1]
    table = SUBFOLDERS[folder]
    own, other = path.parts[2], Path(name).parts[1]
    for part in (own, other):
        if part not in table:
            return f"{folder}/{part} is not in the table of {Path(__file__).name}"
    if other != own and other not in table[own]:
        return f"{folder}/{own} may not include {folder}/{other}"
    return None


def problem_of_project_include(path, name):
    """`name` is quoted: a project file, by folder or beside `path`."""
    first = Path(name).parts[0]
    if is_inside(path, "plugin/baker"):
        # Every bake is also a test of the C API.
        if first in MAY_INCLUDE:
            return "the baker uses the C API only: include sinew/sinew.h"
    if (SOLVER / name).suffix and (sources.ROOT / SOLVER / name).is_file():
        if not is_inside(path, SOLVER):
            return None
        own = path.parts[1]
        if own not in MAY_INCLUDE:
            return f"solver/{own} is not in the table of {Path(__file__).name}"
        if first != own and first not in MAY_INCLUDE[own]:
            return f"solver/{own} may not include solver/{first}"
        return problem_inside_folder(path, name) if first == own and own in SUBFOLDERS else None
    if is_inside(path, SOLVER):
        return 'includes inside solver/ name the folder: "base/error.hpp"'
    roots = (path.parent, Path("plugin/include"), Path("plugin/src"), Path("tests"), Path("examples"))
    if any((sources.ROOT / root / name).is_file() for root in roots):
        return None
    return "there is no such file"


def problem_of_system_include(path, name):
    """`name` is in angle brackets: standard library, system or third party."""
    first = Path(name).parts[0]
    if first in THIRD_PARTY:
        folders = THIRD_PARTY[first]
        if not any(is_inside(path, folder) for folder in folders):
            return f"{first} belongs in {', '.join(folders)} only"
        return None
    if first == "sinew" and not is_inside(path, SOLVER):
        return None
    system = first in ("sys", "linux", "sanitizer") or name.endswith(".h") and "/" not in name
    if "/" in name and not system:
        return f"{first} is not in the table of {Path(__file__).name}"
    return None


def problems_of(path):
    problems = []
    for number, line in enumerate((sources.ROOT / path).read_text().splitlines(), start=1):
        match = INCLUDE.match(line)
        if not match:
            continue
        include = match.group(1)
        name = include[1:-1]
        if path == PUBLIC_HEADER:
            problem = None if include in PUBLIC_HEADER_MAY else "the public header stands alone"
        elif include[0] == '"':
            problem = problem_of_project_include(path, name)
        else:
            problem = problem_of_system_include(path, name)
        if problem:
            problems.append(f"{path}:{number}: {include}: {problem}")
    return problems


def is_cyclic(may_include):
    """Whether a folder may include, through others, itself."""
    left = dict(may_include)
    while lowest := [folder for folder, below in left.items() if not below & left.keys()]:
        for folder in lowest:
            del left[folder]
    return bool(left)


def self_test():
    """Each rule catches what it is for."""
    bad = [
        ("solver/base/x.cpp", '"sim/world.hpp"'),
        ("solver/body/x.cpp", '"viper/definition/rod_params.hpp"'),
        ("solver/body/x.cpp", '"body.hpp"'),
        ("solver/bake/x.cpp", '"shells/shell_def.hpp"'),
        ("solver/viper/rods/x.cpp", '"viper/rods/there_is_no_such_file.hpp"'),
        ("solver/viper/rods/x.cpp", '"viper/body/rod_system.hpp"'),
        ("solver/viper/contact/x.cpp", '"viper/attachments/rod_glides.hpp"'),
        ("solver/viper/x.cpp", '"viper/rods/rod_batch.hpp"'),
        ("plugin/baker/x.cpp", '"sim/world.hpp"'),
    ]
    for path, include in bad:
        if problem_of_project_include(Path(path), include[1:-1]) is None:
            sys.exit(f"self test: {path} was allowed to include {include}")
    for path, include in (("solver/viper/contact/x.cpp", "viper/rods/rod_batch.hpp"),
                          ("solver/viper/contact/x.cpp", "viper/contact/pill_grid.hpp"),
                          ("solver/sim/x.cpp", "viper/body/rod_system.hpp")):
        if problem_of_project_include(Path(path), include) is not None:
            sys.exit(f"self test: {path} was not allowed to include {include}")
    for folder, may_include in (("solver", MAY_INCLUDE), *SUBFOLDERS.items()):
        if is_cyclic(may_include):
            sys.exit(f"self test: folders of {folder} include each other in a circle")
    for path, name in (("solver/viper/x.cpp", "tbb/parallel_for.h"),
                       ("plugin/src/x.cpp", "nlohmann/json.hpp"),
                       ("solver/sim/x.cpp", "boost/any.hpp")):
        if problem_of_system_include(Path(path), name) is None:
            sys.exit(f"self test: {path} was allowed to include <{name}>")


def main():
    self_test()
    paths = sources.with_suffix(".cpp", ".hpp", ".c", ".h")
    problems = [problem for path in paths for problem in problems_of(path)]
    for problem in problems:
        print(problem)
    print(f"includes: {len(paths)} files, {len(problems)} problems")
    sys.exit(1 if problems or not paths else 0)


if __name__ == "__main__":
    main()
