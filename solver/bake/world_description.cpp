#include "bake/world_description.hpp"

#include <nlohmann/json.hpp>

namespace sinew::bake {

std::string world_description_json(World& world) {
    // In the order in which people read.
    using nlohmann::ordered_json;
    ordered_json bodies = ordered_json::array();
    for (const auto& body : world.bodies()) {
        ordered_json results = ordered_json::array();
        for (const BodyResult& result : body->results()) {
            results.push_back({{"name", result.name},
                               {"items", result.items},
                               {"width", result.width},
                               {"unit", result.unit}});
        }
        bodies.push_back(
            {{"name", body->name()}, {"kind", body->kind()}, {"results", std::move(results)}});
    }
    ordered_json inputs = ordered_json::array();
    for (const LiveInput& input : world.inputs().all())
        inputs.push_back({{"path", input.path}, {"numbers", input.width}});
    return ordered_json{
        {"frame", world.frame()}, {"bodies", std::move(bodies)}, {"inputs", std::move(inputs)}}
        .dump(1);
}

}  // namespace sinew::bake
