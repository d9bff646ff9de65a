// Contacts of pills: stiffness, force and friction by hand, derivatives in all lanes, and what they must not see.
#include "viper/contact/pill_contacts.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "contact/contact_law.hpp"
#include "solver/viper/contact/all_contacts.hpp"
#include "solver/viper/rod_fixture.hpp"
#include "solver/viper/rods_in_lanes.hpp"
#include "support/finite_differences.hpp"
#include "viper/bundles/rod_couplings.hpp"
#include "viper/rods/rod_solver_settings.hpp"

namespace sinew::viper {
namespace {

using Eigen::Vector3d;
using test::crossing_rods;
using test::Random;
using test::RodsInLanes;

constexpr double DT = 0.01;

/// Adds a rod of one segment, in a group of its own.
void add_segment(RodsDef& def, const Vector3d& from, const Vector3d& to, double radius) {
    def.name = "Rods";
    def.collision.enabled = true;
    def.collision.groups.push_back(static_cast<int>(def.counts.size()));
    def.counts.push_back(2);
    for (const Vector3d& point : {from, to}) {
        def.points.push_back(point);
        def.radii.push_back(radius);
    }
}

/// The second crosses the middle of the first with a quarter of its length, that high above it.
RodsDef crossing_segments(double height) {
    RodsDef def;
    add_segment(def, {-0.1, 0, 0}, {0.1, 0, 0}, 0.05);
    add_segment(def, {0, -0.05, height}, {0, 0.15, height}, 0.04);
    return def;
}

/// Soft flesh: its stiffness counts, not the mass of the points.
RodsDef soft_segments(double height) {
    RodsDef def = crossing_segments(height);
    def.params.volume_stiffness = 500.0;
    def.params.stretch_stiffness = 200.0;
    return def;
}

/// Rods in a step of DT without forces.
struct Scene {
    explicit Scene(const RodsDef& def, int first_lane = 0) : rods(def, first_lane) {
        append_rod_pills(rods.set, 0, pills);
    }

    void update(bool first, std::span<const KinematicPill> bones = {}) {
        contacts.set_pills(pills);
        contacts.begin_step(rods.batches, bones, DT);
        contacts.update_contacts(rods.batches, first);
    }

    /// All contacts; returns their energy.
    double evaluate() { return test::evaluate_all(contacts, rods.batches); }

    const PillContact& only() {
        EXPECT_EQ(contacts.contacts().size(), 1U);
        evaluate();
        return contacts.contacts()[0];
    }

    // Unknowns, lane after lane:
    Eigen::Index lane_size() {
        return static_cast<Eigen::Index>(rods.batch().points) * ROD_UNKNOWNS;
    }
    Eigen::Index size() { return Pack::LANES * lane_size(); }
    Eigen::Index index(const PointRef& ref) {
        return ref.lane * lane_size() + static_cast<Eigen::Index>(ref.block());
    }

    Eigen::VectorXd gradient() {
        Eigen::VectorXd g = Eigen::VectorXd::Zero(size());
        for (const PillContact& contact : contacts.contacts()) {
            const Vector3d push = contact.slip_force - contact.force * contact.normal;
            for (int i = 0; i < contact.points(); ++i) {
                const Eigen::Index at = index(contact.point(i));
                const double w = contact.weight(i);
                g.segment<3>(at) += (i < 2 ? w : -w) * push;
                g[at + 3] += w * contact.rest_radius(i) * contact.force;
            }
        }
        return g;
    }

    /// With the turn of the normals, which the solver leaves out.
    Eigen::MatrixXd hessian() {
        Eigen::MatrixXd h = Eigen::MatrixXd::Zero(size(), size());
        for (const PillContact& contact : contacts.contacts()) {
            Eigen::MatrixXd move = Eigen::MatrixXd::Zero(3, size());
            Eigen::VectorXd gap = Eigen::VectorXd::Zero(size());
            double distance = contact.gap + contact.b_radius;
            for (int i = 0; i < contact.points(); ++i) {
                const PointRef ref = contact.point(i);
                const double w = contact.weight(i);
                const double radius = w * contact.rest_radius(i);
                move.middleCols<3>(index(ref)) += (i < 2 ? w : -w) * Eigen::Matrix3d::Identity();
                gap[index(ref) + 3] -= radius;
                distance += radius * rods.batch().current.s[ref.point][ref.lane];
            }
            gap += move.transpose() * contact.normal;
            const auto across = [](const Vector3d& n) -> Eigen::Matrix3d {
                return Eigen::Matrix3d::Identity() - n * n.transpose();
            };
            h += contact.press_stiffness * gap * gap.transpose() -
                 contact.force / distance * move.transpose() * across(contact.normal) * move +
                 contact.slip_stiffness * move.transpose() * across(contact.start_normal) * move;
        }
        return h;
    }

    void move_by(const RodState& kept, const Eigen::VectorXd& d) {
        std::vector<Pack> step(static_cast<std::size_t>(lane_size()), Pack(0.0));
        for (Eigen::Index k = 0; k < d.size(); ++k)
            step[k % lane_size()].set(static_cast<int>(k / lane_size()), d[k]);
        advance(kept, step, Pack(1.0), rods.batch().current);
    }

    /// Moves all points of the k-th rod at the iterate.
    void shift(std::size_t k, const Vector3d& by) {
        const RodSet::Rod& rod = rods.set.rods()[k];
        for (int i = 0; i < rod.points; ++i) {
            Vec3p& c = rods.batch().current.c[i];
            set_lane(c, rod.lane, lane_of(c, rod.lane) + by);
        }
    }

    /// The same of where they are predicted to be.
    void shift_prediction(std::size_t k, const Vector3d& by) {
        const RodSet::Rod& rod = rods.set.rods()[k];
        for (int i = 0; i < rod.points; ++i) {
            Vec3p& c = rods.batch().point_step[i].c_predicted;
            set_lane(c, rod.lane, lane_of(c, rod.lane) + by);
        }
    }

    double mass(int point) const {
        const PointRef ref = rods.set.ref(point);
        return rods.batches[ref.batch].point[ref.point].mass[ref.lane];
    }

    RodsInLanes rods;
    std::vector<DynamicPill> pills;
    PillContacts contacts;
};

double smallest_gap(const PillContacts& contacts) {
    double smallest = std::numeric_limits<double>::infinity();
    for (const PillContact& contact : contacts.contacts())
        smallest = std::min(smallest, contact.gap);
    return smallest;
}

TEST(PillContacts, FindTheOverlapAndPushApart) {
    Scene scene(crossing_rods(0.08));
    scene.update(true);
    const double energy = scene.evaluate();
    ASSERT_FALSE(scene.contacts.contacts().empty());
    EXPECT_NEAR(smallest_gap(scene.contacts), -0.01, 1e-9);
    EXPECT_NEAR(scene.contacts.deepest(), 0.01 / 0.09, 1e-9);
    EXPECT_GT(energy, 0.0);
    for (const PillContact& contact : scene.contacts.contacts()) {
        if (contact.gap >= 0.0) continue;
        EXPECT_NEAR(std::abs(contact.normal.z()), 1.0, 1e-6);
    }
}

TEST(PillContacts, LeavePillsOfOneGroupAlone) {
    RodsDef def = crossing_rods(0.08);
    def.collision.groups = {3, 3};
    Scene scene(def);
    scene.update(true);
    EXPECT_TRUE(scene.contacts.contacts().empty());
}

/// Flesh against flesh is two springs one after the other.
TEST(PillContacts, PressByHandInEveryLane) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        Scene scene(soft_segments(0.08), lane);
        scene.update(false);
        const PillContact& contact = scene.only();
        EXPECT_NEAR(contact.alpha, 0.5, 2e-4);
        EXPECT_NEAR(contact.beta, 0.25, 2e-4);
        const double a = 500.0 * 0.05;
        const double b = 500.0 * 0.04;
        const double k = a * b / (a + b);
        EXPECT_NEAR(contact.stiffness, k, 1e-12 * k);
        const double delta = 0.02 * 0.09;
        EXPECT_NEAR(contact.softness, delta, 1e-15);
        EXPECT_NEAR(contact.gap, -0.01, 1e-7);
        const double deep = -contact.gap - 0.5 * delta;
        EXPECT_NEAR(contact.force, k * deep, 1e-12);
        EXPECT_NEAR(contact.press_stiffness, k, 1e-12 * k);
        EXPECT_NEAR(contact.energy, k * (0.5 * deep * deep + delta * delta / 24.0), 1e-14);
        EXPECT_NEAR(contact.normal.z(), -1.0, 1e-6);
        EXPECT_TRUE(scene.contacts.is_active(0));
    }
}

/// Stiff flesh presses no harder than the lighter pill can take in a step.
TEST(PillContacts, AreNoStifferThanTheStepAllows) {
    RodsDef def = crossing_segments(0.08);
    def.params.volume_stiffness = 1e12;
    Scene scene(def, 2);
    scene.rods.batch().point[0].mass.set(3, 0.5);  // of the second
    scene.rods.batch().point[1].mass.set(3, 0.1);
    scene.rods.batch().point[0].mass.set(2, 0.7);
    scene.rods.batch().point[1].mass.set(2, 0.7);
    scene.update(false);
    const PillContact& contact = scene.only();
    const double lighter = 0.5 + contact.beta * (0.1 - 0.5);
    EXPECT_NEAR(lighter, 0.4, 1e-3);
    EXPECT_NEAR(contact.stiffness, 100.0 * lighter / (DT * DT), 1e-6);
}

TEST(PillContacts, RubWithCoulombsForceAtTheSlip) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        Scene scene(soft_segments(0.08), lane);
        scene.pills[0].friction = 0.9;
        scene.pills[1].friction = 0.4;
        const Vector3d slide(0.003, 0.001, 0.0);
        scene.shift(1, slide);
        scene.update(false);
        const PillContact& contact = scene.only();
        EXPECT_NEAR(contact.friction, 0.6, 1e-15);
        ASSERT_GT(contact.force, 0.0);
        EXPECT_NEAR(contact.slip_force.norm(), 0.6 * contact.force, 1e-12);
        // The derivative by the first pill: the second drags it along.
        EXPECT_LT(contact.slip_force.dot(slide), -0.99 * slide.norm() * contact.slip_force.norm());
        EXPECT_NEAR(contact.slip_force.dot(contact.start_normal), 0.0, 1e-15);
    }
}

TEST(PillContacts, StickBelowTheStickingSpeed) {
    Scene scene(soft_segments(0.08), 1);
    scene.update(false);
    const PillContact& contact = scene.only();
    const double expected = 0.3 * contact.force / (STICKING_SPEED * DT);
    EXPECT_NEAR(contact.slip_stiffness, expected, 1e-12 * expected);
    EXPECT_LT(contact.slip_force.norm(), 1e-12);
}

/// The first guess is the free motion, which friction has not slowed down yet.
TEST(PillContacts, TakeFrictionOffTheFreeMotionFirst) {
    Scene scene(soft_segments(0.08), 3);
    scene.shift_prediction(1, {0.003, 0.0, 0.0});
    scene.update(true);
    const PillContact& contact = scene.only();
    const double force = 0.3 * contact.stiffness * (0.01 - 0.5 * 0.0018);
    const double lighter = std::min(scene.mass(0), scene.mass(2));
    const double slip = 0.003 - force * DT * DT / lighter;
    ASSERT_GT(slip, STICKING_SPEED * DT);
    EXPECT_NEAR(contact.slip_stiffness, force / slip, 1e-4 * force / slip);
    EXPECT_GT(contact.slip_stiffness, 1.001 * force / 0.003);
}

/// What falls on another presses with its weight, though they only touched at the start.
TEST(PillContacts, PressWithTheWeightInTheFirstGuess) {
    constexpr double G = 10.0;
    Scene scene(soft_segments(0.09), 0);
    scene.rods.batch().gravity = {Pack(0.0), Pack(0.0), Pack(-G)};
    scene.shift_prediction(1, {0.0, 0.003, -G * DT * DT});
    scene.update(true);
    const PillContact& contact = scene.only();
    const double m = std::min(scene.mass(0), scene.mass(2));
    const double expected = 0.3 * m * G / (0.003 - 0.3 * G * DT * DT);
    // The slip makes the way from sphere to sphere longer by 5e-5 of 1e-3.
    EXPECT_NEAR(contact.slip_stiffness, expected, 0.1 * expected);
    scene.rods.batch().gravity = Vec3p{Pack(0.0), Pack(0.0), Pack(0.0)};
    scene.update(true);
    EXPECT_NEAR(scene.only().slip_stiffness, 0.0, 1e-9);
}

/// Four rods in a pile, one in each lane, a little out of place.
struct Pile : Scene {
    Pile(int first_lane, const Eigen::Affine3d& placed) : Scene(make_def(placed), first_lane) {
        Random random(31);
        for (const RodSet::Rod& rod : rods.set.rods()) {
            for (int i = 0; i < 2; ++i) {
                Vec3p& c = rods.batch().current.c[i];
                const Vector3d shake = placed.linear() * random.vector3(0.004);
                set_lane(c, rod.lane, lane_of(c, rod.lane) + shake);
                rods.batch().current.s[i].set(rod.lane, random.uniform(0.95, 1.05));
            }
        }
    }

    static RodsDef make_def(const Eigen::Affine3d& placed) {
        RodsDef def;
        const double radii[4] = {0.05, 0.04, 0.045, 0.03};
        double height = 0.0;
        for (int i = 0; i < 4; ++i) {
            const Vector3d along = i % 2 == 0 ? Vector3d(0.1, 0, 0) : Vector3d(0.02, 0.12, 0);
            const Vector3d middle(0.01 * i, -0.02, height);
            add_segment(def, placed * (middle - along), placed * (middle + along), radii[i]);
            if (i < 3) height += 0.9 * (radii[i] + radii[i + 1]);
        }
        def.collision.friction = 0.7;
        def.radii[3] = 0.045;
        return def;
    }
};

TEST(PillContacts, GradientAndHessianMatchFiniteDifferencesInAllLanes) {
    for (const int lane : {0, 1}) {
        Pile scene(lane, Eigen::Affine3d::Identity());
        scene.update(false);
        scene.evaluate();
        ASSERT_EQ(scene.contacts.contacts().size(), 3U);
        for (const PillContact& contact : scene.contacts.contacts()) {
            EXPECT_GT(contact.force, 0.0);
            EXPECT_GT(contact.slip_force.norm(), 0.0);
        }
        const Eigen::VectorXd gradient = scene.gradient();
        const Eigen::MatrixXd hessian = scene.hessian();
        for (int l = 0; l < Pack::LANES; ++l)
            EXPECT_GT(gradient.segment(l * scene.lane_size(), scene.lane_size()).norm(), 0.0);
        const RodState kept = scene.rods.batch().current;
        const auto value = [&](const Eigen::VectorXd& d) {
            scene.move_by(kept, d);
            return scene.evaluate();
        };
        const auto slope = [&](const Eigen::VectorXd& d) {
            value(d);
            return scene.gradient();
        };
        const Eigen::VectorXd zero = Eigen::VectorXd::Zero(scene.size());
        EXPECT_TRUE(
            sinew::test::gradient_matches(value, gradient, zero, {.relative = 1e-6, .step = 1e-7}));
        EXPECT_TRUE(
            sinew::test::jacobian_matches(slope, hessian, zero, {.relative = 1e-6, .step = 1e-7}));
        // What two pills do to each other adds up to nothing.
        Vector3d sum = Vector3d::Zero();
        for (Eigen::Index at = 0; at < scene.size(); at += ROD_UNKNOWNS)
            sum += gradient.segment<3>(at);
        EXPECT_LT(sum.norm(), 1e-12 * gradient.norm());
    }
}

TEST(PillContacts, AreTheSameWhenAllIsTurnedAndMoved) {
    Random random(32);
    Eigen::Affine3d placed(random.rotation());
    placed.translation() = random.vector3(2.0);
    for (const bool first : {true, false}) {
        Pile here(0, Eigen::Affine3d::Identity());
        Pile there(0, placed);
        here.update(first);
        there.update(first);
        const double energy = here.evaluate();
        EXPECT_NEAR(there.evaluate(), energy, 1e-9 * energy);
        ASSERT_EQ(there.contacts.contacts().size(), here.contacts.contacts().size());
        for (std::size_t i = 0; i < here.contacts.contacts().size(); ++i) {
            const PillContact& a = here.contacts.contacts()[i];
            const PillContact& b = there.contacts.contacts()[i];
            EXPECT_NEAR(b.gap, a.gap, 1e-12);
            EXPECT_LT((b.normal - placed.linear() * a.normal).norm(), 1e-9);
            EXPECT_LT((b.slip_force - placed.linear() * a.slip_force).norm(), 1e-9 * a.force);
        }
    }
}

TEST(PillContacts, EqualCentresArePushedSomeWay) {
    Scene scene(crossing_segments(0.0), 2);
    scene.update(false);
    const PillContact& contact = scene.only();
    EXPECT_NEAR(contact.gap, -0.09, 0.2 / 4096);  // as near as halving comes
    EXPECT_NEAR(contact.normal.norm(), 1.0, 1e-12);
    EXPECT_TRUE(std::isfinite(contact.energy));
    EXPECT_TRUE(scene.gradient().allFinite());
    // Two that are the same: no way is the nearest.
    RodsDef same;
    add_segment(same, {0, 0, 0}, {0.2, 0, 0}, 0.05);
    add_segment(same, {0, 0, 0}, {0.2, 0, 0}, 0.05);
    Scene equal(same, 1);
    equal.update(true);
    const PillContact& inside = equal.only();
    EXPECT_EQ(inside.normal, Vector3d::UnitZ());
    EXPECT_EQ(inside.start_normal, Vector3d::UnitZ());
    EXPECT_NEAR(inside.gap, -0.1, 1e-15);
    EXPECT_GT(inside.force, 0.0);
    EXPECT_TRUE(equal.gradient().allFinite());
    EXPECT_GT(equal.gradient().norm(), 0.0);
}

TEST(PillContacts, ParallelPillsArePushedAcross) {
    RodsDef def;
    add_segment(def, {0, 0, 0}, {0.2, 0, 0}, 0.05);
    add_segment(def, {0.1, 0.08, 0}, {0.3, 0.08, 0}, 0.05);
    Scene scene(def, 1);
    scene.update(false);
    const PillContact& contact = scene.only();
    EXPECT_NEAR(contact.gap, -0.02, 1e-9);
    EXPECT_LT((contact.normal + Vector3d::UnitY()).norm(), 1e-9);
    EXPECT_GE(contact.alpha, 0.5 - 1e-9);
    EXPECT_LE(contact.beta, 0.5 + 1e-9);
}

/// Pills one behind the other: only the points at these ends feel it.
TEST(PillContacts, AtTheEndsOfRodsThePointsThereCarryAll) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        RodsDef def;
        add_segment(def, {0, 0, 0}, {0.2, 0, 0}, 0.05);
        add_segment(def, {0.28, 0, 0}, {0.5, 0, 0}, 0.05);
        Scene scene(def, lane);
        scene.update(false);
        const PillContact& contact = scene.only();
        EXPECT_EQ(contact.weight(0), 0.0);
        EXPECT_EQ(contact.weight(1), 1.0);
        EXPECT_EQ(contact.weight(2), 1.0);
        EXPECT_EQ(contact.weight(3), 0.0);
        EXPECT_NEAR(contact.gap, -0.02, 1e-12);
        const Eigen::VectorXd g = scene.gradient();
        const auto push = [&](int point) -> Vector3d {
            return g.segment<3>(scene.index(scene.rods.set.ref(point)));
        };
        EXPECT_EQ(push(0), Vector3d::Zero());
        EXPECT_LT((push(1) - Vector3d(contact.force, 0, 0)).norm(), 1e-9 * contact.force);
        EXPECT_LT((push(2) + Vector3d(contact.force, 0, 0)).norm(), 1e-9 * contact.force);
        EXPECT_EQ(push(3), Vector3d::Zero());
        EXPECT_NEAR(g[scene.index(scene.rods.set.ref(1)) + 3], 0.05 * contact.force,
                    1e-12 * contact.force);
    }
}

TEST(PillContacts, ApartTheyDoNothing) {
    Scene scene(crossing_segments(0.1));
    scene.update(false);
    const PillContact& contact = scene.only();
    EXPECT_NEAR(contact.gap, 0.01, 1e-7);
    EXPECT_EQ(contact.force, 0.0);
    EXPECT_EQ(contact.energy, 0.0);
    EXPECT_FALSE(scene.contacts.is_active(0));
    EXPECT_EQ(scene.contacts.deepest(), 0.0);
    EXPECT_EQ(scene.gradient().norm(), 0.0);
}

TEST(PillContacts, KinematicPillsPushWithoutMoving) {
    RodsDef def = test::straight_rod(4, 0.4, 0.05);
    def.collision.enabled = true;
    def.params.volume_stiffness = 1e3;
    def.params.stretch_stiffness = 1e2;
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        Scene scene(def, lane);
        std::vector<KinematicPill> bones(1);
        bones[0].start = bones[0].end = {{0.25, -1, 0.07}, {0.25, 1, 0.07}, 0.03, 0.03};
        bones[0].friction = 0.3;
        // The bone rolls up from below its end; the rod and the bone slide along together.
        bones[0].start.c0.x -= 0.02;
        bones[0].start.c1.x -= 0.02;
        for (Vec3p& c : scene.rods.batch().state.c)
            c.x -= Pack(0.02);
        scene.update(false, bones);
        scene.evaluate();
        EXPECT_NEAR(smallest_gap(scene.contacts), -0.01, 1e-8);
        const PillContact& contact = *std::ranges::min_element(
            scene.contacts.contacts(), {}, [](const PillContact& c) { return c.gap; });
        EXPECT_TRUE(contact.is_kinematic());
        EXPECT_EQ(contact.points(), 2);
        EXPECT_EQ(contact.a.point, 2);
        EXPECT_NEAR(contact.alpha, 0.5, 2e-3);
        EXPECT_NEAR(contact.stiffness, 1e3 * 0.05, 1e-9);  // the bone has no flesh
        EXPECT_NEAR(contact.friction, 0.3, 1e-15);
        EXPECT_GT(contact.slip_stiffness, 0.0);
        EXPECT_LT(contact.slip_force.norm(), 1e-9 * contact.force);
        EXPECT_EQ(scene.contacts.batches()[0].b, -1);
        // The bone stays where it was: now the rod slid past it.
        bones[0].start = bones[0].end;
        scene.update(false, bones);
        scene.evaluate();
        const PillContact& rubs = *std::ranges::min_element(
            scene.contacts.contacts(), {}, [](const PillContact& c) { return c.gap; });
        EXPECT_NEAR(rubs.slip_force.x(), 0.3 * rubs.force, 0.05 * rubs.force);
    }
}

/// Rods in two batches: each batch lists the contact, with its own pill of it.
TEST(PillContacts, AreListedByBatch) {
    RodSet set(crossing_segments(0.08));
    std::vector<RodBatch> batches(2);
    for (int i = 0; i < 2; ++i) {
        set.rods()[i].batch = 1 - i;
        set.rods()[i].lane = 2 * i + 1;
        batches[1 - i].resize(2);
        fill_rod_constants(set, set.rods()[i], batches[1 - i]);
    }
    set.scatter(set.initial_state(), batches);
    for (RodBatch& batch : batches)
        batch.current = batch.state;
    std::vector<DynamicPill> pills;
    append_rod_pills(set, 0, pills);
    PillContacts contacts;
    contacts.set_pills(pills);
    std::vector<KinematicPill> bones(1);
    bones[0].start = bones[0].end = {{0, 0.12, 0}, {0, 0.12, 0.07}, 0.03, 0.03};
    contacts.begin_step(batches, bones, DT);
    contacts.update_contacts(batches, true);
    ASSERT_EQ(contacts.contacts().size(), 2U);
    EXPECT_EQ(contacts.batches()[0].a, 1);
    EXPECT_EQ(contacts.batches()[0].b, 0);
    EXPECT_EQ(contacts.batches()[1].a, 0);
    EXPECT_EQ(contacts.batches()[1].b, -1);
    ASSERT_EQ(contacts.of_batch(0).size(), 2U);
    EXPECT_EQ(contacts.of_batch(0)[0].contact, 0);
    EXPECT_EQ(contacts.of_batch(0)[0].first, 2);
    EXPECT_EQ(contacts.of_batch(0)[1].contact, 1);
    EXPECT_EQ(contacts.of_batch(0)[1].first, 0);
    ASSERT_EQ(contacts.of_batch(1).size(), 1U);
    EXPECT_EQ(contacts.of_batch(1)[0].contact, 0);
    EXPECT_EQ(contacts.of_batch(1)[0].first, 0);
    // Points know their lane and batch.
    EXPECT_EQ(contacts.contacts()[0].point(1).batch, 1);
    EXPECT_EQ(contacts.contacts()[0].point(1).lane, 1);
    EXPECT_EQ(contacts.contacts()[0].point(3).batch, 0);
    EXPECT_EQ(contacts.contacts()[0].point(3).lane, 3);
    EXPECT_EQ(contacts.contacts()[0].point(3).point, 1);
}

}  // namespace
}  // namespace sinew::viper
