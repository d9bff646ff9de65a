// Whom a body meets.
#pragma once

#include <string_view>

#include "body/fields.hpp"

namespace sinew {

enum class ContactPartners {
    None,    ///< passes through everything but planes and pills
    Others,  ///< other bodies and mesh colliders
    All,     ///< also itself
};

/// In the order of ContactPartners.
inline constexpr std::string_view CONTACT_WORDS[] = {"none", "others", "all"};

inline constexpr Field CONTACT_FIELD{
    .name = "contact",
    .meaning = "Whom the body meets: nobody, other bodies and mesh colliders, or also itself.",
    .details = "Two bodies meet if neither of them has `none`. Planes and pills stop every body."};

}  // namespace sinew
