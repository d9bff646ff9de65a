// Arrays of a job: inline, one number for all, or a block of the binary file.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

#include "bake/json_field.hpp"

namespace sinew::bake {

/// Numbers as they stand in the job.
struct NumberArray {
    std::vector<double> numbers;     ///< all finite
    std::vector<std::size_t> shape;  ///< empty for a single number
};

/// Required shape of an array.
struct ArraySpec {
    std::size_t width = 1;                            ///< numbers per item
    std::optional<std::size_t> items = std::nullopt;  ///< nothing: any number of items
    bool one_number = false;                          ///< a single number may stand for all items
};

/// Any array; nothing after complaining.
std::optional<NumberArray> read_numbers(const JsonField& field);

/// Complains and gives false unless an array of `count` numbers is as `spec` says.
bool fits(const std::vector<std::size_t>& shape, std::size_t count, const ArraySpec& spec,
          const JsonField& field);

/// width × items numbers, times `scale`; nothing after complaining that `array` is not as `spec` says.
std::optional<std::vector<double>> to_items(NumberArray array, const ArraySpec& spec, double scale,
                                            const JsonField& field);

/// Both in one.
std::optional<std::vector<double>> read_array(const JsonField& field, const ArraySpec& spec,
                                              double scale = 1.0);
std::optional<std::vector<Eigen::Vector3d>> read_vectors(const JsonField& field,
                                                         std::optional<std::size_t> items,
                                                         double scale);
/// Numbers that must be whole; nothing after complaining about the first that is not.
std::optional<std::vector<int>> to_integers(const std::vector<double>& numbers,
                                            const JsonField& field);
std::optional<std::vector<int>> read_integers(const JsonField& field);

/// A list of texts. Complains about whatever else is in it.
std::vector<std::string> read_names(const JsonField& field);

}  // namespace sinew::bake
