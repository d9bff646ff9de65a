"""Draws muscles filled with rods: plot_viperize.py SINEW FOLDER IMAGES. Called by tools/plot_examples.

Meshes are made here and written to FOLDER; Suzanne comes from Blender.
"""

import json
import math
import subprocess
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402: the backend comes first
import numpy as np  # noqa: E402
from mpl_toolkits.mplot3d.art3d import Poly3DCollection  # noqa: E402

RINGS, SEGMENTS = 40, 32
SUZANNE = """
import bpy, sys
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.mesh.primitive_monkey_add()
bpy.ops.wm.obj_export(filepath=sys.argv[-1], export_materials=False, export_uv=False, export_normals=False)
"""


def tube(section):
    """A closed tube; `section` gives centre and two half axes of the ellipse at t."""
    rings = []
    for ring in range(RINGS):
        centre, u, v = (np.array(part) for part in section(0.5 - 0.5 * math.cos(math.pi * ring / (RINGS - 1))))
        angles = 2 * math.pi * np.arange(SEGMENTS) / SEGMENTS
        rings.append(centre + np.outer(np.cos(angles), u) + np.outer(np.sin(angles), v))
    vertices = np.concatenate([*rings, [np.mean(rings[0], axis=0), np.mean(rings[-1], axis=0)]])
    faces = []
    for i in range(SEGMENTS):
        j = (i + 1) % SEGMENTS
        for ring in range(RINGS - 1):
            a, b = ring * SEGMENTS, (ring + 1) * SEGMENTS
            faces.append((a + i, a + j, b + j, b + i))
        faces.append((RINGS * SEGMENTS, j, i))
        faces.append((RINGS * SEGMENTS + 1, (RINGS - 1) * SEGMENTS + i, (RINGS - 1) * SEGMENTS + j))
    return vertices, faces


def spindle_radius(t):
    return 0.03 * (0.2 + 0.8 * math.sin(math.pi * t))


def spindle(t):
    r = spindle_radius(t)
    return (0, 0, 0.3 * t), (r, 0, 0), (0, r, 0)


def bent_spindle(t):
    r, angle = spindle_radius(t), 0.5 * math.pi * t
    out = np.array([math.cos(angle), 0, math.sin(angle)])
    return 0.19 * out, r * out, (0, r, 0)


def sheet(t):
    out = np.array([math.cos(1.2 * t), 0, math.sin(1.2 * t)])
    return 0.2 * out, 0.006 * out, (0, 0.5 * (0.05 + 0.15 * t), 0)


def limb(start, end, radius):
    start, end = np.array(start), np.array(end)
    along = (end - start) / np.linalg.norm(end - start)
    u = np.cross((0, 1, 0), along)
    v = np.cross(along, u)

    def section(t):
        r = radius * (0.4 + 0.6 * math.sin(math.pi * t))
        return start + t * (end - start), r * u, r * v

    return tube(section)


def joined(*meshes):
    vertices, faces = [], []
    for some_vertices, some_faces in meshes:
        offset = sum(len(part) for part in vertices)
        vertices.append(some_vertices)
        faces += [tuple(offset + v for v in face) for face in some_faces]
    return np.concatenate(vertices), faces


def fork():
    return joined(
        limb((0, 0, 0), (0, 0, 0.16), 0.03),
        limb((-0.002, 0, 0.12), (-0.06, 0, 0.3), 0.022),
        limb((0.002, 0, 0.12), (0.06, 0, 0.3), 0.022),
    )


def write_obj(path, mesh):
    vertices, faces = mesh
    lines = [f"v {x:.9g} {y:.9g} {z:.9g}" for x, y, z in vertices]
    lines += ["f " + " ".join(str(v + 1) for v in face) for face in faces]
    path.write_text("\n".join(lines) + "\n")


def read_obj(path):
    vertices, faces = [], []
    for line in path.read_text().splitlines():
        kind, *words = line.split() or [""]
        if kind == "v":
            vertices.append([float(word) for word in words[:3]])
        elif kind == "f":
            faces.append([int(word.split("/")[0]) - 1 for word in words])
    return np.array(vertices), faces


def rod_faces(points, radii, sides=10):
    """Quads round a rod."""
    tangents = np.gradient(points, axis=0)
    tangents /= np.linalg.norm(tangents, axis=1)[:, None]
    across = np.cross(tangents, np.eye(3)[np.argmin(np.abs(tangents).sum(axis=0))])
    across /= np.linalg.norm(across, axis=1)[:, None]
    other = np.cross(tangents, across)
    angles = 2 * math.pi * np.arange(sides + 1) / sides
    rings = (
        points[:, None]
        + radii[:, None, None]
        * (np.cos(angles)[None, :, None] * across[:, None] + np.sin(angles)[None, :, None] * other[:, None])
    )
    return [
        [rings[i, j], rings[i, j + 1], rings[i + 1, j + 1], rings[i + 1, j]]
        for i in range(len(points) - 1)
        for j in range(sides)
    ]


def draw(axes, path, rods, angle):
    vertices, faces = read_obj(path)
    result = json.loads(rods.read_text())
    points, radii = np.array(result["rods"]["points"]), np.array(result["rods"]["radii"])
    surface = Poly3DCollection([vertices[list(face)] for face in faces], facecolor=(0.5, 0.5, 0.5, 0.03))
    surface.set_edgecolor((0.3, 0.3, 0.3, 0.06))
    axes.add_collection3d(surface)
    first = 0
    for rod, count in enumerate(result["rods"]["counts"]):
        part = slice(first, first + count)
        first += count
        colour = plt.cm.Reds(0.35 + 0.5 * rod / len(result["rods"]["counts"]))
        quads = Poly3DCollection(rod_faces(points[part], radii[part]), facecolor=colour)
        quads.set_edgecolor((0, 0, 0, 0.12))
        axes.add_collection3d(quads)
    for name, colour in (("source_vertices", "tab:blue"), ("sink_vertices", "tab:green")):
        axes.scatter(*vertices[result[name]].T, s=2, color=colour, depthshade=False)
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]))
    axes.set_box_aspect(high - low, zoom=1.0)
    axes.view_init(12, angle)
    axes.set_axis_off()


def main():
    program, folder, images = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    shapes = {
        "spindle": (tube(spindle), -60),
        "bent spindle": (tube(bent_spindle), -90),
        "sheet": (tube(sheet), 30),
        "fork": (fork(), -90),
        "Suzanne": (None, -60),
    }
    figure = plt.figure(figsize=(12, 4))
    for column, (name, (mesh, angle)) in enumerate(shapes.items()):
        path = folder / f"{name}.obj"
        if mesh is None:
            script = folder / "suzanne.py"
            script.write_text(SUZANNE)
            command = ["blender", "--background", "--factory-startup", "--python", script, "--", path]
            subprocess.run(command, check=True, capture_output=True)
        else:
            write_obj(path, mesh)
        rods = folder / f"{name}.json"
        command = [program, "viperize", path, "--rods", "12", "--levels", "12", "--out", rods]
        print(name, subprocess.run(command, check=True, capture_output=True, text=True).stdout, sep="\n")
        axes = figure.add_subplot(1, len(shapes), column + 1, projection="3d")
        draw(axes, path, rods, angle)
        axes.set_title(name, fontsize=10)
    figure.subplots_adjust(0, 0, 1, 0.93, 0, 0)
    figure.savefig(images / "viperize.png", dpi=110)


if __name__ == "__main__":
    main()
