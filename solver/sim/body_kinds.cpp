#include "sim/body_kinds.hpp"

#include <algorithm>
#include <vector>

#include "body/directors_def.hpp"
#include "joints/attachment_def.hpp"
#include "joints/joint_def.hpp"
#include "rigid/rigid_def.hpp"
#include "shells/shell_def.hpp"
#include "shells/shell_surface_def.hpp"
#include "skin/skin_def.hpp"
#include "solidify/filled_solid_def.hpp"
#include "viper/definition/rods_def.hpp"

namespace sinew {

namespace {

std::vector<const BodyKind*>& kinds() {
    static std::vector<const BodyKind*> all = {
        &viper::rods_kind(),  &skin::skin_kind(),    &solidify::filled_solid_kind(),
        &directors_kind(),    &shells::shell_kind(), &shells::shell_surface_kind(),
        &rigid::rigid_kind(), &joints::joint_kind(), &joints::attachment_kind(),
    };
    return all;
}

}  // namespace

std::span<const BodyKind* const> body_kinds() {
    return kinds();
}

const BodyKind* find_body_kind(std::string_view name) {
    const auto found = std::ranges::find(kinds(), name, &BodyKind::name);
    return found == kinds().end() ? nullptr : *found;
}

void add_body_kind(const BodyKind& kind) {
    if (!find_body_kind(kind.name)) kinds().push_back(&kind);
}

}  // namespace sinew
