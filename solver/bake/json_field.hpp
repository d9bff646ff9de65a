// A value of the job with its place, so that every complaint names object, field, value and remedy.
//
// Readers ask for what they expect. A wrong value is reported to the problem list and comes back as
// nothing; the reader goes on, so that all problems are found in one go.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "bake/binary_file.hpp"
#include "bake/problem_list.hpp"

namespace sinew::bake {

/// Shared by all readers of one job.
struct ReadContext {
    ProblemList problems;
    std::vector<std::string> warnings;
    std::filesystem::path folder;      ///< of the job; paths in it are relative to this
    bool confine = false;              ///< files outside of the folder are refused
    std::optional<BinaryFile> binary;  ///< large arrays
    double length = 1.0;               ///< metres per unit of length
    int last_frame = 0;                ///< of the job
    std::map<std::string, std::string>
        bodies;                    ///< their names and kinds, also of those not read yet
    std::set<std::string> movers;  ///< their names; bodies and colliders ride on them
    /// Numbers that arrays may still take: a small file can name one large block many times.
    std::size_t numbers_left = 1'000'000'000;
    std::size_t bytes_taken = 0;  ///< by the arrays until now, in memory
};

class JsonField {
public:
    /// `object` is the name for messages, `path` the way from the object to this value.
    JsonField(const nlohmann::json& value, std::string object, std::string path,
              ReadContext& context)
        : m_value(&value),
          m_object(std::move(object)),
          m_path(std::move(path)),
          m_context(&context) {}

    const nlohmann::json& value() const { return *m_value; }
    const std::string& path() const { return m_path; }
    const std::string& object() const { return m_object; }
    ReadContext& context() const { return *m_context; }
    /// The same value under another object name and path, e.g. once the name of a body is known.
    JsonField renamed(std::string object, std::string path) const {
        return {*m_value, std::move(object), std::move(path), *m_context};
    }

    /// Reports this value with what to do about it.
    void complain(std::string remedy) const;
    /// The same with other words for the value.
    void complain(std::string value, std::string remedy) const;

    /// True for an object. Reports another type, and each field that is not in `known`.
    bool expect_object(std::span<const std::string_view> known) const;
    /// A field of this object; nothing if absent.
    std::optional<JsonField> find(std::string_view name) const;
    /// The same, reporting its absence.
    std::optional<JsonField> require(std::string_view name) const;
    /// Calls `read` for each item of this list; reports another type.
    void for_each(const std::function<void(const JsonField&)>& read) const;

    std::optional<double> number() const;
    /// Greater than `above` and at most `highest`.
    std::optional<double> number_between(double above, double highest) const;
    /// A whole number from `lowest` to `highest`.
    std::optional<int> integer(int lowest, int highest) const;
    std::optional<bool> boolean() const;
    std::optional<std::string> text() const;
    /// Index into `words`; reports another word with the nearest one.
    std::optional<std::size_t> choice(std::span<const std::string_view> words) const;

    /// Books the numbers of an array, which take `bytes_each`. False after complaining that the job's arrays are too large; throws Error as
    /// claim_memory does (base/task.hpp).
    bool claim(std::size_t numbers, std::size_t bytes_each = sizeof(double)) const;

private:
    JsonField child(const nlohmann::json& value, std::string_view name) const;

    const nlohmann::json* m_value;
    std::string m_object;
    std::string m_path;
    ReadContext* m_context;
};

/// Puts a value that was read in its place; false, and nothing changed, if there was none.
template <class T>
bool store(std::optional<T> value, T& place) {
    if (!value) return false;
    place = std::move(*value);
    return true;
}

}  // namespace sinew::bake
