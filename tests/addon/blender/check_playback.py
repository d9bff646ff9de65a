"""Opens a saved file WITHOUT the add-on and compares what Blender shows with the cache, vertex by
vertex.

Usage: blender --background --factory-startup --python-exit-code 1 --python check_playback.py -- FILE.blend
"""

import pathlib
import struct
import sys
from array import array

import bpy

HEADER = struct.Struct("<12siiffi")  # PC2: sign, version, points, start, rate, samples


def read_pc2(path):
    data = path.read_bytes()
    sign, _, points, _, _, samples = HEADER.unpack_from(data)
    if sign.rstrip(b"\0") != b"POINTCACHE2":
        raise SystemExit(f"{path} is not a PC2 file")
    frames = []
    for sample in range(samples):
        first = HEADER.size + 12 * points * sample
        frames.append(array("f", data[first : first + 12 * points]))
    return frames


def check(obj, modifier, scene):
    """Largest difference between the evaluated object and its cache over all frames, both in the object's own space, and how
    far it moved there."""
    frames = read_pc2(pathlib.Path(bpy.path.abspath(modifier.filepath)))
    expected_count = scene.frame_end - scene.frame_start + 1
    if len(frames) != expected_count:
        raise SystemExit(f"{obj.name} has {len(frames)} frames, not {expected_count}")
    worst = moved = 0.0
    for index, expected in enumerate(frames):
        scene.frame_set(scene.frame_start + index)
        evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
        mesh = evaluated.to_mesh()
        shown = array("f", bytes(12 * len(mesh.vertices)))
        mesh.vertices.foreach_get("co", shown)
        evaluated.to_mesh_clear()
        if len(shown) != len(expected):
            raise SystemExit(
                f"{obj.name} shows {len(shown) // 3} vertices, the cache has {len(expected) // 3}"
            )
        worst = max(worst, max(abs(a - b) for a, b in zip(shown, expected)))
        moved = max(moved, max(abs(a - b) for a, b in zip(shown, frames[0])))
    return worst, moved


def main():
    path = sys.argv[sys.argv.index("--") + 1]
    bpy.ops.wm.open_mainfile(filepath=path)
    if hasattr(bpy.types.Object, "sinew"):
        raise SystemExit("the add-on is enabled, so this proves nothing")
    checked = 0
    for obj in bpy.context.scene.objects:
        for modifier in obj.modifiers:
            if modifier.type == "MESH_CACHE":
                worst, moved = check(obj, modifier, bpy.context.scene)
                print(f"{obj.name}: largest difference {worst:g}, largest motion {moved:g}")
                if worst > 0.0 or moved < 0.01:
                    raise SystemExit(1)
                checked += 1
    if not checked:
        raise SystemExit("no object plays a cache")


if __name__ == "__main__":
    main()
