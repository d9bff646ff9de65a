#include "bake/schema.hpp"

#include <nlohmann/json.hpp>

#include "bake/body_readers.hpp"
#include "bake/version.hpp"

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

/// The first is the material itself, the others are variants of it.
ordered_json materials_json(const std::vector<MaterialDescription>& materials) {
    ordered_json json = {{"params", ordered_json::array()}, {"variants", ordered_json::object()}};
    for (const ParamDescription& param : materials.front().params)
        json["params"].push_back(param_json(param));
    for (std::size_t i = 1; i < materials.size(); ++i) {
        ordered_json& variant = json["variants"][std::string(materials[i].variant)];
        for (const ParamDescription& param : materials[i].params)
            variant[std::string(param.name)] = param.value;
    }
    return json;
}

}  // namespace

std::string schema_json() {
    ordered_json materials;
    for (const BodyReader& reader : body_readers()) {
        if (reader.materials != nullptr)
            materials[std::string(reader.kind)] = materials_json(reader.materials());
    }
    return ordered_json{{"materials", materials}}.dump(2);
}

}  // namespace sinew::bake
