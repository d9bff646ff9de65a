"""What the judge of stored frames says about a bake; and how far bodies moved."""

import math
import subprocess
import sys
from pathlib import Path

from baked import expect

JUDGE = Path(__file__).resolve().parents[2] / "tools" / "check_intersections"


def judge(folder, program):
    """The result of tools/check_intersections, with the second opinion where its module is installed."""
    judges = Path(program).with_name("sinew_intersections")
    command = [sys.executable, "-B", str(JUDGE), str(folder), "--ipctk", "--program", str(judges)]
    return subprocess.run(command, capture_output=True, text=True)


def expect_clean(baked):
    """Ends the check if anything intersects in any frame. The program of the check is its first argument."""
    judged = judge(baked.folder, sys.argv[1])
    print("\n".join(line for line in judged.stdout.splitlines() if line.startswith(("checked", "ipctk"))))
    expect(judged.returncode == 0, f"the judge: {judged.stdout}{judged.stderr}")


def distance(shapes, first=0, last=-1):
    """Largest distance of a vertex between two frames [m]."""
    return max(math.dist(p, q) for p, q in zip(shapes[first], shapes[last]))


def work(baked):
    """One line: what the bake took."""
    frames = [frame for frame in baked.frames if frame["steps"]]
    steps = sum(frame["steps"] for frame in frames)
    worst = max(frame["iterations"] / frame["steps"] for frame in frames)
    print(f"{steps} steps, {sum(frame['iterations'] for frame in frames) / steps:.1f} iterations a step, {worst:.1f} in the hardest frame")
