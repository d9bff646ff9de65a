"""A rod whose ends jump to twice its length: both solvers come to the same rest [viper Fig. 14]."""

import json
import math
import sys
from pathlib import Path

from baked import JOBS, bake_file, expect


def bake_with(settings, program, folder):
    name = f"rod_convergence_{settings['method']}"
    job = json.loads((JOBS / "rod_convergence.json").read_text(encoding="utf-8"))
    job["solver"] = {"rods": settings}
    path = folder / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(job), encoding="utf-8")
    return bake_file(path, program, folder / name)


def main():
    program, folder = sys.argv[1], Path(sys.argv[2])
    chain = bake_with({"method": "chain"}, program, folder)
    sweeps = bake_with({"method": "gauss_seidel", "iterations": 400}, program, folder)

    end, end_of_sweeps = (baked.objects["Rod"][-1] for baked in (chain, sweeps))
    apart = max(math.dist(a, b) for a, b in zip(end, end_of_sweeps))
    expect(apart < 0.002, f"the two solvers end {1000 * apart:.2f} mm apart")
    # At rest the points are spread evenly over twice the length.
    spread = max(abs(p[0] - (-0.5 + 2.0 * i / (len(end) - 1))) for i, p in enumerate(end))
    expect(spread < 0.002, f"a point is {1000 * spread:.2f} mm from where it should rest")

    # The chain solver is exact and cheap: fewer iterations in the whole bake than sweeps in one frame.
    iterations, sweeps_done = (sum(frame["iterations"] for frame in b.frames) for b in (chain, sweeps))
    residual, residual_of_sweeps = (max(frame["residual"] for frame in b.frames) for b in (chain, sweeps))
    expect(residual <= 1e-6, f"the chain solver leaves a residual of {residual:.1e}")
    expect(iterations * 10 < sweeps_done, f"{iterations} Newton iterations against {sweeps_done} sweeps")
    print(f"chain: {iterations} iterations, largest residual {residual:.1e}")
    print(f"Gauss-Seidel: {sweeps_done} sweeps, largest residual {residual_of_sweeps:.1e}")
    print(f"at the end {1000 * apart:.3f} mm apart")


main()
