#include "bake/frame_record.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace sinew::bake {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json number_or_null(double number) {
    return std::isfinite(number) ? ordered_json(number) : ordered_json(nullptr);
}

double number_from(const json& value) {
    return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

int integer_from(const json& value) {
    const auto number = value.is_number_integer() ? value.get<std::int64_t>() : -1;
    if (number < 0 || number > std::numeric_limits<int>::max()) {
        throw Error(ErrorCode::File, "not a count");
    }
    return static_cast<int>(number);
}

TangledPair tangled_from_json(const json& pair) {
    const json& place = pair.at("place");
    return {
        .first = pair.at("first").get<std::string>(),
        .second = pair.at("second").get<std::string>(),
        .places = pair.at("places").get<std::size_t>(),
        .place = {number_from(place.at(0)), number_from(place.at(1)), number_from(place.at(2))}};
}

}  // namespace

ordered_json frame_to_json(const FrameReport& report) {
    const BodyMeasures& measures = report.measures;
    ordered_json record;
    // Frames of a bake are whole numbers.
    record["frame"] = static_cast<std::int64_t>(report.frame);
    record["seconds"] = number_or_null(report.seconds);
    record["steps"] = report.steps;
    record["tolerated_steps"] = report.tolerated_steps;
    record["iterations"] = report.iterations;
    record["residual"] = number_or_null(report.residual);
    record["energy"] = {{"kinetic", number_or_null(measures.energy.kinetic)},
                        {"elastic", number_or_null(measures.energy.elastic)},
                        {"contact", number_or_null(measures.energy.contact)},
                        {"gravity", number_or_null(measures.energy.gravity)}};
    record["min_distance"] = number_or_null(measures.min_distance);
    record["volume_change"] = number_or_null(measures.volume_change);
    record["pin_error"] = number_or_null(measures.pins.distance);
    record["pin_angle_error"] = number_or_null(measures.pins.angle);
    ordered_json tangled = ordered_json::array();
    for (const TangledPair& pair : report.tangled)
        tangled.push_back({{"first", pair.first},
                           {"second", pair.second},
                           {"places", pair.places},
                           {"place", {pair.place.x(), pair.place.y(), pair.place.z()}}});
    record["tangled"] = std::move(tangled);
    return record;
}

FrameReport frame_from_json(const json& record) {
    try {
        FrameReport report;
        report.frame = static_cast<double>(record.at("frame").get<std::int64_t>());
        report.seconds = number_from(record.at("seconds"));
        report.steps = integer_from(record.at("steps"));
        report.iterations = integer_from(record.at("iterations"));
        report.residual = number_from(record.at("residual"));
        const json& energy = record.at("energy");
        report.measures.energy = {.kinetic = number_from(energy.at("kinetic")),
                                  .elastic = number_from(energy.at("elastic")),
                                  .contact = number_from(energy.at("contact")),
                                  .gravity = number_from(energy.at("gravity"))};
        report.measures.min_distance = number_from(record.at("min_distance"));
        report.measures.volume_change = number_from(record.at("volume_change"));
        report.measures.pins.distance = number_from(record.at("pin_error"));
        // Caches that were begun before there were these fields go on.
        if (const auto tolerated = record.find("tolerated_steps"); tolerated != record.end())
            report.tolerated_steps = integer_from(*tolerated);
        if (const auto angle = record.find("pin_angle_error"); angle != record.end())
            report.measures.pins.angle = number_from(*angle);
        if (const auto tangled = record.find("tangled"); tangled != record.end()) {
            for (const json& pair : *tangled)
                report.tangled.push_back(tangled_from_json(pair));
        }
        return report;
    } catch (const std::exception&) {
        // Missing or of another type, as nlohmann says: damaged all the same.
        throw Error(ErrorCode::File, "not the record of a frame");
    }
}

}  // namespace sinew::bake
