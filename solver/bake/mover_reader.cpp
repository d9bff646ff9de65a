#include "bake/mover_reader.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "bake/animated_reader.hpp"
#include "bake/nearest_name.hpp"

namespace sinew::bake {

namespace {

/// True if `name` is new and a name at all.
bool take_name(const JsonField& field, const std::string& name) {
    if (name.empty()) {
        field.complain("a mover needs a name");
        return false;
    }
    const bool is_new = field.context().movers.insert(name).second;
    if (!is_new) field.complain("another mover has this name");
    return is_new;
}

std::optional<MoverDef> read_mover(const JsonField& item) {
    if (!item.expect_object(MOVER_FIELDS)) return std::nullopt;
    MoverDef def;
    const auto name_field = item.require("name");
    const auto name = name_field ? name_field->text() : std::nullopt;
    // A mover that cannot be read keeps its name, or all that rides on it would be complained about.
    const bool named = name && take_name(*name_field, *name);
    def.name = named ? *name : item.path();
    const JsonField mover = item.renamed(def.name, "");
    const auto transforms = mover.require("transforms");
    if (!transforms) return std::nullopt;
    // Three rows of four, nested or flat.
    if (!store(read_animated(*transforms, {.widths = {4}, .items = 3}), def.transforms)) {
        return std::nullopt;
    }
    scale_translations(def.transforms, item.context().length);
    std::vector<Problem> problems;
    def.collect_problems(problems);
    item.context().problems.add(std::move(problems));
    return def;
}

}  // namespace

std::vector<MoverDef> read_movers(const JsonField& field) {
    std::vector<MoverDef> movers;
    field.for_each([&](const JsonField& item) {
        if (auto mover = read_mover(item)) movers.push_back(std::move(*mover));
    });
    return movers;
}

std::optional<std::string> read_mover_name(const JsonField& field) {
    const std::set<std::string>& movers = field.context().movers;
    std::optional<std::string> name = field.text();
    if (!name || movers.contains(*name)) return name;
    const std::vector<std::string_view> known(movers.begin(), movers.end());
    const std::string_view nearest = nearest_name(*name, known);
    field.complain(movers.empty()    ? "the job has no movers"
                   : nearest.empty() ? "is not the name of a mover of this job"
                                     : fmt::format("did you mean \"{}\"?", nearest));
    return std::nullopt;
}

void add_mover_inputs(const std::vector<MoverDef>& movers, InputsHash& inputs) {
    for (const MoverDef& mover : movers) {
        inputs.add_animated("movers." + mover.name, mover.transforms);
    }
}

}  // namespace sinew::bake
