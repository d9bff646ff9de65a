// Bodies of every kind in a world from a job: how they move, and what is said about jobs that are wrong.
#include <cmath>
#include <limits>

#include "plugin/job_world.hpp"

namespace sinew::test {
namespace {

using testing::HasSubstr;

/// Height that everything loses in the first frame with backward Euler: Σ g dt² i over two substeps.
constexpr double FIRST_FALL = 9.81 / (48.0 * 48.0) * 3.0;

/// Expects the job of a body, after a change, to be refused with its name and all of `parts`.
template <class Change>
void expect_refused_after(json body, Change&& change, std::initializer_list<const char*> parts) {
    const std::string name = body["name"];
    change(body);
    expect_refused(job_of({body}), parts);
    EXPECT_THAT(sinew_last_error(), HasSubstr(name));
}

/// Height that a rod has lost after a second, all points of it.
double fall_of_a_second(int substeps) {
    json body = rods();
    body["material"] = {{"damping", 0.0}};
    json job = job_of({body});
    job["solver"]["substeps"] = substeps;
    const WorldPointer world = make_world(job);
    for (int frame = 0; frame < 24; ++frame)
        step(world);
    const std::vector<Point> rest = points_of(body["rods"]["points"]);
    const std::vector<Point> now = positions(world, "Rod");
    for (std::size_t i = 0; i < now.size(); ++i) {
        EXPECT_NEAR(now[i][0], rest[i][0], 1e-6);
        EXPECT_NEAR(now[i][1], rest[i][1], 1e-6);
        EXPECT_NEAR(now[i][2], now[0][2], 1e-5);
    }
    return 1.0 - static_cast<double>(now[0][2]);
}

TEST(Bodies, RodsFallAlongTheParabola) {
    const double parabola = 0.5 * 9.81;
    double coarser = 0.0;
    for (const int substeps : {1, 2, 4, 8}) {
        const double dt = 1.0 / 24.0 / substeps;
        const double error = std::abs(fall_of_a_second(substeps) - parabola);
        // An integrator of first order is off by at most half a step's worth of speed: g t dt/2.
        EXPECT_LE(error, 9.81 * dt / 2.0 * 1.01 + 1e-5) << substeps;
        if (coarser > 1e-4) {
            EXPECT_LT(error, 0.6 * coarser) << "halving the step must help";
        }
        coarser = error;
    }
}

TEST(Bodies, RodsStayExactlyAtRestWithoutForces) {
    json body = rods(3, 7);
    const std::vector<Point> surface{{0.05f, 0.01f, 1.0f}, {0.31f, 0.09f, 1.01f}};
    body["surface"] = {{"vertices", surface}};
    json job = job_of({body});
    job["gravity"] = {0, 0, 0};
    const WorldPointer world = make_world(job);
    for (int frame = 0; frame < 3; ++frame)
        step(world);
    EXPECT_EQ(positions(world, "Rod"), surface);
}

TEST(Bodies, ShellsAndSolidsFallFreely) {
    for (const json& body : {strip(), cube_of_tetrahedra(), cube_to_fill()}) {
        const std::string name = body["name"];
        const WorldPointer world = make_world(job_of({body}));
        const std::vector<Point> rest = positions(world, name.c_str());
        const json& given = body.contains("mesh")   ? body["mesh"]
                            : body.contains("tets") ? body["tets"]
                                                    : body["surface"];
        EXPECT_EQ(rest, points_of(given["vertices"]));
        EXPECT_GE(step(world).iterations, 1);
        const std::vector<Point> now = positions(world, name.c_str());
        for (std::size_t i = 0; i < now.size(); ++i)
            EXPECT_NEAR(now[i][2], rest[i][2] - FIRST_FALL, 2e-6) << name;
    }
}

TEST(Bodies, ASkinFollowsAFallingRod) {
    const json skin = {
        {"kind", "skin"}, {"name", "Skin"}, {"mesh", strip()["mesh"]}, {"drivers", {"Rod"}}};
    const WorldPointer world = make_world(job_of({skin, rods()}));
    step(world);
    const float fall = positions(world, "Rod")[0][2] - 1.0f;
    EXPECT_LT(fall, -0.005f);
    for (const Point& point : positions(world, "Skin"))
        EXPECT_NEAR(point[2], 1.0f + fall, 1e-6f);
}

TEST(Bodies, SecondOrderFallsMoreTrulyThanBackwardEuler) {
    const auto fall = [](const char* integrator) {
        json job = job_of({strip()});
        job["solver"]["implicit"]["integrator"] = integrator;
        const WorldPointer world = make_world(job);
        for (int frame = 0; frame < 6; ++frame)
            step(world);
        return 1.0 - positions(world, "Strip")[0][2];
    };
    const double exact = 0.5 * 9.81 * 0.25 * 0.25;
    EXPECT_LT(std::abs(fall("bdf2") - exact), 0.3 * std::abs(fall("backward_euler") - exact));
}

TEST(Bodies, WithoutInertiaEveryStepEndsAtRest) {
    json job = settled(clamped_strip());
    job["gravity"] = {0, 0, -9.81};
    const WorldPointer world = make_world(job);
    step(world);
    const std::vector<Point> once = positions(world, "Strip");
    EXPECT_LT(once.back()[2], 0.99f);
    step(world);
    const std::vector<Point> twice = positions(world, "Strip");
    for (std::size_t i = 0; i < once.size(); ++i)
        EXPECT_NEAR(once[i][2], twice[i][2], 1e-5);
}

TEST(Bodies, BothLinearSolversFindTheSame) {
    const auto sag = [](const char* solver) {
        json job = job_of({clamped_strip()});
        job["solver"]["implicit"]["linear_solver"] = solver;
        const WorldPointer world = make_world(job);
        step(world);
        return positions(world, "Strip").back()[2];
    };
    const float direct = sag("direct");
    EXPECT_LT(direct, 1.0f);
    EXPECT_NEAR(direct, sag("conjugate_gradients"), 1e-6);
    EXPECT_EQ(direct, sag("automatic"));
}

TEST(Bodies, ToleranceAndIterationsDecideWhenToStop) {
    json job = settled(clamped_strip());
    job["gravity"] = {0, 0, -9.81};
    job["solver"]["substeps"] = 1;
    const int32_t usual = step(make_world(job)).iterations;
    job["solver"]["implicit"]["tolerance"] = 0.5;
    EXPECT_LT(step(make_world(job)).iterations, usual);
    job["solver"]["implicit"]["tolerance"] = 1e-6;
    job["solver"]["implicit"]["iterations"] = 1;
    job["solver"]["max_halvings"] = 0;
    EXPECT_EQ(sinew_world_step(make_world(job).get(), nullptr), SINEW_ERROR_NOT_CONVERGED);
    EXPECT_THAT(sinew_last_error(), HasSubstr("Strip"));
}

TEST(Bodies, OfRodsAreRefusedWithTheirNameAndField) {
    const auto refused = [](auto change, std::initializer_list<const char*> parts) {
        expect_refused_after(rods(), change, parts);
    };
    refused([](json& b) { b["material"]["density"] = -3; }, {"density", "-3"});
    refused([](json& b) { b["material"]["stretch_stifness"] = 1; }, {"stretch_stiffness"});
    refused([](json& b) { b["rods"]["radii"] = {1, -1, 1, 1, 1}; }, {"radii", "1"});
    refused([](json& b) { b["rods"]["radii"] = {1, 1, 1}; }, {"radii", "3"});
    refused([](json& b) { b["rods"]["points"][1] = b["rods"]["points"][2]; }, {"rods.points"});
    refused([](json& b) { b["rods"]["counts"] = {4}; }, {"counts"});
    refused([](json& b) { b["rods"].erase("points"); }, {"points"});
    refused([](json& b) { b["pins"] = {{{"points", {5}}}}; }, {"pins[0]", "5"});
    refused(
        [](json& b) {
            b["pins"] = {{{"points", {0}}, {"what", {"colour"}}}};
        },
        {"pins[0].what", "colour"});
}

TEST(Bodies, OfShellsAreRefusedWithTheirNameAndField) {
    const auto refused = [](auto change, std::initializer_list<const char*> parts) {
        expect_refused_after(strip(), change, parts);
    };
    refused([](json& b) { b["mesh"]["faces"] = json::array(); }, {"mesh"});
    refused([](json& b) { b["mesh"]["faces"][0][0] = 99; }, {"mesh", "99"});
    refused([](json& b) { b["mesh"]["vertices"][0] = {0, 0}; }, {"vertices"});
    for (const char* field : {"edges", "element", "model", "area_law", "mass"})
        refused([&](json& b) { b[field] = "x"; }, {field});
    refused([](json& b) { b["material"]["thickness"] = 0; }, {"thickness"});
    refused([](json& b) { b["material"]["poisson_ratio"] = 0.6; }, {"poisson_ratio"});
    refused([](json& b) { b["thickness"] = {1, 1, 1}; }, {"thickness"});
    refused([](json& b) { b["rest_stretch"] = 0; }, {"rest_stretch"});
    refused([](json& b) { b["rest_stretch_map"] = {1, 1}; }, {"rest_stretch_map"});
    refused([](json& b) { b["pins"] = {{{"vertices", {99}}}}; }, {"pins[0]", "99"});
    refused(
        [](json& b) {
            b["pins"] = {{{"vertices", {0}}, {"mover", "hand"}}};
        },
        {"pins[0].mover", "hand"});
    refused([](json& b) { b["initial"]["positions"] = {{0, 0, 0}}; }, {"initial.positions"});
}

TEST(Bodies, OfSolidsAreRefusedWithTheirNameAndField) {
    const auto refused = [](auto change, std::initializer_list<const char*> parts) {
        expect_refused_after(cube_of_tetrahedra(), change, parts);
    };
    refused([](json& b) { b["tets"]["tetrahedra"] = json::array(); }, {"tet"});
    refused([](json& b) { b["tets"]["tetrahedra"][0] = {0, 1, 2}; }, {"tetrahedra"});
    refused([](json& b) { b["tets"]["tetrahedra"][0] = {1, 0, 2, 4}; }, {"tetrahedron"});
    refused([](json& b) { b["law"] = "x"; }, {"law"});
    refused([](json& b) { b["material"]["poisson_ratio"] = 0.5; }, {"poisson_ratio"});
    refused([](json& b) { b["material"]["young_modulus"] = -1; }, {"young_modulus"});
    refused([](json& b) { b["pins"] = {{{"vertices", {8}}}}; }, {"pins[0]"});
    refused([](json& b) { b["pins"] = {{{"vertices", {0}}, {"mover", "hand"}}}; }, {"hand"});
    expect_refused_after(cube_to_fill(), [](json& b) { b["resolution"]["size"] = 10.0; }, {"size"});
}

TEST(Bodies, OfSkinsAreRefusedWithTheirNameAndField) {
    const json skin = {{"kind", "skin"}, {"name", "Skin"}, {"mesh", strip()["mesh"]}};
    const auto refused = [&](auto change, std::initializer_list<const char*> parts) {
        json body = skin;
        change(body);
        expect_refused(job_of({rods(), strip(), body}), parts);
        EXPECT_THAT(sinew_last_error(), HasSubstr("Skin"));
    };
    refused([](json&) {}, {"drivers or bones"});
    refused([](json& b) { b["drivers"] = {"Rod", "Rod"}; }, {"is there twice"});
    refused([](json& b) { b["drivers"] = {"Rot"}; }, {"Rot"});
    refused([](json& b) { b["drivers"] = {"Strip"}; }, {"Strip"});
    refused(
        [](json& b) {
            b["drivers"] = {"Rod"};
            b["mask"] = {1};
        },
        {"mask"});
}

}  // namespace
}  // namespace sinew::test
