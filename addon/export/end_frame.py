"""How the end of a rod is turned over time, for pins that hold direction and twist.

Blender's own normals of a curve jump when its tangent passes the vertical, which would twist a
hanging rope by a quarter turn at once. So the normal is carried along from sample to sample without
twist, and what really twists is added: the tilt of the control point, the rotation of the object,
and the turn that modifiers give to the drawn tube.
"""

from . import vectors


class EndFrame:
    """Follows one end of one strand. Call `update` for the rest shape first, then for samples in
    order."""

    def __init__(self):
        self._normal = None  # in the object's space, before modifiers
        self._direction = None
        self._tilt = 0.0
        self._rest = None

    def update(self, plain, drawn, to_world, world_direction):
        """Turn relative to rest as a quaternion (w, x, y, z).

        plain            EndReading before the modifiers that bend the finished tube
        drawn            EndReading after them; the same object when there are none
        to_world         turns a vector of the object's space into one of the world
        world_direction  unit direction of the rod's last segment in the world
        """
        if self._normal is None:
            self._normal = vectors.perpendicular(plain.direction, plain.spoke)
            self._tilt = plain.tilt
        else:
            self._normal = vectors.transported(self._normal, self._direction, plain.direction)
            self._normal = vectors.turned(self._normal, plain.direction, plain.tilt - self._tilt)
            self._normal = vectors.perpendicular(plain.direction, self._normal)
            self._tilt = plain.tilt
        self._direction = plain.direction

        normal = self._normal
        if drawn is not plain:
            # The modifiers turned Blender's spoke; our normal keeps its angle to it.
            spoke = vectors.perpendicular(plain.direction, plain.spoke)
            angle = vectors.signed_angle(spoke, self._normal, plain.direction)
            normal = vectors.turned(
                vectors.perpendicular(drawn.direction, drawn.spoke), drawn.direction, angle
            )

        world_normal = vectors.perpendicular(world_direction, to_world(normal))
        frame = vectors.frame_matrix(world_direction, world_normal)
        if self._rest is None:
            self._rest = frame
        return vectors.quaternion_between(self._rest, frame)


class EndReading:
    """Direction of the last segment, spoke of the last ring and tilt of the last control point, all
    in the object's space."""

    __slots__ = ("direction", "spoke", "tilt")

    def __init__(self, direction, spoke, tilt):
        self.direction = direction
        self.spoke = spoke
        self.tilt = tilt
