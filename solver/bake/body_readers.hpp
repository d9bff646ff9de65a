// The kinds of bodies and colliders that a job can have. A new kind is one line in body_readers.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bake/json_field.hpp"
#include "base/param_table.hpp"
#include "body/body.hpp"
#include "body/body_kind.hpp"

namespace sinew::bake {

/// The numbers that a kind of body is made of.
struct MaterialDescription {
    std::string_view variant;  ///< empty, or what has other defaults, e.g. "muscle"
    std::vector<ParamDescription> params;
};

struct BodyReader {
    std::string_view kind;
    /// Complains about all that is wrong. The result is of no use if it did.
    std::unique_ptr<BodyDef> (*read)(const JsonField& body);
    /// Null for kinds that have none.
    std::vector<BodyFigure> (*figures)(const BodyDef& def);
    /// Null for kinds without a material.
    std::vector<MaterialDescription> (*materials)();
};

std::span<const BodyReader> body_readers();
/// Nothing for an unknown kind.
const BodyReader* find_body_reader(std::string_view kind);

}  // namespace sinew::bake
