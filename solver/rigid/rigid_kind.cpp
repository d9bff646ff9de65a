// The kind of bodies of this folder, see body/body_kind.hpp.
#include "body/body_kind.hpp"
#include "rigid/rigid_body.hpp"

namespace sinew::rigid {

namespace {

/// For joints and attachments.
constexpr std::string_view RIGID_OFFERS[] = {"frame", "surface"};

std::unique_ptr<Body> make_rigid_body(const BodyDef& def, BodyContext& context) {
    const auto& body = dynamic_cast<const RigidDef&>(def);
    const Mover* const mover = body.mover.empty() ? nullptr : &context.mover(body.mover, def.name);
    return std::make_unique<RigidBody>(
        body, dynamic_cast<ImplicitSystem&>(context.system(ImplicitSystem::FAMILY)), mover);
}

}  // namespace

const BodyKind& rigid_kind() {
    static constexpr BodyKind KIND{RigidDef::KIND, RIGID_OFFERS, make_default<RigidDef>,
                                   make_rigid_body};
    return KIND;
}

}  // namespace sinew::rigid
