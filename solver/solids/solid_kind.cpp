// The kind of bodies of this folder, see body/body_kind.hpp.
#include "body/body_kind.hpp"
#include "solids/solid_directors.hpp"

namespace sinew::solids {

namespace {

constexpr std::string_view OFFERS[] = {"directors", "surface"};

std::unique_ptr<Body> make_solid(const BodyDef& def, BodyContext& context) {
    const auto& solid = dynamic_cast<const SolidDef&>(def);
    std::vector<const Mover*> movers = movers_of(solid.pins, def.name, context);
    for (const Mover* const mover : movers_of(solid.surface_pins, def.name, context))
        movers.push_back(mover);
    return std::make_unique<SolidBody>(
        solid, dynamic_cast<ImplicitSystem&>(context.system(ImplicitSystem::FAMILY)), movers);
}

}  // namespace

std::unique_ptr<DirectorSource> SolidBody::director_source() const {
    return std::make_unique<SolidDirectors>(*this);
}

const BodyKind& solid_kind() {
    static constexpr BodyKind KIND{SolidDef::KIND, OFFERS, make_default<SolidDef>, make_solid};
    return KIND;
}

}  // namespace sinew::solids
