#include "bake/body_readers.hpp"

#include <algorithm>

#include "bake/field_reader.hpp"
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

/// For kinds whose fields are all that there is to read.
template <const BodyKind& (*kind)()>
std::unique_ptr<BodyDef> read_as(const JsonField& body) {
    return read_definition(body, kind());
}

const BodyReader READERS[] = {
    {viper::RodsDef::KIND, read_as<viper::rods_kind>, nullptr, rod_materials},
    {skin::SkinDef::KIND, read_as<skin::skin_kind>, nullptr, nullptr},
    {solids::SolidDef::KIND, read_solid, solid_figures, solid_materials},
    {DirectorsDef::KIND, read_as<directors_kind>, nullptr, nullptr},
    {shells::ShellDef::KIND, read_as<shells::shell_kind>, shells::shell_kind().figures,
     shell_materials},
    {shells::ShellSurfaceDef::KIND, read_as<shells::shell_surface_kind>, nullptr, nullptr},
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
