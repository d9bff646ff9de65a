"""Blender's own cloth before the judge: a sheet falls on a ball, and every frame is judged by exact signs.

    blender --background --factory-startup --python-exit-code 1 --python examples/benchmarks/blender_cloth_judged.py
    PYTHON examples/benchmarks/blender_cloth_judged.py       (a Python that has the module bpy)

After `--`: --cells N (64 a side), --frames N (50), --program FILE (sinew_intersections of the release build).
Prints a table in Markdown. It is the negative example of the judge: it ends with status 1 if the judge finds nothing.
"""

import argparse
import array
import math
import pathlib
import sys
import time

import bpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools" / "intersections"))
import job_arrays
from scene_program import Placement, SceneObject, SceneProgram

SIZE = 1.0  # of the sheet [m]
HEIGHT = 0.5  # of the sheet above the middle of the ball [m]
RADIUS = 0.25  # of the ball [m]


def arguments():
    words = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else [] if bpy.app.binary_path else sys.argv[1:]
    parser = argparse.ArgumentParser()
    parser.add_argument("--cells", type=int, default=64)
    parser.add_argument("--frames", type=int, default=50)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/bin/sinew_intersections")
    return parser.parse_args(words)


def add_object(name, vertices, faces):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    mesh.update()
    obj = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(obj)
    return obj


def sheet(cells):
    side = cells + 1
    vertices = [(SIZE * (c / cells - 0.5), SIZE * (r / cells - 0.5), HEIGHT) for r in range(side) for c in range(side)]
    faces = [(i, i + 1, i + side + 1, i + side) for r in range(cells) for i in range(r * side, r * side + cells)]
    return vertices, faces


def ball(rings=24, segments=48):
    vertices = [(0.0, 0.0, RADIUS)]
    for ring in range(1, rings):
        polar = math.pi * ring / rings
        for segment in range(segments):
            angle = 2.0 * math.pi * segment / segments
            vertices.append((RADIUS * math.sin(polar) * math.cos(angle), RADIUS * math.sin(polar) * math.sin(angle), RADIUS * math.cos(polar)))
    vertices.append((0.0, 0.0, -RADIUS))
    faces, last = [], len(vertices) - 1
    for segment in range(segments):
        beside = (segment + 1) % segments
        faces.append((0, 1 + segment, 1 + beside))
        for ring in range(rings - 2):
            row = 1 + ring * segments
            faces.append((row + segment, row + segments + segment, row + segments + beside, row + beside))
        row = 1 + (rings - 2) * segments
        faces.append((row + segment, last, row + beside))
    return vertices, faces


def make_scene(options):
    for obj in list(bpy.data.objects):
        bpy.data.objects.remove(obj)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, options.frames
    collider = add_object("Ball", *ball())
    collider.modifiers.new("Collision", "COLLISION")
    cloth = add_object("Sheet", *sheet(options.cells))
    modifier = cloth.modifiers.new("Cloth", "CLOTH")
    modifier.settings.quality = 5
    modifier.collision_settings.use_self_collision = True
    modifier.point_cache.frame_end = options.frames
    return cloth


def places(obj):
    """Positions of the vertices in the current frame, single precision."""
    evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    numbers = array.array("f", bytes(12 * len(mesh.vertices)))
    mesh.vertices.foreach_get("co", numbers)
    evaluated.to_mesh_clear()
    return numbers.tobytes()


def main():
    options = arguments()
    cloth = make_scene(options)
    shapes = []
    for name, (vertices, faces) in (("Sheet", sheet(options.cells)), ("Ball", ball())):
        shapes.append(SceneObject(name, len(vertices), triangles=job_arrays.cut_polygons(vertices, faces, name)))
    still = array.array("d", [x for vertex in ball()[0] for x in vertex])
    print(f"\nBlender {bpy.app.version_string}, sheet of {options.cells} x {options.cells} cells, {len(shapes[0].triangles):,} triangles\n")
    print("| frame | pairs in the sheet | sheet and ball | candidate pairs |\n| ---: | ---: | ---: | ---: |")
    worst, bad, simulation, candidates = 0, [], 0.0, 0
    with SceneProgram(options.program, shapes, judges=lambda a, b: a == 0) as program:
        for frame in range(1, options.frames + 1):
            began = time.process_time()
            bpy.context.scene.frame_set(frame)
            now = places(cloth)
            simulation += time.process_time() - began
            line = program.judge(frame, [Placement(points=now), Placement(points=still if frame == 1 else None)])
            counts = {item["b"]: item["count"] for item in line["found"]}
            candidates += line["candidates"]
            worst = max(worst, sum(counts.values()))
            if counts:
                bad.append(frame)
            if frame % 5 == 0 or frame == options.frames:
                print(f"| {frame} | {counts.get(0, 0)} | {counts.get(1, 0)} | {line['candidates']:,} |", flush=True)
    print(f"\n{len(bad)} of {options.frames} frames intersect{f', the first is {bad[0]}' if bad else ''}; most pairs in a frame: {worst}.")
    print(f"Cloth: {1e3 * simulation / options.frames:.0f} CPU ms a frame.")
    sys.exit(0 if bad else 1)


main()
