// Definition of the recovered surface of a shell: an output beside the shell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "body/body.hpp"

namespace sinew::shells {

struct ShellSurfaceDef : BodyDef {
    static constexpr std::string_view KIND = "shell_surface";

    std::string shell;  ///< name of the body whose surface it is

    std::string_view kind() const override { return KIND; }
    bool follows_others() const override { return true; }
    void collect_problems(std::vector<Problem>& problems) const override;
    void visit_fields(FieldVisitor& visitor) override;
};

const BodyKind& shell_surface_kind();

}  // namespace sinew::shells
