// The kinds of bodies of this folder, see body/body_kind.hpp.
#include "body/body_kind.hpp"
#include "shells/shell_directors.hpp"
#include "shells/shell_surface_body.hpp"

namespace sinew::shells {

namespace {

constexpr std::string_view SHELL_OFFERS[] = {"directors", "shell", "surface"};

std::unique_ptr<Body> make_shell(const BodyDef& def, BodyContext& context) {
    const auto& shell = dynamic_cast<const ShellDef&>(def);
    return std::make_unique<ShellBody>(
        shell, dynamic_cast<ImplicitSystem&>(context.system(ImplicitSystem::FAMILY)),
        movers_of(shell.pins, def.name, context));
}

std::unique_ptr<Body> make_shell_surface(const BodyDef& def, BodyContext& context) {
    const auto& surface = dynamic_cast<const ShellSurfaceDef&>(def);
    const auto* const shell = dynamic_cast<const ShellBody*>(context.find_body(surface.shell));
    if (!shell) {
        throw Error(Problem{.code = ErrorCode::InvalidArgument,
                            .object = def.name,
                            .field = "shell",
                            .value = '"' + surface.shell + '"',
                            .remedy = "is not a shell of this world; add it first"});
    }
    return std::make_unique<ShellSurfaceBody>(surface, *shell);
}

std::vector<BodyFigure> shell_figures(const BodyDef& def) {
    const auto& shell = dynamic_cast<const ShellDef&>(def);
    return {{"triangles", static_cast<double>(shell.mesh.triangles.size())}};
}

std::vector<std::string> warnings_of_shell(const BodyDef& def) {
    return shell_warnings(dynamic_cast<const ShellDef&>(def));
}

}  // namespace

std::unique_ptr<DirectorSource> ShellBody::director_source() const {
    return std::make_unique<ShellDirectors>(*this);
}

const BodyKind& shell_kind() {
    static constexpr BodyKind KIND{ShellDef::KIND, SHELL_OFFERS,  make_default<ShellDef>,
                                   make_shell,     shell_figures, warnings_of_shell};
    return KIND;
}

const BodyKind& shell_surface_kind() {
    static constexpr BodyKind KIND{
        ShellSurfaceDef::KIND, {}, make_default<ShellSurfaceDef>, make_shell_surface};
    return KIND;
}

}  // namespace sinew::shells
