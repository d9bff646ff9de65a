#include "sim/body_factory.hpp"

#include "sim/world.hpp"
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

struct BodyKind {
    std::string_view kind;
    std::unique_ptr<Body> (*make)(const BodyDef& def, World& world);
};

constexpr BodyKind BODY_KINDS[] = {
    {viper::RodsDef::KIND, make_viper_rods},
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
