// The kind of bodies of this folder, see body/body_kind.hpp.
#include "body/body_kind.hpp"
#include "implicit/implicit_system.hpp"
#include "viper/implicit/implicit_rods.hpp"

namespace sinew::viper {

namespace {

constexpr std::string_view OFFERS[] = {"pills"};

std::unique_ptr<Body> make_rods(const BodyDef& def, BodyContext& context) {
    const auto& rods = dynamic_cast<const RodsDef&>(def);
    std::vector<const Mover*> movers;
    for (const RodAttachment& attachment : rods.attachments)
        movers.push_back(&context.mover(attachment.mover, def.name));
    if (rods.contact != ContactPartners::None) {
        return std::make_unique<ImplicitRods>(
            rods, dynamic_cast<ImplicitSystem&>(context.system(ImplicitSystem::FAMILY)),
            std::move(movers));
    }
    return std::make_unique<RodsBody>(
        rods, dynamic_cast<RodSystem&>(context.system(RodSystem::FAMILY)), std::move(movers));
}

}  // namespace

const BodyKind& rods_kind() {
    static constexpr BodyKind KIND{RodsDef::KIND, OFFERS, make_default<RodsDef>, make_rods};
    return KIND;
}

}  // namespace sinew::viper
