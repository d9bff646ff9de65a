#include "bake/shell_surface_reader.hpp"

#include <nlohmann/json.hpp>

#include "bake/body_name_reader.hpp"
#include "shells/shell_surface_def.hpp"

namespace sinew::bake {

std::unique_ptr<BodyDef> read_shell_surface(const JsonField& body) {
    auto def = std::make_unique<shells::ShellSurfaceDef>();
    def->name = body.object();
    body.expect_object(SHELL_SURFACE_FIELDS);
    if (const auto shell = body.require("shell"))
        store(read_body_name(*shell, "shell"), def->shell);
    return def;
}

}  // namespace sinew::bake
