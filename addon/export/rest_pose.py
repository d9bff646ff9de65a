"""The scene with all armatures in rest position, for as long as it is read."""

from contextlib import contextmanager


@contextmanager
def rest_pose(scene):
    """Muscles and skins are modelled around the rest pose, so their rest shape is read in it. Every
    armature of the scene takes part: a bone may carry an object that carries a muscle."""
    armatures = {obj.data for obj in scene.objects if obj.type == "ARMATURE"}
    posed = [data for data in armatures if data.pose_position == "POSE"]
    for data in posed:
        data.pose_position = "REST"
    try:
        yield
    finally:
        for data in posed:
            data.pose_position = "POSE"
