#include "world_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "guard.hpp"
#include "texts.hpp"
#include "world_object.hpp"

namespace sinew::plugin {

Log WorldWarnings::log() {
    return Log([this](LogLevel level, std::string_view line) {
        if (level >= LogLevel::Warning) add(line);
    });
}

void WorldWarnings::add(std::string_view sentence) {
    if (std::ranges::find(m_sentences, sentence) == m_sentences.end())
        m_sentences.emplace_back(sentence);
}

const std::string& WorldWarnings::at(int index) const {
    if (index < 0 || static_cast<std::size_t>(index) >= m_sentences.size()) {
        refuse_argument("world", "index", fmt::format("{}", index),
                        fmt::format("there are {} warnings, counted from 0", m_sentences.size()));
    }
    return m_sentences[index];
}

}  // namespace sinew::plugin

using namespace sinew::plugin;

SinewResult sinew_world_get_warning_count(SinewWorld* world, int32_t* out_count) {
    return guard([&] {
        not_null(out_count, "out_count") = 0;
        const auto object = held_world(world);
        const auto lock = lock_to_read(*object);
        *out_count = static_cast<int32_t>(object->warnings.count());
    });
}

SinewResult sinew_world_get_warning(SinewWorld* world, int32_t index, char* out_text,
                                    uint64_t capacity, uint64_t* out_size) {
    return guard([&] {
        const auto object = held_world(world);
        const auto lock = lock_to_read(*object);
        copy_text(object->warnings.at(index), out_text, capacity, out_size);
    });
}
