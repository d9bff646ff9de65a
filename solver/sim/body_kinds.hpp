// Which kinds of bodies there are: the one list that a new kind adds a line to.
#pragma once

#include <span>
#include <string_view>

#include "body/body_kind.hpp"

namespace sinew {

/// In the order in which messages list them.
std::span<const BodyKind* const> body_kinds();

/// Null for an unknown kind.
const BodyKind* find_body_kind(std::string_view name);

/// A kind that the library does not have itself. Before any thread uses kinds; `kind` must stay where it is.
void add_body_kind(const BodyKind& kind);

}  // namespace sinew
