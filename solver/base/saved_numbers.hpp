// Arrays of vectors, quaternions or packs as the plain numbers that a saved state has.
#pragma once

#include <cmath>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/byte_stream.hpp"
#include "base/error.hpp"

namespace sinew {

/// The same memory; T must be made of doubles alone.
template <class T>
std::span<double> as_numbers(std::vector<T>& items) {
    static_assert(sizeof(T) % sizeof(double) == 0);
    return {reinterpret_cast<double*>(items.data()), items.size() * sizeof(T) / sizeof(double)};
}
template <class T>
std::span<const double> as_numbers(const std::vector<T>& items) {
    static_assert(sizeof(T) % sizeof(double) == 0);
    return {reinterpret_cast<const double*>(items.data()),
            items.size() * sizeof(T) / sizeof(double)};
}

/// Fills `items` from a saved state of `owner`; throws Error(File) when a number is not finite.
inline void get_finite_array(ByteReader& in, const std::string& owner, std::span<double> items) {
    in.get_array(items);
    for (const double number : items) {
        if (!std::isfinite(number))
            throw Error(ErrorCode::File, "the saved state of " + owner + " is not finite");
    }
}

}  // namespace sinew
