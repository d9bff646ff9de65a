// Body of a shell's recovered surface: it follows the shell and has no state.
#pragma once

#include <span>
#include <vector>

#include "body/follower.hpp"
#include "shells/recovered_surface.hpp"
#include "shells/shell_body.hpp"
#include "shells/shell_surface_def.hpp"

namespace sinew::shells {

class ShellSurfaceBody final : public Body, public Follower {
public:
    /// The definition must be valid; the shell must outlive the body.
    ShellSurfaceBody(const ShellSurfaceDef& def, const ShellBody& shell);

    std::string_view kind() const override { return ShellSurfaceDef::KIND; }
    std::size_t output_count() const override { return m_positions.size(); }
    void output_positions(std::span<double> out) const override;
    std::vector<std::array<int, 3>> output_faces() const override { return m_surface.faces(); }
    BodyMeasures measure(const StepInfo&) const override { return {}; }
    /// The next step depends on nothing of it.
    void save(ByteWriter&) const override {}
    void load(ByteReader&) override {}

    void follow(double frame) override;

private:
    const ShellBody& m_shell;
    RecoveredSurface m_surface;
    std::vector<Eigen::Vector3d> m_positions;
};

}  // namespace sinew::shells
