"""Times the search for contact candidates and CCD on a rolled-up sheet: contact_search.py BENCHMARK_CONTACT_SEARCH.

Prints tables in Markdown. Where the Python package `ipctk` is installed, the same scenes go through its LBVH and CCD on two threads, and the sets of
candidates and the times of impact are compared: fails if one of its pairs is missing, but for those whose boxes never meet on their way, or if a time is later than its impact.
Times are CPU time of all threads, the quickest of several runs.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy

try:
    import ipctk
except ImportError:
    ipctk = None

GAP = 0.02  # between the layers; the outer radius is 1
WINDINGS = 8
ALONG = 500  # squares along the sheet
WIDTHS = [5, 20, 50, 200]  # squares across it: 1,000 triangles each
COMPARED_WIDTH = 50
WAVES = 7.5  # a winding: neighbouring layers move against each other
AMPLITUDE = 0.6 * GAP
SHAKE = 0.05 * GAP
REACH = 0.05 * GAP
NEAR_LAYERS = 20.5 * REACH  # just more than the distance of two layers
KEPT = 0.1  # share of the gap that CCD leaves
RUNS = 5
CHECKED_PAIRS = 2000


class Scroll:
    """A spiral and its motion over a step."""

    def __init__(self, width):
        inner = 1.0 - GAP * WINDINGS
        fine = numpy.linspace(0.0, 2.0 * numpy.pi * WINDINGS, 100001)
        radius = inner + GAP * fine / (2.0 * numpy.pi)
        length = numpy.concatenate([[0.0], numpy.cumsum(0.5 * (radius[1:] + radius[:-1]) * numpy.diff(fine))])
        angle = numpy.interp(numpy.linspace(0.0, length[-1], ALONG + 1), length, fine)
        radius = inner + GAP * angle / (2.0 * numpy.pi)
        side = length[-1] / ALONG
        outwards = numpy.stack([numpy.cos(angle), 0.0 * angle, numpy.sin(angle)], 1)
        line = radius[:, None] * outwards
        across = numpy.array([0.0, 1.0, 0.0]) * side * numpy.arange(width + 1)[:, None]
        self.start = (line[:, None, :] + across[None, :, :]).reshape(-1, 3)
        wave = AMPLITUDE * numpy.sin(WAVES * angle)[:, None] * outwards
        shake = numpy.random.default_rng(1).uniform(-SHAKE, SHAKE, self.start.shape)
        self.end = self.start + numpy.repeat(wave, width + 1, axis=0) + shake
        corner = (numpy.arange(ALONG)[:, None] * (width + 1) + numpy.arange(width)[None, :]).ravel()
        next_row = corner + width + 1
        self.triangles = numpy.concatenate(
            [
                numpy.stack([corner, corner + 1, next_row], 1),
                numpy.stack([corner + 1, next_row + 1, next_row], 1),
            ]
        ).astype(numpy.int32)
        sides = numpy.sort(self.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
        self.edges = numpy.unique(sides, axis=0).astype(numpy.int32)

    def write(self, path):
        counts = numpy.array([len(self.start), len(self.edges), len(self.triangles)], numpy.int32)
        with open(path, "wb") as file:
            for part in (counts, numpy.float64(REACH), self.start, self.end, self.edges, self.triangles):
                file.write(part.tobytes())


class Result:
    """What our program found."""

    def __init__(self, program, scroll, folder):
        scene, pairs = folder / "scene.bin", folder / "pairs.bin"
        scroll.write(scene)
        output = subprocess.run([program, str(scene), str(pairs)], check=True, capture_output=True, text=True).stdout
        self.numbers = json.loads(output)
        with open(pairs, "rb") as file:
            counts = [self.numbers["point_triangles"], self.numbers["edge_edges"]]
            self.point_triangles, self.edge_edges = (
                numpy.fromfile(file, numpy.int32, 4 * count).reshape(-1, 4) for count in counts
            )
            self.point_triangle_times, self.edge_edge_times = (
                numpy.fromfile(file, numpy.float64, count) for count in counts
            )


def quickest(work, runs=RUNS):
    """CPU time [ms] and the last result."""
    best = 1e300
    for _ in range(runs):
        start = time.process_time()
        result = work()
        best = min(best, 1e3 * (time.process_time() - start))
    return best, result


class Peer:
    """What ipctk finds."""

    def __init__(self, scroll):
        ipctk.set_num_threads(2)
        self.start, self.end = numpy.asfortranarray(scroll.start), numpy.asfortranarray(scroll.end)
        self.mesh = ipctk.CollisionMesh(self.start, scroll.edges, scroll.triangles)
        self.search_ms, self.candidates = quickest(self.search)
        self.additive_ms, self.additive = self.step(ipctk.AdditiveCCD(conservative_rescaling=1.0 - KEPT))
        self.inclusion_ms, self.inclusion = self.step(
            ipctk.TightInclusionCCD(conservative_rescaling=1.0 - KEPT), runs=1
        )

    def search(self):
        candidates = ipctk.Candidates()
        candidates.build(self.mesh, self.start, self.end, REACH, ipctk.LBVH())
        return candidates

    def derivatives(self):
        """Collisions between the layers at rest, and the time for their Hessian without negative eigenvalues [ms]."""
        collisions = ipctk.NormalCollisions()
        collisions.build(self.mesh, self.start, NEAR_LAYERS, 0.0, ipctk.LBVH())
        barrier = ipctk.BarrierPotential(NEAR_LAYERS, 1.0)
        clamp = ipctk.PSDProjectionMethod.CLAMP
        milliseconds, _ = quickest(lambda: barrier.hessian(collisions, self.mesh, self.start, clamp), 3)
        return len(collisions), milliseconds

    def step(self, ccd, runs=RUNS):
        return quickest(
            lambda: self.candidates.compute_collision_free_stepsize(self.mesh, self.start, self.end, 0.0, ccd), runs
        )


def keys(pairs, first_count):
    """One row a pair, in an order that does not depend on how corners and edges are numbered."""
    first, second = numpy.sort(pairs[:, :first_count], axis=1), numpy.sort(pairs[:, first_count:], axis=1)
    if first_count == 2:
        swap = (first[:, 0] > second[:, 0]) | ((first[:, 0] == second[:, 0]) & (first[:, 1] > second[:, 1]))
        first[swap], second[swap] = second[swap], first[swap].copy()
    return {tuple(row) for row in numpy.concatenate([first, second], 1).tolist()}


def box_gap(scroll, pair, first_count):
    """Distance of the boxes of a pair along an axis, in double precision; at most 0 if they overlap."""
    first, second = list(pair[:first_count]), list(pair[first_count:])
    swept = [numpy.concatenate([scroll.start[part], scroll.end[part]]) for part in (first, second)]
    low, high = [part.min(axis=0) - REACH for part in swept], [part.max(axis=0) + REACH for part in swept]
    return max((low[0] - high[1]).max(), (low[1] - high[0]).max())


def stay_apart(scroll, pair, first_count):
    """Whether the boxes of a pair lie on the same sides of each other at both ends of the way."""
    first, second = list(pair[:first_count]), list(pair[first_count:])
    gaps = []
    for x in (scroll.start, scroll.end):
        low, high = [x[part].min(axis=0) - REACH for part in (first, second)], [
            x[part].max(axis=0) + REACH for part in (first, second)
        ]
        gaps.append(numpy.concatenate([low[0] - high[1], low[1] - high[0]]))
    return bool((numpy.minimum(*gaps) > 0.0).any())


def compare_sets(ours, peer, scroll):
    """Prints how the candidates differ; fails if ours miss one."""
    points = numpy.array([[c.vertex_id, *scroll.triangles[c.face_id]] for c in peer.candidates.fv_candidates])
    edges = numpy.array(
        [[*scroll.edges[c.edge0_id], *scroll.edges[c.edge1_id]] for c in peer.candidates.ee_candidates]
    )
    for name, found, others, first_count in (
        ("points and triangles", ours.point_triangles, points, 1),
        ("edges", ours.edge_edges, edges, 2),
    ):
        mine, theirs = keys(found, first_count), keys(others, first_count)
        if len(mine) != len(found):
            sys.exit(f"{name}: {len(found) - len(mine)} pairs are listed twice")
        gaps = [box_gap(scroll, pair, first_count) for pair in mine - theirs]
        print(
            f"Pairs of {name}: {len(mine & theirs):,} in both, {len(gaps)} only here, {len(theirs - mine)} only in ipctk."
            + (f" Boxes of those only here are {min(gaps):.0e} to {max(gaps):.0e} apart." if gaps else "")
        )
        missing = [pair for pair in theirs - mine if not stay_apart(scroll, pair, first_count)]
        if missing:
            sys.exit(f"{name}: pairs are missing, such as {missing[0]}")


def compare_times(ours, scroll):
    """Compares impacts of single pairs with tight inclusion; fails if ours are later."""
    exact = ipctk.TightInclusionCCD(conservative_rescaling=0.999999)
    impacts = missed = 0
    left = []
    rng = numpy.random.default_rng(2)
    for pairs, times, query in (
        (ours.point_triangles, ours.point_triangle_times, exact.point_triangle_ccd),
        (ours.edge_edges, ours.edge_edge_times, exact.edge_edge_ccd),
    ):
        stopped = numpy.flatnonzero(times < 1.0)
        free = numpy.flatnonzero(times == 1.0)
        for index in numpy.concatenate([rng.permutation(some)[: CHECKED_PAIRS // 4] for some in (stopped, free)]):
            hits, impact = query(*scroll.start[pairs[index]], *scroll.end[pairs[index]], 0.0, 1.0)
            if hits:
                impacts += 1
                # Its times are at most the tolerance, 1e-6 of the motion, before the impact.
                missed += times[index] > impact + 1e-6
                left.append(1.0 - times[index] / impact)
    print(
        f"Of {CHECKED_PAIRS:,} pairs, {impacts:,} collide; {missed} of them here later than in ipctk. "
        f"Their steps end {100 * numpy.median(left):.1f} % before the impact (median; {100 * max(left):.0f} % at most)."
    )
    if missed:
        sys.exit("a pair passes its impact")


def print_derivatives(rows, compared):
    """Costs of a contact: of finding those that act, of forces, of forces and Hessians with their positive part, added up."""
    print("\n| triangles | contacts | acting [µs] | forces [µs] | with Hessians [µs] | ipctk: collisions | Hessians [µs] |")
    print("| ---: " * 7 + "|")
    for triangles, numbers in rows:
        contacts = numbers["contacts"]
        row = [f"{triangles:,}", f"{contacts:,}"]
        row += [f"{1e3 * numbers[name] / contacts:.2f}" for name in ("update_ms", "gradient_ms", "derivatives_ms")]
        if compared is not None and triangles == len(compared[2].triangles):
            collisions, milliseconds = compared[1].derivatives()
            row += [f"{collisions:,}", f"{1e3 * milliseconds / collisions:.2f}"]
        else:
            row += ["", ""]
        print("| " + " | ".join(row) + " |")


def main():
    program = sys.argv[1]
    print("\n## Search for contacts\n")
    print(
        "| triangles | candidates | search [ms] | ns a candidate | CCD, earliest [ms] | all times [ms] | step | close "
        "| ipctk LBVH [ms] | ACCD [ms] | step | tight inclusion [ms] | step |"
    )
    print("| ---: " * 13 + "|")
    compared = None
    derivatives = []
    for width in WIDTHS:
        scroll = Scroll(width)
        with tempfile.TemporaryDirectory() as folder:
            ours = Result(program, scroll, pathlib.Path(folder))
        numbers = ours.numbers
        count = len(ours.point_triangles) + len(ours.edge_edges)
        row = [
            f"{len(scroll.triangles):,}",
            f"{count:,}",
            f"{numbers['search_ms']:.1f}",
            f"{1e6 * numbers['search_ms'] / count:.0f}",
            f"{numbers['earliest_ms']:.1f}",
            f"{numbers['all_ms']:.1f}",
            f"{numbers['earliest']:.4f}",
            f"{numbers['close']:.4f}",
        ]
        if ipctk is None:
            row += [""] * 5
        else:
            peer = Peer(scroll)
            row += [f"{peer.search_ms:.0f}", f"{peer.additive_ms:.0f}", f"{peer.additive:.4f}"]
            row += [f"{peer.inclusion_ms:.0f}", f"{peer.inclusion:.4f}"]
            if width == COMPARED_WIDTH:
                compared = ours, peer, scroll
        print("| " + " | ".join(row) + " |", flush=True)
        derivatives.append((len(scroll.triangles), numbers))
    print_derivatives(derivatives, compared)
    if compared is not None:
        ours, peer, scroll = compared
        print()
        compare_sets(ours, peer, scroll)
        compare_times(ours, scroll)


if __name__ == "__main__":
    main()
