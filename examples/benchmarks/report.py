"""Prints the tables of the benchmarks: report.py ROD_STEP_JSON SKIN_FRAME_JSON PC2_PROGRAM FOLDER. Called by `run`."""

import json
import math
import os
import re
import subprocess
import sys
import time
from pathlib import Path

MEBIBYTES = 1024


def family(results, name):
    """The sizes of one benchmark, smallest first; of each the quickest repetition.

    Whatever else runs on the machine makes a run slower, never quicker.
    """
    best = {}
    for run in results:
        if run["run_type"] == "iteration" and run["name"].split("/")[0] == name:
            known = best.get(run["name"])
            if known is None or run["real_time"] < known["real_time"]:
                best[run["name"]] = run
    return list(best.values())


def exponent(runs, counter, time_key):
    """Slope of log(time) over log(counter), least squares: 1 is linear."""
    points = [(math.log(run[counter]), math.log(run[time_key])) for run in runs]
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)


def growth_table(runs, counter):
    print("| rods | segments each | ms a step | CPU ms, all threads | CPU ns a segment | most iterations | residual |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for run in runs:
        segments = run["rods"] * run["segments"]
        print(
            f"| {run['rods']:,.0f} | {run['segments']:,.0f} | {run['real_time']:.3g} | {run['cpu_time']:.3g} "
            f"| {1e6 * run['cpu_time'] / segments:.0f} | {run['iterations_most']:.0f} | {run['residual']:.1e} |"
        )
    wall, processor = (exponent(runs, counter, key) for key in ("real_time", "cpu_time"))
    print(f"\nGrows with the {counter} to the power {wall:.2f} (CPU time {processor:.2f}).\n")


def method_table(chain, sweeps):
    print("| method | most iterations | ms a step | CPU ms, all threads | residual |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, run in [("chain", chain)] + [("Gauss-Seidel", run) for run in sweeps]:
        print(
            f"| {name} | {run['iterations_most']:,.0f} | {run['real_time']:.3g} | {run['cpu_time']:.3g} "
            f"| {run['residual']:.1e} |"
        )
    print()


def skin_table(runs):
    print("| vertices | ms a frame | Hz | CPU ms, all threads | ms to bind |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for run in runs:
        print(
            f"| {run['vertices']:,.0f} | {run['real_time']:.3g} | {1e3 / run['real_time']:,.0f} "
            f"| {run['cpu_time']:.3g} | {run['bind_ms']:,.0f} |"
        )
    print()


def dd_speed(path):
    """Bytes per second that dd reaches, the disk included."""
    start = time.monotonic()
    subprocess.run(
        ["dd", "if=/dev/zero", f"of={path}", "bs=1M", f"count={MEBIBYTES}", "conv=fdatasync"],
        check=True,
        capture_output=True,
    )
    seconds = time.monotonic() - start
    path.unlink()
    return MEBIBYTES * 1024 * 1024 / seconds


def pc2_speed(program, path, *options):
    command = [program, str(path), str(MEBIBYTES), *options]
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    path.unlink()
    return float(result.stdout)


def disk_table(program, folder):
    """Best of three each, taken in turns, since a disk shared with others is never quiet."""
    path = folder / "speed.pc2"
    rounds = [(dd_speed(folder / "dd.bin"), pc2_speed(program, path), pc2_speed(program, path, "committed"))
              for _ in range(3)]
    dd, pc2, committed = map(max, zip(*rounds))
    print("| writer | MB/s |\n| --- | ---: |")
    print(f"| `dd` | {dd / 1e6:.0f} |\n| PC2, frame by frame | {pc2 / 1e6:.0f} |")
    print(f"| with checksums, waiting for the disk as a bake does | {committed / 1e6:.0f} |")
    print(f"\nPC2 reaches {pc2 / dd:.2f} of `dd`.\n")


def machine():
    flags = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE).group(1).split()
    sets = [name.upper() for name in ("avx2", "fma", "avx512f") if name in flags]
    return f"{os.cpu_count()} cores, {', '.join(sets)}"


def main():
    results = [run for path in sys.argv[1:3] for run in json.loads(Path(path).read_text())["benchmarks"]]
    broken = [run["name"] + ": " + run["error_message"] for run in results if run.get("error_occurred")]
    if broken:
        sys.exit("\n".join(broken))
    print(f"Machine: {machine()}.\n")
    by_rods = family(results, "chain_by_rods")
    print("### One converged step by number of rods\n")
    growth_table(by_rods, "rods")
    print("### One converged step by length of the rods\n")
    growth_table(family(results, "chain_by_segments"), "segments")
    print("### Chain and Gauss-Seidel, 1,000 rods of 32 segments\n")
    thousand = next(run for run in by_rods if run["rods"] == 1000)
    method_table(thousand, family(results, "gauss_seidel_by_sweeps"))
    print("### One frame of a skin, 64 rods of 8 segments and 20 bones\n")
    skin_table(family(results, "skin_frame"))
    print("### Writing point caches\n")
    disk_table(sys.argv[3], Path(sys.argv[4]))


if __name__ == "__main__":
    main()
