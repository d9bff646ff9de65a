// Reading of a cache, shared by `sinew info` and `sinew verify`. A damaged part is named, not thrown.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bake/folder.hpp"
#include "bake/journal.hpp"
#include "bake/sample_check.hpp"

namespace sinew::bake {

/// bake.json. Throws Error(File) if there is none or it is no record of a bake.
nlohmann::json read_bake_json(const Folder& cache);
/// First of the frames of the job. Throws Error(File) if the record has none.
int first_frame_of(const nlohmann::json& bake_json);

/// The journal. Lists bytes behind its last whole line in `damage`, unless a bake is writing it.
JournalContent read_journal(const Folder& cache, int first_frame, bool locked,
                            std::vector<Damage>& damage);

/// How much of the point caches is looked at.
enum class Depth {
    Shape,  ///< headers and sizes
    All,    ///< every number
};

/// Tells what is wrong with the point caches that the record lists. `most` is for each of them.
void check_point_caches(const Folder& cache, const nlohmann::json& bake_json,
                        const JournalContent& journal, int first_frame, bool locked, Depth depth,
                        std::size_t most, std::vector<Damage>& damage);

}  // namespace sinew::bake
