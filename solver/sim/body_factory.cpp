#include "sim/body_factory.hpp"

#include "body/directors_body.hpp"
#include "shells/shell_directors.hpp"
#include "shells/shell_surface_body.hpp"
#include "sim/world.hpp"
#include "skin/skin_body.hpp"
#include "solids/solid_directors.hpp"
#include "viper/rod_system.hpp"
#include "viper/rods_body.hpp"

namespace sinew {

namespace {

std::unique_ptr<Body> make_viper_rods(const BodyDef& def, World& world) {
    const auto& rods = dynamic_cast<const viper::RodsDef&>(def);
    std::vector<const Mover*> movers;
    for (const viper::RodAttachment& attachment : rods.attachments)
        movers.push_back(&world.mover(attachment.mover, def.name));
    return std::make_unique<viper::RodsBody>(rods, world.rod_system(), std::move(movers));
}

/// What the skin names, found in the world.
std::unique_ptr<Body> make_skin(const BodyDef& def, World& world) {
    const auto& skin = dynamic_cast<const skin::SkinDef&>(def);
    std::vector<const PillSource*> drivers;
    for (const std::string& name : skin.drivers) {
        const Body* const body = world.find_body(name);
        const auto* const source = dynamic_cast<const PillSource*>(body);
        if (!source) {
            throw Error(Problem{.code = ErrorCode::InvalidArgument,
                                .object = def.name,
                                .field = "drivers",
                                .value = '"' + name + '"',
                                .remedy = body ? "has no pills to follow; name bodies made of rods"
                                               : "is not a body of this world; add it first"});
        }
        drivers.push_back(source);
    }
    std::vector<const Mover*> movers;
    for (const skin::SkinBone& bone : skin.bones)
        movers.push_back(&world.mover(bone.mover, def.name));
    return std::make_unique<skin::SkinBody>(skin, std::move(drivers), std::move(movers),
                                            world.log());
}

std::unique_ptr<Body> make_micropolar_solid(const BodyDef& def, World& world) {
    const auto& solid = dynamic_cast<const solids::SolidDef&>(def);
    std::vector<const Mover*> movers;
    for (const auto* const groups : {&solid.pins, &solid.surface_pins}) {
        for (const solids::SolidPins& pins : *groups)
            movers.push_back(pins.mover.empty() ? nullptr : &world.mover(pins.mover, def.name));
    }
    const Colliders& colliders = world.colliders();
    return std::make_unique<solids::SolidBody>(solid, world.implicit_system(), std::move(movers),
                                               NodeColliders{&colliders.planes, &colliders.pills});
}

std::unique_ptr<Body> make_directors(const BodyDef& def, World& world) {
    const auto& directors = dynamic_cast<const DirectorsDef&>(def);
    const Body* const body = world.find_body(directors.body);
    std::unique_ptr<DirectorSource> source;
    if (const auto* const solid = dynamic_cast<const solids::SolidBody*>(body))
        source = std::make_unique<solids::SolidDirectors>(*solid);
    else if (const auto* const shell = dynamic_cast<const shells::ShellBody*>(body))
        source = std::make_unique<shells::ShellDirectors>(*shell);
    if (!source) {
        throw Error(Problem{.code = ErrorCode::InvalidArgument,
                            .object = def.name,
                            .field = "body",
                            .value = '"' + directors.body + '"',
                            .remedy = "is not a solid or shell of this world; add it first"});
    }
    return std::make_unique<DirectorsBody>(directors, std::move(source));
}

std::unique_ptr<Body> make_cosserat_shell(const BodyDef& def, World& world) {
    const auto& shell = dynamic_cast<const shells::ShellDef&>(def);
    std::vector<const Mover*> movers;
    for (const shells::ShellPins& pins : shell.pins)
        movers.push_back(pins.mover.empty() ? nullptr : &world.mover(pins.mover, def.name));
    const Colliders& colliders = world.colliders();
    return std::make_unique<shells::ShellBody>(shell, world.implicit_system(), std::move(movers),
                                               NodeColliders{&colliders.planes, &colliders.pills});
}

std::unique_ptr<Body> make_shell_surface(const BodyDef& def, World& world) {
    const auto& surface = dynamic_cast<const shells::ShellSurfaceDef&>(def);
    const auto* const shell =
        dynamic_cast<const shells::ShellBody*>(world.find_body(surface.shell));
    if (!shell) {
        throw Error(Problem{.code = ErrorCode::InvalidArgument,
                            .object = def.name,
                            .field = "shell",
                            .value = '"' + surface.shell + '"',
                            .remedy = "is not a shell of this world; add it first"});
    }
    return std::make_unique<shells::ShellSurfaceBody>(surface, *shell);
}

struct BodyKind {
    std::string_view kind;
    std::unique_ptr<Body> (*make)(const BodyDef& def, World& world);
};

constexpr BodyKind BODY_KINDS[] = {
    {viper::RodsDef::KIND, make_viper_rods},
    {skin::SkinDef::KIND, make_skin},
    {solids::SolidDef::KIND, make_micropolar_solid},
    {DirectorsDef::KIND, make_directors},
    {shells::ShellDef::KIND, make_cosserat_shell},
    {shells::ShellSurfaceDef::KIND, make_shell_surface},
};

}  // namespace

std::unique_ptr<Body> make_body(const BodyDef& def, World& world) {
    for (const BodyKind& entry : BODY_KINDS) {
        if (entry.kind == def.kind()) return entry.make(def, world);
    }
    throw Error(Problem{.code = ErrorCode::InvalidArgument,
                        .object = def.name,
                        .field = "kind",
                        .value = std::string(def.kind()),
                        .remedy = "is not a kind of body that Sinew knows"});
}

}  // namespace sinew
