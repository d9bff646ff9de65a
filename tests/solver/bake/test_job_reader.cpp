#include "bake/job_reader.hpp"

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <limits>

#include "bake_testing.hpp"
#include "body/mover.hpp"
#include "viper/definition/rods_def.hpp"

namespace sinew::bake::test {
namespace {

using sinew::test::TempFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The messages of all problems.
std::vector<std::string> problems(const JobReading& reading) {
    std::vector<std::string> texts;
    for (const Problem& problem : reading.problems.listed()) {
        texts.push_back(problem.message());
    }
    return texts;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    return place == std::string::npos ? text : text.replace(place, from.size(), to);
}

/// Problems of the test job with a piece of its text replaced.
std::vector<std::string> problems_with(const std::string& from, const std::string& to) {
    return problems(read_job_text(replaced(TestJob{}.text(), from, to), "job.json"));
}

/// A body with one rod of three points and more fields.
std::string rod_with(const std::string& fields) {
    return R"({"sinew_job": 1, "frames": {"start": 1, "end": 10, "rate": 24}, "units": {"length": 0.5},
        "binary": "job.bin",
        "bodies": [{"kind": "viper_rods", "name": "Rod",
                    "rods": {"points": [[0, 0, 0], [2, 0, 0], [4, 0, 0]], "radii": 0.2})" +
           fields + "}]}";
}

class JobReader : public testing::Test {
protected:
    JobReading read(const std::string& text) const {
        return read_job_text(text, m_folder / "job.json");
    }
    std::vector<std::string> problems_of(const std::string& text) const {
        return problems(read(text));
    }
    /// The body of a job that must have no problems.
    static const viper::RodsDef& rods_of(const JobReading& reading) {
        EXPECT_THAT(problems(reading), IsEmpty());
        return dynamic_cast<const viper::RodsDef&>(*reading.job.value().bodies.at(0));
    }
    void write_binary(const std::vector<float>& numbers) const {
        m_folder.write("job.bin", {reinterpret_cast<const char*>(numbers.data()),
                                   numbers.size() * sizeof(float)});
    }

    JobReader() { write_binary({0, 1, 2, 3, 4, 5, 6, 7, 8}); }
    TempFolder m_folder;
};

TEST_F(JobReader, ReadsTheTestJob) {
    const JobReading reading = read(TestJob{}.text());
    const viper::RodsDef& rods = rods_of(reading);
    EXPECT_EQ(reading.job->name, "job");
    EXPECT_EQ(reading.job->first_frame, 1);
    EXPECT_EQ(reading.job->last_frame, 12);
    EXPECT_EQ(reading.job->world.substeps, 2);
    EXPECT_EQ(reading.job->colliders.planes.at(0).offset, -5.0);
    EXPECT_EQ(rods.points.size(), 8U);
    EXPECT_EQ(rods.radii, std::vector<double>(8, 0.01));
    EXPECT_TRUE(rods.pins.at(0).frame);
    EXPECT_FALSE(rods.pins.at(0).scale);
    EXPECT_THAT(rods.pins.at(0).positions.frames, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(reading.warnings, ElementsAre(HasSubstr("ends at frame 6, the job at 12")));
}

TEST_F(JobReader, ScalesLengthsAndNothingElse) {
    const JobReading reading = read(rod_with(
        R"(, "surface": {"vertices": [[2, 4, 6]]}, "radial_force": 3, "initial":
            {"positions": [0,0,0, 2,0,0, 4,0,0], "velocities": [[1,1,1],[1,1,1],[1,1,1]], "scales": 2},
            "pins": [{"points": [0], "what": ["position", "scale"],
                      "positions": {"keys": [{"frame": 1, "value": [2, 2, 2]}]}, "scales": 2}])"));
    const viper::RodsDef& rods = rods_of(reading);
    EXPECT_EQ(rods.points.at(1).x(), 1.0);
    EXPECT_EQ(rods.radii.at(2), 0.1);
    EXPECT_EQ(rods.surface.at(0), Eigen::Vector3d(1, 2, 3));
    EXPECT_EQ(rods.initial_positions.at(1).x(), 1.0);
    EXPECT_EQ(rods.initial_velocities.at(1).x(), 1.0);
    EXPECT_EQ(rods.initial_scales, std::vector<double>(3, 2.0));
    EXPECT_EQ(rods.pins.at(0).positions.values, std::vector<double>(3, 1.0));
    EXPECT_EQ(rods.pins.at(0).scales.values, std::vector<double>(1, 2.0));
    EXPECT_EQ(rods.radial_force.values, std::vector<double>(3, 3.0));
}

TEST_F(JobReader, ReadsBlocksOfTheBinaryFile) {
    const JobReading reading = read(rod_with(
        R"(, "initial": {"velocities": {"dtype": "float32", "shape": [3, 3], "offset": 0},
                         "scales": {"dtype": "float32", "shape": [3], "offset": 4}})"));
    EXPECT_EQ(rods_of(reading).initial_velocities.at(2), Eigen::Vector3d(6, 7, 8));
    EXPECT_EQ(rods_of(reading).initial_scales, (std::vector<double>{1, 2, 3}));
}

TEST_F(JobReader, RefusesBlocksThatAreNotInTheFile) {
    const auto block = [&](const std::string& text) {
        return problems_of(rod_with(R"(, "initial": {"velocities": )" + text + "}"));
    };
    EXPECT_THAT(block(R"({"dtype": "float32", "shape": [3, 3], "offset": 4})"),
                ElementsAre(HasSubstr("ends behind the binary file, which has 36 bytes")));
    EXPECT_THAT(block(R"({"dtype": "float32", "shape": [3, 3], "offset": 18446744073709551612})"),
                ElementsAre(HasSubstr("ends behind")));
    EXPECT_THAT(
        block(
            R"({"dtype": "float32", "shape": [2147483647, 2147483647, 2147483647], "offset": 0})"),
        ElementsAre(HasSubstr("ends behind")));
    EXPECT_THAT(block(R"({"dtype": "float32", "shape": [1, 3], "offset": 2})"),
                ElementsAre(HasSubstr("must be a multiple of 4")));
    EXPECT_THAT(block(R"({"dtype": "float46", "shape": [-1], "offset": -4})"),
                ElementsAre(HasSubstr("did you mean \"float64\""), HasSubstr("shape[0] is -1"),
                            HasSubstr("offset is -4")));
    EXPECT_THAT(block(R"({"dtype": "float32", "shape": [1, 3], "offset": 0})"),
                ElementsAre(HasSubstr("must have shape 3 x 3")));
    EXPECT_THAT(
        problems_of(replaced(
            rod_with(R"(, "radial_force": {"dtype": "float32", "shape": [3], "offset": 0})"),
            R"("binary": "job.bin",)", "")),
        ElementsAre(HasSubstr("needs a \"binary\" file")));
}

TEST_F(JobReader, RefusesNanAndInfinityInTheBinaryFile) {
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
        write_binary({0, 1, 2, 3, bad, 5, 6, 7, 8});
        EXPECT_THAT(
            problems_of(rod_with(
                R"(, "initial": {"velocities": {"dtype": "float32", "shape": [3, 3], "offset": 0}})")),
            ElementsAre(testing::AllOf(HasSubstr("Rod: initial.velocities[1][1] "),
                                       HasSubstr("must be finite"))));
    }
}

TEST_F(JobReader, ReadsAnimationInAllForms) {
    const auto force = [&](const std::string& text) {
        const JobReading reading = read(rod_with(R"(, "radial_force": )" + text));
        return rods_of(reading).radial_force;
    };
    EXPECT_EQ(force("[1, 2, 3]").values, (std::vector<double>{1, 2, 3}));
    const AnimatedArray keys =
        force(R"({"keys": [{"frame": 1.5, "value": 1}, {"frame": 3, "value": [1, 2, 3]}]})");
    EXPECT_THAT(keys.frames, ElementsAre(1.5, 3));
    EXPECT_THAT(keys.values, ElementsAre(1, 1, 1, 1, 2, 3));
    const AnimatedArray samples =
        force(R"({"start": 2, "per_frame": 2, "values": [[1, 2, 3], [4, 5, 6], [7, 8, 9]]})");
    EXPECT_THAT(samples.frames, ElementsAre(2, 2.5, 3));
    EXPECT_EQ(samples.width, 3U);
    EXPECT_THAT(samples.read_key(0), ElementsAre(1, 2, 3));
    EXPECT_THAT(samples.read_key(2), ElementsAre(7, 8, 9));
    EXPECT_EQ(samples.count(), 9U);
}

TEST_F(JobReader, KeepsSamplesOfTheBinaryFileInItsPrecision) {
    const auto positions = [&](const std::string& block) {
        const std::string text =
            rod_with(R"(, "pins": [{"points": [0], "what": ["position"], "positions": )"
                     R"({"start": 1, "values": )" +
                     block + "}}]");
        const JobReading reading = read(replaced(text, R"("length": 0.5)", R"("length": 0.01)"));
        return rods_of(reading).pins.at(0).positions;
    };
    write_binary({0.1F, 1, 2, 3, 4, 5, 6, 7, 0.7F});
    const AnimatedArray single = positions(R"({"dtype": "float32", "shape": [3, 3], "offset": 0})");
    EXPECT_THAT(single.values, IsEmpty()) << "not as doubles";
    EXPECT_EQ(single.count(), 9U);
    EXPECT_EQ(single.number(0), 0.01 * double{0.1F});
    EXPECT_EQ(single.number(8), 0.01 * double{0.7F});
    const std::vector<double> doubles = {0.1, 1, 2, 3, 4, 5};
    m_folder.write("job.bin", {reinterpret_cast<const char*>(doubles.data()), 6 * sizeof(double)});
    const AnimatedArray twice = positions(R"({"dtype": "float64", "shape": [2, 3], "offset": 0})");
    EXPECT_EQ(twice.number(0), 0.01 * 0.1);
    const std::vector<std::int32_t> integers = {1, 2, 3, -4, 5, 6};
    m_folder.write("job.bin", {reinterpret_cast<const char*>(integers.data()), 6 * 4});
    const AnimatedArray whole = positions(R"({"dtype": "int32", "shape": [2, 3], "offset": 0})");
    EXPECT_EQ(whole.number(3), 0.01 * -4.0);
}

TEST_F(JobReader, RefusesSamplesThatAreNotFiniteOrTooLarge) {
    const auto sampled = [&](const std::string& length) {
        return problems_of(replaced(
            rod_with(
                R"(, "pins": [{"points": [0], "what": ["position"], "positions": {"start": 1, "values": )"
                R"({"dtype": "float64", "shape": [2, 3], "offset": 0}}}])"),
            R"("length": 0.5)", R"("length": )" + length));
    };
    const auto write = [&](double bad) {
        const std::vector<double> numbers = {0, 1, 2, 3, bad, 5};
        m_folder.write("job.bin",
                       {reinterpret_cast<const char*>(numbers.data()), 6 * sizeof(double)});
    };
    write(std::numeric_limits<double>::quiet_NaN());
    EXPECT_THAT(sampled("1"),
                ElementsAre(testing::AllOf(HasSubstr("pins[0].positions.values[1][1] "),
                                           HasSubstr("must be finite"))));
    write(1e308);
    EXPECT_THAT(sampled("1000"), testing::Contains(HasSubstr("pins[0].positions.values")).Times(1));
    EXPECT_THAT(sampled("1000"), testing::Contains(HasSubstr("is too large in metres")));
    EXPECT_THAT(sampled("1"), IsEmpty());
}

TEST_F(JobReader, TellsRotationVectorsFromQuaternions) {
    const auto width = [&](const std::string& values) {
        const JobReading reading =
            read(rod_with(R"(, "pins": [{"points": [0, 1, 2], "what": ["frame"], "rotations": )" +
                          values + "}]"));
        return rods_of(reading).pins.at(0).rotations.width;
    };
    EXPECT_EQ(width("[0,0,0, 0,0,0, 0,0,0]"), 9U);
    EXPECT_EQ(width("[1,0,0,0, 1,0,0,0, 1,0,0,0]"), 12U);
    // 36 numbers: 4 times 3 rotation vectors or 3 times 3 quaternions.
    EXPECT_EQ(width(R"({"start": 1, "values": [[[1,0,0,0],[1,0,0,0],[1,0,0,0]],
        [[1,0,0,0],[1,0,0,0],[1,0,0,0]], [[1,0,0,0],[1,0,0,0],[1,0,0,0]]]})"),
              12U);
    EXPECT_THAT(problems_of(rod_with(R"(, "pins": [{"points": [0, 1, 2], "what": ["frame"],
        "rotations": {"start": 1, "values": [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}}])")),
                ElementsAre(HasSubstr("must have 3 or 4 numbers a point")));
}

TEST_F(JobReader, RefusesBrokenAnimation) {
    const auto force = [&](const std::string& text) {
        return problems_of(rod_with(R"(, "radial_force": )" + text));
    };
    EXPECT_THAT(force(R"({"keys": []})"), ElementsAre(HasSubstr("at least one key")));
    EXPECT_THAT(force(R"({"keys": [{"frame": 2, "value": 1}, {"frame": 2, "value": 1}]})"),
                ElementsAre(HasSubstr("must be greater than 2")));
    EXPECT_THAT(force(R"({"keys": [{"frame": 2, "value": [1, 2]}, {"frme": 1, "value": "x"}]})"),
                ElementsAre(HasSubstr("keys[0].value"), HasSubstr("did you mean \"frame\""),
                            HasSubstr("keys[1].value"), HasSubstr("keys[1].frame is missing")));
    EXPECT_THAT(force(R"({"start": 1, "per_frame": 0, "values": [1, 2, 3]})"),
                ElementsAre(HasSubstr("per_frame is 0")));
    EXPECT_THAT(force(R"({"start": 1, "values": [1, 2, 3, 4]})"),
                ElementsAre(HasSubstr("must have shape samples x 3 x 1")));
    EXPECT_THAT(force(R"({"start": 1e300, "values": [1, 2, 3, 4, 5, 6]})"),
                ElementsAre(HasSubstr("too far")));
}

TEST_F(JobReader, NamesTheNearestKnownField) {
    EXPECT_THAT(problems_with("\"gravity\"", "\"gravty\""),
                ElementsAre("job.json: gravty is an unknown field: did you mean \"gravity\"?"));
    EXPECT_THAT(problems_with("\"density\"", "\"densty\""),
                ElementsAre("Rod: material.densty is an unknown field: did you mean \"density\"?"));
    EXPECT_THAT(problems_with("\"what\"", "\"waht\""),
                ElementsAre("Rod: pins[0].waht is an unknown field: did you mean \"what\"?"));
}

TEST_F(JobReader, ReadsTheSettingsOfImplicitBodies) {
    const auto job = [](std::string_view implicit) {
        return read_job_text(
            fmt::format(
                R"({{"sinew_job": 1, "frames": {{"start": 1, "end": 2, "rate": 24}}, "solver": {{"implicit": {}}},
                    "bodies": [{{"kind": "viper_rods", "name": "A", "rods": {{"points": [0,0,0, 1,0,0], "radii": 1}}}}]}})",
                implicit),
            "job.json");
    };
    const JobReading reading = job(
        R"({"integrator": "bdf2", "linear_solver": "conjugate_gradients", "iterations": 7, "tolerance": 1e-4})");
    ASSERT_TRUE(reading.job);
    const ImplicitSettings& settings = reading.job->world.implicit;
    EXPECT_EQ(settings.integrator, Integrator::Bdf2);
    EXPECT_EQ(settings.linear_solver, LinearSolverChoice::ConjugateGradients);
    EXPECT_EQ(settings.iterations, 7);
    EXPECT_EQ(settings.tolerance, 1e-4);
    // Each of them makes the cache stale.
    const JobReading other = job(R"({"integrator": "quasi_static"})");
    ASSERT_TRUE(other.job);
    EXPECT_EQ(other.job->world.implicit.integrator, Integrator::QuasiStatic);
    EXPECT_NE(other.job->inputs.total_hash(), job("{}").job->inputs.total_hash());
    EXPECT_NE(reading.job->inputs.total_hash(), other.job->inputs.total_hash());
}

TEST_F(JobReader, RefusesWrongSettingsOfImplicitBodies) {
    EXPECT_THAT(
        problems_of(
            R"({"sinew_job": 1, "frames": {"start": 1, "end": 2, "rate": 24}, "solver": {"implicit":
            {"integrator": "bdf3", "linear_solver": 1, "iterations": 0, "tolerance": 0, "dampng": 1}},
            "bodies": [{"kind": "viper_rods", "name": "A", "rods": {"points": [0,0,0, 1,0,0], "radii": 1}}]})"),
        ElementsAre(HasSubstr("dampng is an unknown field"), HasSubstr("did you mean \"bdf2\""),
                    HasSubstr("linear_solver is 1"), HasSubstr("iterations is 0"),
                    HasSubstr("tolerance is 0")));
}

TEST_F(JobReader, ListsEveryProblem) {
    EXPECT_THAT(
        problems_of(
            R"({"sinew_job": 2, "frames": {"start": 5, "end": 1, "rate": 0}, "gravity": [0, 0],
            "solver": {"substeps": 0, "rods": {"method": "chian"}}, "outputs": {"checkpoint_every": 1.5},
            "bodies": [{"kind": "viper_rod", "name": "A"},
                       {"kind": "viper_rods", "name": "../B", "rods": {"points": [[0,0,0],[0,0,0]], "radii": -1},
                        "material": {"density": -3, "damping": "x"}, "pins": [{"points": [2]}]}],
            "colliders": [{"kind": "half_plane", "normal": [0, 0, 0]}]})"),
        ElementsAre(HasSubstr("sinew_job is 2"), HasSubstr("frames.rate is 0"),
                    HasSubstr("frames.end is 1"), HasSubstr("gravity"), HasSubstr("substeps is 0"),
                    HasSubstr("did you mean \"chain\""), HasSubstr("checkpoint_every is 1.5"),
                    HasSubstr("did you mean \"viper_rods\""), HasSubstr("name is \"../B\""),
                    HasSubstr("damping is \"x\""), HasSubstr("density is -3"),
                    HasSubstr("rods.radii"), HasSubstr("rods.points"),
                    HasSubstr("pins[0].points is 2"), HasSubstr("normal")));
}

TEST_F(JobReader, RefusesWrongTypes) {
    EXPECT_THAT(problems_of("[]"), ElementsAre(HasSubstr("must be an object")));
    EXPECT_THAT(problems_with("\"bodies\": [", "\"bodies\": [null, "),
                ElementsAre(HasSubstr("bodies[0] is null: must be an object")));
    EXPECT_THAT(problems_with("\"radii\": 0.01", "\"radii\": \"thick\""),
                ElementsAre(HasSubstr("Rod: rods.radii is \"thick\": must be an array")));
    EXPECT_THAT(problems_with("\"pins\": [", "\"pins\": [7, "),
                ElementsAre(HasSubstr("pins[0] is 7: must be an object")));
    EXPECT_THAT(problems_with("[0, 0, 1]", "[0, \"0\", 1]"),
                ElementsAre(HasSubstr("rods.points[0][1]")));
    EXPECT_THAT(problems_with("[0, 0, 1]", "[0, 1]"), ElementsAre(HasSubstr("rods.points[1]")));
    EXPECT_THAT(problems_with("\"end\": 12", "\"end\": 1e10"),
                ElementsAre(HasSubstr("frames.end")));
    EXPECT_THAT(problems_with("\"end\": 12", "\"end\": 500000"),
                ElementsAre(HasSubstr("at most 100000 frames")));
}

TEST_F(JobReader, RefusesEmptyAndEqualNames) {
    const std::string body =
        R"({"kind": "viper_rods", "name": "A", "rods": {"points": [0,0,0,1,0,0], "radii": 1}})";
    const std::string head =
        R"({"sinew_job": 1, "frames": {"start": 1, "end": 1, "rate": 24}, "bodies": [)";
    EXPECT_THAT(problems_of(head + body + "]}"), IsEmpty());
    EXPECT_THAT(problems_of(head + body + "," + body + "]}"),
                ElementsAre(HasSubstr("another body has this name")));
    EXPECT_THAT(problems_of(head + "]}"), ElementsAre(HasSubstr("at least one body")));
    EXPECT_THAT(problems_of(head + replaced(body, "\"A\"", "\"\"") + "]}"),
                ElementsAre(HasSubstr("name is \"\"")));
}

std::string with_movers(const std::string& movers) {
    return replaced(rod_with(""), "\"bodies\"", "\"movers\": " + movers + ", \"bodies\"");
}

TEST_F(JobReader, ReadsMoversNestedAndFlat) {
    const JobReading reading = read(with_movers(R"([
        {"name": "Armature/upper arm.L", "transforms": [1,0,0,2, 0,1,0,4, 0,0,1,6]},
        {"name": "hand", "transforms": {"start": 1, "values": [
            [[1,0,0,0], [0,1,0,0], [0,0,1,0]], [[2,0,0,2], [0,2,0,0], [0,0,2,0]]]}}])"));
    EXPECT_THAT(problems(reading), IsEmpty());
    ASSERT_EQ(reading.job.value().movers.size(), 2U);
    const MoverDef& arm = reading.job->movers[0];
    EXPECT_EQ(arm.name, "Armature/upper arm.L");
    // Only the translation is a length, and a unit of it is half a metre.
    EXPECT_THAT(arm.transforms.values, ElementsAre(1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3));
    const Mover hand(reading.job->movers[1]);
    EXPECT_EQ(hand.at(2.0) * Eigen::Vector3d(1, 1, 1), Eigen::Vector3d(3, 2, 2));
    EXPECT_THAT(reading.warnings, ElementsAre(HasSubstr("hand: transforms ends at frame 2")));
}

TEST_F(JobReader, NamesWhatIsWrongWithMovers) {
    const std::string identity = R"("transforms": [1,0,0,0, 0,1,0,0, 0,0,1,0])";
    EXPECT_THAT(problems_of(with_movers(R"([{"name": "a", )" + identity + R"(}, {"name": "a", )" +
                                        identity + R"(}, {"name": "", )" + identity + R"(}, {)" +
                                        identity + "}, 7]")),
                ElementsAre(HasSubstr("movers[1].name is \"a\": another mover has this name"),
                            HasSubstr("movers[2].name is \"\": a mover needs a name"),
                            HasSubstr("movers[3].name is missing"), HasSubstr("movers[4] is 7")));
    EXPECT_THAT(problems_of(with_movers(R"([{"name": "a"},
                    {"name": "b", "transforms": [1,0,0,0]},
                    {"name": "c", "transforms": [1,0,0,0, 0,1,0,0, 0,0,0,0]},
                    {"name": "d", "transform": 1, "transforms": [1,0,0,1e308, 0,1,0,0, 0,0,1,null]}])")),
                ElementsAre(HasSubstr("a: transforms is missing"),
                            HasSubstr("b: transforms is shape 4: must have shape 3 x 4"),
                            HasSubstr("c: transforms at frame 0 is singular"),
                            HasSubstr("did you mean \"transforms\"?"),
                            HasSubstr("d: transforms[11] is null")));
    EXPECT_THAT(problems_of(with_movers("{}")), ElementsAre(HasSubstr("movers is an object")));
}

TEST_F(JobReader, NamesFilesThatAreMissingOrWrong) {
    EXPECT_THAT(problems_of(rod_with(R"(, "surface": "none.obj")")),
                ElementsAre(testing::AllOf(HasSubstr("Rod: surface is \"none.obj\""),
                                           HasSubstr("No such file"))));
    m_folder.write("empty.obj", "# nothing\n");
    EXPECT_THAT(problems_of(rod_with(R"(, "surface": "empty.obj")")),
                ElementsAre(HasSubstr("has no vertices")));
    EXPECT_THAT(problems_of(rod_with(R"(, "surface": {"vertices": []})")),
                ElementsAre(HasSubstr("at least one vertex")));
    m_folder.write("good.obj", "v 2 4 6\nv 1 1 1\nf 1 2 1\n");
    EXPECT_EQ(rods_of(read(rod_with(R"(, "surface": "good.obj")"))).surface.at(0),
              Eigen::Vector3d(1, 2, 3));
    EXPECT_THAT(problems_of(rod_with(R"(, "surface": "/dev/zero")")),
                ElementsAre(HasSubstr("not a regular file")));
    EXPECT_THAT(problems_of(replaced(rod_with(""), "job.bin", "none.bin")),
                ElementsAre(HasSubstr("none.bin")));
}

}  // namespace
}  // namespace sinew::bake::test
