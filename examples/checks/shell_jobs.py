"""The jobs of the shell paper in examples/jobs are those that scenes/shell_scenes.py writes, and the smallest bakes as it should."""

import sys
import tempfile
from pathlib import Path

from baked import JOBS, expect, main

sys.path.insert(0, str(JOBS.parent / "scenes"))
import shell_scenes as scenes  # noqa: E402


def check(baked):
    with tempfile.TemporaryDirectory() as folder:
        for name, make in scenes.SCENES.items():
            written = Path(folder) / f"{name}.json"
            scenes.write(make(), written)
            expect(written.read_text() == (JOBS / f"{name}.json").read_text(), f"{name}.json is not what shell_scenes.py writes")
    # The tip of the plate under load, within 1 % of the authors' implementation, 30.98 mm on the coarsest mesh.
    tip = max(vertex[2] for vertex in baked.objects["Plate"][-1])
    expect(abs(tip / 0.03098 - 1) < 0.01, f"the tip is {1000 * tip:.2f} mm high")
    pins = max(frame["pin_error"] for frame in baked.frames)
    expect(pins < 1e-6, f"a pinned vertex is {pins:.2g} m away from its target")
    print(f"tip at {1000 * tip:.2f} mm, pins within {1e6 * pins:.2g} µm")


main("plate_load_1", check)
