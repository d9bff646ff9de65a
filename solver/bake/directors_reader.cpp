#include "bake/directors_reader.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "bake/body_name_reader.hpp"
#include "body/directors_def.hpp"

namespace sinew::bake {

std::unique_ptr<BodyDef> read_directors(const JsonField& body) {
    auto def = std::make_unique<DirectorsDef>();
    def->name = body.object();
    body.expect_object(DIRECTORS_FIELDS);
    if (const auto source = body.require("body")) {
        store(read_body_name(*source, "directors"), def->body);
    }
    if (const auto count = body.find("count"))
        store(count->integer(1, DirectorsDef::MAX_COUNT), def->count);
    if (const auto length = body.find("length")) {
        const auto number = length->number_between(0.0, std::numeric_limits<double>::max());
        if (number) def->length = *number * body.context().length;
    }
    return def;
}

}  // namespace sinew::bake
