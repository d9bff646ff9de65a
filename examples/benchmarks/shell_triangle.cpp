// Energy, gradient and Hessian of one triangle of a Cosserat shell, without gathering and scattering; one thread.
#include <benchmark/benchmark.h>

#include <Eigen/Geometry>
#include <vector>

#include "math/rotation.hpp"
#include "shells/shell_triangle.hpp"

namespace {

using sinew::TriangleNodes;
using sinew::shells::AreaLaw;
using sinew::shells::CurvedStiffness;
using sinew::shells::PointMaterials;
using sinew::shells::ShellMaterial;
using sinew::shells::ShellTriangle;

constexpr int TRIANGLES = 1280;

/// A slightly bent triangle of 5 mm, of aluminium.
TriangleNodes<6> rest_nodes() {
    TriangleNodes<6> X;
    X << 0, 1, 0, 0.5, 0.5, 0, 0, 0, 1, 0, 0.5, 0.5, 0, 0, 0, 0.02, 0.03, 0.01;
    return 0.005 * X;
}

PointMaterials aluminium() {
    const double mu = 2.6e10;
    const ShellMaterial material{{mu, mu, 1.4e10}, 6e10, mu * 4e-12, 0.002, 1.0};
    return {material, material, material};
}

/// As many as in the paper's plate under load, eight squares across; all different, so that they come from memory as in a solver.
std::vector<ShellTriangle<6>> triangles(AreaLaw law) {
    std::vector<ShellTriangle<6>> all;
    for (int i = 0; i < TRIANGLES; ++i) {
        ShellTriangle<6>& triangle = all.emplace_back(rest_nodes(), aluminium(), law);
        const Eigen::Quaterniond q = sinew::exp_quaternion({1e-3 * i, 0.0, 0.0});
        triangle.set_positions(q.toRotationMatrix() * rest_nodes());
        const sinew::Quat<double> turn{q.w(), {q.x(), q.y(), q.z()}};
        for (auto& corner : triangle.corner_rotations)
            corner = turn;
        triangle.directors = sinew::Quatp{turn.w, {turn.v.x, turn.v.y, turn.v.z}} * triangle.frames;
    }
    return all;
}

void shell_triangle(benchmark::State& state, AreaLaw law, bool curved, int order) {
    std::vector<ShellTriangle<6>> all = triangles(law);
    const CurvedStiffness stiffness =
        sinew::shells::curved_stiffness<6>(rest_nodes(), aluminium(), law);
    for (ShellTriangle<6>& triangle : all)
        triangle.curved = curved ? &stiffness : nullptr;
    const ShellTriangle<6>::Vec q = ShellTriangle<6>::Vec::Constant(1e-5);
    ShellTriangle<6>::Vec g;
    ShellTriangle<6>::Mat H;
    for ([[maybe_unused]] auto _ : state) {
        double sum = 0.0;
        for (const ShellTriangle<6>& triangle : all) {
            if (order == 0) sum += triangle.value(q);
            if (order == 1) sum += triangle.gradient(q, g);
            if (order == 2) sum += triangle.hessian(q, g, H);
            benchmark::DoNotOptimize(g.data());
            benchmark::DoNotOptimize(H.data());
            benchmark::ClobberMemory();
        }
        benchmark::DoNotOptimize(sum);
    }
    state.counters["seconds_per_triangle"] = benchmark::Counter(
        TRIANGLES, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    state.counters["bytes_per_triangle"] = sizeof(ShellTriangle<6>);
}
BENCHMARK_CAPTURE(shell_triangle, value, AreaLaw::Linear, false, 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(shell_triangle, gradient, AreaLaw::Linear, false, 1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(shell_triangle, hessian, AreaLaw::Linear, false, 2)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(shell_triangle, hessian_nonlinear_area, AreaLaw::Nonlinear, false, 2)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(shell_triangle, hessian_curved, AreaLaw::Linear, true, 2)
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
