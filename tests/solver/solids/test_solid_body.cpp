#include "solids/solid_body.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "base/parallel.hpp"
#include "math/nearest_rotation.hpp"
#include "math/rotation.hpp"
#include "math/spherical_average.hpp"
#include "solid_cases.hpp"
#include "support/random.hpp"

namespace sinew::solids {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::bar;
using test::ImplicitStepper;
using test::output_of;

const Vector3d GRAVITY(0.0, 0.0, -9.81);

TEST(SolidBody, RestPoseInRestPoseOut) {
    for (const SolidLaw law : {SolidLaw::Linear, SolidLaw::LinearVolume, SolidLaw::NeoHookean,
                               SolidLaw::ClassicNeoHookean}) {
        SolidDef def = bar({1, 0.3, 0.2}, {4, 2, 2});
        def.law = law;
        def.params.length_scale = law == SolidLaw::ClassicNeoHookean ? 0.0 : 0.1;
        def.pins = {test::pins_at(test::vertices_where(def, [](auto& x) { return x.x() == 0; }),
                                  law != SolidLaw::ClassicNeoHookean)};
        def.surface = test::box_mesh({-0.1, 0, 0}, {1.2, 0.3, 0.2}).vertices;
        ImplicitStepper run({});
        const SolidBody body = test::make_body(def, run.system);
        for (int i = 0; i < 3; ++i)
            run.step(0.04);
        const std::vector<double> out = output_of(body);
        for (std::size_t i = 0; i < def.surface.size(); ++i) {
            for (int axis = 0; axis < 3; ++axis)
                EXPECT_EQ(out[3 * i + axis], def.surface[i][axis]);
        }
    }
}

TEST(SolidBody, FallsFreely) {
    SolidDef def = bar({1, 0.3, 0.2}, {4, 2, 2});
    def.initial_velocities.assign(def.tets.vertices.size(), Vector3d(1, 2, 3));
    ImplicitStepper run({.tolerance = 1e-9});
    const SolidBody body = test::make_body(def, run.system);
    for (int i = 0; i < 10; ++i)
        run.step(0.02, GRAVITY);
    // Backward Euler falls t²/2 + t dt/2.
    const Vector3d expected = 0.2 * Vector3d(1, 2, 3) + 0.5 * 0.2 * 0.22 * GRAVITY;
    for (std::size_t i = 0; i < def.tets.vertices.size(); ++i)
        EXPECT_LT((body.state().positions[i] - def.tets.vertices[i] - expected).norm(), 1e-9);
    const BodyMeasures measures = body.measure(run.last);
    EXPECT_NEAR(measures.energy.elastic, 0.0, 1e-9);
    EXPECT_LT(measures.volume_change, 1e-9);
    EXPECT_TRUE(std::isnan(measures.pins.distance));
    EXPECT_NEAR(measures.energy.kinetic,
                0.5 * 60.0 * (Vector3d(1, 2, 3) + 0.2 * GRAVITY).squaredNorm(), 1e-6);
}

// The rotations of a body that turns freely turn with it, also beyond a full turn.
TEST(SolidBody, TurnsAsAWhole) {
    SolidDef def = bar({0.4, 0.3, 0.2}, {2, 2, 2});
    def.params.length_scale = 0.1;
    const Vector3d omega(0.0, 0.0, 2.0);
    const Vector3d centre(0.2, 0.15, 0.1);
    for (const Vector3d& x : def.tets.vertices) {
        def.initial_velocities.push_back(omega.cross(x - centre));
        def.initial_angular_velocities.push_back(omega);
    }
    ImplicitStepper run({.integrator = Integrator::Bdf2, .tolerance = 1e-8});
    const SolidBody body = test::make_body(def, run.system);
    for (int i = 0; i < 400; ++i)
        run.step(0.01);
    // The bar wobbles a little, as its lumped mass has other axes than its shape. Each node has turned as the whole.
    Matrix3d moment = Matrix3d::Zero();
    for (std::size_t i = 0; i < def.tets.vertices.size(); ++i) {
        moment +=
            (body.state().positions[i] - centre) * (def.tets.vertices[i] - centre).transpose();
    }
    // Moments of the shape at rest, so that only the rotation is left.
    Matrix3d rest_moment = Matrix3d::Zero();
    for (const Vector3d& x : def.tets.vertices)
        rest_moment += (x - centre) * (x - centre).transpose();
    const Quaterniond turn = nearest_rotation(moment * rest_moment.inverse());
    for (const Quaterniond& q : body.state().rotations)
        EXPECT_LT(angular_distance(q, turn), 5e-3);
    // By 8 rad in all: past a full turn, so that the sign of q has changed and is kept.
    EXPECT_LT(body.state().rotations[0].w(), 0.0);
    EXPECT_LT(angular_distance(turn, exp_quaternion({0.0, 0.0, 8.0})), 1.0);
    EXPECT_LT(body.measure(run.last).volume_change, 0.01);
}

// Microrotations of a solid that is too soft to hold them turn by angular velocity times time, also by nearly half a turn in a step.
TEST(SolidBody, FreeRotationsSpinAsFastAsTheyStart) {
    SolidDef def = bar({0.4, 0.3, 0.2}, {1, 1, 1});
    def.params.young_modulus = 1e-12;
    def.params.rotary_inertia = 1.0;
    const Vector3d omega = 20.0 * M_PI * Vector3d(1.0, 2.0, -2.0) / 3.0;
    def.initial_angular_velocities.assign(def.tets.vertices.size(), omega);
    for (const Integrator integrator : {Integrator::BackwardEuler, Integrator::Bdf2}) {
        SCOPED_TRACE(static_cast<int>(integrator));
        ImplicitStepper run({.integrator = integrator});
        const SolidBody body = test::make_body(def, run.system);
        for (int i = 1; i <= 5; ++i) {
            run.step(1.0 / 24.0);
            for (const Quaterniond& q : body.state().rotations)
                EXPECT_LT(angular_distance(q, exp_quaternion(i / 24.0 * omega)), 1e-7);
            EXPECT_LT((body.motion().rates().tail<3>() - omega).norm(), 1e-6);
        }
    }
}

// Patch test: boundary moved by an affine map, everything inside follows it; the rotations are its polar factor.
TEST(SolidBody, PassesThePatchTest) {
    for (const SolidLaw law : {SolidLaw::Linear, SolidLaw::LinearVolume, SolidLaw::NeoHookean,
                               SolidLaw::ClassicNeoHookean}) {
        SCOPED_TRACE(static_cast<int>(law));
        SolidDef def = bar({1, 1, 1}, {3, 3, 3});
        def.law = law;
        test::Random random(1);
        const auto on_boundary = [](const Vector3d& x) {
            return x.minCoeff() < 1e-9 || x.maxCoeff() > 1.0 - 1e-9;
        };
        for (Vector3d& x : def.tets.vertices) {
            if (!on_boundary(x)) x += random.vector3(0.08);
        }
        Matrix3d F;
        F << 1.1, 0.15, 0.0, -0.1, 0.95, 0.1, 0.05, 0.0, 1.05;
        def.pins = {test::pins_at(test::vertices_where(def, on_boundary), false)};
        std::vector<double> targets;
        for (const int vertex : def.pins[0].vertices) {
            const Vector3d to = F * def.tets.vertices[vertex];
            targets.insert(targets.end(), to.begin(), to.end());
        }
        def.pins[0].positions = AnimatedArray::constant(targets);
        ImplicitStepper run({.integrator = Integrator::QuasiStatic, .tolerance = 1e-9});
        const SolidBody body = test::make_body(def, run.system);
        run.step(1.0);
        const Quaterniond R = nearest_rotation(F);
        for (std::size_t i = 0; i < def.tets.vertices.size(); ++i) {
            const Vector3d to = F * def.tets.vertices[i];
            // The springs of the pins give way by 1/PIN_RATIO of what pulls at them.
            const double allowed = 2e-4;
            EXPECT_LT((body.state().positions[i] - to).norm(), allowed) << i;
            if (law != SolidLaw::ClassicNeoHookean) {
                EXPECT_LT(angular_distance(body.state().rotations[i], R), 2e-3) << i;
            }
        }
        EXPECT_LT(body.measure(run.last).pins.distance, 2e-4);
        EXPECT_NEAR(body.measure(run.last).volume_change, F.determinant() - 1.0, 1e-3);
    }
}

/// Largest forces and torques on the nodes in a state that is the same everywhere.
struct UniformForces {
    double inside = 0.0;  ///< force on a node that is not on the border
    double border = 0.0;
    double torque = 0.0;
};

UniformForces forces_of_uniform_state(const Matrix3d& F, const Quaterniond& R) {
    SolidDef def = bar({1, 1, 1}, {3, 3, 3});
    test::Random random(2);
    const auto inside = [](const Vector3d& x) {
        return x.minCoeff() > 1e-9 && x.maxCoeff() < 1.0 - 1e-9;
    };
    for (Vector3d& x : def.tets.vertices) {
        if (inside(x)) x += random.vector3(0.08);
    }
    def.params.young_modulus = 1.0;
    def.params.length_scale = 0.5;
    SolidElements elements(def);
    SolidState state;
    for (const Vector3d& x : def.tets.vertices)
        state.positions.emplace_back(F * x);
    state.rotations.assign(def.tets.vertices.size(), R);
    state.point_rotations.assign(elements.size(), Quatp{R.w(), {R.x(), R.y(), R.z()}});
    elements.set_state(def, state);
    std::vector<Vector3d> force(def.tets.vertices.size(), Vector3d::Zero());
    std::vector<Vector3d> torque = force;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        MicropolarTet::Vec g;
        elements.micropolar[i].gradient(MicropolarTet::Vec::Zero(), g);
        for (int a = 0; a < 4; ++a) {
            force[def.tets.tetrahedra[i][a]] += g.segment<3>(3L * a);
            torque[def.tets.tetrahedra[i][a]] += g.segment<3>(12 + 3L * a);
        }
    }
    UniformForces largest;
    for (std::size_t i = 0; i < force.size(); ++i) {
        double& place = inside(def.tets.vertices[i]) ? largest.inside : largest.border;
        place = std::max(place, force[i].norm());
        largest.torque = std::max(largest.torque, torque[i].norm());
    }
    return largest;
}

// The same without springs: a uniform state is in balance inside, to round-off, however it is stretched, sheared and turned.
// Where the microrotation is that of the material, torques are in balance too.
TEST(SolidBody, UniformStatesAreInBalance) {
    test::Random random(3);
    for (int trial = 0; trial < 5; ++trial) {
        Matrix3d stretch = Matrix3d::Identity();
        for (int i = 0; i < 3; ++i)
            stretch.col(i) += random.vector3(0.3);
        const Matrix3d F = random.rotation() * stretch;
        const Quaterniond R = nearest_rotation(F);
        const UniformForces balanced = forces_of_uniform_state(F, R);
        EXPECT_LT(balanced.inside, 1e-15);
        EXPECT_LT(balanced.torque, 1e-15);
        EXPECT_GT(balanced.border, 1e-3);  // stress there is
        // Turned away from the material, it is pulled back: the test can tell.
        const Quaterniond turned = R * Quaterniond(Eigen::AngleAxisd(0.2, Vector3d::UnitY()));
        const UniformForces pulled = forces_of_uniform_state(F, turned);
        EXPECT_LT(pulled.inside, 1e-15);
        EXPECT_GT(pulled.torque, 1e-3);
    }
}

TEST(SolidBody, ResumesWithTheSameBits) {
    SolidDef def = bar({0.6, 0.2, 0.2}, {6, 2, 2});
    def.params.length_scale = 0.05;
    def.params.material_damping = 0.01;
    def.params.rotary_inertia = 0.1;
    def.params.damping = 0.2;
    def.reset_rotations_every = 4;
    def.pins = {
        test::pins_at(test::vertices_where(def, [](auto& x) { return x.x() < 1e-9; }), true)};
    const ImplicitSettings settings{.integrator = Integrator::Bdf2};
    ImplicitStepper whole(settings);
    SolidBody body = test::make_body(def, whole.system);
    for (int i = 0; i < 5; ++i)
        whole.step(0.02, GRAVITY);
    ByteWriter saved;
    body.save(saved);
    for (int i = 0; i < 5; ++i)
        whole.step(0.02, GRAVITY);

    ImplicitStepper resumed(settings);
    SolidBody copy = test::make_body(def, resumed.system);
    ByteReader reader(saved.bytes());
    copy.load(reader);
    EXPECT_TRUE(reader.at_end());
    resumed.frame = 5.0;
    for (int i = 0; i < 5; ++i)
        resumed.step(0.02, GRAVITY);
    EXPECT_EQ(output_of(body), output_of(copy));
    EXPECT_EQ(body.measure(whole.last).energy.elastic, copy.measure(resumed.last).energy.elastic);

    // Damaged bytes change nothing.
    std::vector<std::byte> damaged(saved.bytes().begin(), saved.bytes().end() - 8);
    ByteReader short_reader(damaged);
    EXPECT_THROW(copy.load(short_reader), Error);
    EXPECT_EQ(output_of(body), output_of(copy));
}

TEST(SolidBody, IsTheSameOnAnyNumberOfThreads) {
    SolidDef def = bar({0.6, 0.2, 0.2}, {12, 4, 4});
    def.params.length_scale = 0.05;
    def.pins = {
        test::pins_at(test::vertices_where(def, [](auto& x) { return x.x() < 1e-9; }), true)};
    std::vector<double> results[2];
    for (const int threads : {1, 2}) {
        ThreadPool pool(threads);
        pool.run([&] {
            ImplicitStepper run({});
            const SolidBody body = test::make_body(def, run.system);
            for (int i = 0; i < 3; ++i)
                run.step(0.02, GRAVITY);
            results[threads - 1] = output_of(body);
        });
    }
    EXPECT_EQ(results[0], results[1]);
}

// Rest curvature alone bends a strip into an arc of that curvature.
TEST(SolidBody, RestCurvatureBendsAStrip) {
    SolidDef def = bar({1.0, 0.1, 0.05}, {20, 2, 1});
    def.params.young_modulus = 1e4;
    def.params.length_scale = 0.5;
    def.pins = {
        test::pins_at(test::vertices_where(def, [](auto& x) { return x.x() < 1e-9; }), true)};
    // Turn about y along x, growing over twenty frames.
    const double curvature = 1.5;
    std::vector<double> full(9, 0.0);
    full[3] = -curvature;
    def.rest_curvature.width = 9;
    def.rest_curvature.frames = {0.0, 20.0};
    def.rest_curvature.values.assign(9, 0.0);
    def.rest_curvature.values.insert(def.rest_curvature.values.end(), full.begin(), full.end());
    ImplicitStepper run({.integrator = Integrator::QuasiStatic});
    const SolidBody body = test::make_body(def, run.system);
    for (int i = 0; i < 20; ++i)
        run.step(0.05);
    // The end has turned by κ L and lies on the circle; the vertex is half the thickness outside the middle.
    const int tip = test::vertices_where(
        def, [](auto& x) { return x.x() > 1.0 - 1e-9 && x.y() < 1e-9 && x.z() < 1e-9; })[0];
    const double radius = 1.0 / curvature + 0.025;
    EXPECT_NEAR(log_quaternion(body.state().rotations[tip]).y(), -curvature, 0.02);
    EXPECT_NEAR(body.state().positions[tip].x(), radius * std::sin(curvature), 0.01);
    EXPECT_NEAR(body.state().positions[tip].z(), radius * (1.0 - std::cos(curvature)), 0.01);
}

// Directors that stand at −x where the second axis of the material is y: what bent the strip twists it.
TEST(SolidBody, RestRotationTurnsTheAxesOfCurvature) {
    SolidDef def = bar({0.5, 0.1, 0.1}, {10, 2, 2});
    def.params.young_modulus = 1e4;
    def.params.length_scale = 0.5;
    def.pins = {
        test::pins_at(test::vertices_where(def, [](auto& x) { return x.x() < 1e-9; }), true)};
    def.rest_rotation = exp_quaternion({0.0, 0.0, 0.5 * M_PI});
    const double curvature = 1.0;
    def.rest_curvature = AnimatedArray::constant({0, 0, 0, curvature, 0, 0, 0, 0, 0});
    ImplicitStepper run({.integrator = Integrator::QuasiStatic});
    const SolidBody body = test::make_body(def, run.system);
    for (int i = 0; i < 3; ++i)
        run.step(0.05);
    for (const int tip : test::vertices_where(def, [](auto& x) { return x.x() > 0.5 - 1e-9; })) {
        const Vector3d turn = log_quaternion(body.state().rotations[tip]);
        // The shape itself resists twisting too, by some per cent on so coarse a mesh.
        EXPECT_LT((turn - Vector3d(-0.5 * curvature, 0.0, 0.0)).norm(), 0.02) << turn.transpose();
    }
}

/// Largest angle between the rotation at a quadrature point and the spherical average of those at the nodes [rad].
double drift_of_points(const SolidBody& body) {
    double largest = 0.0;
    for (std::size_t tet = 0; tet < body.elements().size(); ++tet) {
        std::array<Quaterniond, 4> corners;
        for (int a = 0; a < 4; ++a)
            corners[a] = body.state().rotations[body.def().tets.tetrahedra[tet][a]];
        const Quatp& points = body.state().point_rotations[tet];
        for (int p = 0; p < 4; ++p) {
            const Quaterniond at(points.w[p], points.v.x[p], points.v.y[p], points.v.z[p]);
            const Quaterniond average = spherical_average(corners, TET_QUADRATURE.points[p]);
            largest = std::max(largest, angular_distance(at, average));
        }
    }
    return largest;
}

// Turned about x and then bent about z, the rotations at the points drift away from those of the nodes, until they are reset.
TEST(SolidBody, ResetsTheRotationsAtThePoints) {
    SolidDef def = bar({0.4, 0.1, 0.1}, {4, 1, 1});
    std::vector<SolidPins> ends;
    for (const double end : {0.0, 0.4}) {
        ends.push_back(test::pins_at(
            test::vertices_where(def, [&](auto& x) { return std::abs(x.x() - end) < 1e-9; }),
            true));
        const double side = end == 0.0 ? -1.0 : 1.0;
        std::vector<double>& values = ends.back().rotations.values;
        for (int frame = 0; frame <= 12; ++frame) {
            const Vector3d twist(0.1 * side * std::min(frame, 6), 0.0, 0.0);
            const Vector3d bend(0.0, 0.0, 0.1 * side * std::max(frame - 6, 0));
            const Vector3d turn = log_quaternion(exp_quaternion(bend) * exp_quaternion(twist));
            ends.back().rotations.frames.push_back(frame);
            for (std::size_t i = 0; i < ends.back().vertices.size(); ++i)
                values.insert(values.end(), turn.begin(), turn.end());
        }
        ends.back().rotations.width = 3 * ends.back().vertices.size();
    }
    def.pins = ends;
    for (const int every : {0, 4}) {
        def.reset_rotations_every = every;
        ImplicitStepper run({.integrator = Integrator::QuasiStatic});
        const SolidBody body = test::make_body(def, run.system);
        double before = 0.0;
        for (int i = 0; i < 12; ++i) {
            if (i == 11) before = drift_of_points(body);
            run.step(0.05);
        }
        EXPECT_GT(before, 1e-5);
        if (every == 0) {
            EXPECT_GT(drift_of_points(body), before);
        } else {
            EXPECT_LT(drift_of_points(body), 1e-7);
        }
    }
}

TEST(SolidBody, LoadsPullAndTwist) {
    SolidDef def = bar({1.0, 0.1, 0.1}, {10, 1, 1});
    def.params.young_modulus = 1e6;
    def.params.poisson_ratio = 0.0;
    def.pins = {
        test::pins_at(test::vertices_where(def, [](auto& x) { return x.x() < 1e-9; }), false)};
    const auto right = test::vertices_where(def, [](auto& x) { return x.x() > 1.0 - 1e-9; });
    std::vector<double> forces(3 * def.tets.vertices.size(), 0.0);
    std::vector<double> torques = forces;
    for (const int vertex : right)
        forces[3 * vertex] = 25.0;
    def.forces = AnimatedArray::constant(forces);
    // Corners of the end get unequal shares of its area, which evens out over a few cells.
    ImplicitStepper run({.integrator = Integrator::QuasiStatic});
    {
        const SolidBody body = test::make_body(def, run.system);
        run.step(1.0);
        double mean = 0.0;
        for (const int vertex : right)
            mean += 0.25 * body.state().positions[vertex].x();
        EXPECT_NEAR(mean, 1.01, 5e-4);  // F L/(E A) = 100/(1e6·0.01)
    }
    for (const int vertex : right)
        torques[3 * vertex] = 0.05;
    def.forces = {};
    def.torques = AnimatedArray::constant(torques);
    const SolidBody body = test::make_body(def, run.system);
    run.step(1.0);
    EXPECT_GT(log_quaternion(body.state().rotations[right[0]]).x(), 1e-3);
}

// A block comes to rest on a plane, a little above it.
TEST(SolidBody, RestsOnAPlane) {
    SolidDef def = test::bar({0.2, 0.2, 0.2}, {2, 2, 2});
    def.params.damping = 5.0;
    Colliders colliders;
    colliders.planes = {{.name = "Floor", .normal = {0, 0, 1}, .offset = -0.05}};
    test::ImplicitStepper run({}, &colliders);
    const SolidBody body(def, run.system, {});
    const Eigen::Vector3d gravity(0.0, 0.0, -9.81);
    for (int i = 0; i < 100; ++i)
        run.step(0.02, gravity);
    const BodyMeasures at_rest = body.measure(run.last);
    EXPECT_LT(at_rest.energy.kinetic, 1e-8);
    EXPECT_GT(at_rest.min_distance, 0.0);
    EXPECT_LT(at_rest.min_distance, 2e-4);
    EXPECT_GT(at_rest.energy.contact, 0.0);
    double lowest = 1.0;
    for (const Vector3d& x : body.state().positions)
        lowest = std::min(lowest, x.z());
    EXPECT_NEAR(lowest, -0.05 + at_rest.min_distance, 1e-12);
}

/// A cube of 1 m whose bottom is at z, its mesh eight corners.
SolidDef cube_at(double z, double young_modulus) {
    SolidDef def = bar({1, 1, 1}, {4, 4, 4});
    for (Vector3d& x : def.tets.vertices)
        x.z() += z;
    const TriangleMesh box = test::box_mesh({0, 0, z}, {1, 1, 1});
    def.surface = box.vertices;
    def.surface_triangles = box.triangles;
    def.law = SolidLaw::NeoHookean;
    def.params.young_modulus = young_modulus;
    return def;
}

double lowest_output(const SolidBody& body) {
    const std::vector<double> out = test::output_of(body);
    double lowest = 1.0;
    for (std::size_t i = 2; i < out.size(); i += 3)
        lowest = std::min(lowest, out[i]);
    return lowest;
}

// From flesh to wood across the grain.
TEST(SolidBody, RestsWithinAMillimetreOfTheFloorHoweverSoft) {
    Colliders colliders;
    colliders.planes = {{.name = "Floor", .normal = {0, 0, 1}, .offset = 0.0}};
    for (const double young : {2e4, 1e5, 1e7, 1e9}) {
        SolidDef def = cube_at(0.0, young);
        def.params.damping = 20.0;
        test::ImplicitStepper run({}, &colliders);
        const SolidBody body(def, run.system, {});
        int iterations = 0;
        for (int i = 0; i < 40; ++i)
            iterations += run.step(0.02, GRAVITY).iterations;
        const BodyMeasures measures = body.measure(run.last);
        EXPECT_GT(measures.min_distance, 0.0) << young;
        EXPECT_LT(measures.min_distance, 1e-3) << young;
        EXPECT_GT(lowest_output(body), 0.0) << young;
        EXPECT_LT(lowest_output(body), 1e-3) << young;
        EXPECT_LT(iterations, 40 * 8) << young;
    }
}

// As fast as after a fall of 1.2 m, on an edge that is not aligned with anything.
TEST(SolidBody, HitsTheFloorAndStaysAboveIt) {
    const Vector3d normal = Vector3d(0.2, 0.3, 1.0).normalized();
    Colliders colliders;
    colliders.planes = {{.name = "Floor", .normal = normal, .offset = 0.0}};
    for (const double young : {2e4, 1e6, 1e9}) {
        SolidDef def = cube_at(0.05, young);
        // The bottom edge must not begin below the tilted floor.
        for (Vector3d& x : def.tets.vertices)
            x.z() += 0.5;
        for (Vector3d& x : def.surface)
            x.z() += 0.5;
        def.initial_velocities.assign(def.tets.vertices.size(), Vector3d(0.0, 0.0, -4.85));
        test::ImplicitStepper run({}, &colliders);
        const SolidBody body(def, run.system, {});
        double nearest = 1.0;
        for (int i = 0; i < 32; ++i) {
            run.step(1.0 / 96.0, GRAVITY);
            nearest = std::min(nearest, body.measure(run.last).min_distance);
        }
        EXPECT_GT(nearest, 0.0) << young;
        EXPECT_LT(nearest, 1e-3) << young;
    }
}

TEST(SolidBody, ExtremeMaterialsFinishOrSayThatTheyDoNot) {
    for (const double young : {1.0, 1e4, 1e8, 1e12}) {
        SolidDef def = bar({0.6, 0.2, 0.2}, {6, 2, 2});
        def.params.young_modulus = young;
        def.pins = {
            test::pins_at(test::vertices_where(def, [](auto& x) { return x.x() < 1e-9; }), false)};
        ImplicitSystem system({});
        const SolidBody body = test::make_body(def, system);
        for (int i = 0; i < 5; ++i) {
            const StepInfo step{
                .dt = 0.02, .frame_0 = double(i), .frame_1 = i + 1.0, .gravity = GRAVITY};
            system.begin_step(step);
            if (system.solve(step, CancelToken()).outcome != StepOutcome::Converged) break;
            system.accept_step(step);
        }
        for (const double number : output_of(body))
            EXPECT_TRUE(std::isfinite(number)) << young;
    }
}

}  // namespace
}  // namespace sinew::solids
