"""A chain of rigid links and a heavy ball swings: joints hold, links keep their shape, energy is kept, and nothing intersects."""

import math
import subprocess
import sys
from pathlib import Path

from baked import expect, main_of_scene

LINKS, FRAMES = 6, 49


def lengths(shape):
    return [math.dist(a, b) for i, a in enumerate(shape) for b in shape[:i]]


def judge(baked):
    tool = Path(__file__).resolve().parents[2] / "tools" / "check_intersections"
    program = Path(sys.argv[1]).with_name("sinew_intersections")
    judged = subprocess.run(
        [sys.executable, "-B", tool, str(baked.folder), "--program", str(program)], capture_output=True, text=True
    )
    print(judged.stdout.splitlines()[-1] if judged.stdout else judged.stderr)
    expect(judged.returncode == 0, f"the judge: {judged.stdout}{judged.stderr}")


def check(baked):
    judge(baked)
    joints = {name: shapes for name, shapes in baked.objects.items() if name.startswith("Joint")}
    opening = max(math.dist(*points) for shapes in joints.values() for points in shapes)
    reported = max(frame["pin_error"] for frame in baked.frames[1:])
    print(f"{len(joints)} joints open by {opening:.1e} m in the cache, {reported:.1e} m in the solver")
    # Caches are in single precision.
    expect(opening < 1e-6 and reported < 1e-6, "a joint opened")
    worst = 0.0
    for name, shapes in baked.objects.items():
        if name in joints:
            continue
        rest = lengths(shapes[0])
        for shape in shapes:
            worst = max(worst, max(abs(now - then) for now, then in zip(lengths(shape), rest)) / max(rest))
    print(f"largest change of a length: {worst:.1e} of a body")
    expect(worst < 5e-6, "a body changed its shape")
    energy = [frame["energy"]["kinetic"] + frame["energy"]["gravity"] for frame in baked.frames]
    swing = max(frame["energy"]["kinetic"] for frame in baked.frames)
    drift = (energy[-1] - energy[0]) / swing
    print(f"energy: {100 * drift:.2f} % of the largest kinetic energy; {sum(f['iterations'] for f in baked.frames)} iterations")
    expect(-0.1 < drift < 0.01, "the energy is not kept")
    ball = baked.objects["Ball"]
    expect(min(shape[0][2] for shape in ball) < -0.5, "the ball does not swing down")


if __name__ == "__main__":
    main_of_scene("pendulum", [str(LINKS), str(FRAMES)], check)
