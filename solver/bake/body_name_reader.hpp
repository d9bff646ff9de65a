// Reads names of other bodies of the job, of which a body is a part or a view.
#pragma once

#include <optional>
#include <string>

#include "bake/json_field.hpp"
#include "body/body_kind.hpp"
#include "body/fields.hpp"

namespace sinew::bake {

/// The name of a body of a kind that offers this; nothing after complaining. `own` is the kind of the body that names it.
std::optional<std::string> read_body_name(const JsonField& field, const BodyOffer& offer,
                                          const BodyKind& own);

}  // namespace sinew::bake
