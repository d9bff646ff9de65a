#include "shells/shell_surface_body.hpp"

#include <algorithm>

#include "base/saved_numbers.hpp"

namespace sinew::shells {

void ShellSurfaceDef::collect_problems(std::vector<Problem>& problems) const {
    if (!shell.empty()) return;
    problems.push_back({.code = ErrorCode::InvalidArgument,
                        .object = name,
                        .field = "shell",
                        .value = "empty",
                        .remedy = "name the shell whose surface it is"});
}

ShellSurfaceBody::ShellSurfaceBody(const ShellSurfaceDef& def, const ShellBody& shell)
    : Body(def.name),
      m_shell(shell),
      m_surface(shell.def(), shell.mesh(), shell.elements()),
      m_positions(m_surface.size()) {
    m_surface.positions(m_shell.state(), m_positions);
}

void ShellSurfaceBody::output_positions(std::span<double> out) const {
    for (std::size_t i = 0; i < m_positions.size(); ++i)
        std::copy(m_positions[i].begin(), m_positions[i].end(), out.begin() + 3L * i);
}

void ShellSurfaceBody::follow(double /*frame*/) {
    m_surface.positions(m_shell.state(), m_positions);
}

}  // namespace sinew::shells
