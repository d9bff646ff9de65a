#include "bake/inputs_hash.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <nlohmann/json.hpp>

#include "bake/hash.hpp"
#include "base/error.hpp"

namespace sinew::bake {

namespace {

using nlohmann::json;

/// Of animated inputs times frames: some seconds of work.
constexpr std::size_t MAX_HASHES = 100'000'000;

/// Those of all keys.
void hash_numbers(Hasher& hasher, const AnimatedArray& array) {
    constexpr std::size_t PIECE = 4096;
    std::array<double, PIECE> piece{};
    for (std::size_t done = 0; done < array.count(); done += PIECE) {
        const std::span<double> part =
            std::span(piece).first(std::min(PIECE, array.count() - done));
        array.read(done, part);
        hasher.add_part(part);
    }
    hasher.end_array(array.count());
}

/// Hashes of an animated array over the time from one frame to the next. Equal hashes mean equal bits at
/// every time in between, wherever the solver puts its steps.
class IntervalHashes {
public:
    explicit IntervalHashes(const AnimatedArray& array) : m_array(array) {
        m_keys.reserve(array.frames.size());
        std::vector<double> key(array.width);
        for (std::size_t i = 0; i < array.frames.size(); ++i) {
            array.read_key(i, key);
            m_keys.push_back(hash_of(key));
        }
    }

    /// Over the time from `frame_0` to `frame_1`, both included.
    std::uint64_t over(double frame_0, double frame_1) const {
        const std::size_t first = m_array.locate(frame_0).first;
        const AnimatedArray::Span end = m_array.locate(frame_1);
        const std::size_t last = end.blend == 0.0 ? end.first : end.second;
        // Where all keys are equal the value is theirs exactly, whatever their frames are.
        const bool constant = std::all_of(m_keys.begin() + static_cast<long>(first),
                                          m_keys.begin() + static_cast<long>(last) + 1,
                                          [&](std::uint64_t key) { return key == m_keys[first]; });
        Hasher hasher;
        if (constant) return hasher.add_word(m_keys[first]).value();
        for (std::size_t i = first; i <= last; ++i) {
            hasher.add_number(m_array.frames[i]).add_word(m_keys[i]);
        }
        return hasher.value();
    }

private:
    const AnimatedArray& m_array;
    std::vector<std::uint64_t> m_keys;
};

void hash_map(Hasher& hasher, const std::map<std::string, std::uint64_t>& map) {
    for (const auto& [name, hash] : map) {
        hasher.add_text(name).add_word(hash);
    }
    hasher.add_word(map.size());
}

std::vector<std::string> differing_names(const std::map<std::string, std::uint64_t>& now,
                                         const std::map<std::string, std::uint64_t>& before) {
    std::vector<std::string> names;
    for (const auto& [name, hash] : now) {
        const auto found = before.find(name);
        if (found == before.end() || found->second != hash) names.push_back(name);
    }
    for (const auto& [name, hash] : before) {
        if (!now.contains(name)) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::uint64_t from_hex(const json& value) {
    return parse_hex(value.get_ref<const std::string&>());
}

json map_to_json(const std::map<std::string, std::uint64_t>& map) {
    json object = json::object();
    for (const auto& [name, hash] : map) {
        object[name] = to_hex(hash);
    }
    return object;
}

std::map<std::string, std::uint64_t> map_from_json(const json& object) {
    std::map<std::string, std::uint64_t> map;
    for (const auto& [name, hash] : object.items()) {
        map[name] = from_hex(hash);
    }
    return map;
}

}  // namespace

InputsHash::InputsHash(int first_frame, int last_frame)
    : m_first_frame(first_frame), m_last_frame(last_frame) {}

void InputsHash::add_static(const std::string& name, std::uint64_t hash) {
    assert(!m_static.contains(name));
    m_static[name] = hash;
}

void InputsHash::add_animated(const std::string& name, const AnimatedArray& array) {
    add_static(name, Hasher().add_word(array.empty() ? 0 : array.width).value());
    if (array.empty()) return;
    m_frames.resize(static_cast<std::size_t>(std::int64_t{m_last_frame} - m_first_frame + 1));
    if ((m_animated.size() + 1) * m_frames.size() > MAX_HASHES) {
        throw Error({.code = ErrorCode::InvalidArgument,
                     .object = {},
                     .field = name,
                     .value = {},
                     .remedy =
                         "the job has too many animated inputs for so many frames; give several "
                         "points in one entry of pins"});
    }
    Hasher all;
    all.add_array(std::span<const double>(array.frames));
    hash_numbers(all, array);
    m_animated[name] = all.value();
    const IntervalHashes intervals(array);
    for (std::size_t i = 0; i < m_frames.size(); ++i) {
        const double frame = m_first_frame + static_cast<double>(i);
        const std::uint64_t hash = intervals.over(i == 0 ? frame : frame - 1.0, frame);
        m_frames[i] = Hasher().add_word(m_frames[i]).add_text(name).add_word(hash).value();
    }
}

std::uint64_t InputsHash::static_hash() const {
    Hasher hasher;
    hash_map(hasher, m_static);
    return hasher.value();
}

std::uint64_t InputsHash::total_hash() const {
    Hasher hasher;
    hash_map(hasher, m_static);
    hash_map(hasher, m_animated);
    hasher.add_array(std::span<const std::uint64_t>(m_frames));
    return hasher.value();
}

InputsHash::Difference InputsHash::since(const InputsHash& before) const {
    Difference difference;
    difference.static_names = differing_names(m_static, before.m_static);
    difference.animated_names = differing_names(m_animated, before.m_animated);
    if (m_first_frame != before.m_first_frame) return difference;  // "frames.start" is static
    const std::size_t both = std::min(m_frames.size(), before.m_frames.size());
    for (std::size_t i = 0; i < both; ++i) {
        if (m_frames[i] == before.m_frames[i]) continue;
        difference.first_frame = m_first_frame + static_cast<int>(i);
        break;
    }
    return difference;
}

json InputsHash::to_json() const {
    json frames = json::array();
    for (const std::uint64_t hash : m_frames) {
        frames.push_back(to_hex(hash));
    }
    return {{"first_frame", m_first_frame},
            {"static", map_to_json(m_static)},
            {"animated", map_to_json(m_animated)},
            {"frames", std::move(frames)}};
}

InputsHash InputsHash::from_json(const json& value) {
    try {
        const auto first_frame = value.at("first_frame").get<std::int64_t>();
        if (first_frame != static_cast<int>(first_frame)) throw Error(ErrorCode::File, "no frame");
        InputsHash inputs(static_cast<int>(first_frame), static_cast<int>(first_frame));
        inputs.m_static = map_from_json(value.at("static"));
        inputs.m_animated = map_from_json(value.at("animated"));
        for (const json& hash : value.at("frames")) {
            inputs.m_frames.push_back(from_hex(hash));
        }
        return inputs;
    } catch (const std::exception&) {
        // Missing or of another type, as nlohmann says, or not a hash: damaged all the same.
        throw Error(ErrorCode::File, "the record of the inputs is damaged");
    }
}

}  // namespace sinew::bake
