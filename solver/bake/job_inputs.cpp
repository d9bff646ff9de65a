#include "bake/job_inputs.hpp"

#include <fmt/format.h>

#include "bake/collider_reader.hpp"
#include "bake/field_hasher.hpp"
#include "bake/hash.hpp"
#include "bake/mover_reader.hpp"
#include "bake/output_space.hpp"
#include "bake/version.hpp"

namespace sinew::bake {

InputsHash job_inputs(const Job& job) {
    InputsHash inputs(job.first_frame, job.last_frame);
    const auto add_number = [&inputs](const char* name, double number) {
        inputs.add_static(name, Hasher().add_number(number).value());
    };
    // Another version may compute other bits.
    inputs.add_static("sinew_version", Hasher().add_text(version_text()).value());
    add_number("units.length", job.length);
    add_number("frames.start", job.first_frame);
    add_number("frames.rate", job.world.frame_rate);
    inputs.add_static(
        "gravity",
        Hasher().add_array(std::span<const double>(job.world.gravity.data(), 3)).value());
    add_number("solver.substeps", job.world.substeps);
    add_number("solver.max_halvings", job.world.max_halvings);
    add_number("solver.rods.method", static_cast<int>(job.world.rods.method));
    add_number("solver.rods.iterations", job.world.rods.iterations);
    add_number("solver.rods.tolerance", job.world.rods.tolerance);
    add_number("solver.rods.relaxation", job.world.rods.relaxation);
    add_number("solver.rods.coupled_iterations", job.world.rods.coupled_iterations);
    add_number("solver.rods.coupled_tolerance", job.world.rods.coupled_tolerance);
    add_number("solver.implicit.integrator", static_cast<int>(job.world.implicit.integrator));
    add_number("solver.implicit.linear_solver", static_cast<int>(job.world.implicit.linear_solver));
    add_number("solver.implicit.iterations", job.world.implicit.iterations);
    add_number("solver.implicit.tolerance", job.world.implicit.chosen_tolerance());
    add_number("solver.preroll", job.preroll);
    add_mover_inputs(job.movers, inputs);
    add_collider_inputs(job.colliders, inputs);
    Hasher bodies;
    for (const auto& body : job.bodies) {
        bodies.add_text(body->kind()).add_text(body->name);
        add_body_inputs(*body, fmt::format("bodies.{}.", body->name), inputs);
    }
    inputs.add_static("bodies", bodies.value());
    add_output_space_inputs(job.spaces, job.bodies, inputs);
    return inputs;
}

}  // namespace sinew::bake
