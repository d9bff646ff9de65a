// One frame of a skin: every vertex follows the rods and bones near it.
//
// A body of eight muscles, each of 8 rods of 8 segments as the paper's pectoral, and 20 bones; the skin is a
// tube around them with a mask and a base. All cores.
#include <benchmark/benchmark.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/parallel.hpp"
#include "base/stage_timer.hpp"
#include "skin/skin_body.hpp"

namespace {

using Eigen::Vector3d;
using sinew::PillChains;
using sinew::SpherePose;
using sinew::skin::SkinBody;
using sinew::skin::SkinDef;

constexpr int MUSCLES = 8;
constexpr int RODS = 8;
constexpr int POINTS = 9;
constexpr int BONES = 20;
constexpr double LENGTH = 1.6;  // of the body [m]
constexpr double MUSCLE = 0.3;  // [m]

Vector3d around(double x, double radius, double turn) {
    const double angle = 2.0 * std::numbers::pi * turn;
    return {x, radius * std::cos(angle), radius * std::sin(angle)};
}

/// Muscles whose rods are bundled side by side, spread along and around a bone; all of them twist and swell.
class Muscles : public sinew::PillSource {
public:
    PillChains pills() const override {
        PillChains chains;
        for (int muscle = 0; muscle < MUSCLES; ++muscle) {
            const double start = (LENGTH - MUSCLE) * muscle / (MUSCLES - 1);
            for (int rod = 0; rod < RODS; ++rod) {
                for (int i = 0; i < POINTS; ++i) {
                    chains.centres.push_back(around(start + MUSCLE * i / (POINTS - 1), 0.07,
                                                    0.25 * muscle + 0.03 * rod));
                    chains.radii.push_back(0.01);
                }
                chains.counts.push_back(POINTS);
            }
        }
        return chains;
    }
    void pill_poses(std::span<SpherePose> out) const override {
        for (std::size_t i = 0; i < out.size(); ++i) {
            const double turn = 0.01 * static_cast<double>(i % POINTS);
            out[i] = SpherePose(Vector3d(0.0, 0.01, 0.0), 0.1,
                                Eigen::Quaterniond(Eigen::AngleAxisd(turn, Vector3d::UnitX())));
        }
    }
};

SkinDef tube(int vertices) {
    SkinDef def;
    def.name = "Body";
    const int sides = static_cast<int>(std::sqrt(vertices / 4.0));
    const int rings = vertices / sides;
    for (int i = 0; i < rings; ++i) {
        for (int j = 0; j < sides; ++j) {
            def.mesh.vertices.push_back(
                around(LENGTH * i / (rings - 1), 0.1, static_cast<double>(j) / sides));
            def.mask.push_back(j % 4 == 0 ? 0.5 : 1.0);
            if (i == 0) continue;
            const int next = (j + 1) % sides;
            const int a = (i - 1) * sides;
            const int b = i * sides;
            def.mesh.triangles.emplace_back(a + j, b + j, b + next);
            def.mesh.triangles.emplace_back(a + j, b + next, a + next);
        }
    }
    for (int bone = 0; bone < BONES; ++bone) {
        const double x = LENGTH * bone / BONES;
        def.bones.push_back({"bone", {{x, 0, 0}, {x + LENGTH / BONES, 0, 0}}, {0.02, 0.02}});
    }
    std::vector<double> base;
    for (const Vector3d& x : def.mesh.vertices)
        base.insert(base.end(), x.begin(), x.end());
    def.base = sinew::AnimatedArray::constant(std::move(base));
    return def;
}

void skin_frame(benchmark::State& state) {
    const SkinDef def = tube(static_cast<int>(state.range(0)));
    const Muscles muscles;
    const sinew::Mover bone({.name = "bone",
                             .transforms = sinew::AnimatedArray::constant(
                                 {0.8, -0.6, 0, 0.1, 0.6, 0.8, 0, 0, 0, 0, 1, 0})});
    sinew::ThreadPool threads;
    threads.run([&] {
        const double start = sinew::now_seconds();
        SkinBody skin(def, {&muscles}, std::vector<const sinew::Mover*>(BONES, &bone), {});
        state.counters["bind_ms"] = 1e3 * (sinew::now_seconds() - start);
        for ([[maybe_unused]] auto _ : state)
            skin.follow(1.0);
        state.counters["vertices"] = static_cast<double>(skin.output_count());
    });
}
BENCHMARK(skin_frame)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
