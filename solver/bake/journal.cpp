#include "bake/journal.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "bake/frame_record.hpp"
#include "bake/json_text.hpp"
#include "base/error.hpp"

namespace sinew::bake {

JournalContent parse_journal(std::string_view text, int first_frame) {
    JournalContent content;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = text.find('\n', begin);
        if (end == std::string_view::npos) break;  // the last line was not finished
        try {
            const FrameReport report =
                frame_from_json(parse_json(text.substr(begin, end - begin), "journal"));
            if (report.frame != first_frame + static_cast<double>(content.frames.size())) break;
            content.frames.push_back(report);
        } catch (const Error&) {
            break;
        }
        content.line_ends.push_back(end + 1);
        begin = end + 1;
    }
    content.damaged = begin != text.size();
    return content;
}

Journal::Journal(const Folder& state, int first_frame)
    : m_file(state.open(JOURNAL_NAME, File::Mode::Write)),
      m_content(parse_journal(state.read_text(JOURNAL_NAME, MAX_JOURNAL_BYTES), first_frame)) {}

void Journal::append(const FrameReport& report) {
    const std::string line = frame_to_json(report).dump() + '\n';
    try {
        m_file.write_at(size(), std::as_bytes(std::span(line)));
    } catch (const Error&) {
        m_file.resize(size());
        throw;
    }
    m_content.frames.push_back(report);
    m_content.line_ends.push_back(size() + line.size());
}

void Journal::cut(std::size_t count) {
    if (count < m_content.frames.size()) {
        m_content.frames.resize(count);
        m_content.line_ends.resize(count);
    }
    m_file.resize(size());
}

}  // namespace sinew::bake
