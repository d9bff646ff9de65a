"""Bodies of a job in Blender: bakes a job that examples/scenes writes with the program `sinew` and plays its point caches.

No add-on is needed: a body is its own mesh with a Mesh Cache modifier.
"""

import argparse
import importlib.util
import json
import pathlib
import subprocess
import sys

import bpy

import studio

SCENES = pathlib.Path(__file__).resolve().parents[1] / "scenes"


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=pathlib.Path, required=True, help="the program sinew")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--samples", type=int, help="of light in each pixel; few are a quick draft")
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])


def scene_module(name):
    """The script that writes the job."""
    spec = importlib.util.spec_from_file_location(f"scene_{name}", SCENES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def bake(job, name, program, output):
    """Writes the job and bakes what is missing or was made of another job; gives the folder of the cache."""
    path, cache = output / f"{name}.json", output / f"{name}_cache"
    path.write_text(json.dumps(job), encoding="utf-8")
    command = [str(program), "bake", str(path), "--cache", str(cache), "--progress", "none"]
    if subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode:
        subprocess.run([*command, "--restart"], check=True)
    return cache


def add_body(body, cache, files, material):
    """The surface of a body, which plays its cache."""
    surface = body["surface"]
    obj = studio.add_mesh(body["name"], surface["vertices"], surface["faces"], material)
    modifier = obj.modifiers.new("Cache", "MESH_CACHE")
    modifier.cache_format = "PC2"
    modifier.filepath = str(cache / files[body["name"]])
    modifier.forward_axis, modifier.up_axis = "POS_Y", "POS_Z"
    modifier.frame_start = 1.0
    return obj


def add_bodies(job, cache, material_of):
    """All bodies of the job; `material_of` gives the material of the body of a number."""
    report = json.loads((cache / "bake.json").read_text(encoding="utf-8"))
    files = {entry["name"]: entry["file"] for entry in report["objects"]}
    return [
        add_body(body, cache, files, material_of(index)) for index, body in enumerate(job["bodies"])
    ]


def run(name, make_job, build, frame, samples):
    """Bakes a job and renders one of its frames. `make_job` gives the job, `build` sets the scene up with it
    and the folder of its cache."""
    options = arguments()
    output = options.output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    job = make_job()
    cache = bake(job, name, options.program.resolve(), output)
    scene = studio.empty_scene(job["frames"]["end"])
    build(scene, job, cache)
    bpy.ops.wm.save_as_mainfile(filepath=str(output / f"{name}.blend"))
    studio.render(scene, output / f"{name}.png", frame, options.samples or samples)
    print(f"picture: {output / name}.png", flush=True)
