#include "bake/bake_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "bake/frame_record.hpp"
#include "bake/hash.hpp"
#include "bake/object_name.hpp"
#include "bake/version.hpp"

namespace sinew::bake {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// Who stood in whom in which frames.
void warn_of_tangled(const std::vector<FrameReport>& frames, std::vector<std::string>& warnings) {
    struct Span {
        double first, last;
        int frames;
        Eigen::Vector3d place;
    };
    std::map<std::pair<std::string, std::string>, Span> pairs;
    for (const FrameReport& frame : frames) {
        for (const TangledPair& pair : frame.tangled) {
            Span& span =
                pairs.try_emplace({pair.first, pair.second}, Span{frame.frame, 0.0, 0, pair.place})
                    .first->second;
            span.last = frame.frame;
            ++span.frames;
        }
    }
    for (const auto& [names, span] : pairs) {
        const std::string who =
            names.first == names.second
                ? fmt::format("{} goes through itself", names.first)
                : fmt::format("{} and {} stand in each other", names.first, names.second);
        warnings.push_back(fmt::format(
            "{} in {} frames, the first of them {}, near ({:.4g}, {:.4g}, {:.4g}), the last {}",
            who, span.frames, span.first, span.place.x(), span.place.y(), span.place.z(),
            span.last));
    }
}

/// Warnings that follow from the frames, so that they are the same after a resume.
std::vector<std::string> frame_warnings(const Job& job, const std::vector<FrameReport>& frames) {
    std::vector<std::string> warnings;
    warn_of_tangled(frames, warnings);
    const auto needed_more = [&](const FrameReport& f) { return f.steps > job.world.substeps; };
    const auto first = std::find_if(frames.begin(), frames.end(), needed_more);
    if (first == frames.end()) return warnings;
    warnings.push_back(fmt::format(
        "{} frames, the first of them {}, needed more than the {} steps of "
        "solver.substeps; more substeps may be faster",
        std::count_if(first, frames.end(), needed_more), first->frame, job.world.substeps));
    return warnings;
}

template <class Condition>
std::vector<std::string> recorded_names(const json& bake_json, Condition&& wanted) {
    std::vector<std::string> names;
    const auto objects = bake_json.find("objects");
    if (objects == bake_json.end() || !objects->is_array()) return names;
    for (const json& object : *objects) {
        const auto name = object.find("name");
        if (name == object.end() || !name->is_string() || !wanted(object)) continue;
        // A damaged record must not lead to files outside of the cache.
        if (is_object_name(name->get_ref<const std::string&>())) names.push_back(*name);
    }
    return names;
}

}  // namespace

std::string pc2_name(std::string_view object) {
    return fmt::format("{}.pc2", object);
}

std::string mesh_name(std::string_view object) {
    return fmt::format("{}.obj", object);
}

std::string bake_json_text(const Job& job, const BakeRecord& record,
                           const std::vector<FrameReport>& frames) {
    ordered_json objects = ordered_json::array();
    for (std::size_t i = 0; i < job.bodies.size(); ++i) {
        const BodyDef& body = *job.bodies[i];
        objects.push_back({{"name", body.name},
                           {"kind", std::string(body.kind())},
                           {"vertices", record.vertices[i]},
                           {"file", pc2_name(body.name)}});
        if (record.meshes[i]) objects.back()["mesh"] = mesh_name(body.name);
    }
    std::vector<std::string> warnings = job.warnings;
    warnings.insert(warnings.end(), record.start_warnings.begin(), record.start_warnings.end());
    for (std::string& warning : frame_warnings(job, frames)) {
        warnings.push_back(std::move(warning));
    }
    ordered_json bake;
    bake["sinew_cache"] = CACHE_FORMAT;
    bake["sinew_version"] = std::string(version_text());
    bake["job"] = {
        {"name", job.name}, {"path", job.file_name}, {"hash", to_hex(job.inputs.total_hash())}};
    bake["status"] = std::string(record.status);
    bake["message"] = record.message;
    bake["frame_range"] = {job.first_frame, job.last_frame};
    bake["rate"] = job.world.frame_rate;
    bake["objects"] = std::move(objects);
    bake["warnings"] = std::move(warnings);
    // One line for each frame, whatever the number: people read this file too.
    // A job's path may have any bytes.
    std::string text = bake.dump(2, ' ', false, ordered_json::error_handler_t::replace);
    text.resize(text.size() - 2);  // without "\n}"
    text += ",\n  \"frames\": [";
    for (std::size_t i = 0; i < frames.size(); ++i) {
        text += i == 0 ? "\n    " : ",\n    ";
        text += frame_to_json(frames[i]).dump();
    }
    text += frames.empty() ? "]\n}\n" : "\n  ]\n}\n";
    return text;
}

std::vector<std::string> recorded_objects(const json& bake_json) {
    return recorded_names(bake_json, [](const json&) { return true; });
}

std::vector<std::string> recorded_meshes(const json& bake_json) {
    return recorded_names(bake_json, [](const json& object) { return object.contains("mesh"); });
}

}  // namespace sinew::bake
