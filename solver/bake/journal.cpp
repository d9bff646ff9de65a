#include "bake/journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "bake/frame_record.hpp"
#include "bake/hash.hpp"
#include "bake/json_text.hpp"
#include "base/error.hpp"

namespace sinew::bake {

namespace {

constexpr std::string_view CHECK_BEGIN = ",\"check\":\"";
constexpr std::string_view CHECK_END = "\"}";

/// What a line of this begin ends with.
std::string check_text(std::string_view begin) {
    return fmt::format("{}{}{}", CHECK_BEGIN, to_hex(Hasher().add_text(begin).value()), CHECK_END);
}

std::string journal_line(const FrameReport& report, std::span<const std::uint64_t> checksums) {
    nlohmann::ordered_json record = frame_to_json(report);
    record["positions"] = nlohmann::ordered_json::array();
    for (const std::uint64_t checksum : checksums) {
        record["positions"].push_back(to_hex(checksum));
    }
    std::string line = record.dump();
    line.pop_back();  // the bracket
    return line + check_text(line) + '\n';
}

struct JournalLine {
    FrameReport report;
    std::vector<std::uint64_t> checksums;
};

/// Throws Error if the line is not as it was written.
JournalLine parse_line(std::string_view line) {
    const std::size_t length = check_text({}).size();
    const std::string_view begin = line.substr(0, line.size() - std::min(length, line.size()));
    if (line.substr(begin.size()) != check_text(begin)) {
        throw Error(ErrorCode::File, "not a line of the journal");
    }
    const nlohmann::json record = parse_json(line, "journal");
    JournalLine result{.report = frame_from_json(record), .checksums = {}};
    for (const nlohmann::json& text : record.value("positions", nlohmann::json::array())) {
        if (!text.is_string()) throw Error(ErrorCode::File, "not a checksum");
        result.checksums.push_back(parse_hex(text.get_ref<const std::string&>()));
    }
    return result;
}

}  // namespace

JournalContent parse_journal(std::string_view text, int first_frame) {
    JournalContent content;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = text.find('\n', begin);
        if (end == std::string_view::npos) break;  // the last line was not finished
        try {
            JournalLine line = parse_line(text.substr(begin, end - begin));
            if (line.report.frame != first_frame + static_cast<double>(content.frames.size())) {
                break;
            }
            content.frames.push_back(std::move(line.report));
            content.checksums.push_back(std::move(line.checksums));
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

void Journal::append(const FrameReport& report, std::span<const std::uint64_t> checksums) {
    const std::string line = journal_line(report, checksums);
    try {
        m_file.write_at(size(), std::as_bytes(std::span(line)));
    } catch (const Error&) {
        m_file.resize(size());
        throw;
    }
    m_content.frames.push_back(report);
    m_content.checksums.emplace_back(checksums.begin(), checksums.end());
    m_content.line_ends.push_back(size() + line.size());
}

void Journal::cut(std::size_t count) {
    if (count < m_content.frames.size()) {
        m_content.frames.resize(count);
        m_content.checksums.resize(count);
        m_content.line_ends.resize(count);
    }
    m_file.resize(size());
}

}  // namespace sinew::bake
