#include "bake/body_name_reader.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bake/nearest_name.hpp"
#include "sim/body_kinds.hpp"

namespace sinew::bake {

namespace {

bool offers(const BodyKind& kind, std::string_view offer) {
    return std::ranges::find(kind.offers, offer) != kind.offers.end();
}

std::string kinds_that_offer(std::string_view offer) {
    std::vector<std::string_view> names;
    for (const BodyKind* const kind : body_kinds()) {
        if (offers(*kind, offer)) names.push_back(kind->name);
    }
    return fmt::format("{}", fmt::join(names, " or "));
}

/// About a body that is there and does not fit; empty: as if it were not there.
std::string_view misfit(const BodyKind& kind, const BodyOffer& offer, const BodyKind& own) {
    return kind.name == own.name && !offer.same.empty() ? offer.same : offer.unfit;
}

}  // namespace

std::optional<std::string> read_body_name(const JsonField& field, const BodyOffer& offer,
                                          const BodyKind& own) {
    std::optional<std::string> name = field.text();
    if (!name) return std::nullopt;
    std::vector<std::string_view> known;
    for (const auto& [body, kind_name] : field.context().bodies) {
        const BodyKind* const kind = find_body_kind(kind_name);
        const bool fits = kind && offers(*kind, offer.name);
        if (fits) known.emplace_back(body);
        if (body != *name) continue;
        // A kind that does not exist is a problem of that body, not of this one.
        if (fits || !kind) return name;
        const std::string_view complaint = misfit(*kind, offer, own);
        if (complaint.empty()) continue;
        field.complain(std::string(complaint));
        return std::nullopt;
    }
    const std::string_view nearest = nearest_name(*name, known);
    if (!nearest.empty())
        field.complain(fmt::format("did you mean \"{}\"?", nearest));
    else if (!offer.unknown.empty())
        field.complain(std::string(offer.unknown));
    else
        field.complain(fmt::format("is not the name of a {}", kinds_that_offer(offer.name)));
    return std::nullopt;
}

}  // namespace sinew::bake
