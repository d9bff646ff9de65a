#include "bake/shell_inputs.hpp"

#include "bake/param_reader.hpp"
#include "bake/vertex_pin_reader.hpp"
#include "shells/shell_def.hpp"

namespace sinew::bake {

using shells::SHELL_PARAM_TABLE;
using shells::ShellDef;

namespace {

template <class Choice>
std::uint64_t hash_of_choice(Choice choice) {
    return Hasher().add_word(static_cast<std::uint64_t>(choice)).value();
}

}  // namespace

void add_shell_inputs(const BodyDef& def, const std::string& prefix, InputsHash& inputs) {
    const auto& shell = static_cast<const ShellDef&>(def);
    inputs.add_static(prefix + "mesh",
                      Hasher()
                          .add_word(hash_of(shell.mesh.vertices))
                          .add_array(std::span<const Eigen::Vector3i>(shell.mesh.triangles))
                          .value());
    inputs.add_static(prefix + "surface", hash_of(shell.surface));
    Hasher points;
    for (const shells::EdgePoint& point : shell.edge_points) {
        points.add_word(static_cast<std::uint64_t>(point.vertices[0]));
        points.add_word(static_cast<std::uint64_t>(point.vertices[1]));
        for (const double x : point.position)
            points.add_number(x);
    }
    inputs.add_static(prefix + "edge_points", points.value());
    inputs.add_static(prefix + "edges", hash_of_choice(shell.edges));
    inputs.add_static(prefix + "element", hash_of_choice(shell.element));
    inputs.add_static(prefix + "model", hash_of_choice(shell.model));
    inputs.add_static(prefix + "area_law", hash_of_choice(shell.area_law));
    inputs.add_static(prefix + "mass", hash_of_choice(shell.consistent_mass));
    add_param_inputs(shell.params, SHELL_PARAM_TABLE, prefix, inputs);
    inputs.add_static(prefix + "thickness", hash_of(shell.thickness));
    inputs.add_animated(prefix + "rest_curvature", shell.rest_curvature);
    inputs.add_animated(prefix + "triangle_rest_curvature", shell.triangle_rest_curvature);
    inputs.add_animated(prefix + "rest_stretch", shell.rest_stretch);
    inputs.add_animated(prefix + "triangle_rest_stretch", shell.triangle_rest_stretch);
    add_vertex_pin_inputs(shell.pins, prefix, inputs);
    inputs.add_static(prefix + "loads", Hasher().add_word(shell.loads.size()).value());
    for (std::size_t i = 0; i < shell.loads.size(); ++i) {
        const std::string name = fmt::format("{}loads[{}].", prefix, i);
        inputs.add_static(name + "vertices", hash_of(shell.loads[i].vertices));
        inputs.add_animated(name + "force", shell.loads[i].force);
        inputs.add_animated(name + "torque", shell.loads[i].torque);
    }
    inputs.add_animated(prefix + "forces", shell.forces);
    inputs.add_animated(prefix + "torques", shell.torques);
    inputs.add_static(prefix + "initial.positions", hash_of(shell.initial_positions));
    inputs.add_static(prefix + "initial.velocities", hash_of(shell.initial_velocities));
    inputs.add_static(prefix + "initial.angular_velocities",
                      hash_of(shell.initial_angular_velocities));
}

}  // namespace sinew::bake
