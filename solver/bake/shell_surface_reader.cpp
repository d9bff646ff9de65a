#include "bake/shell_surface_reader.hpp"

#include <nlohmann/json.hpp>

#include "bake/body_name_reader.hpp"
#include "bake/hash.hpp"
#include "shells/shell_def.hpp"
#include "shells/shell_surface_def.hpp"

namespace sinew::bake {

std::unique_ptr<BodyDef> read_shell_surface(const JsonField& body) {
    auto def = std::make_unique<shells::ShellSurfaceDef>();
    def->name = body.object();
    body.expect_object(SHELL_SURFACE_FIELDS);
    if (const auto shell = body.require("shell"))
        store(read_body_name(*shell, {shells::ShellDef::KIND}), def->shell);
    return def;
}

void add_shell_surface_inputs(const BodyDef& def, const std::string& prefix, InputsHash& inputs) {
    const auto& surface = static_cast<const shells::ShellSurfaceDef&>(def);
    inputs.add_static(prefix + "shell", Hasher().add_text(surface.shell).value());
}

}  // namespace sinew::bake
