// The kind of bodies of this folder, see body/body_kind.hpp.
#include "body/body_kind.hpp"
#include "skin/skin_body.hpp"

namespace sinew::skin {

namespace {

const PillSource* find_driver(const std::string& name, const BodyDef& def,
                              const BodyContext& context) {
    const Body* const body = context.find_body(name);
    const auto* const source = dynamic_cast<const PillSource*>(body);
    if (source) return source;
    throw Error(Problem{.code = ErrorCode::InvalidArgument,
                        .object = def.name,
                        .field = "drivers",
                        .value = '"' + name + '"',
                        .remedy = body ? "has no pills to follow; name bodies made of rods"
                                       : "is not a body of this world; add it first"});
}

std::unique_ptr<Body> make_skin(const BodyDef& def, BodyContext& context) {
    const auto& skin = dynamic_cast<const SkinDef&>(def);
    std::vector<const PillSource*> drivers;
    for (const std::string& name : skin.drivers)
        drivers.push_back(find_driver(name, def, context));
    std::vector<const Mover*> movers;
    for (const SkinBone& bone : skin.bones)
        movers.push_back(&context.mover(bone.mover, def.name));
    return std::make_unique<SkinBody>(skin, std::move(drivers), std::move(movers), context.log());
}

}  // namespace

const BodyKind& skin_kind() {
    static constexpr BodyKind KIND{SkinDef::KIND, {}, make_default<SkinDef>, make_skin};
    return KIND;
}

}  // namespace sinew::skin
