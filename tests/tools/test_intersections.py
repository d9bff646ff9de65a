"""The program sinew_intersections: planted cases, random soups against exact arithmetic of another kind, pills, bad input."""

import array
import itertools
import math
import random
import struct
import subprocess
import sys
import unittest
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "intersections"))
import exact_oracle
from planted_cases import BASE, PLANTED
from scene_program import Placement, ProgramError, Rod, SceneObject, SceneProgram, rod_places

PROGRAM = Path(sys.argv.pop(1)).resolve() / "sinew_intersections"


def flat(points):
    return array.array("d", [number for point in points for number in point])


def judge(objects, points, frames=1, **options):
    """The last line of the program about objects at these points; `points` has a list for each object."""
    with SceneProgram(PROGRAM, objects, pairs=10**6, **options) as program:
        for frame in range(frames):
            line = program.judge(frame, [Placement(points=flat(places)) for places in points])
    return line


def judge_mesh(points, triangles):
    """Pairs of triangles of one mesh that intersect."""
    line = judge([SceneObject("Mesh", len(points), triangles=triangles)], [points])
    return {(i, j) for item in line["found"] for i, j, *_ in item["pairs"]}


def judge_two(first, second):
    """Whether two triangles intersect, as two objects and as two triangles of one mesh."""
    triangle = [(0, 1, 2)]
    line = judge([SceneObject("A", 3, triangles=triangle), SceneObject("B", 3, triangles=triangle)], [first, second])
    apart, together = bool(line["found"]), bool(judge_mesh(first + second, [(0, 1, 2), (3, 4, 5)]))
    assert apart == together
    return apart


class Planted(unittest.TestCase):
    def test_known_cases(self):
        for name, (first, second, intersects) in PLANTED.items():
            for a, b in ((first, second), (second, first)):
                for turn in range(3):
                    with self.subTest(name, turn=turn):
                        self.assertEqual(judge_two(a, b[turn:] + b[:turn]), intersects)

    def test_place_and_count_of_a_finding(self):
        line = judge([SceneObject("A", 3, triangles=[(0, 1, 2)]), SceneObject("B", 3, triangles=[(2, 1, 0)])], PLANTED["pierced"][:2])
        (found,) = line["found"]
        self.assertEqual((found["a"], found["b"], found["count"]), (0, 1, 1))
        (pair,) = found["pairs"]
        self.assertEqual(pair[:2], [0, 0])
        for number, low, high in zip(pair[2:], (0.25, 0.25, 0.0), (0.5, 0.5, 0.0)):
            self.assertTrue(low <= number <= high, pair)


class Neighbours(unittest.TestCase):
    """Triangles of one mesh that share vertices."""

    def test_a_common_edge_is_no_intersection_unless_they_are_folded_flat(self):
        for height, intersects in ((1.0, False), (1e-300, False), (0.0, True), (-1e-300, False)):
            with self.subTest(height=height):
                points = [(0, 0, 0), (1, 0, 0), (0.2, 1, 0), (0.7, 0.5, height)]
                self.assertEqual(judge_mesh(points, [(0, 1, 2), (1, 0, 3)]), {(0, 1)} if intersects else set())

    def test_flat_neighbours_on_both_sides_of_an_edge_are_clean(self):
        points = [(0, 0, 0), (1, 0, 0), (0.2, 1, 0), (0.7, -0.5, 0)]
        self.assertEqual(judge_mesh(points, [(0, 1, 2), (1, 0, 3)]), set())

    def test_a_common_vertex_is_no_intersection_unless_they_share_more(self):
        base = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
        for name, tips, intersects in (
            ("beside", [(-1, 0, 0), (0, -1, 0)], False),
            ("above", [(1, 0, 1), (0, 1, 1)], False),
            ("through the face", [(0.4, 0.3, 1), (0.4, 0.3, -1)], True),
            ("edge in the face", [(0.4, 0.3, 0), (0.4, 0.3, 1)], True),
            ("edge along an edge", [(0.5, 0, 0), (0.5, 0, 1)], True),
            ("coplanar overlap", [(1, 0.5, 0), (1, 2, 0)], True),
            ("edge a hair above the face", [(0.4, 0.3, 1e-300), (0.4, 0.3, 1)], False),
        ):
            with self.subTest(name):
                self.assertEqual(judge_mesh(base + tips, [(0, 1, 2), (0, 3, 4)]), {(0, 1)} if intersects else set())

    def test_a_face_that_is_there_twice_intersects(self):
        self.assertEqual(judge_mesh(BASE, [(0, 1, 2), (2, 1, 0)]), {(0, 1)})


class Degenerate(unittest.TestCase):
    """Triangles without area are segments and points, and are counted."""

    def test_against_a_triangle(self):
        for name, other, intersects in (
            ("segment through the face", [(0.2, 0.2, -1.0), (0.2, 0.2, 1.0), (0.2, 0.2, 3.0)], True),
            ("segment above", [(0.2, 0.2, 1e-9), (0.2, 0.2, 1.0), (0.2, 0.2, 3.0)], False),
            ("middle corner is the end", [(0.2, 0.2, 1.0), (0.2, 0.2, -1.0), (0.2, 0.2, 0.5)], True),
            ("segment in the plane", [(-1.0, 0.2, 0.0), (2.0, 0.2, 0.0), (0.5, 0.2, 0.0)], True),
            ("segment beside, in the plane", [(-1.0, -0.2, 0.0), (2.0, -0.2, 0.0), (0.5, -0.2, 0.0)], False),
            ("point on the face", [(0.25, 0.25, 0.0)] * 3, True),
            ("point beside the face", [(0.25, 0.25, 1e-300)] * 3, False),
        ):
            with self.subTest(name):
                self.assertEqual(judge_two(BASE, other), intersects)
                self.assertEqual(judge_two(other, BASE), intersects)

    def test_against_each_other(self):
        segment = [(0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (2.0, 2.0, 2.0)]
        for name, other, intersects in (
            ("crossing", [(2.0, 0.0, 1.0), (1.0, 1.0, 1.0), (0.0, 2.0, 1.0)], True),
            ("apart", [(2.0, 0.0, 1.5), (1.0, 1.0, 1.5), (0.0, 2.0, 1.5)], False),
            ("along", [(1.5, 1.5, 1.5), (4.0, 4.0, 4.0), (3.0, 3.0, 3.0)], True),
            ("beyond", [(2.5, 2.5, 2.5), (4.0, 4.0, 4.0), (3.0, 3.0, 3.0)], False),
            ("point on it", [(0.5, 0.5, 0.5)] * 3, True),
            ("point beside it", [(0.5, 0.5, 0.25)] * 3, False),
        ):
            with self.subTest(name):
                self.assertEqual(judge_two(segment, other), intersects)
        self.assertTrue(judge_two([(1.0, 2.0, 3.0)] * 3, [(1.0, 2.0, 3.0)] * 3))

    def test_neighbours(self):
        # A sliver on an edge of a face shares the edge, and nothing more if its tip is on the line of the edge.
        for name, tip, intersects in (("beyond the edge", (2, 0, 0), False), ("on the edge", (0.5, 0, 0), False)):
            with self.subTest(name):
                self.assertEqual(judge_mesh(BASE + [tip], [(0, 1, 2), (1, 0, 3)]), {(0, 1)} if intersects else set())
        # At one vertex: a segment that runs into the face, and one that leaves it.
        for name, tips, intersects in (("in the face", [(0.2, 0.2, 0), (0.3, 0.3, 0)], True), ("away", [(-1, -1, 0), (-2, -2, 0)], False)):
            with self.subTest(name):
                self.assertEqual(judge_mesh(BASE + tips, [(0, 1, 2), (0, 3, 4)]), {(0, 1)} if intersects else set())

    def test_they_are_counted(self):
        line = judge([SceneObject("A", 4, triangles=[(0, 1, 2), (0, 1, 3)])], [BASE + [(2.0, 0.0, 0.0)]])
        self.assertEqual(line["degenerate"], 1)


class Soups(unittest.TestCase):
    """Every pair of random triangles, with coordinates on a coarse lattice so that they often touch."""

    def compare(self, points, whole_points, triangles):
        expected = {(i, j) for (i, a), (j, b) in itertools.combinations(enumerate(triangles), 2) if exact_oracle.intersect(whole_points, a, b)}
        found = judge_mesh(points, triangles)
        self.assertEqual(found, expected)
        return len(expected), len(triangles) * (len(triangles) - 1) // 2 - len(expected)

    def test_unconnected_triangles_on_a_lattice(self):
        dice = random.Random(1)
        triangles, points = [], []
        for number in range(300):
            corner = [dice.randint(-9, 9) for _ in range(3)]
            points += [tuple(x + dice.randint(-2, 2) for x in corner) for _ in range(3)]
            triangles.append((3 * number, 3 * number + 1, 3 * number + 2))
        self.assertTrue(any(exact_oracle.is_degenerate([points[i] for i in t]) for t in triangles))
        intersecting, clean = self.compare(points, points, triangles)
        self.assertGreater(min(intersecting, clean), 150)

    def test_connected_triangles_on_a_lattice(self):
        dice = random.Random(2)
        points = list({tuple(dice.randint(-3, 3) for _ in range(3)) for _ in range(40)})
        triangles = []
        while len(triangles) < 150:
            triangle = tuple(dice.sample(range(len(points)), 3))
            if not exact_oracle.is_degenerate([points[i] for i in triangle]):
                triangles.append(triangle)
        intersecting, clean = self.compare(points, points, triangles)
        self.assertGreater(min(intersecting, clean), 1000)

    def test_single_precision_numbers(self):
        dice = random.Random(3)
        numbers = array.array("f", [dice.uniform(-1.0, 1.0) * 2.0 ** dice.randint(-20, 0) for _ in range(9 * 120)])
        points = list(zip(numbers[0::3], numbers[1::3], numbers[2::3]))
        whole = [tuple(int(Fraction(x) * 2**200) for x in point) for point in points]
        triangles = [(3 * i, 3 * i + 1, 3 * i + 2) for i in range(120)]
        self.compare(points, whole, triangles)

    def test_coplanar_triangles(self):
        dice = random.Random(7)
        numbers = array.array("f", [dice.random() for _ in range(6 * 60)])
        points = [(x, y, 0.0) for x, y in zip(numbers[0::2], numbers[1::2])]
        whole = [(int(Fraction(x) * 2**60), int(Fraction(y) * 2**60), 0) for x, y, _ in points]
        intersecting, clean = self.compare(points, whole, [(3 * i, 3 * i + 1, 3 * i + 2) for i in range(60)])
        self.assertGreater(min(intersecting, clean), 400)

    def test_nearly_coplanar_pairs(self):
        # A vertex moves through a tilted face in steps of the last bit of its height.
        a = [(0.1, 0.2, 0.3), (1.7, 0.4, 0.9), (0.3, 1.9, 0.5)]
        n = exact_oracle.normal(a)
        on_face = a[0][2] - (n[0] * (0.5 - a[0][0]) + n[1] * (0.6 - a[0][1])) / n[2]
        others = [[(0.5, 0.6, on_face + step * 2.0**-54), (0.5, 0.7, 3.0), (0.6, 0.6, 3.0)] for step in range(-20, 21)]
        points = a + [point for other in others for point in other]
        found = judge_mesh(points, [(3 * i, 3 * i + 1, 3 * i + 2) for i in range(1 + len(others))])
        verdicts = [(0, i) in found for i in range(1, 1 + len(others))]
        whole = [tuple(int(Fraction(x) * 2**80) for x in point) for point in points]
        self.assertEqual(verdicts, [not exact_oracle.apart(whole[:3], whole[i : i + 3]) for i in range(3, len(whole), 3)])
        self.assertEqual(set(verdicts), {True, False})


def pill(a, b, radii):
    """An object of one pill and its points."""
    return SceneObject("P", 2, pills=[(0, 1)], radii=list(radii)), [a, b]


def pills_intersect(first, second):
    objects, points = zip(pill(*first), pill(*second))
    return bool(judge(list(objects), list(points))["found"])


def pill_intersects_triangle(first, triangle):
    item, points = pill(*first)
    return bool(judge([item, SceneObject("T", 3, triangles=[(0, 1, 2)])], [points, triangle])["found"])


def blend(a, b, t):
    return tuple(x + t * (y - x) for x, y in zip(a, b))


class Pills(unittest.TestCase):
    def test_touching_counts_and_a_hair_apart_does_not(self):
        along_x = ((0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (0.25, 0.25))
        for height, intersects in ((0.5, True), (math.nextafter(0.5, 1.0), False), (math.nextafter(0.5, 0.0), True)):
            for name, other in (
                ("crossing", ((1.0, -1.0, height), (1.0, 1.0, height))),
                ("parallel", ((0.5, 0.0, height), (3.0, 0.0, height))),
                ("end to end", ((-height, 0.0, 0.0), (-5.0, 1.0, 0.0))),
                ("point", ((1.0, 0.0, height), (1.0, 0.0, height))),
            ):
                with self.subTest(name, height=height):
                    self.assertEqual(pills_intersect(along_x, (*other, (0.25, 0.25))), intersects)

    def test_triangle_touched_at_face_edge_and_corner(self):
        for height, intersects in ((0.5, True), (math.nextafter(0.5, 1.0), False)):
            for name, ends in (
                ("face, by an end", ((0.25, 0.25, height), (0.25, 0.25, 2.0))),
                ("face, by the side", ((-1.0, 0.25, height), (3.0, 0.25, height))),
                ("edge", ((0.5, -height, -1.0), (0.5, -height, 1.0))),
                ("corner", ((0.0, -height, 0.0), (0.0, -3.0, 0.0))),
            ):
                with self.subTest(name, height=height):
                    self.assertEqual(pill_intersects_triangle((*ends, (0.5, 0.5)), BASE), intersects)

    def test_a_thin_pill_through_a_face_and_beside_it(self):
        self.assertTrue(pill_intersects_triangle(((0.2, 0.2, -1.0), (0.3, 0.2, 1.0), (0.0, 0.0)), BASE))
        self.assertFalse(pill_intersects_triangle(((0.8, 0.8, -1.0), (0.8, 0.8, 1.0), (0.1, 0.1)), BASE))
        self.assertTrue(pill_intersects_triangle(((0.8, 0.8, 1.0), (0.8, 0.8, 3.0), (2.0, 0.1)), [(0.0, 0.0, 0.0)] * 3))

    def test_a_tapered_side_touches_where_neither_end_does(self):
        # Ends of radius 1 and 0 at a distance of 2: the side rises by 30 degrees; the middle is nearest at 0.5.
        cone = ((0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (1.0, 0.0))
        wall = math.sqrt(3.0)  # slope of the side is 1/√3: at x = 1.25 the surface is at (2 − 1.25)/√3
        inside, outside = (1.25, 0.0, 0.75 / wall - 1e-12), (1.25, 0.0, 0.75 / wall + 1e-12)
        for point, intersects in ((inside, True), (outside, False)):
            self.assertEqual(pills_intersect(cone, (point, point, (0.0, 0.0))), intersects)

    def test_random_tapered_pills_against_samples(self):
        dice = random.Random(4)
        steps, verdicts = 24, {True: 0, False: 0}
        objects, points = [], []
        for _ in range(24):
            ends = [tuple(dice.uniform(-1.0, 1.0) for _ in range(3)) for _ in range(2)]
            radii = [dice.uniform(0.01, 0.3) for _ in range(2)]
            item, places = pill(*ends, radii)
            objects.append(item)
            points.append(places)
        triangles = [[tuple(dice.uniform(-1.0, 1.0) for _ in range(3)) for _ in range(3)] for _ in range(8)]
        faces = [SceneObject("T", 3, triangles=[(0, 1, 2)]) for _ in triangles]
        line = judge(objects + faces, points + triangles)
        found = {(item["a"], item["b"]) for item in line["found"]}
        parts = [i / steps for i in range(steps + 1)]

        def balls(number):
            if number < len(objects):
                return [(blend(*points[number], t), objects[number].radii[0] + t * (objects[number].radii[1] - objects[number].radii[0])) for t in parts]
            a, b, c = triangles[number - len(objects)]
            return [(blend(a, blend(b, c, t), s), 0.0) for t in parts for s in parts]

        samples = [balls(number) for number in range(len(objects) + len(faces))]
        slack = 4.0 / steps  # no point is further from a sample, in centre and radius together
        for i, j in itertools.combinations(range(len(samples)), 2):
            if i >= len(objects):
                continue
            gap = min(math.dist(p, q) - r - s for p, r in samples[i] for q, s in samples[j])
            if gap <= 0.0:
                self.assertIn((i, j), found)
            if (i, j) in found:
                self.assertLessEqual(gap, slack)
            verdicts[(i, j) in found] += 1
        self.assertGreater(min(verdicts.values()), 40)

    def test_segments_against_exact_distances(self):
        """Lattice segments of one radius: squared distances are fractions, and many touch exactly."""
        dice = random.Random(5)
        points, radius = [[tuple(dice.randint(-4, 4) for _ in range(3)) for _ in range(2)] for _ in range(60)], 0.5
        line = judge([SceneObject("P", 2, pills=[(0, 1)], radii=[radius] * 2) for _ in points], points)
        found = {(item["a"], item["b"]) for item in line["found"]}
        expected, touching = set(), 0
        for (i, a), (j, b) in itertools.combinations(enumerate(points), 2):
            square = squared_distance(a, b)
            touching += square == 1
            if square <= 1:
                expected.add((i, j))
        self.assertEqual(found, expected)
        self.assertGreater(touching, 5)
        self.assertGreater(len(expected), 20)

    def test_neighbours_along_a_rod_are_skipped_and_folds_are_not(self):
        # A straight rod whose radius is that of three segments, and one that comes back to itself in a wide bow.
        straight = [(0.1 * i, 0.0, 0.0) for i in range(20)]
        self.assertFalse(self.judge_rod(straight, straight, 0.3))
        bow = [(math.cos(0.31 * i), math.sin(0.31 * i), 0.0) for i in range(21)]
        line = [(0.31 * i, 0.0, 0.0) for i in range(21)]
        self.assertTrue(self.judge_rod(line, bow, 0.1))
        self.assertFalse(self.judge_rod(line, bow[:20], 0.1))

    @staticmethod
    def judge_rod(rest, now, radius):
        rest = rest[: len(now)]
        rod = SceneObject("R", len(now), rods=[Rod(list(range(len(now))), rod_places(rest))], radii=[radius] * len(now))
        return bool(judge([rod], [now])["found"])


def squared_distance(first, second):
    """Of two segments with whole-number ends: the smallest over both lines if inside, else over ends and the other segment."""
    (p, p_1), (q, q_1) = first, second
    u, v, w = exact_oracle.minus(p_1, p), exact_oracle.minus(q_1, q), exact_oracle.minus(p, q)
    n = exact_oracle.cross(u, v)
    best = min(
        min(point_to_segment(x, second) for x in first),
        min(point_to_segment(x, first) for x in second),
    )
    if any(n):
        size = exact_oracle.dot(n, n)
        s = Fraction(exact_oracle.dot(exact_oracle.cross(v, w), n), size)
        t = Fraction(exact_oracle.dot(exact_oracle.cross(u, w), n), size)
        if 0 <= s <= 1 and 0 <= t <= 1:
            best = min(best, Fraction(exact_oracle.dot(n, w) ** 2, size))
    return best


def point_to_segment(x, segment):
    a, b = segment
    u, w = exact_oracle.minus(b, a), exact_oracle.minus(x, a)
    length = exact_oracle.dot(u, u)
    t = min(max(Fraction(exact_oracle.dot(w, u), length), 0), 1) if length else Fraction(0)
    rest = [y - t * z for y, z in zip(w, u)]
    return exact_oracle.dot(rest, rest)


class HalfPlanes(unittest.TestCase):
    def below(self, points, normal, offset, radii=None):
        item = SceneObject("A", 3, triangles=[(0, 1, 2)]) if radii is None else SceneObject("A", 3, pills=[(0, 1), (1, 2)], radii=radii)
        line = judge([item], [points], planes=[(normal, offset)])
        return [pair[0] for found in line["found"] if "plane" in found for pair in found["pairs"]]

    def test_vertices_on_the_plane_are_allowed(self):
        points = [(0.0, 0.0, 0.25), (1.0, 0.0, math.nextafter(0.25, 0.0)), (0.0, 1.0, 1.0)]
        self.assertEqual(self.below(points, (0.0, 0.0, 1.0), 0.25), [1])

    def test_the_normal_need_not_have_unit_length(self):
        points = [(3.0, 4.0, 0.0), (3.0, 3.9, 0.0), (-9.0, 0.0, 0.0)]
        self.assertEqual(self.below(points, (3.0, 4.0, 0.0), 5.0), [1, 2])
        self.assertEqual(self.below(points, (0.6 * 7, 0.8 * 7, 0.0), -5.5), [])

    def test_rods_have_radii(self):
        points = [(0.0, 0.0, 0.5), (1.0, 0.0, 0.5), (2.0, 0.0, 0.5)]
        self.assertEqual(self.below(points, (0.0, 0.0, 2.0), 0.0, [0.5, math.nextafter(0.5, 1.0), 0.25]), [1])


class Frames(unittest.TestCase):
    def test_an_object_with_itself_is_judged_as_it_is_stored(self):
        # Far from the origin doubles cannot hold the gap; the stored numbers do.
        points = BASE + [(0.25, 0.25, 1e-12), (0.25, 0.5, 1.0), (0.5, 0.25, 1.0)]
        item = SceneObject("Mesh", 6, triangles=[(0, 1, 2), (3, 4, 5)])
        for shift in (0.0, 1e9):
            matrix = [1.0, 0, 0, shift, 0, 1.0, 0, shift, 0, 0, 1.0, shift]
            with SceneProgram(PROGRAM, [item]) as program:
                line = program.judge(1, [Placement(points=flat(points), matrix=matrix)])
            self.assertEqual(line["found"], [])

    def test_matrices_carry_objects_to_the_common_space(self):
        turned = [0.0, -1.0, 0.0, 5.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]  # (x, y) to (5 − y, x)
        base, other = SceneObject("A", 3, triangles=[(0, 1, 2)]), SceneObject("B", 3, triangles=[(0, 1, 2)])
        moved = [(y, 5.0 - x, z) for x, y, z in PLANTED["pierced"][1]]
        with SceneProgram(PROGRAM, [base, other]) as program:
            here = Placement(points=flat(BASE))
            self.assertEqual(program.judge(1, [here, Placement(points=flat(moved))])["found"], [])
            self.assertEqual(len(program.judge(2, [Placement(), Placement(matrix=turned)])["found"]), 1)
            self.assertEqual(program.judge(3, [Placement(), Placement()])["found"], [])

    def test_only_new_pairs(self):
        first, second, _ = PLANTED["pierced"]
        lifted = [(x, y, z + 9.0) for x, y, z in second]
        item = SceneObject("Mesh", 9, triangles=[(0, 1, 2), (3, 4, 5), (6, 7, 8)])
        with SceneProgram(PROGRAM, [item], only_new=True) as program:
            found = [program.judge(frame, [Placement(points=flat(first + second + third))])["found"] for frame, third in enumerate((lifted, lifted, second))]
        self.assertEqual([sum(item["count"] for item in line) for line in found], [1, 0, 2])

    def test_pairs_that_are_not_judged(self):
        first, second, _ = PLANTED["pierced"]
        objects = [SceneObject(name, 3, triangles=[(0, 1, 2)]) for name in "AB"]
        self.assertEqual(judge(objects, [first, second], judges=lambda a, b: a == b)["found"], [])


class BadInput(unittest.TestCase):
    def test_numbers_that_are_not_finite_are_named(self):
        for bad in (math.nan, math.inf):
            with self.assertRaises(ProgramError) as caught:
                judge([SceneObject("A", 3, triangles=[(0, 1, 2)])], [BASE[:2] + [(0.0, bad, 0.0)]])
            self.assertEqual((caught.exception.line["object"], caught.exception.line["vertex"]), (0, 2))

    def test_streams_that_are_no_scene(self):
        for name, data in (
            ("empty", b""),
            ("cut off", struct.pack("<2q", 1, 0)),
            ("negative count", struct.pack("<2q", -1, 0)),
            ("huge count", struct.pack("<5q", 1, 0, 1 << 62, 0, 0)),
            ("vertex out of range", struct.pack("<5q3i", 1, 0, 2, 1, 0, 0, 1, 2)),
        ):
            with self.subTest(name):
                run = subprocess.run([PROGRAM], input=data, capture_output=True, check=False)
                self.assertEqual(run.returncode, 2)
                self.assertIn(b'"error"', run.stdout)


if __name__ == "__main__":
    unittest.main()
