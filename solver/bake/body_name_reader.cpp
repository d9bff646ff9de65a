#include "bake/body_name_reader.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bake/nearest_name.hpp"
#include "sim/body_kinds.hpp"

namespace sinew::bake {

namespace {

std::vector<std::string_view> kinds_that_offer(std::string_view offer) {
    std::vector<std::string_view> names;
    for (const BodyKind* const kind : body_kinds()) {
        if (std::ranges::find(kind->offers, offer) != kind->offers.end())
            names.push_back(kind->name);
    }
    return names;
}

}  // namespace

std::optional<std::string> read_body_name(const JsonField& field, std::string_view offer) {
    const std::vector<std::string_view> kinds = kinds_that_offer(offer);
    std::optional<std::string> name = field.text();
    if (!name) return std::nullopt;
    std::vector<std::string_view> known;
    for (const auto& [body, kind] : field.context().bodies) {
        if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) continue;
        if (body == *name) return name;
        known.emplace_back(body);
    }
    const std::string_view nearest = nearest_name(*name, known);
    field.complain(nearest.empty()
                       ? fmt::format("is not the name of a {}", fmt::join(kinds, " or "))
                       : fmt::format("did you mean \"{}\"?", nearest));
    return std::nullopt;
}

}  // namespace sinew::bake
