#include "bake/body_readers.hpp"

#include <algorithm>

#include "bake/directors_reader.hpp"
#include "bake/rods_reader.hpp"
#include "bake/shell_reader.hpp"
#include "bake/shell_surface_reader.hpp"
#include "bake/skin_reader.hpp"
#include "bake/solid_reader.hpp"
#include "body/directors_def.hpp"
#include "shells/shell_def.hpp"
#include "shells/shell_surface_def.hpp"
#include "skin/skin_def.hpp"
#include "solids/solid_def.hpp"
#include "viper/rods_def.hpp"

namespace sinew::bake {

namespace {

std::vector<MaterialDescription> rod_materials() {
    return {{"", describe_params(viper::ROD_PARAM_TABLE)},
            {"muscle", describe_params(viper::ROD_PARAM_TABLE, viper::MUSCLE_PARAMS)}};
}
std::vector<MaterialDescription> solid_materials() {
    return {{"", describe_params(solids::SOLID_PARAM_TABLE)}};
}
std::vector<MaterialDescription> shell_materials() {
    return {{"", describe_params(shells::SHELL_PARAM_TABLE)}};
}

constexpr BodyReader READERS[] = {
    {viper::RodsDef::KIND, RODS_BODY_FIELDS, read_rods, nullptr, rod_materials},
    {skin::SkinDef::KIND, SKIN_FIELDS, read_skin, nullptr, nullptr},
    {solids::SolidDef::KIND, SOLID_FIELDS, read_solid, solid_figures, solid_materials},
    {DirectorsDef::KIND, DIRECTORS_FIELDS, read_directors, nullptr, nullptr},
    {shells::ShellDef::KIND, SHELL_FIELDS, read_shell, shell_figures, shell_materials},
    {shells::ShellSurfaceDef::KIND, SHELL_SURFACE_FIELDS, read_shell_surface, nullptr, nullptr},
};

}  // namespace

std::span<const BodyReader> body_readers() {
    return READERS;
}

const BodyReader* find_body_reader(std::string_view kind) {
    const auto* const found = std::find_if(std::begin(READERS), std::end(READERS),
                                           [&](const BodyReader& r) { return r.kind == kind; });
    return found == std::end(READERS) ? nullptr : found;
}

}  // namespace sinew::bake
