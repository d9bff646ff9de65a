import math
import unittest

import support

support.make_addon_importable()

from addon.export import vectors
from addon.export.end_frame import EndFrame, EndReading


def identity(vector):
    return vector


def apply(quaternion, vector):
    w, axis = quaternion[0], quaternion[1:]
    t = vectors.scale(vectors.cross(axis, vector), 2.0)
    return vectors.add(vectors.add(vector, vectors.scale(t, w)), vectors.cross(axis, t))


class EndFrameTest(unittest.TestCase):
    def assert_close(self, a, b):
        for x, y in zip(a, b):
            self.assertAlmostEqual(x, y, places=6)

    def follow(self, frame, direction, spoke, tilt=0.0, to_world=identity):
        reading = EndReading(direction, spoke, tilt)
        return frame.update(reading, reading, to_world, vectors.normalized(to_world(direction)))

    def test_rest_is_no_turn(self):
        self.assert_close(self.follow(EndFrame(), (0, 0, 1), (1, 0, 0)), (1, 0, 0, 0))

    def test_a_jump_of_blenders_normal_does_not_twist_a_hanging_rod(self):
        frame = EndFrame()
        self.follow(frame, (0, 0, -1), (0, 1, 0))
        tipped = vectors.normalized((1e-3, 0, -1))
        turn = self.follow(frame, tipped, (1, 0, 0))  # Blender's spoke is now a quarter turn away
        self.assert_close(turn, vectors_turn((0, 0, -1), tipped))

    def test_tilt_twists_about_the_rod(self):
        frame = EndFrame()
        self.follow(frame, (1, 0, 0), (0, 0, 1))
        turn = self.follow(frame, (1, 0, 0), (0, 0, 1), tilt=0.5)
        self.assert_close(turn, (math.cos(0.25), math.sin(0.25), 0, 0))

    def test_a_spinning_object_spins_the_end(self):
        frame = EndFrame()
        self.follow(frame, (1, 0, 0), (0, 0, 1))
        turn = self.follow(
            frame, (1, 0, 0), (0, 0, 1), to_world=lambda v: vectors.turned(v, (1, 0, 0), 0.3)
        )
        self.assert_close(turn, (math.cos(0.15), math.sin(0.15), 0, 0))

    def test_a_modifier_that_turns_the_tube_turns_the_end_with_it(self):
        axis, angle = vectors.normalized((1, 2, 3)), 1.1
        direction, spoke = (0, 0, 1), (1, 0, 0)
        frame = EndFrame()
        rest = EndReading(direction, spoke, 0.0)
        frame.update(rest, EndReading(direction, spoke, 0.0), identity, direction)
        drawn = EndReading(
            vectors.turned(direction, axis, angle), vectors.turned(spoke, axis, angle), 0.0
        )
        turn = frame.update(rest, drawn, identity, drawn.direction)
        for vector in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
            self.assert_close(apply(turn, vector), vectors.turned(vector, axis, angle))

    def test_full_circles_come_back_without_a_jump(self):
        frame = EndFrame()
        self.follow(frame, (1, 0, 0), (0, 0, 1))
        for step in range(1, 25):
            turn = self.follow(frame, (1, 0, 0), (0, 0, 1), tilt=step * 2 * math.pi / 12)
        self.assert_close([abs(value) for value in turn], (1, 0, 0, 0))


class VectorsTest(unittest.TestCase):
    def test_quaternions_of_half_turns_are_found(self):
        start = vectors.frame_matrix((0, 0, 1), (1, 0, 0))
        for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
            end = vectors.frame_matrix(
                vectors.turned((0, 0, 1), axis, math.pi), vectors.turned((1, 0, 0), axis, math.pi)
            )
            quaternion = vectors.quaternion_between(start, end)
            for vector in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
                for a, b in zip(apply(quaternion, vector), vectors.turned(vector, axis, math.pi)):
                    self.assertAlmostEqual(a, b)

    def test_transport_to_the_opposite_direction_is_a_half_turn(self):
        moved = vectors.transported((1, 0, 0), (0, 0, 1), (0, 0, -1))
        self.assertAlmostEqual(vectors.length(moved), 1.0)
        self.assertAlmostEqual(moved[2], 0.0)


def vectors_turn(start, end):
    axis = vectors.normalized(vectors.cross(start, end))
    angle = math.acos(vectors.dot(start, end))
    return (math.cos(angle / 2), *vectors.scale(axis, math.sin(angle / 2)))


if __name__ == "__main__":
    unittest.main()
