#include "step_report.hpp"

namespace sinew::plugin {

SinewStepReport to_c(const FrameReport& report) {
    SinewStepReport out{};
    out.struct_size = sizeof out;
    out.frame = report.frame;
    out.seconds = report.seconds;
    out.steps = report.steps;
    out.iterations = report.iterations;
    out.residual = report.residual;
    out.energy_kinetic = report.measures.energy.kinetic;
    out.energy_elastic = report.measures.energy.elastic;
    out.energy_contact = report.measures.energy.contact;
    out.energy_gravity = report.measures.energy.gravity;
    out.min_distance = report.measures.min_distance;
    out.volume_change = report.measures.volume_change;
    out.pin_error = report.measures.pins.distance;
    out.pin_angle_error = report.measures.pins.angle;
    return out;
}

}  // namespace sinew::plugin
