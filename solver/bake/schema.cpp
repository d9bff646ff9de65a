#include "bake/schema.hpp"

#include <nlohmann/json.hpp>

#include "bake/field_catalog.hpp"
#include "bake/field_schema.hpp"
#include "bake/version.hpp"
#include "sim/body_kinds.hpp"

namespace sinew::bake {

namespace {

using nlohmann::ordered_json;

ordered_json look_json(const ParamDescription& param) {
    const ParamLook& look = param.look;
    return {{"label", look.label},         {"advice", look.advice},
            {"section", look.section},     {"unit", look.unit.empty() ? param.unit : look.unit},
            {"scale", look.scale},         {"least", look.least},
            {"most", look.most},           {"soft_least", look.soft_least},
            {"soft_most", look.soft_most}, {"click", look.click},
            {"digits", look.digits}};
}

ordered_json param_json(const ParamDescription& param) {
    ordered_json json = {{"name", param.name},
                         {"unit", param.unit},
                         {"default", param.value},
                         {param.lowest_allowed ? "minimum" : "exclusive_minimum", param.lowest}};
    if (param.highest != NO_LIMIT) json["maximum"] = param.highest;
    json["meaning"] = param.meaning;
    json["details"] = param.details;
    json["look"] = look_json(param);
    return json;
}

ordered_json table_json(const ParamTable& table) {
    ordered_json json = {{"params", ordered_json::array()}, {"variants", ordered_json::object()}};
    for (const ParamDescription& param : table.params)
        json["params"].push_back(param_json(param));
    for (const ParamDefaults& defaults : table.variants) {
        ordered_json& variant = json["variants"][std::string(defaults.variant)];
        for (std::size_t i = 0; i < table.params.size(); ++i)
            variant[std::string(table.params[i].name)] = defaults.values[i];
    }
    return json;
}

}  // namespace

std::string schema_json() {
    ordered_json materials;
    ordered_json bodies;
    for (const BodyKind* const kind : body_kinds()) {
        bodies[std::string(kind->name)] = body_schema(*kind);
        const FieldCatalog catalog(*kind->make_def());
        if (const ParamTable* const table = catalog.find_table("material"))
            materials[std::string(kind->name)] = table_json(*table);
    }
    return ordered_json{{"materials", materials}, {"bodies", bodies}}.dump(2);
}

}  // namespace sinew::bake
