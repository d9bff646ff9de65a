// Which bodies there are: the one table that a new kind adds a line to.
#pragma once

#include <memory>

#include "body/body.hpp"

namespace sinew {

class World;

/// Makes the body for a valid definition. Throws Error for a kind that is not known.
std::unique_ptr<Body> make_body(const BodyDef& def, World& world);

}  // namespace sinew
