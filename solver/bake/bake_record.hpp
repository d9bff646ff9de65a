// bake.json: what was baked and how it went, for people and programs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "bake/job.hpp"

namespace sinew::bake {

inline constexpr int CACHE_FORMAT = 1;

inline constexpr std::string_view BAKE_JSON_NAME = "bake.json";

/// Name of the point cache of an object.
std::string pc2_name(std::string_view object);
/// Name of the file with its faces, for bodies whose output is a new surface.
std::string mesh_name(std::string_view object);

struct BakeRecord {
    std::string_view status;  ///< "running", "done", "cancelled" or "failed"
    std::string message;      ///< why it stopped, if it did
    std::vector<std::string>
        start_warnings;                 ///< about how the scene starts, the same after a resume
    std::vector<std::size_t> vertices;  ///< of each body of the job
    std::vector<bool> meshes;           ///< of each: whether its faces have a file
};

/// The whole file. `frames` are the complete ones.
std::string bake_json_text(const Job& job, const BakeRecord& record,
                           const std::vector<FrameReport>& frames);

/// Names of the objects that a bake.json lists, without those that could not be ours.
std::vector<std::string> recorded_objects(const nlohmann::json& bake_json);
/// The same of those whose faces have a file.
std::vector<std::string> recorded_meshes(const nlohmann::json& bake_json);

}  // namespace sinew::bake
