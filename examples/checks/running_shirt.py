"""A shirt on a body that starts to run: it stays on the body, and neither passes through the other."""

import json

from baked import expect, main_of_scene, scene
from judged import expect_clean, work

SCENE = scene("running_shirt")
SIZE, FRAMES = 0.06, 14


def check(baked):
    work(baked)
    expect_clean(baked)
    job = json.loads(baked.folder.with_suffix(".json").read_text(encoding="utf-8"))
    body, shirt = job["colliders"][0]["vertices"]["values"][-1], baked.objects["Shirt"][-1]
    hem, hip = min(v[2] for v in shirt), SCENE.HIP[2]
    ran = sum(v[1] for v in body) / len(body) - sum(v[1] for v in job["colliders"][0]["vertices"]["values"][0]) / len(body)
    came = sum(v[1] for v in shirt) / len(shirt) - sum(v[1] for v in baked.objects["Shirt"][0]) / len(shirt)
    print(f"the body ran {-ran:.2f} m, the shirt {-came:.2f} m; its hem is at {hem:.2f} m")
    expect(abs(came - ran) < 0.1, "the shirt stays behind")
    expect(hem > hip - 0.25, "the shirt falls off")


if __name__ == "__main__":
    main_of_scene("running_shirt", [str(SIZE), str(FRAMES)], check)
