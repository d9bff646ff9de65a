// Materials: the numbers of a parameter table (base/param_table.hpp) as a job has them.
#pragma once

#include <string_view>
#include <vector>

#include "bake/json_field.hpp"
#include "base/param_table.hpp"

namespace sinew::bake {

/// What is absent or wrong keeps its value.
template <class Params, std::size_t N>
void read_params(const JsonField& material, const ParamInfo<Params> (&table)[N], Params& params) {
    std::vector<std::string_view> names;
    for (const ParamInfo<Params>& info : table)
        names.push_back(info.name);
    if (!material.expect_object(names)) return;
    for (const ParamInfo<Params>& info : table) {
        const auto field = material.find(info.name);
        if (field) store(field->number(), params.*info.member);
    }
}

}  // namespace sinew::bake
