// Materials: the numbers of a parameter table (base/param_table.hpp) as a job has them.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "bake/hash.hpp"
#include "bake/inputs_hash.hpp"
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

/// Under names like "<prefix>material.density".
template <class Params, std::size_t N>
void add_param_inputs(const Params& params, const ParamInfo<Params> (&table)[N],
                      const std::string& prefix, InputsHash& inputs) {
    for (const ParamInfo<Params>& info : table) {
        inputs.add_static(fmt::format("{}material.{}", prefix, info.name),
                          Hasher().add_number(params.*info.member).value());
    }
}

}  // namespace sinew::bake
