// Muscles in a job: their fields, and a bake from the rest pose on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bake/job_reader.hpp"
#include "bake_testing.hpp"
#include "viper/body/rods_body.hpp"
#include "viper/definition/rods_def.hpp"

namespace sinew::bake {
namespace {

using sinew::test::TempFolder;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// Three rods between two bones, one of which is lifted; `extra` goes into the body, `solver` into the solver.
std::string muscle_job(const std::string& extra, const std::string& solver = "") {
    return R"({"sinew_job": 1, "frames": {"start": 1, "end": 8, "rate": 24}, "solver": {"substeps": 2)" +
           solver + R"(},
        "movers": [
            {"name": "Arm/upper", "transforms": [1,0,0,0, 0,1,0,0, 0,0,1,0]},
            {"name": "Arm/fore", "transforms": {"keys": [
                {"frame": 1, "value": [1,0,0,0, 0,1,0,0, 0,0,1,0.02]},
                {"frame": 6, "value": [1,0,0,-0.02, 0,1,0,0, 0,0,1,0.05]}]}}],
        "bodies": [{"kind": "viper_rods", "name": "Biceps",
            "rods": {"points": [0,0,0, 0.1,0,0, 0.2,0,0, 0,0.04,0, 0.1,0.04,0, 0.2,0.04,0,
                                0,0,0.04, 0.1,0,0.04, 0.2,0,0.04], "radii": 0.02, "counts": [3, 3, 3]},
            "sections": "levels")" +
           extra + R"(}],
        "colliders": [
            {"kind": "pills", "name": "Bone", "mover": "Arm/upper", "points": [0,0,-0.1, 0.2,0,-0.1], "radii": 0.03},
            {"kind": "mesh", "name": "Chest", "voxel_size": 0.05, "mesh": {"vertices": [0,0,-1, 1,0,-1, 0,1,-1, 0,0,-0.5],
                "faces": [[0,2,1], [0,1,3], [1,2,3], [2,0,3]]}}]})";
}

const char* const ATTACHED =
    R"(, "attachments": [{"mover": "Arm/upper", "points": [0, 3, 6]},
                         {"mover": "Arm/fore", "points": [2, 5, 8]}],
        "activation": {"keys": [{"frame": 1, "value": [0, 0, 0]}, {"frame": 8, "value": [1, 1, 1]}]},
        "collides": true)";

class MuscleJob : public testing::Test {
protected:
    JobReading read(const std::string& text) const {
        return read_job_text(text, m_folder.path() / "job.json");
    }
    std::vector<std::string> problems_of(const std::string& text) const {
        std::vector<std::string> messages;
        const JobReading reading = read(text);
        for (const Problem& problem : reading.problems.listed())
            messages.push_back(problem.message());
        return messages;
    }
    TempFolder m_folder;
};

TEST_F(MuscleJob, ReadsEveryField) {
    const JobReading reading = read(muscle_job(std::string(ATTACHED) + R"(,
        "bundling": {"stiffness": 3e5, "matching": "rigid"}, "activation_map": 0.5, "shortening": 0.4, "follow": 0.9,
        "collision_group": [0, 0, 1], "friction": 0.7)",
                                               R"(, "preroll": 10)"));
    ASSERT_TRUE(reading.job.has_value());
    const auto& rods = dynamic_cast<const viper::RodsDef&>(*reading.job->bodies.at(0));
    EXPECT_THAT(rods.bundling.sections,
                ElementsAre(ElementsAre(0, 3, 6), ElementsAre(1, 4, 7), ElementsAre(2, 5, 8)));
    EXPECT_EQ(rods.bundling.stiffness, 3e5);
    EXPECT_EQ(rods.bundling.matching, viper::SectionMatching::Rigid);
    EXPECT_EQ(rods.activation.shortening, 0.4);
    EXPECT_EQ(rods.activation.map, std::vector<double>(9, 0.5));
    EXPECT_EQ(rods.attachments.at(1).mover, "Arm/fore");
    EXPECT_EQ(rods.mover_share, 0.9);
    EXPECT_TRUE(rods.collision.enabled);
    EXPECT_THAT(rods.collision.groups, ElementsAre(0, 0, 1));
    EXPECT_EQ(reading.job->colliders.pills.at(0).mover, "Arm/upper");
    EXPECT_EQ(reading.job->colliders.meshes.at(0).mesh.triangles.size(), 4U);
    // The preroll begins at rest, with nothing active.
    EXPECT_EQ(reading.job->world.start_frame, -9.0);
    EXPECT_EQ(rods.activation.level.frames.front(), -9.0);
    EXPECT_EQ(reading.job->movers.at(1).transforms.frames.front(), -9.0);
    EXPECT_EQ(reading.job->movers.at(1).transforms.values.at(11), 0.0);
}

TEST_F(MuscleJob, NamesWhatIsWrong) {
    EXPECT_THAT(
        problems_of(muscle_job(R"(, "attachments": [{"mover": "Arm/for", "points": [0]}])")),
        ElementsAre(HasSubstr("did you mean \"Arm/fore\"?")));
    EXPECT_THAT(
        problems_of(muscle_job(R"(, "attachments": [{"mover": "Arm/fore", "points": [9]}])")),
        ElementsAre(
            HasSubstr("attachments[0].points is 9: is not a point: there are 9, counted from 0")));
    EXPECT_THAT(
        problems_of(muscle_job(
            R"(, "attachments": [{"mover": "Arm/fore", "points": [2], "mode": "sliding"}])")),
        ElementsAre(HasSubstr("needs a surface, or the normal of one")));
    const std::string gliding =
        R"(, "attachments": [{"mover": "Arm/fore", "points": [2], "mode": "sliding", "surface": )";
    EXPECT_THAT(
        problems_of(muscle_job(
            gliding +
            R"({"vertices": [0,0,0, 1,0,0, 0,1,0, 0,0,1], "faces": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]]}}])")),
        ElementsAre());
    EXPECT_THAT(problems_of(muscle_job(
                    gliding + R"({"vertices": [0,0,0, 1,0,0, 2,0,0], "faces": [[0,1,2]]}}])")),
                ElementsAre(HasSubstr("attachments[0].surface")));
    EXPECT_THAT(problems_of(muscle_job(
                    R"(, "attachments": [{"mover": "Arm/fore", "points": [2], "hinge": 2}])")),
                ElementsAre(HasSubstr("attachments[0].hinge is 2: must be from 0")));
    EXPECT_THAT(problems_of(muscle_job(R"(, "activation": 1.5)")),
                ElementsAre(HasSubstr("0 is relaxed, 1 is fully active")));
    EXPECT_THAT(problems_of(muscle_job(R"(, "shortening": 0.95)")),
                ElementsAre(HasSubstr("must be between 0 and 0.8")));
    EXPECT_THAT(problems_of(muscle_job(R"(, "bundling": {"stiffness": 0})")),
                ElementsAre(HasSubstr("must be greater than 0 [Pa]")));
    EXPECT_THAT(problems_of(muscle_job(R"(, "collides": 1)")),
                ElementsAre(HasSubstr("must be true or false")));
    EXPECT_THAT(problems_of(muscle_job(R"(, "friction": -1)")), ElementsAre(HasSubstr("friction")));
}

TEST_F(MuscleJob, RefusesAPrerollIntoAMirrorImage) {
    std::string text = muscle_job(ATTACHED, R"(, "preroll": 6)");
    const std::string upper = R"("transforms": [1,0,0,0, 0,1,0,0, 0,0,1,0])";
    text.replace(text.find(upper), upper.size(), R"("transforms": [-1,0,0,0, 0,1,0,0, 0,0,1,0])");
    EXPECT_THAT(problems_of(text),
                ElementsAre(AllOf(HasSubstr("Arm/upper"), HasSubstr("preroll"))));
    // Without one it stays a mirror image all the time, which is as good as any place.
    const std::string preroll = R"(, "preroll": 6)";
    text.replace(text.find(preroll), preroll.size(), "");
    EXPECT_TRUE(read(text).job.has_value());
}

TEST_F(MuscleJob, WarnsOfAMuscleThatStartsInsideABoneAndBakesIt) {
    std::string text = muscle_job(ATTACHED);
    const std::string bone = R"("points": [0,0,-0.1, 0.2,0,-0.1])";
    text.replace(text.find(bone), bone.size(), R"("points": [0,0,-0.04, 0.2,0,-0.04])");
    const std::filesystem::path job = m_folder.write("job.json", text);
    // Nothing starts inside anything in the job as it was.
    EXPECT_THAT(check_job_json(m_folder.write("good.json", muscle_job(ATTACHED))),
                HasSubstr(R"("warnings":[])"));
    const char* const told = "Biceps: starts 10.0 mm inside Bone";
    EXPECT_THAT(check_job_json(job), AllOf(HasSubstr(R"("ok":true)"), HasSubstr(told)));
    Bake bake({.job = job, .cache = m_folder.path() / "cache", .threads = 1, .restart = false});
    bake.run();
    EXPECT_THAT(test::messages(bake), HasSubstr(told));
    // It stays in the cache, for those who did not watch.
    EXPECT_THAT(cache_info_json(m_folder.path() / "cache"), HasSubstr(told));
}

TEST_F(MuscleJob, KeepsTheFramesBeforeTheFirstKeysOfItsActivation) {
    const std::string attached =
        R"(, "attachments": [{"mover": "Arm/upper", "points": [0, 3, 6]}, {"mover": "Arm/fore", "points": [2, 5, 8]}])";
    const std::string keys =
        R"(, "activation": {"keys": [{"frame": 5, "value": [0, 0, 0]}, {"frame": 8, "value": [1, 1, 1]}]})";
    const auto bake = [&](const std::string& text, const char* cache) {
        Bake run({.job = m_folder.write("job.json", text),
                  .cache = m_folder.path() / cache,
                  .threads = 1,
                  .restart = false});
        run.run();
        return test::messages(run);
    };
    bake(muscle_job(attached), "changed");
    EXPECT_THAT(bake(muscle_job(attached + keys), "changed"), HasSubstr("activation"));
    bake(muscle_job(attached + keys), "fresh");
    EXPECT_EQ(sinew::test::read_file(m_folder.path() / "changed/Biceps.pc2"),
              sinew::test::read_file(m_folder.path() / "fresh/Biceps.pc2"));
}

TEST_F(MuscleJob, PrerollArrivesAtTheFirstPoseAtRest) {
    // The bone is away from its rest pose and stays there.
    std::string text = muscle_job(
        R"(, "attachments": [{"mover": "Arm/upper", "points": [0, 3, 6]}, {"mover": "Arm/fore", "points": [2, 5, 8]}])",
        R"(, "preroll": 24)");
    const std::string first = "[1,0,0,0, 0,1,0,0, 0,0,1,0.02]";
    const std::string later = "[1,0,0,-0.02, 0,1,0,0, 0,0,1,0.05]";
    const std::string away = "[0.8,0,-0.6,-0.03, 0,1,0,0, 0.6,0,0.8,0.05]";
    text.replace(text.find(first), first.size(), away);
    text.replace(text.find(later), later.size(), away);
    const JobReading reading = read(text);
    ASSERT_TRUE(reading.job.has_value());
    const std::unique_ptr<World> world = make_world(*reading.job, 1, Log());
    const auto& muscle = dynamic_cast<const viper::RodsBody&>(*world->bodies().front());
    const auto run_to = [&](double frame) {
        while (world->frame() < frame)
            ASSERT_EQ(world->step_frame(CancelToken()).outcome, StepOutcome::Converged);
    };
    EXPECT_EQ(muscle.state().c[1], Eigen::Vector3d(0.1, 0, 0)) << "begins at rest";
    run_to(1.0);
    const viper::RodSetState at_first = muscle.state();
    run_to(49.0);
    for (std::size_t j = 0; j < at_first.c.size(); ++j) {
        EXPECT_LT((at_first.c[j] - muscle.state().c[j]).norm(), 2e-3) << j;
        EXPECT_LT(at_first.c_rate[j].norm(), 0.05) << j;
    }
    const Eigen::Vector3d end(0.8 * 0.2 - 0.03, 0.0, 0.6 * 0.2 + 0.05);
    EXPECT_LT((at_first.c[2] - end).norm(), 1e-12);
}

TEST_F(MuscleJob, BakesFromRestAndResumesToTheSameBytes) {
    m_folder.write("job.json", muscle_job(ATTACHED, R"(, "preroll": 6)"));
    test::bake(m_folder.path() / "job.json", m_folder.path() / "whole", 2);
    // In two parts, on another number of threads.
    Bake({.job = m_folder.path() / "job.json",
          .cache = m_folder.path() / "parts",
          .threads = 1,
          .restart = false,
          .frames = std::pair(1, 4)})
        .run();
    test::bake(m_folder.path() / "job.json", m_folder.path() / "parts", 1);
    EXPECT_EQ(test::differences(m_folder.path() / "whole", m_folder.path() / "parts"), "");
}

}  // namespace
}  // namespace sinew::bake
