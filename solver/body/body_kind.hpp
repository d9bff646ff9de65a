// BodyKind: how a folder of a model describes its bodies to all that must know no kinds by name: worlds, the reader of jobs, the
// cache, the schema. A new kind is a folder that exports one of these, and a line in sim/body_kinds.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.hpp"
#include "body/body.hpp"
#include "body/mover.hpp"
#include "body/system.hpp"
#include "body/vertex_pins.hpp"

namespace sinew {

struct Colliders;

/// The world, as a body sees it that is made in it. All of it stays where it is as long as the world.
class BodyContext {
public:
    virtual ~BodyContext() = default;

    /// Throws Error naming `object`, which rides on it, if there is no mover of this name.
    virtual const Mover& mover(std::string_view name, const std::string& object) const = 0;
    /// Null if there is no body of this name; the first if there are several.
    virtual const Body* find_body(std::string_view name) const = 0;
    virtual const Colliders& colliders() const = 0;
    virtual const Log& log() const = 0;
    /// The system of this family, made at the first call: "rods", "implicit".
    virtual System& system(std::string_view family) = 0;
};

/// Something worth knowing about a body before its bake, for people and programs, e.g. how many tetrahedra it has.
struct BodyFigure {
    std::string_view name;
    double value = 0.0;
};

struct BodyKind {
    std::string_view name;  ///< as in the job's "kind"
    /// Offers to other bodies: "directors", "pills".
    std::span<const std::string_view> offers;
    /// A definition with defaults.
    std::unique_ptr<BodyDef> (*make_def)();
    /// The definition is of this kind and free of problems. Throws Error if what it names is not there.
    std::unique_ptr<Body> (*make_body)(const BodyDef& def, BodyContext& context);
    /// Null for kinds that have none.
    std::vector<BodyFigure> (*figures)(const BodyDef& def) = nullptr;
    /// Warnings about allowed values that will probably not look as expected, in sentences. Null for kinds without warnings.
    std::vector<std::string> (*warnings)(const BodyDef& def) = nullptr;
};

/// One per group of pins, null where it has no mover.
std::vector<const Mover*> movers_of(const std::vector<VertexPins>& groups,
                                    const std::string& object, const BodyContext& context);

/// For BodyKind::make_def.
template <class Def>
std::unique_ptr<BodyDef> make_default() {
    return std::make_unique<Def>();
}

}  // namespace sinew
