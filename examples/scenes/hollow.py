"""Writes a job with the hollow bodies of [micropolar section 5.2.2, Fig. 4 and 5]: hollow.py WHAT WHICH SIZE FRAMES JOB.

A body of 1 m height (round_body.py) with a thin wall. WHAT is `standing`: four of them on a floor, of classic soft, classic stiff, micropolar
material without and with resistance to curvature; or `hanging`: the last and the stiff one, held by their ears. SIZE is
the edge of the tetrahedra and the thickness of the wall [m], 0.02 in the paper; a frame is 10 ms in four time steps. WHICH names one of
the bodies or is `all`; alone they are quicker, as Newton's method does not wait for the slowest of them.
"""

import sys

from round_body import surface
from scene_file import write_job

RATE = 100
SPACING = 1.2  # of the bodies [m]
SOFT, STIFF = 5e4, 2e5  # Young's modulus [Pa]
EARS = 0.9  # height above which the ears are held [m]
# About the vertical axis: C_yx = C_yz = 1 and C_yy = 20 of the paper, whose y points up.
ABOUT_VERTICAL = [[0, 0, 0], [0, 0, 0], [1, 1, 20]]
BODIES = {
    "Classic soft": {"law": "classic_neo_hookean", "material": {"young_modulus": SOFT}},
    "Classic stiff": {"law": "classic_neo_hookean", "material": {"young_modulus": STIFF}},
    "Micropolar without curvature": {"law": "linear", "material": {"young_modulus": SOFT}},
    "Micropolar": {
        "law": "linear",
        "material": {"young_modulus": SOFT, "length_scale": 1.0},
        "curvature_stiffness": ABOUT_VERTICAL,
    },
}
SCENES = {"standing": tuple(BODIES), "hanging": ("Classic stiff", "Micropolar")}
DENSITY = 500.0


def body(number, name, what, size):
    vertices, faces = surface(size)
    placed = [[x, y + SPACING * number, z] for x, y, z in vertices]
    entry = {
        "kind": "micropolar_solid",
        "name": name,
        "surface": {"vertices": placed, "faces": faces},
        "resolution": {"size": size, "wall_thickness": size},
        **BODIES[name],
    }
    entry["material"] = {"density": DENSITY, "damping": 1.0, **entry["material"]}
    if what == "hanging":
        entry["pins"] = [{"vertices": [i for i, v in enumerate(vertices) if v[2] > EARS]}]
    return entry


def job(what, which, size, frames):
    entry = {
        "sinew_job": 1,
        "name": f"hollow_{what}",
        "frames": {"start": 1, "end": frames, "rate": RATE},
        "solver": {"substeps": 4, "implicit": {"linear_solver": "direct"}},
        "bodies": [body(number, name, what, size) for number, name in enumerate(SCENES[what]) if which in ("all", name)],
    }
    if what == "standing":
        floor = {"kind": "half_plane", "name": "Floor", "normal": [0, 0, 1], "offset": -0.5 * size}
        entry["colliders"] = [floor]
    return entry


def main():
    what, which, size, frames = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
    write_job(job(what, which, size, frames), sys.argv[5])


if __name__ == "__main__":
    main()
