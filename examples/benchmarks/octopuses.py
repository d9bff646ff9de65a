"""Times a step of 10, 100 and 1,000 octopuses that fall on each other: octopuses.py BENCHMARK_JOB_STEP FOLDER.

Prints a table in Markdown. The steps timed are those in which they lie on each other, from 1 s after they were let go.
"""

import json
import math
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "scenes"))
import octopus

COUNTS = [10, 100, 1000]
STEPS = 140
COMPARED = 5  # of these steps: with the same step, forces balanced
UNKNOWNS_OF_A_PILL = 7


def measured(program, folder, count):
    job = pathlib.Path(folder) / f"octopus_{count}.json"
    job.write_text(json.dumps(octopus.job(count, 3 * octopus.RATE)), encoding="utf-8")
    command = [program, str(job), str(octopus.RATE), str(STEPS), str(COMPARED)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    program, folder = sys.argv[1:]
    print(f"\n## Octopuses that fall on each other, {octopus.RATE} steps a second\n")
    print(f"Forces balanced to {100 * octopus.TOLERANCE:.0f} % of the largest in each rod.\n")
    print(
        "| octopuses | unknowns | ms a step, median | worst | Newton iterations | volume within | deepest in a wall "
        "| left of a step, root mean square | worst |"
    )
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    times = {}
    for count in COUNTS:
        result = measured(program, folder, count)
        times[count] = result["median_ms"]
        print(
            f"| {count:,} | {37 * UNKNOWNS_OF_A_PILL * count:,} | {result['median_ms']:.2f} | {result['worst_ms']:.2f} "
            f"| {result['iterations_a_step']:.1f} | {100 * result['volume_change']:.2f} % | {1e3 * result['depth']:.2f} mm "
            f"| {1e3 * result['step_error']:.3f} mm | {1e3 * result['worst_step_error']:.2f} mm |",
            flush=True,
        )
    exponent = math.log(times[1000] / times[10]) / math.log(100.0)
    print(f"\nThe time grows with the number to the power {exponent:.2f}.")


if __name__ == "__main__":
    main()
