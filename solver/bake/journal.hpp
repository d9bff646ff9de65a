// The journal: one line of JSON for each complete frame, in order. A frame whose line is not whole, or
// whose line does not follow the one before, is not complete, and neither are those after it.
//
// A line has the report of the frame, `positions` with the checksum of each body's vertices, and ends
// with `check`, the checksum of all before in the line.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bake/file_io.hpp"
#include "bake/folder.hpp"
#include "sim/world.hpp"

namespace sinew::bake {

/// The complete frames that a journal lists.
struct JournalContent {
    std::vector<FrameReport> frames;  ///< frames first_frame, first_frame + 1, ...
    std::vector<std::vector<std::uint64_t>> checksums;  ///< of each: of its positions, by body
    std::vector<std::uint64_t> line_ends;               ///< byte behind the line of each
    bool damaged = false;                               ///< something follows that is no whole line
};

/// `first_frame` is where the journal must begin.
JournalContent parse_journal(std::string_view text, int first_frame);

inline constexpr std::string_view JOURNAL_NAME = "frames.jsonl";

/// The journal of a cache that is being baked.
class Journal {
public:
    /// Reads what is there, or makes an empty one.
    Journal(const Folder& state, int first_frame);

    const std::vector<FrameReport>& frames() const { return m_content.frames; }
    /// Adds the next frame. On failure the journal is as before.
    void append(const FrameReport& report, std::span<const std::uint64_t> checksums);
    /// Waits until the lines are on the disk.
    void sync() const { m_file.sync(); }
    /// Forgets all frames but the first `count`, and whatever follows them in the file.
    void cut(std::size_t count);
    /// Whether the folder still has the file.
    bool is_in(const Folder& state) const { return state.holds(JOURNAL_NAME, m_file); }

private:
    std::uint64_t size() const {
        return m_content.line_ends.empty() ? 0 : m_content.line_ends.back();
    }

    File m_file;
    JournalContent m_content;
};

/// Journals beyond this are not read. A frame has about 350 bytes and 19 for each body.
inline constexpr std::uint64_t MAX_JOURNAL_BYTES = std::uint64_t{256} << 20;

}  // namespace sinew::bake
