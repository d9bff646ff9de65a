// Hashes of the inputs of a bake, by name: they show whether a cache is of this job, and which inputs changed.
//
// Hashed are the values that the solver sees, not the text of the job: a job that is formatted
// differently, or has its arrays in another file, is the same job.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "body/animated_array.hpp"

namespace sinew::bake {

class InputsHash {
public:
    /// `first_frame` to `last_frame` are the frames that animated inputs are hashed for.
    InputsHash(int first_frame, int last_frame);

    /// An input that holds for all frames, e.g. "bodies.Rod.material.density".
    void add_static(const std::string& name, std::uint64_t hash);
    /// An input that changes over time. Its width and whether it is there at all count as static.
    /// Throws Error(InvalidArgument) when there are too many of them.
    void add_animated(const std::string& name, const AnimatedArray& array);

    /// All static inputs together.
    std::uint64_t static_hash() const;
    /// Everything together: the job's hash in bake.json.
    std::uint64_t total_hash() const;

    /// Differences between the job a cache was made of (`before`) and the job now (`*this`).
    struct Difference {
        std::vector<std::string> static_names;    ///< "gravity", sorted
        std::vector<std::string> animated_names;  ///< of those with other keys, sorted
        /// First frame whose animated inputs differ, among the frames that both have.
        std::optional<int> first_frame;
    };
    Difference since(const InputsHash& before) const;

    nlohmann::json to_json() const;
    /// Throws Error(File) if `json` is not what to_json wrote.
    static InputsHash from_json(const nlohmann::json& value);

private:
    int m_first_frame;
    int m_last_frame;
    std::map<std::string, std::uint64_t> m_static;
    std::map<std::string, std::uint64_t> m_animated;  ///< over all keys, to find names
    std::vector<std::uint64_t>
        m_frames;  ///< over all animated inputs, to find frames; empty without
};

}  // namespace sinew::bake
