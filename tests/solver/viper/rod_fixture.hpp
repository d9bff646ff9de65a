// Rods for tests: straight or random ones, one or several in a batch.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <functional>
#include <span>
#include <vector>

#include "support/finite_differences.hpp"
#include "support/random.hpp"
#include "viper/rods/rod_constants.hpp"
#include "viper/rods/rod_set.hpp"
#include "viper/step/rod_objective.hpp"

namespace sinew::viper::test {

using sinew::test::Random;

/// Every stiffness and damping zero.
inline RodParams nothing_but_mass() {
    RodParams params;
    for (const ParamInfo<RodParams>& info : ROD_PARAM_TABLE)
        params.*info.member = 0.0;
    params.density = 1000.0;
    return params;
}

inline RodsDef straight_rod(int segments, double length, double radius,
                            const Eigen::Vector3d& direction = Eigen::Vector3d::UnitX()) {
    RodsDef def;
    def.name = "Rod";
    def.counts = {segments + 1};
    for (int i = 0; i <= segments; ++i) {
        def.points.push_back(length * i / segments * direction);
        def.radii.push_back(radius);
    }
    return def;
}

/// A bent rod with uneven segments and radii.
inline RodsDef random_rod(int segments, Random& random) {
    RodsDef def = straight_rod(segments, 0.1 * segments, 0.03);
    for (std::size_t i = 0; i < def.points.size(); ++i) {
        def.points[i] += random.vector3(0.03);
        def.radii[i] *= random.uniform(0.7, 1.3);
    }
    return def;
}

/// Two rods that cross, the upper one `height` above the lower; in groups of their own.
inline RodsDef crossing_rods(double height) {
    RodsDef def = straight_rod(4, 0.4, 0.05);
    for (int i = 0; i <= 4; ++i) {
        def.points.emplace_back(0.2, -0.2 + 0.1 * i, height);
        def.radii.push_back(0.04);
    }
    def.counts = {5, 5};
    def.collision.enabled = true;
    def.collision.groups = {0, 1};
    return def;
}

/// One rod in a lane of a batch whose other lanes are empty.
struct BatchOfOne {
    explicit BatchOfOne(const RodsDef& def, int in_lane = 0) : set(def), lane(in_lane) {
        RodSet::Rod& rod = set.rods().front();
        rod.batch = 0;
        rod.lane = lane;
        batches.resize(1);
        RodBatch& batch = batches.front();
        batch.resize(rod.points);
        fill_rod_constants(set, rod, batch);
        set.scatter(set.initial_state(), batches);
        batch.current = batch.state;
        batch.inverse_dt2 = Pack(1.0);
        for (int j = 0; j < batch.points; ++j) {
            RodPointStep& point = batch.point_step[j];
            point.c_predicted = batch.state.c[j];
            point.s_predicted = Pack(1.0);
            point.radial_load = point.contact_weight = Pack(0.0);
            point.section_target = point.surface_target = Pack(0.0);
            point.bend_target = batch.point[j].rest_darboux;
            RodSegmentStep& segment = batch.segment_step[j];
            segment.q_predicted = batch.state.q[j];
            segment.stretch_target = segment.volume_target = {Pack(0.0), Pack(0.0), Pack(1.0)};
            segment.gradient_target = Pack(0.0);
        }
    }

    RodBatch& batch() { return batches.front(); }
    int unknowns() const {
        return batches.front().points * ROD_UNKNOWNS - 3;
    }  // no frame at the end

    /// Random displacement of all unknowns.
    void shake(Random& random, double size) {
        for (int j = 0; j < batch().points; ++j) {
            const Eigen::Vector3d d = random.vector3(size);
            batch().current.c[j] += {Pack(d.x()), Pack(d.y()), Pack(d.z())};
            batch().current.s[j] += Pack(random.uniform(-size, size) * 5.0);
            const Eigen::Vector3d t = random.vector3(size * 10.0);
            batch().current.q[j] = turned_in_material_axes(
                batch().current.q[j], Vec3p{Pack(t.x()), Pack(t.y()), Pack(t.z())});
        }
    }

    /// Value at current ⊕ x.
    double value(const Eigen::VectorXd& x, std::span<const HalfPlane> planes = {}) {
        std::vector<Pack> step(batch().points * ROD_UNKNOWNS, Pack(0.0));
        for (int i = 0; i < unknowns(); ++i)
            step[i] = Pack(x[i]);
        RodState moved = batch().current;
        advance(batch().current, step, Pack(1.0), moved);
        expansion.resize(batch().points);
        expand(batch(), moved, planes, Pack(1.0), expansion);
        return expansion.value[lane];
    }

    Eigen::VectorXd gradient() const {
        Eigen::VectorXd g(unknowns());
        for (int i = 0; i < unknowns(); ++i)
            g[i] = expansion.gradient[i][lane];
        return g;
    }

    Eigen::MatrixXd hessian() {
        Eigen::MatrixXd h = Eigen::MatrixXd::Zero(unknowns(), unknowns());
        for (int i = 0; i < unknowns(); ++i) {
            const int t = i % ROD_UNKNOWNS;
            for (int k = 0; k <= std::min(ChainMatrix::WIDTH[t], i); ++k) {
                const int u = (i - k) % ROD_UNKNOWNS;
                const int back = (i - t - (i - k - u)) / ROD_UNKNOWNS;
                h(i, i - k) = h(i - k, i) =
                    expansion.hessian.at(i / ROD_UNKNOWNS, t, back, u)[lane];
            }
        }
        return h;
    }

    RodSet set;
    int lane;
    std::vector<RodBatch> batches;
    RodExpansion expansion;
};

/// Second differences of the value: rotations have no flat coordinates, so differences of gradients at
/// different places would compare different bases.
inline Eigen::MatrixXd second_differences(const std::function<double(const Eigen::VectorXd&)>& f,
                                          int n) {
    const double h = 2e-4;
    Eigen::MatrixXd H(n, n);
    Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
    const auto at = [&](int i, double di, int j, double dj) {
        x.setZero();
        x[i] += di;
        x[j] += dj;
        return f(x);
    };
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j <= i; ++j) {
            H(i, j) = H(j, i) =
                (at(i, h, j, h) - at(i, h, j, -h) - at(i, -h, j, h) + at(i, -h, j, -h)) /
                (4.0 * h * h);
        }
    }
    return H;
}

/// Gradient and Hessian of the rod's energy at its current state.
inline void expect_derivatives_match(BatchOfOne& rod, std::span<const HalfPlane> planes = {}) {
    const auto f = [&](const Eigen::VectorXd& x) { return rod.value(x, planes); };
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(rod.unknowns());
    const double value = f(zero);
    const Eigen::VectorXd g = rod.gradient();
    const Eigen::MatrixXd H = rod.hessian();
    ASSERT_GT(std::abs(value), 0.0);
    EXPECT_TRUE(sinew::test::gradient_matches(f, g, zero, {.relative = 1e-6}));
    EXPECT_TRUE(
        sinew::test::matrices_agree(H, second_differences(f, rod.unknowns()), {.relative = 1e-4}));
}

}  // namespace sinew::viper::test
