// Energy, gradient and Hessian of one micropolar tetrahedron, without gathering and scattering; one thread.
#include <benchmark/benchmark.h>

#include <Eigen/Geometry>
#include <vector>

#include "math/rotation.hpp"
#include "solids/micropolar_tet.hpp"

namespace {

using sinew::solids::CurvatureLaw;
using sinew::solids::MicropolarMaterial;
using sinew::solids::MicropolarTet;

constexpr int TETRAHEDRA = 9200;

MicropolarMaterial material(CurvatureLaw curvature) {
    MicropolarMaterial out;
    out.stretch = {3.8e3, 3.8e3, 5.8e3};
    out.curvature.law = curvature;
    out.curvature.symmetric = out.curvature.skew = 1.0;
    out.curvature.stiffness.setOnes();
    return out;
}

/// As many as in the paper's cantilever, all different, so that they come from memory as in a solver.
std::vector<MicropolarTet> tetrahedra(const MicropolarMaterial& of) {
    std::vector<MicropolarTet> tets;
    for (int i = 0; i < TETRAHEDRA; ++i) {
        const Eigen::Matrix3d corners = 0.01 * Eigen::Matrix3d::Identity();
        tets.emplace_back(sinew::TetGeometry({Eigen::Vector3d::Zero(), corners.col(0),
                                              corners.col(1), corners.col(2)}),
                          of);
        const double turn = 1e-3 * i;
        tets.back().F_0 = Eigen::AngleAxisd(turn, Eigen::Vector3d::UnitX()).toRotationMatrix();
        for (int a = 0; a < 4; ++a) {
            const Eigen::Quaterniond q = sinew::exp_quaternion({turn + 0.01 * a, 0.0, 0.0});
            tets.back().node_rotations[a] = {q.w(), {q.x(), q.y(), q.z()}};
        }
        const Eigen::Quaterniond q = sinew::exp_quaternion({turn, 0.0, 0.0});
        tets.back().point_rotations = {q.w(), {q.x(), q.y(), q.z()}};
    }
    return tets;
}

void micropolar_tet(benchmark::State& state, CurvatureLaw curvature, int order) {
    const std::vector<MicropolarTet> tets = tetrahedra(material(curvature));
    MicropolarTet::Vec q = MicropolarTet::Vec::Constant(1e-4);
    MicropolarTet::Vec g;
    MicropolarTet::Mat H;
    for ([[maybe_unused]] auto _ : state) {
        double sum = 0.0;
        for (const MicropolarTet& tet : tets) {
            if (order == 0) sum += tet.value(q);
            if (order == 1) sum += tet.gradient(q, g);
            if (order == 2) sum += tet.hessian(q, g, H);
            benchmark::DoNotOptimize(g.data());
            benchmark::DoNotOptimize(H.data());
            benchmark::ClobberMemory();
        }
        benchmark::DoNotOptimize(sum);
    }
    state.counters["seconds_per_tet"] = benchmark::Counter(
        TETRAHEDRA, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    state.counters["bytes_per_tet"] = sizeof(MicropolarTet);
}
BENCHMARK_CAPTURE(micropolar_tet, value, CurvatureLaw::None, 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(micropolar_tet, gradient, CurvatureLaw::None, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(micropolar_tet, hessian, CurvatureLaw::None, 2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(micropolar_tet, value_isotropic, CurvatureLaw::Isotropic, 0)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(micropolar_tet, gradient_isotropic, CurvatureLaw::Isotropic, 1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(micropolar_tet, hessian_isotropic, CurvatureLaw::Isotropic, 2)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(micropolar_tet, hessian_orthotropic, CurvatureLaw::Orthotropic, 2)
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
