#include "bake/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/task.hpp"

namespace sinew::bake {

namespace {

using nlohmann::json;

/// Builds the tree from the parser's events, which nlohmann's own parser would do without bounds and
/// with the last of two equal keys winning silently.
class TreeBuilder : public nlohmann::json_sax<json> {
public:
    TreeBuilder(std::string_view text, const std::string& object)
        : m_text(text), m_object(object) {}

    json take() { return std::move(m_root); }

    bool null() override { return put(nullptr) != nullptr; }
    bool boolean(bool value) override { return put(value) != nullptr; }
    bool number_integer(number_integer_t value) override { return put(value) != nullptr; }
    bool number_unsigned(number_unsigned_t value) override { return put(value) != nullptr; }
    bool number_float(number_float_t value, const string_t&) override {
        return put(value) != nullptr;
    }
    bool string(string_t& value) override { return put(std::move(value)) != nullptr; }
    bool binary(binary_t&) override { return false; }  // only in other formats than text

    bool start_object(std::size_t) override { return open(json::object()); }
    bool start_array(std::size_t) override { return open(json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        if (m_open.back()->contains(name)) {
            refuse(name, "is there twice; remove one");
        }
        m_key = std::move(name);
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& error) override {
        const std::size_t end = std::min(position, m_text.size());
        const auto line =
            1 + std::count(m_text.begin(), m_text.begin() + static_cast<long>(end), '\n');
        const std::size_t before = m_text.substr(0, end).rfind('\n');
        const std::size_t column = before == std::string_view::npos ? end : end - before - 1;
        constexpr int NUMBER_OVERFLOW = 406;
        const char* what = error.id == NUMBER_OVERFLOW ? "this number is too large"
                           : token.find_first_of("NI") != std::string::npos
                               ? "this is not JSON, which has no NaN and no Infinity"
                               : "this is not JSON";
        constexpr std::size_t MAX_TOKEN = 40;
        refuse(fmt::format("line {}, column {}", line, column),
               fmt::format("{}: \"{}\"", what,
                           token.size() > MAX_TOKEN ? "..." + token.substr(token.size() - MAX_TOKEN)
                                                    : token));
    }

private:
    json* put(json value) {
        if (++m_values > MAX_JSON_VALUES) {
            refuse({}, fmt::format("has more than {} values; put large arrays in a binary file",
                                   MAX_JSON_VALUES));
        }
        constexpr std::size_t ASK_EVERY = 1U << 16U;
        if (m_values % ASK_EVERY == 0) check_task();
        if (m_open.empty()) {
            m_root = std::move(value);
            return &m_root;
        }
        json& parent = *m_open.back();
        if (parent.is_array()) {
            parent.push_back(std::move(value));
            return &parent.back();
        }
        return &(parent[m_key] = std::move(value));
    }
    bool open(json container) {
        if (m_open.size() == MAX_JSON_DEPTH) {
            refuse({}, fmt::format("is nested more than {} deep", MAX_JSON_DEPTH));
        }
        m_open.push_back(put(std::move(container)));
        return true;
    }
    bool close() {
        m_open.pop_back();
        return true;
    }
    [[noreturn]] void refuse(std::string field, std::string remedy) const {
        throw Error({.code = ErrorCode::InvalidArgument,
                     .object = m_object,
                     .field = std::move(field),
                     .value = {},
                     .remedy = std::move(remedy)});
    }

    std::string_view m_text;
    const std::string& m_object;
    json m_root;
    std::vector<json*> m_open;  ///< the containers around the current value
    std::string m_key;
    std::size_t m_values = 0;
};

}  // namespace

json parse_json(std::string_view text, const std::string& object) {
    if (text.size() > MAX_JSON_BYTES) {
        throw Error(
            {.code = ErrorCode::InvalidArgument,
             .object = object,
             .field = {},
             .value = fmt::format("{} bytes", text.size()),
             .remedy = fmt::format("at most {} bytes of JSON are read; put large arrays in a "
                                   "binary file",
                                   MAX_JSON_BYTES)});
    }
    TreeBuilder builder(text, object);
    json::sax_parse(text, &builder);  // errors leave through parse_error
    return builder.take();
}

}  // namespace sinew::bake
