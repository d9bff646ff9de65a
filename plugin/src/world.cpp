// Worlds: create, step, cancel, planes, positions.
#include <fmt/format.h>

#include <Eigen/Core>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "array_output.hpp"
#include "choice.hpp"
#include "guard.hpp"
#include "sized_struct.hpp"
#include "step_report.hpp"
#include "world_object.hpp"

namespace sinew::plugin {
namespace {

SinewWorldDef default_world_def() {
    const WorldSettings settings;
    SinewWorldDef def{};
    def.struct_size = sizeof def;
    def.frame_rate = settings.frame_rate;
    Eigen::Map<Eigen::Vector3d>(def.gravity) = settings.gravity;
    def.start_frame = settings.start_frame;
    def.substeps = settings.substeps;
    def.threads = settings.threads;
    def.rod_method = SINEW_ROD_METHOD_CHAIN;
    def.rod_iterations = settings.rods.iterations;
    def.rod_tolerance = settings.rods.tolerance;
    def.rod_relaxation = settings.rods.relaxation;
    def.max_halvings = settings.max_halvings;
    def.integrator = static_cast<int32_t>(settings.implicit.integrator);
    def.linear_solver = static_cast<int32_t>(settings.implicit.linear_solver);
    def.implicit_iterations = settings.implicit.iterations;
    def.implicit_tolerance = 0.0;
    return def;
}

static_assert(static_cast<int32_t>(viper::RodMethod::Chain) == SINEW_ROD_METHOD_CHAIN &&
              static_cast<int32_t>(viper::RodMethod::GaussSeidel) == SINEW_ROD_METHOD_GAUSS_SEIDEL);
static_assert(static_cast<int32_t>(Integrator::BackwardEuler) == SINEW_INTEGRATOR_BACKWARD_EULER &&
              static_cast<int32_t>(Integrator::Bdf2) == SINEW_INTEGRATOR_BDF2 &&
              static_cast<int32_t>(Integrator::QuasiStatic) == SINEW_INTEGRATOR_QUASI_STATIC);
static_assert(static_cast<int32_t>(LinearSolverChoice::Automatic) ==
                  SINEW_LINEAR_SOLVER_AUTOMATIC &&
              static_cast<int32_t>(LinearSolverChoice::Direct) == SINEW_LINEAR_SOLVER_DIRECT &&
              static_cast<int32_t>(LinearSolverChoice::ConjugateGradients) ==
                  SINEW_LINEAR_SOLVER_CONJUGATE_GRADIENTS);

WorldSettings to_settings(const SinewWorldDef& def) {
    WorldSettings settings;
    settings.frame_rate = def.frame_rate;
    settings.gravity = Eigen::Map<const Eigen::Vector3d>(def.gravity);
    settings.start_frame = def.start_frame;
    settings.substeps = def.substeps;
    settings.threads = def.threads;
    settings.rods.method =
        to_choice<viper::RodMethod>(def.rod_method, SINEW_ROD_METHOD_GAUSS_SEIDEL,
                                    {"SinewWorldDef", "rod_method", "SINEW_ROD_METHOD_..."});
    settings.rods.iterations = def.rod_iterations;
    settings.rods.tolerance = def.rod_tolerance;
    settings.rods.relaxation = def.rod_relaxation;
    settings.max_halvings = def.max_halvings;
    settings.implicit.integrator =
        to_choice<Integrator>(def.integrator, SINEW_INTEGRATOR_QUASI_STATIC,
                              {"SinewWorldDef", "integrator", "SINEW_INTEGRATOR_..."});
    settings.implicit.linear_solver = to_choice<LinearSolverChoice>(
        def.linear_solver, SINEW_LINEAR_SOLVER_CONJUGATE_GRADIENTS,
        {"SinewWorldDef", "linear_solver", "SINEW_LINEAR_SOLVER_..."});
    settings.implicit.iterations = def.implicit_iterations;
    if (def.implicit_tolerance != 0.0) settings.implicit.tolerance = def.implicit_tolerance;
    return settings;
}

/// Outcomes that are normal in numerics become codes here.
void throw_unless_converged(const FrameReport& report) {
    ErrorCode code = ErrorCode::NotConverged;
    switch (report.outcome) {
        case StepOutcome::Converged:
        case StepOutcome::Tolerated: return;
        case StepOutcome::Cancelled: code = ErrorCode::Cancelled; break;
        case StepOutcome::InvalidInitialState: code = ErrorCode::InvalidInitialState; break;
        case StepOutcome::MaxIterations:
        case StepOutcome::LineSearchFailed:
        case StepOutcome::NotFinite: break;
    }
    throw Error(code, report.message);
}

SinewHalfPlaneDef default_half_plane_def() {
    const HalfPlane plane;
    SinewHalfPlaneDef def{};
    def.struct_size = sizeof def;
    Eigen::Map<Eigen::Vector3d>(def.normal) = plane.normal;
    def.offset = plane.offset;
    return def;
}

HalfPlane to_half_plane(const SinewHalfPlaneDef& def) {
    HalfPlane plane;
    plane.name = "half-plane";
    plane.normal = Eigen::Map<const Eigen::Vector3d>(def.normal);
    plane.offset = def.offset;
    return plane;
}

}  // namespace
}  // namespace sinew::plugin

using namespace sinew::plugin;

SinewResult sinew_world_def_init(SinewWorldDef* def, uint64_t struct_size) {
    return guard([&] { init_struct(def, struct_size, default_world_def()); });
}

SinewResult sinew_world_create(const SinewWorldDef* def, SinewWorld** out_world) {
    return guard([&] {
        not_null(out_world, "out_world") = nullptr;
        const sinew::WorldSettings settings = to_settings(read_struct(def, default_world_def()));
        *out_world = add_world(std::make_shared<WorldObject>([&](sinew::Log log) {
            return std::make_unique<sinew::World>(settings, std::move(log));
        }));
    });
}

void sinew_world_destroy(SinewWorld* world) {
    world_table().take(world);
}

SinewResult sinew_world_step(SinewWorld* world, SinewStepReport* report) {
    return guard([&] {
        const auto object = held_world(world);
        const auto lock = lock_to_change(*object);
        if (report != nullptr) write_struct(report, SinewStepReport{});
        object->task.reset_cancel();
        const sinew::TaskScope scope(&object->task);
        const sinew::FrameReport frame = object->world.step_frame(object->task.cancel_token());
        if (report != nullptr) write_struct(report, to_c(frame));
        throw_unless_converged(frame);
    });
}

void sinew_world_cancel(SinewWorld* world) {
    world_table().cancel(world);
}

SinewResult sinew_half_plane_def_init(SinewHalfPlaneDef* def, uint64_t struct_size) {
    return guard([&] { init_struct(def, struct_size, default_half_plane_def()); });
}

SinewResult sinew_world_add_half_plane(SinewWorld* world, const SinewHalfPlaneDef* def) {
    return guard([&] {
        const auto object = held_world(world);
        const auto lock = lock_to_change(*object);
        object->world.add(to_half_plane(read_struct(def, default_half_plane_def())));
    });
}

SinewResult sinew_body_get_positions(SinewWorld* world, SinewBodyId body, float* out,
                                     uint64_t capacity, uint64_t* out_count) {
    return guard([&] {
        const auto object = held_world(world);
        const auto lock = lock_to_read(*object);
        const sinew::Body& found = object->bodies.at(body, "body");
        if (!announce_count(found.output_count(), out, capacity, out_count)) return;
        std::vector<double> positions(3 * found.output_count());
        found.output_positions(positions);
        copy_floats(positions, out);
    });
}
