#include "bake/array_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "bake/block_reader.hpp"

namespace sinew::bake {

namespace {

using nlohmann::json;

std::string in_words(const std::vector<std::size_t>& shape) {
    return shape.empty() ? "one number" : fmt::format("shape {}", fmt::join(shape, " x "));
}

/// Collects a list of numbers or of lists of the same shape. `depth` is that of `list`.
bool flatten(const JsonField& field, const json& list, const std::string& path, std::size_t depth,
             NumberArray& array) {
    if (depth == array.shape.size()) array.shape.push_back(list.size());
    if (list.size() != array.shape[depth]) {
        JsonField(list, field.object(), path, field.context())
            .complain(fmt::format("must have {} items like its neighbours", array.shape[depth]));
        return false;
    }
    std::size_t index = 0;
    for (const json& item : list) {
        const bool is_leaf_level = depth + 1 == array.shape.size();
        if (item.is_number() && is_leaf_level) {
            array.numbers.push_back(item.get<double>());
        } else if (item.is_array() && (!is_leaf_level || (index == 0 && array.numbers.empty()))) {
            if (!flatten(field, item, fmt::format("{}[{}]", path, index), depth + 1, array)) {
                return false;
            }
        } else {
            JsonField(item, field.object(), fmt::format("{}[{}]", path, index), field.context())
                .complain(is_leaf_level ? "must be a number"
                                        : "must be a list like its neighbours");
            return false;
        }
        ++index;
    }
    return true;
}

std::optional<NumberArray> read_inline(const JsonField& field) {
    NumberArray array;
    if (!flatten(field, field.value(), field.path(), 0, array)) return std::nullopt;
    if (!field.claim(array.numbers.size())) return std::nullopt;
    return array;
}

}  // namespace

std::optional<NumberArray> read_numbers(const JsonField& field) {
    const json& value = field.value();
    if (value.is_number()) return NumberArray{.numbers = {value.get<double>()}, .shape = {}};
    if (value.is_array()) return read_inline(field);
    if (value.is_object()) {
        NumberArray array;
        if (!read_block(field, array.numbers, array.shape)) return std::nullopt;
        return array;
    }
    field.complain("must be an array: numbers in a list, or a block of the binary file");
    return std::nullopt;
}

bool fits(const std::vector<std::size_t>& shape, std::size_t count, const ArraySpec& spec,
          const JsonField& field) {
    if (shape.empty()) {
        if (spec.one_number) return true;
        field.complain("must be a list, one number is not allowed here");
        return false;
    }
    const bool whole_items =
        count % spec.width == 0 && (shape.size() == 1 || shape.back() % spec.width == 0);
    if (whole_items && (!spec.items || count == *spec.items * spec.width)) return true;
    field.complain(in_words(shape),
                   spec.items ? fmt::format("must have shape {} x {}", *spec.items, spec.width)
                              : fmt::format("must have {} numbers an item", spec.width));
    return false;
}

std::optional<std::vector<double>> to_items(NumberArray array, const ArraySpec& spec, double scale,
                                            const JsonField& field) {
    if (!fits(array.shape, array.numbers.size(), spec, field)) return std::nullopt;
    if (array.shape.empty()) {
        const std::size_t count = spec.items.value_or(1) * spec.width;
        if (!field.claim(count)) return std::nullopt;
        array.numbers.assign(count, array.numbers.front());
    }
    for (double& number : array.numbers) {
        number *= scale;
    }
    if (!std::all_of(array.numbers.begin(), array.numbers.end(),
                     [](double number) { return std::isfinite(number); })) {
        field.complain("is too large in metres");
        return std::nullopt;
    }
    return std::move(array.numbers);
}

std::optional<std::vector<double>> read_array(const JsonField& field, const ArraySpec& spec,
                                              double scale) {
    std::optional<NumberArray> array = read_numbers(field);
    if (!array) return std::nullopt;
    return to_items(std::move(*array), spec, scale, field);
}

std::optional<std::vector<Eigen::Vector3d>> read_vectors(const JsonField& field,
                                                         std::optional<std::size_t> items,
                                                         double scale) {
    const auto numbers = read_array(field, {.width = 3, .items = items}, scale);
    if (!numbers) return std::nullopt;
    std::vector<Eigen::Vector3d> vectors(numbers->size() / 3);
    for (std::size_t i = 0; i < vectors.size(); ++i) {
        vectors[i] = Eigen::Vector3d::Map(numbers->data() + 3 * i);
    }
    return vectors;
}

std::optional<std::vector<int>> to_integers(const std::vector<double>& numbers,
                                            const JsonField& field) {
    std::vector<int> integers;
    integers.reserve(numbers.size());
    for (const double number : numbers) {
        if (std::floor(number) != number || std::abs(number) > std::numeric_limits<int>::max()) {
            field.renamed(field.object(), fmt::format("{}[{}]", field.path(), integers.size()))
                .complain(fmt::format("{}", number), "must be a whole number");
            return std::nullopt;
        }
        integers.push_back(static_cast<int>(number));
    }
    return integers;
}

std::optional<std::vector<int>> read_integers(const JsonField& field) {
    const std::optional<std::vector<double>> numbers = read_array(field, {});
    return numbers ? to_integers(*numbers, field) : std::nullopt;
}

std::vector<std::string> read_names(const JsonField& field) {
    std::vector<std::string> names;
    field.for_each([&](const JsonField& item) {
        if (auto name = item.text()) names.push_back(std::move(*name));
    });
    return names;
}

}  // namespace sinew::bake
