#include "bake/json_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bake/nearest_name.hpp"
#include "base/task.hpp"

namespace sinew::bake {

namespace {

using nlohmann::json;

/// Short, whatever the value: a complaint about a list of a million numbers is still one line.
std::string in_words(const json& value) {
    constexpr std::size_t MAX_TEXT = 60;
    switch (value.type()) {
        case json::value_t::object: return fmt::format("an object with {} fields", value.size());
        case json::value_t::array: return fmt::format("a list of {}", value.size());
        case json::value_t::string: {
            const auto& text = value.get_ref<const std::string&>();
            if (text.size() <= MAX_TEXT) return fmt::format("\"{}\"", text);
            // Not in the middle of a letter of several bytes.
            std::size_t end = MAX_TEXT;
            while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
                --end;
            return fmt::format("\"{}...\"", text.substr(0, end));
        }
        default: return value.dump();
    }
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> known) {
    const std::string_view nearest = nearest_name(name, known);
    if (!nearest.empty()) return fmt::format("did you mean \"{}\"?", nearest);
    return fmt::format("known here: {}", fmt::join(known, ", "));
}

}  // namespace

void JsonField::complain(std::string remedy) const {
    complain(in_words(*m_value), std::move(remedy));
}

void JsonField::complain(std::string value, std::string remedy) const {
    m_context->problems.add({.code = ErrorCode::InvalidArgument,
                             .object = m_object,
                             .field = m_path,
                             .value = std::move(value),
                             .remedy = std::move(remedy)});
}

JsonField JsonField::child(const json& value, std::string_view name) const {
    return {value, m_object,
            m_path.empty() ? std::string(name) : fmt::format("{}.{}", m_path, name), *m_context};
}

bool JsonField::expect_object(std::span<const std::string_view> known) const {
    if (!m_value->is_object()) {
        complain(fmt::format("must be an object with the fields {}", fmt::join(known, ", ")));
        return false;
    }
    for (const auto& [name, value] : m_value->items()) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        constexpr std::size_t MAX_NAME = 80;
        const JsonField field = child(value, name.size() > MAX_NAME ? "a very long name" : name);
        field.complain("an unknown field", did_you_mean(name, known));
    }
    return true;
}

std::optional<JsonField> JsonField::find(std::string_view name) const {
    const auto found = m_value->find(std::string(name));
    if (found == m_value->end()) return std::nullopt;
    return child(*found, name);
}

std::optional<JsonField> JsonField::require(std::string_view name) const {
    std::optional<JsonField> field = find(name);
    if (!field) {
        child(*m_value, name).complain("missing", "this field is required");
    }
    return field;
}

void JsonField::for_each(const std::function<void(const JsonField&)>& read) const {
    if (!m_value->is_array()) {
        complain("must be a list");
        return;
    }
    std::size_t index = 0;
    for (const json& item : *m_value) {
        check_task();
        read({item, m_object, fmt::format("{}[{}]", m_path, index++), *m_context});
    }
}

std::optional<double> JsonField::number() const {
    if (!m_value->is_number()) {
        complain("must be a number");
        return std::nullopt;
    }
    return m_value->get<double>();
}

std::optional<double> JsonField::number_between(double above, double highest) const {
    const std::optional<double> value = number();
    if (!value || (*value > above && *value <= highest)) return value;
    complain(fmt::format("must be greater than {} and at most {}", above, highest));
    return std::nullopt;
}

std::optional<int> JsonField::integer(int lowest, int highest) const {
    if (!m_value->is_number()) {
        complain("must be a whole number");
        return std::nullopt;
    }
    // Whole numbers of any size and floats like 24.0, which some programs write for 24.
    const auto number = m_value->get<double>();
    if (std::floor(number) != number || number < lowest || number > highest) {
        complain(fmt::format("must be a whole number from {} to {}", lowest, highest));
        return std::nullopt;
    }
    return static_cast<int>(number);
}

std::optional<bool> JsonField::boolean() const {
    if (m_value->is_boolean()) return m_value->get<bool>();
    complain("must be true or false");
    return std::nullopt;
}

std::optional<std::string> JsonField::text() const {
    if (!m_value->is_string()) {
        complain("must be a text");
        return std::nullopt;
    }
    return m_value->get<std::string>();
}

std::optional<std::size_t> JsonField::choice(std::span<const std::string_view> words) const {
    const std::optional<std::string> word = text();
    if (!word) return std::nullopt;
    const auto found = std::find(words.begin(), words.end(), *word);
    if (found == words.end()) {
        complain(did_you_mean(*word, words));
        return std::nullopt;
    }
    return static_cast<std::size_t>(found - words.begin());
}

bool JsonField::claim(std::size_t numbers, std::size_t bytes_each) const {
    if (numbers > m_context->numbers_left) {
        complain(fmt::format("{} numbers", numbers),
                 "the arrays of this job are too large to be held in memory");
        return false;
    }
    m_context->numbers_left -= numbers;
    m_context->bytes_taken += numbers * bytes_each;
    claim_memory(static_cast<double>(numbers * bytes_each), m_object, m_path);
    return true;
}

}  // namespace sinew::bake
