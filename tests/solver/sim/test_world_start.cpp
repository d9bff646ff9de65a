// Bad starts and bad input: everything goes on with a report, or ends with the last good frame.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "base/byte_stream.hpp"
#include "contact/surface_crossings.hpp"
#include "mesh/box_tets.hpp"
#include "shells/shell_body.hpp"
#include "sim/world.hpp"
#include "solids/solid_body.hpp"
#include "support/output_vertices.hpp"
#include "support/shapes.hpp"
#include "support/tangle_scenes.hpp"

namespace sinew {
namespace {

using Eigen::Vector3d;

WorldSettings start_settings(int threads = 0) {
    WorldSettings settings;
    settings.start_frame = 0.0;
    settings.frame_rate = 24.0;
    settings.substeps = 2;
    settings.gravity = Vector3d::Zero();
    settings.threads = threads;
    return settings;
}

shells::ShellDef cloth(const std::string& name, const TriangleMesh& mesh) {
    shells::ShellDef def;
    def.name = name;
    def.mesh = mesh;
    def.params.thickness = 0.001;
    def.params.young_modulus = 2e5;
    def.params.density = 400.0;
    def.params.damping = 2.0;
    return def;
}

solids::SolidDef rubber(const std::string& name, double side, const Vector3d& corner) {
    solids::SolidDef def;
    def.name = name;
    def.tets = box_tets(corner, Vector3d::Constant(side), {2, 2, 2});
    def.params.young_modulus = 5e4;
    def.params.density = 1000.0;
    return def;
}

MeshColliderDef collider(const std::string& name, const TriangleMesh& mesh) {
    MeshColliderDef def;
    def.name = name;
    def.mesh = mesh;
    return def;
}

/// Goes evenly by `way` between two frames.
MeshColliderDef moving(MeshColliderDef def, const Vector3d& way, double first, double last) {
    def.vertices.width = 3 * def.mesh.vertices.size();
    for (const double share : {0.0, 1.0}) {
        def.vertices.frames.push_back(share == 0.0 ? first : last);
        for (const Vector3d& v : def.mesh.vertices) {
            const Vector3d at = v + share * way;
            def.vertices.values.insert(def.vertices.values.end(), {at.x(), at.y(), at.z()});
        }
    }
    return def;
}

bool all_finite(const Body& body) {
    const std::vector<Vector3d> positions = test::output_vertices(body);
    return std::all_of(positions.begin(), positions.end(),
                       [](const Vector3d& p) { return p.allFinite(); });
}

/// Whether two meshes intersect, by a search that knows nothing of tangles.
bool intersect(const TriangleMesh& a, const TriangleMesh& b) {
    const ContactMesh mesh = test::contact_mesh_of({a, b});
    return !find_crossings(mesh, mesh.rest_positions).empty();
}

TriangleMesh now(const Body& body, const TriangleMesh& mesh) {
    return {.vertices = test::output_vertices(body), .triangles = mesh.triangles};
}

bool reports(const World& world, const std::string& a, const std::string& b) {
    const std::vector<TangledPair> tangled = world.tangled();
    return std::any_of(tangled.begin(), tangled.end(), [&](const TangledPair& pair) {
        return (pair.first == a && pair.second == b) || (pair.first == b && pair.second == a);
    });
}

void step(World& world, int frames) {
    for (int i = 0; i < frames; ++i) {
        const FrameReport report = world.step_frame(CancelToken());
        ASSERT_TRUE(is_accepted(report.outcome)) << report.message;
    }
}

/// Steps as long as it goes. Whatever happens, nothing intersects without a report.
void expect_honest(World& world, const Body& body, const TriangleMesh& mesh,
                   const std::string& other, const TriangleMesh& obstacle, int frames) {
    for (int i = 0; i < frames; ++i) {
        const FrameReport report = world.step_frame(CancelToken());
        ASSERT_TRUE(all_finite(body));
        if (!is_accepted(report.outcome)) {
            EXPECT_FALSE(report.message.empty());
            return;
        }
        if (intersect(now(body, mesh), obstacle)) {
            EXPECT_TRUE(reports(world, std::string(body.name()), other)) << report.frame;
        }
    }
}

}  // namespace

TEST(WorldStart, ASheetThatStandsInABallGetsOut) {
    const TriangleMesh ball = test::ball_mesh(0.1, 8, 12);
    const TriangleMesh sheet = test::moved(test::sheet(0.41, 9), {0.01, 0.02, 0.04});
    std::string warnings;
    World world(start_settings(), Log([&](LogLevel level, std::string_view line) {
                    if (level == LogLevel::Warning) warnings += line;
                }));
    world.add(collider("Ball", ball));
    const Body& body = world.add(cloth("Sheet", sheet));
    world.check_start();
    EXPECT_NE(warnings.find("Sheet and Ball stand in each other at the start"), std::string::npos)
        << warnings;
    EXPECT_TRUE(reports(world, "Sheet", "Ball"));
    step(world, 20);
    EXPECT_TRUE(world.tangled().empty());
    EXPECT_FALSE(intersect(now(body, sheet), ball));
    for (const Vector3d& p : test::output_vertices(body))
        EXPECT_GT(p.z(), -0.05);  // over the nearer side, and not far
}

TEST(WorldStart, IsTheSameOnAnyNumberOfThreadsAndAfterALoad) {
    std::vector<Vector3d> first;
    for (const int threads : {1, 2, 4}) {
        World world(start_settings(threads));
        world.add(collider("Ball", test::ball_mesh(0.1, 8, 12)));
        const Body& body =
            world.add(cloth("Sheet", test::moved(test::sheet(0.41, 9), {0.01, 0.02, 0.03})));
        step(world, 2);
        EXPECT_FALSE(world.tangled().empty());
        ByteWriter saved;
        world.save(saved);
        step(world, 3);
        if (threads == 1) first = test::output_vertices(body);
        EXPECT_EQ(test::output_vertices(body), first);
        ByteReader in(saved.bytes());
        world.load(in);
        step(world, 3);
        EXPECT_EQ(test::output_vertices(body), first);
    }
}

TEST(WorldStart, LayersInOnePlaceComeApart) {
    World world(start_settings());
    const TriangleMesh sheet = test::sheet(0.4, 6);
    const Body& a = world.add(cloth("A", sheet));
    const Body& b = world.add(cloth("B", sheet));
    world.check_start();
    EXPECT_TRUE(reports(world, "A", "B"));
    step(world, 20);
    EXPECT_TRUE(world.tangled().empty());
    EXPECT_FALSE(intersect(now(a, sheet), now(b, sheet)));
    EXPECT_GT((test::output_vertices(a)[24] - test::output_vertices(b)[24]).norm(),
              0.0009);  // by their thickness
}

TEST(WorldStart, BodiesPinnedIntoEachOtherStay) {
    World world(start_settings());
    const TriangleMesh ball = test::ball_mesh(0.1, 8, 12);
    world.add(collider("Ball", ball));
    shells::ShellDef def = cloth("Sheet", test::sheet(0.41, 6));
    auto& pins = def.pins.emplace_back();
    for (std::size_t i = 0; i < def.mesh.vertices.size(); ++i)
        pins.vertices.push_back(static_cast<int>(i));
    const Body& body = world.add(def);
    step(world, 3);
    EXPECT_TRUE(reports(world, "Sheet", "Ball"));
    const std::vector<Vector3d> after = test::output_vertices(body);
    for (std::size_t i = 0; i < after.size(); ++i)
        EXPECT_LT((after[i] - def.mesh.vertices[i]).norm(), 1e-4);
}

TEST(WorldStart, WhatIsSqueezedSurvives) {
    // Two plates, 0.3 m apart, that close to 0.02 m within ten frames, and a block of 0.2 m.
    World world(start_settings());
    TriangleMesh plate = test::box_mesh(Vector3d(-0.3, -0.3, -0.05), Vector3d(0.6, 0.6, 0.05));
    const TriangleMesh upper = test::moved(plate, {0, 0, 0.3});
    world.add(collider("Lower", plate));
    world.add(moving(collider("Upper", test::moved(plate, {0, 0, 0.3})), {0, 0, -0.28}, 0, 10));
    const Body& block = world.add(rubber("Block", 0.2, Vector3d(-0.1, -0.1, 0.02)));
    bool is_reported = false;
    for (int i = 0; i < 14; ++i) {
        step(world, 1);
        ASSERT_TRUE(all_finite(block));
        is_reported =
            is_reported || reports(world, "Block", "Upper") || reports(world, "Block", "Lower");
        for (const TangledPair& pair : world.tangled())
            EXPECT_TRUE(pair.place.allFinite());
    }
    EXPECT_TRUE(is_reported);
}

TEST(WorldStart, WindowsOpenOnOverlaps) {
    for (const bool loads : {false, true}) {
        World world(start_settings());
        const TriangleMesh ball = test::ball_mesh(0.1, 8, 12);
        MeshColliderDef def = collider("Ball", ball);
        def.contact_filter.frames = {3.0, 100.0};
        world.add(def);
        const TriangleMesh sheet = test::moved(test::sheet(0.41, 9), {0.01, 0.02, 0.05});
        const Body& body = world.add(cloth("Sheet", sheet));
        step(world, 3);
        EXPECT_TRUE(world.tangled().empty());
        EXPECT_LT((test::output_vertices(body)[0] - sheet.vertices[0]).norm(), 1e-9);
        if (loads) {
            ByteWriter saved;
            world.save(saved);
            ByteReader in(saved.bytes());
            world.load(in);
        }
        step(world, 1);
        EXPECT_TRUE(reports(world, "Sheet", "Ball"));
        step(world, 20);
        EXPECT_TRUE(world.tangled().empty());
        EXPECT_FALSE(intersect(now(body, sheet), ball));
    }
}

TEST(WorldStart, FiltersSayWhoMeetsWhom) {
    const auto lowest_of = [](const ContactFilter& of_sheet, const ContactFilter& of_table) {
        WorldSettings settings = start_settings();
        settings.gravity = Vector3d(0, 0, -9.81);
        World world(settings);
        MeshColliderDef table = collider("Table", test::sheet(2.0, 1));
        table.contact_filter = of_table;
        world.add(table);
        shells::ShellDef def = cloth("Sheet", test::moved(test::sheet(0.4, 3), {0, 0, 0.02}));
        def.contact_filter = of_sheet;
        const Body& body = world.add(def);
        step(world, 6);
        return test::output_vertices(body)[0].z();
    };
    EXPECT_GT(lowest_of({}, {}), 0.0);
    EXPECT_LT(lowest_of({.except = {"Table"}}, {}), -0.1);
    EXPECT_LT(lowest_of({.only = {"Chair"}}, {}), -0.1);
    EXPECT_GT(lowest_of({.only = {"Furniture"}}, {.groups = {"Furniture"}}), 0.0);
    EXPECT_LT(lowest_of({.groups = {"Clothes"}}, {.except = {"Clothes"}}), -0.1);
    EXPECT_LT(lowest_of({}, {.frames = {0.0, 2.0}}), -0.05);
}

TEST(WorldStart, CoincidentVerticesAreNoTrouble) {
    // Two halves of a sheet whose edges lie in one place, unconnected.
    TriangleMesh left = test::sheet(0.2, 3);
    TriangleMesh right = test::moved(left, {0.2, 0, 0});
    const TriangleMesh both = test::moved(test::joined(left, right), {0, 0, 0.12});
    WorldSettings settings = start_settings();
    settings.gravity = Vector3d(0, 0, -9.81);
    World world(settings);
    const TriangleMesh ball = test::ball_mesh(0.1, 8, 12);
    world.add(collider("Ball", ball));
    shells::ShellDef def = cloth("Sheet", both);
    def.contact = ContactPartners::All;
    const Body& body = world.add(def);
    expect_honest(world, body, both, "Ball", ball, 8);
}

TEST(WorldStart, TrianglesWithoutAreaAndSingleOnesAreColliders) {
    TriangleMesh single;
    single.vertices = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
    single.triangles = {{0, 1, 2}};
    TriangleMesh flat = single;
    flat.vertices[2] = Vector3d(0, -1, 0);  // on the edge between the others
    TriangleMesh with_flat = single;
    with_flat.triangles.emplace_back(0, 0, 1);
    for (const TriangleMesh& mesh : {single, flat}) {
        WorldSettings settings = start_settings();
        settings.gravity = Vector3d(0, 0, -9.81);
        World world(settings);
        try {
            world.add(collider("Table", mesh));
        } catch (const Error&) {
            continue;  // refused with a message
        }
        const TriangleMesh sheet = test::moved(test::sheet(0.3, 4), {0, -0.3, 0.02});
        const Body& body = world.add(cloth("Sheet", sheet));
        expect_honest(world, body, sheet, "Table", mesh, 6);
    }
}

TEST(WorldStart, AColliderThatSweepsThroughEverythingInOneFrame) {
    World world(start_settings());
    const TriangleMesh plate = test::sheet(1.0, 1);
    const MeshColliderDef def =
        moving(collider("Plate", test::moved(plate, {0, 0, -2})), {0, 0, 4}, 0.0, 1.0);
    world.add(def);
    const TriangleMesh sheet = test::sheet(0.3, 4);
    const Body& body = world.add(cloth("Sheet", sheet));
    expect_honest(world, body, sheet, "Plate", test::moved(plate, {0, 0, 2}), 3);
}

TEST(WorldStart, ThicknessAboveTheRestGap) {
    World world(start_settings());
    const TriangleMesh low = test::sheet(0.4, 5);
    const TriangleMesh high = test::moved(low, {0, 0, 0.001});
    shells::ShellDef below = cloth("Below", low);
    shells::ShellDef above = cloth("Above", high);
    below.params.thickness = above.params.thickness = 0.006;
    const Body& a = world.add(below);
    const Body& b = world.add(above);
    for (int i = 0; i < 20; ++i) {
        step(world, 1);
        ASSERT_FALSE(intersect(now(a, low), now(b, high)));
    }
    EXPECT_GT(test::output_vertices(b)[14].z() - test::output_vertices(a)[14].z(), 0.0059);
}

TEST(WorldStart, FrictionIsRefusedIfNegativeAndHoldsIfHuge) {
    shells::ShellDef def = cloth("Sheet", test::moved(test::sheet(0.3, 3), {0, 0, 0.005}));
    def.friction.coefficient = -0.1;
    World refusing(start_settings());
    EXPECT_THROW(refusing.add(def), Error);

    WorldSettings settings = start_settings();
    settings.gravity = Vector3d(2.0, 0, -9.81);
    World world(settings);
    const TriangleMesh table = test::sheet(2.0, 1);
    MeshColliderDef below = collider("Table", table);
    below.friction = 1e9;
    world.add(below);
    def.friction.coefficient = 1e9;
    const Body& body = world.add(def);
    const TriangleMesh sheet = def.mesh;
    expect_honest(world, body, sheet, "Table", table, 8);
}

TEST(WorldStart, PinsThroughAColliderAreReportedOrEndTheBake) {
    const TriangleMesh ball = test::ball_mesh(0.1, 8, 12);
    const TriangleMesh sheet = test::moved(test::sheet(0.4, 6), {0, 0, 0.12});
    for (const bool starts_inside : {false, true}) {
        World world(start_settings());
        world.add(collider("Ball", ball));
        shells::ShellDef def = cloth("Sheet", sheet);
        if (starts_inside) def.mesh = test::moved(sheet, {0, 0, -0.08});
        auto& pins = def.pins.emplace_back();
        pins.vertices = {0, 6, 42, 48};
        pins.positions.width = 12;
        for (const double depth : {0.0, 0.3}) {
            pins.positions.frames.push_back(depth == 0.0 ? 0.0 : 6.0);
            for (const int vertex : pins.vertices) {
                const Vector3d at = def.mesh.vertices[vertex] - Vector3d(0, 0, depth);
                pins.positions.values.insert(pins.positions.values.end(), {at.x(), at.y(), at.z()});
            }
        }
        const Body& body = world.add(def);
        expect_honest(world, body, sheet, "Ball", ball, 8);
    }
}

}  // namespace sinew
