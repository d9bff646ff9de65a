#include "contact/contact_potential.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "support/finite_differences.hpp"
#include "support/potential_checks.hpp"
#include "support/random.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double REACH = 0.1;

/// A square of n × n cells of unit size, at a height.
ContactSurface square(int n, double height, const Vector3d& shift = Vector3d::Zero()) {
    ContactSurface surface{.name = "Square"};
    for (int j = 0; j <= n; ++j) {
        for (int i = 0; i <= n; ++i)
            surface.rest.emplace_back(Vector3d(i, j, height) + shift);
    }
    for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) {
            const int a = j * (n + 1) + i;
            surface.triangles.push_back({a, a + 1, a + n + 2});
            surface.triangles.push_back({a, a + n + 2, a + n + 1});
        }
    }
    surface.radii.assign(surface.rest.size(), 0.0);
    surface.reach = REACH;
    return surface;
}

/// Every point is a block of the total, from `first` on.
ContactSurface free_surface(ContactSurface surface, int first) {
    const int count = static_cast<int>(surface.rest.size());
    for (int i = 0; i < count; ++i)
        surface.points.push_back(NodePoint::at(i));
    surface.range = {.first = first, .count = count};
    return surface;
}

/// A term with its surfaces at rest, each block held by springs of 100 N/m, and no motion predicted.
class Scene {
public:
    explicit Scene(std::vector<ContactSurface> surfaces)
        : m_blocks(blocks_of_all(surfaces)), term(surfaces, m_blocks) {
        for (std::size_t s = 0; s < surfaces.size(); ++s) {
            std::copy(surfaces[s].rest.begin(), surfaces[s].rest.end(),
                      term.start_positions(s).begin());
            std::copy(surfaces[s].rest.begin(), surfaces[s].rest.end(),
                      term.end_positions(s).begin());
        }
        begin(zero());
    }
    /// Again, after the positions of a surface were changed.
    void begin(const VectorXd& predicted) {
        term.set_stiffness(
            [this] { return std::vector<Matrix3d>(m_blocks, 100.0 * Matrix3d::Identity()); });
        term.set_motion(predicted);
        term.set_travelled(0.0);
    }
    VectorXd zero() const { return VectorXd::Zero(3L * m_blocks); }
    int blocks() const { return m_blocks; }

private:
    static int blocks_of_all(const std::vector<ContactSurface>& surfaces) {
        int blocks = 0;
        for (const ContactSurface& surface : surfaces)
            blocks = std::max(blocks, surface.range.end());
        return blocks;
    }
    int m_blocks;

public:
    ContactPotential term;
};

/// Two free squares, one over the other and shifted, within reach.
std::vector<ContactSurface> two_squares() {
    const ContactSurface below = square(2, 0.0);
    const ContactSurface above = square(2, 0.4 * REACH, {0.21, 0.13, 0.0});
    return {free_surface(below, 0), free_surface(above, 9)};
}

VectorXd moved(const Scene& scene, double size, std::uint64_t seed) {
    Random random(seed);
    return random.vector(3L * scene.blocks(), size);
}

VectorXd gradient_at(const ContactPotential& term, const VectorXd& x) {
    VectorXd g = VectorXd::Zero(x.size());
    term.add_gradient(x, 1.0, g);
    return g;
}

}  // namespace

TEST(ContactPotential, HasTheDerivativesOfItsEnergy) {
    Scene scene(two_squares());
    const VectorXd x = moved(scene, 0.1 * REACH, 1);
    scene.term.update_active_set(x);
    ASSERT_GT(scene.term.active_count(), 10U);
    check_potential(scene.term, scene.blocks(), x,
                    {.relative = 1e-5, .absolute = 1e-8, .step = 1e-7});
}

TEST(ContactPotential, LeavesTheMomentumOfFreeBodiesAsItIs) {
    Scene scene(two_squares());
    const VectorXd x = moved(scene, 0.1 * REACH, 2);
    scene.term.update_active_set(x);
    const VectorXd g = gradient_at(scene.term, x);
    Vector3d force = Vector3d::Zero();
    for (int i = 0; i < scene.blocks(); ++i)
        force += block_of(g, i);
    EXPECT_GT(g.norm(), 1.0);
    EXPECT_LT(force.norm(), 1e-12 * g.norm());
}

TEST(ContactPotential, CarriesForcesToTheNodesOfAPoint) {
    // The corners of the upper square ride half-way between two nodes each.
    ContactSurface below = free_surface(square(1, 0.0), 0);
    ContactSurface above = square(1, 0.4 * REACH, {0.21, 0.13, 0.0});
    for (int i = 0; i < 4; ++i)
        above.points.push_back({.nodes = {i, 4 + i, 0, 0}, .weights = {0.25, 0.75, 0.0, 0.0}});
    above.range = {.first = 4, .count = 8};
    Scene scene({below, above});
    const VectorXd x = moved(scene, 0.1 * REACH, 3);
    scene.term.update_active_set(x);
    ASSERT_GT(scene.term.active_count(), 0U);
    check_potential(scene.term, scene.blocks(), x,
                    {.relative = 1e-5, .absolute = 1e-8, .step = 1e-7});
    const VectorXd g = gradient_at(scene.term, x);
    for (int i = 0; i < 4; ++i)
        EXPECT_LT((3.0 * block_of(g, 4 + i) - block_of(g, 8 + i)).norm(), 1e-12 * g.norm());
}

TEST(ContactPotential, LetsNothingPassHoweverFar) {
    for (const double speed : {0.5, 3.0, 100.0}) {
        std::vector<ContactSurface> surfaces = {square(2, 0.0),
                                                free_surface(square(1, 0.9, {0.4, 0.3, 0.0}), 0)};
        surfaces[1].radii.assign(4, 0.01);
        Scene scene(surfaces);
        VectorXd dx = scene.zero();
        for (int i = 0; i < 4; ++i)
            block_of(dx, i) = Vector3d(0.01 * i, 0.0, -speed);
        scene.begin(dx);
        VectorXd x = scene.zero();
        for (int k = 0; k < 60; ++k) {
            scene.term.update_active_set(x);
            const double t = scene.term.max_step(x, dx);
            x += t * dx;
            scene.term.update_active_set(x);
            ASSERT_TRUE(std::isfinite(scene.term.value(x)));
            for (int i = 0; i < 4; ++i)
                ASSERT_GT(0.9 + block_of(x, i).z(), 0.01);
        }
        if (speed >= 1.0) {
            EXPECT_LT(0.9 + block_of(x, 0).z(), 0.01 + 0.5 * REACH);
        }
    }
}

TEST(ContactPotential, LetsNothingPassThatWasExpectedToStay) {
    Scene scene({square(2, 0.0), free_surface(square(1, 0.9, {0.4, 0.3, 0.0}), 0)});
    VectorXd dx = scene.zero();
    for (int i = 0; i < 4; ++i)
        block_of(dx, i) = Vector3d(0, 0, -3.0);
    const VectorXd x = scene.zero();
    scene.term.update_active_set(x);
    const double t = scene.term.max_step(x, dx);
    EXPECT_GT(0.9 - 3.0 * t, 0.0);
    scene.term.update_active_set(t * dx);
    EXPECT_GT(scene.term.value(t * dx), 0.0);
}

TEST(ContactPotential, StopsWhatACollisionOfTwoMovingBodiesWouldPass) {
    Scene scene({free_surface(square(1, 0.0), 0), free_surface(square(1, 1.0), 4)});
    VectorXd dx = scene.zero();
    for (int i = 0; i < 4; ++i) {
        block_of(dx, i) = Vector3d(0, 0, 2.0);
        block_of(dx, 4 + i) = Vector3d(0, 0, -2.0);
    }
    scene.begin(dx);
    const double t = scene.term.max_step(scene.zero(), dx);
    // Half of the reach is left of a gap of 1 that closes by 4.
    EXPECT_NEAR(t, (1.0 - 0.5 * REACH) / 4.0, 1e-3);
    // Together they go anywhere.
    for (int i = 0; i < 8; ++i)
        block_of(dx, i) = Vector3d(0.3, 0.1, -0.5);
    scene.begin(dx);
    EXPECT_EQ(scene.term.max_step(scene.zero(), dx), 1.0);
}

TEST(ContactPotential, TakesCollidersAlong) {
    // The floor rises into reach of the square above it.
    Scene scene({square(2, 0.0), free_surface(square(1, 0.3, {0.4, 0.3, 0.0}), 0)});
    for (Vector3d& p : scene.term.end_positions(0))
        p.z() = 0.25;
    scene.begin(scene.zero());
    EXPECT_TRUE(scene.term.travels());
    const VectorXd x = scene.zero();
    scene.term.update_active_set(x);
    EXPECT_EQ(scene.term.active_count(), 0U);
    const double share = 0.9;  // at 0.225
    scene.term.set_travelled(share);
    scene.term.update_active_set(x);
    ASSERT_GT(scene.term.active_count(), 0U);
    const VectorXd g = gradient_at(scene.term, x);
    EXPECT_LT(block_of(g, 0).z(), 0.0);
    // How the gradient changes along the rest of the way.
    const auto gradient_on_way = [&](double along) {
        scene.term.set_travelled(along);
        return gradient_at(scene.term, x);
    };
    const double h = 1e-6;
    const VectorXd change =
        (gradient_on_way(share + h) - gradient_on_way(share - h)) / (2.0 * h) * (1.0 - share);
    scene.term.set_travelled(share);
    VectorXd added = scene.zero();
    scene.term.add_travel(x, added);
    EXPECT_LT((added - change).norm(), 1e-5 * change.norm());
}

TEST(ContactPotential, StopsCollidersThatWouldPassABody) {
    Scene scene({square(2, 0.0), free_surface(square(1, 0.3, {0.4, 0.3, 0.0}), 0)});
    for (Vector3d& p : scene.term.end_positions(0))
        p.z() = 1.0;
    scene.begin(scene.zero());
    const double t = scene.term.max_step(scene.zero(), scene.zero());
    EXPECT_NEAR(t, 0.3 - 0.5 * REACH, 1e-3);
}

TEST(ContactPotential, PushesBodiesThatBeginTooNearApart) {
    std::vector<ContactSurface> surfaces = two_squares();
    for (ContactSurface& surface : surfaces)
        surface.radii.assign(surface.rest.size(), REACH);  // five times their distance
    Scene scene(surfaces);
    const VectorXd x = scene.zero();
    scene.term.update_active_set(x);
    ASSERT_GT(scene.term.active_count(), 0U);
    EXPECT_TRUE(std::isfinite(scene.term.value(x)));
    const VectorXd g = gradient_at(scene.term, x);
    double lift = 0.0;
    for (int i = 9; i < 18; ++i)
        lift -= block_of(g, i).z();
    EXPECT_GT(lift, 0.0);
    // Going apart is allowed, coming nearer is not.
    VectorXd apart = scene.zero();
    for (int i = 9; i < 18; ++i)
        block_of(apart, i) = Vector3d(0, 0, 0.1);
    EXPECT_EQ(scene.term.max_step(x, apart), 1.0);
    EXPECT_LT(scene.term.max_step(x, -apart), 0.2);
}

TEST(ContactPotential, IsStifferBetweenBodiesThatMeetAtSpeed) {
    Scene scene({square(2, 0.0), free_surface(square(1, 0.5 * REACH, {0.4, 0.3, 0.0}), 0)});
    const VectorXd x = scene.zero();
    scene.term.update_active_set(x);
    const double slow = gradient_at(scene.term, x).norm();
    VectorXd predicted = scene.zero();
    for (int i = 0; i < 4; ++i)
        block_of(predicted, i) = Vector3d(0, 0, -10.0 * REACH);
    scene.begin(predicted);
    scene.term.update_active_set(x);
    // Pairs that are not straight above each other approach more slowly.
    EXPECT_NEAR(gradient_at(scene.term, x).norm(), 10.0 * slow, 0.5 * slow);
}

TEST(ContactPotential, MeetsItselfOnlyIfAsked) {
    // Two squares as one surface.
    ContactSurface both = square(2, 0.0);
    const ContactSurface above = square(2, 0.4 * REACH, {0.21, 0.13, 0.0});
    for (const auto& t : above.triangles)
        both.triangles.push_back({t[0] + 9, t[1] + 9, t[2] + 9});
    both.rest.insert(both.rest.end(), above.rest.begin(), above.rest.end());
    both.radii.resize(18, 0.0);
    for (const bool meets : {false, true}) {
        both.meets_itself = meets;
        const ContactSurface surface = free_surface(both, 0);
        EXPECT_EQ(ContactPotential::is_needed(std::vector{surface}), meets);
        // At rest they are apart; only then do they count as two parts.
        ContactSurface apart = surface;
        for (int i = 9; i < 18; ++i)
            apart.rest[i].z() = 1.0;
        Scene scene({apart});
        std::copy(surface.rest.begin(), surface.rest.end(), scene.term.start_positions(0).begin());
        scene.begin(scene.zero());
        scene.term.update_active_set(scene.zero());
        EXPECT_EQ(scene.term.active_count() > 0, meets);
    }
}

TEST(ContactPotential, IsTheSameOnAnyNumberOfThreads) {
    VectorXd first;
    for (const int threads : {1, 2, 4}) {
        ThreadPool pool(threads);
        VectorXd g;
        pool.run([&] {
            std::vector<ContactSurface> surfaces = {
                free_surface(square(20, 0.0), 0),
                free_surface(square(20, 0.05, {0.2, 0.1, 0}), 441)};
            Scene scene(surfaces);
            const VectorXd x = moved(scene, 0.1 * REACH, 5);
            scene.term.update_active_set(x);
            EXPECT_GT(scene.term.active_count(), 1000U);
            g = gradient_at(scene.term, x);
            g.conservativeResize(g.size() + 2);
            g[g.size() - 2] = scene.term.value(x);
            g[g.size() - 1] = scene.term.max_step(x, moved(scene, REACH, 6));
        });
        if (threads == 1) first = g;
        EXPECT_TRUE((g.array() == first.array()).all());
    }
}
