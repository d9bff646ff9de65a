// What a world has to say to an artist: collected while it is made and looked at, read one by one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.hpp"

namespace sinew::plugin {

class WorldWarnings {
public:
    WorldWarnings() = default;
    /// The log refers to it.
    WorldWarnings(const WorldWarnings&) = delete;
    WorldWarnings& operator=(const WorldWarnings&) = delete;

    /// Keeps warnings, each once; drops the rest.
    Log log();
    void add(std::string_view sentence);
    std::size_t count() const { return m_sentences.size(); }
    /// Throws Error when there is none of this number.
    const std::string& at(int index) const;

private:
    std::vector<std::string> m_sentences;
};

}  // namespace sinew::plugin
