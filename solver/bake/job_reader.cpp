#include "bake/job_reader.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "bake/array_reader.hpp"
#include "bake/collider_reader.hpp"
#include "bake/field_reader.hpp"
#include "bake/input_file.hpp"
#include "bake/job_inputs.hpp"
#include "bake/json_field.hpp"
#include "bake/json_text.hpp"
#include "bake/mover_reader.hpp"
#include "bake/object_name.hpp"
#include "bake/output_space.hpp"
#include "base/error.hpp"
#include "base/task.hpp"
#include "sim/body_kinds.hpp"

namespace sinew::bake {

namespace {

using nlohmann::json;

// Single precision, in which players keep frame numbers, is exact up to here and far beyond.
constexpr int MAX_FRAME = 1'000'000;
// More than an hour. The cache keeps a record of each frame in memory.
constexpr int MAX_FRAMES = 100'000;
constexpr double MAX_RATE = 1e5;
constexpr double MIN_LENGTH = 1e-9;
constexpr double MAX_LENGTH = 1e9;
constexpr int MAX_SUBSTEPS = 10'000;
constexpr int MAX_HALVINGS = 20;
constexpr int MAX_PREROLL = 10'000;
constexpr int MAX_ITERATIONS = 1'000'000;

void read_units(const JsonField& top, Job& job) {
    const auto units = top.find("units");
    if (!units || !units->expect_object(UNITS_FIELDS)) return;
    if (const auto length = units->find("length")) {
        store(length->number_between(0.0, MAX_LENGTH), job.length);
        if (job.length < MIN_LENGTH)
            length->complain(fmt::format("must be at least {}", MIN_LENGTH));
    }
    top.context().length = job.length;
}

void read_frames(const JsonField& top, Job& job) {
    const auto frames = top.require("frames");
    if (!frames || !frames->expect_object(FRAMES_FIELDS)) return;
    const auto start_field = frames->require("start");
    const auto end_field = frames->require("end");
    const auto rate_field = frames->require("rate");
    if (rate_field) store(rate_field->number_between(0.0, MAX_RATE), job.world.frame_rate);
    int start = 0;
    int end = 0;
    const bool has_start = start_field && store(start_field->integer(-MAX_FRAME, MAX_FRAME), start);
    const bool has_end = end_field && store(end_field->integer(-MAX_FRAME, MAX_FRAME), end);
    if (!has_start || !has_end) return;
    if (end < start) {
        end_field->complain(fmt::format("must be at least {}, the start", start));
    } else if (end - start >= MAX_FRAMES) {
        end_field->complain(fmt::format("a job has at most {} frames", MAX_FRAMES));
    } else {
        job.first_frame = start;
        job.last_frame = end;
        job.world.start_frame = start;
        top.context().last_frame = end;
    }
}

void read_solver_rods(const JsonField& solver, viper::RodSolverSettings& settings) {
    const auto rods = solver.find("rods");
    if (!rods || !rods->expect_object(SOLVER_RODS_FIELDS)) return;
    if (const auto field = rods->find("method")) {
        if (const auto index = field->choice(ROD_METHOD_NAMES)) {
            settings.method = static_cast<viper::RodMethod>(*index);
        }
    }
    if (const auto field = rods->find("iterations")) {
        store(field->integer(1, MAX_ITERATIONS), settings.iterations);
    }
    if (const auto field = rods->find("tolerance")) {
        store(field->number_between(0.0, 1.0), settings.tolerance);
    }
    if (const auto field = rods->find("relaxation")) {
        store(field->number_between(0.0, 2.0), settings.relaxation);
    }
    if (const auto field = rods->find("coupled_iterations")) {
        store(field->integer(1, MAX_ITERATIONS), settings.coupled_iterations);
    }
    if (const auto field = rods->find("coupled_tolerance")) {
        store(field->number_between(0.0, 1.0), settings.coupled_tolerance);
    }
}

void read_solver_implicit(const JsonField& solver, ImplicitSettings& settings) {
    const auto implicit = solver.find("implicit");
    if (!implicit || !implicit->expect_object(SOLVER_IMPLICIT_FIELDS)) return;
    if (const auto field = implicit->find("integrator")) {
        if (const auto index = field->choice(INTEGRATOR_NAMES)) {
            settings.integrator = static_cast<Integrator>(*index);
        }
    }
    if (const auto field = implicit->find("linear_solver")) {
        if (const auto index = field->choice(LINEAR_SOLVER_NAMES)) {
            settings.linear_solver = static_cast<LinearSolverChoice>(*index);
        }
    }
    if (const auto field = implicit->find("iterations")) {
        store(field->integer(1, MAX_ITERATIONS), settings.iterations);
    }
    if (const auto field = implicit->find("tolerance")) {
        if (const auto tolerance = field->number_between(0.0, 1.0)) settings.tolerance = tolerance;
    }
}

void read_solver(const JsonField& top, Job& job) {
    WorldSettings& world = job.world;
    const auto solver = top.find("solver");
    if (!solver || !solver->expect_object(SOLVER_FIELDS)) return;
    if (const auto field = solver->find("substeps")) {
        store(field->integer(1, MAX_SUBSTEPS), world.substeps);
    }
    if (const auto field = solver->find("max_halvings")) {
        store(field->integer(0, MAX_HALVINGS), world.max_halvings);
    }
    read_solver_rods(*solver, world.rods);
    read_solver_implicit(*solver, world.implicit);
    if (const auto field = solver->find("preroll"))
        store(field->integer(0, MAX_PREROLL), job.preroll);
}

void read_outputs(const JsonField& top, Job& job) {
    const auto outputs = top.find("outputs");
    if (!outputs || !outputs->expect_object(OUTPUTS_FIELDS)) return;
    if (const auto field = outputs->find("checkpoint_every")) {
        store(field->integer(1, MAX_FRAME), job.checkpoint_every);
    }
}

/// After the bodies, which they name.
void read_spaces(const JsonField& top, Job& job) {
    const auto outputs = top.find("outputs");
    if (!outputs || !outputs->value().is_object()) return;
    if (const auto field = outputs->find("spaces"))
        job.spaces = read_output_spaces(*field, job.bodies);
}

void open_binary(const JsonField& top) {
    const auto field = top.find("binary");
    const auto name = field ? field->text() : std::nullopt;
    if (!name) return;
    const ReadContext& context = top.context();
    if (context.binary) return;  // given in memory
    try {
        top.context().binary.emplace(open_input(context.folder, *name, context.confine));
    } catch (const Error& error) {
        field->complain(error.what());
    }
}

/// The name of a body, or that of its place ("bodies[0]") after complaining.
std::string read_body_name(const JsonField& body, std::set<std::string>& names) {
    const auto field = body.require("name");
    const auto name = field ? field->text() : std::nullopt;
    if (!name) return body.object();
    if (!is_object_name(*name)) {
        field->complain(std::string(OBJECT_NAME_RULE));
        return body.object();
    }
    if (!names.insert(*name).second) field->complain("another body has this name");
    return *name;
}

void read_body(const JsonField& body, std::set<std::string>& names, Job& job) {
    if (!body.value().is_object()) {
        body.complain("must be an object with the fields kind, name and those of its kind");
        return;
    }
    const JsonField nameless = body.renamed(body.path(), "");
    check_task();
    const auto kind_field = nameless.require("kind");
    const std::string name = read_body_name(nameless, names);
    std::vector<std::string_view> kinds;
    for (const BodyKind* const known : body_kinds())
        kinds.push_back(known->name);
    const auto kind = kind_field ? kind_field->choice(kinds) : std::nullopt;
    if (!kind) return;
    job.bodies.push_back(read_definition(body.renamed(name, ""), *body_kinds()[*kind]));
}

/// Names and kinds of the bodies, so that each may name any other. What is wrong with them is found later.
void note_bodies(const JsonField& bodies) {
    if (!bodies.value().is_array()) return;
    for (const json& body : bodies.value()) {
        if (!body.is_object()) continue;
        const auto name = body.find("name");
        const auto kind = body.find("kind");
        if (name == body.end() || !name->is_string()) continue;
        bodies.context().bodies.emplace(
            name->get<std::string>(),
            kind != body.end() && kind->is_string() ? kind->get<std::string>() : "");
    }
}

void read_bodies(const JsonField& top, Job& job) {
    const auto bodies = top.require("bodies");
    if (!bodies) return;
    if (bodies->value().is_array() && bodies->value().empty()) {
        bodies->complain("a job needs at least one body");
    }
    note_bodies(*bodies);
    std::set<std::string> names;
    bodies->for_each([&](const JsonField& body) { read_body(body, names, job); });
}

void read_top(const JsonField& top, Job& job) {
    if (!top.expect_object(JOB_FIELDS)) return;
    if (const auto format = top.require("sinew_job")) {
        const auto number = format->integer(0, 1'000'000);
        if (number && *number != JOB_FORMAT) {
            format->complain(fmt::format("this version of Sinew reads format {}", JOB_FORMAT));
        }
    }
    if (const auto name = top.find("name")) store(name->text(), job.name);
    read_units(top, job);
    read_frames(top, job);
    if (const auto gravity = top.find("gravity")) {
        if (const auto vector = read_vectors(*gravity, 1, 1.0)) job.world.gravity = vector->front();
    }
    read_solver(top, job);
    read_outputs(top, job);
    open_binary(top);
    if (const auto movers = top.find("movers")) job.movers = read_movers(*movers);
    read_bodies(top, job);
    read_spaces(top, job);
    if (const auto colliders = top.find("colliders")) job.colliders = read_colliders(*colliders);
}

/// Gives all that moves a way from rest to the first frame. After the inputs were hashed: as they are in the file.
void add_preroll(Job& job, ProblemList& problems) {
    if (job.preroll == 0) return;
    for (MoverDef& mover : job.movers) {
        mover.add_preroll(job.first_frame, job.preroll);
        // All keys of a mover are of one hand, so the last one tells.
        const std::size_t last = mover.transforms.frames.size() - 1;
        if (to_affine(mover.transforms.read_key(last)).linear().determinant() < 0.0) {
            problems.add({.code = ErrorCode::InvalidArgument,
                          .object = mover.name,
                          .field = "transforms",
                          .value = "a mirror image of rest",
                          .remedy = "a preroll would flatten the bodies that it carries; "
                                    "remove the negative scale, or set the preroll to 0"});
        }
    }
    for (const auto& body : job.bodies)
        body->add_preroll(job.first_frame, job.preroll);
    job.world.start_frame = job.first_frame - job.preroll;
}

}  // namespace

JobReading read_job_text(std::string_view text, const std::filesystem::path& path,
                         const LoadOptions& options) {
    // Whoever reads a job is limited, also without a task that somebody could cancel.
    Task own;
    if (current_task() == nullptr) own.begin_load(options.limits);
    const TaskScope scope(current_task() == nullptr ? &own : current_task());
    ReadContext context;
    context.folder = path.parent_path();
    context.confine = options.confine;
    if (options.binary) context.binary.emplace(*options.binary);
    Job job;
    job.file_name = path.filename().string();
    job.name = path.stem().string();
    try {
        const TaskPhase phase("reading the job");
        const json tree = parse_json(text, job.file_name);
        read_top(JsonField(tree, job.file_name, "", context), job);
        if (context.problems.empty()) {
            job.inputs = job_inputs(job);
            add_preroll(job, context.problems);
        }
    } catch (const Error& error) {
        if (error.code() == ErrorCode::Cancelled) throw;
        context.problems.add(error.problem());
    }
    JobReading reading;
    reading.problems = std::move(context.problems);
    reading.warnings = context.warnings;
    if (reading.problems.empty()) {
        job.input_bytes = context.bytes_taken;
        job.warnings = std::move(context.warnings);
        reading.job = std::move(job);
    }
    return reading;
}

}  // namespace sinew::bake
