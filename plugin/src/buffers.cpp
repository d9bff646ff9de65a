#include "buffers.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "guard.hpp"

namespace sinew::plugin {

namespace {

[[noreturn]] void refuse(BufferName name, std::string_view part, std::string value,
                         std::string remedy) {
    refuse_argument(std::string(name.object), fmt::format("{}{}", name.field, part),
                    std::move(value), std::move(remedy));
}

/// Checks everything but the numbers; returns the distance between items in bytes.
std::size_t check_view(const SinewBufferView& view, std::size_t item_size, BufferName name) {
    if (view.reserved != 0) {
        refuse(name, ".reserved", fmt::format("{}", view.reserved), "must be 0");
    }
    if (view.data == nullptr)
        refuse(name, ".data", "null", fmt::format("must be {} items", view.count));
    const std::uint64_t stride = view.stride_bytes == 0 ? item_size : view.stride_bytes;
    if (stride < item_size) {
        refuse(name, ".stride_bytes", fmt::format("{}", stride),
               fmt::format("must be 0 or at least {}, the size of an item", item_size));
    }
    // Indices are 32 bits, and an address must not wrap around.
    constexpr std::uint64_t MAX_COUNT = std::numeric_limits<std::int32_t>::max();
    constexpr std::uint64_t MAX_BYTES = std::numeric_limits<std::ptrdiff_t>::max();
    if (view.count > MAX_COUNT || stride > MAX_BYTES / view.count) {
        refuse(name, ".count", fmt::format("{}", view.count),
               fmt::format("with a stride of {} bytes this is more than memory can hold", stride));
    }
    return stride;
}

/// Calls take(item, numbers) for each item of N numbers of type Scalar, at any alignment.
template <class Scalar, std::size_t N, class Take>
void for_each_item(const SinewBufferView& view, BufferName name, Take&& take) {
    const std::size_t stride = check_view(view, N * sizeof(Scalar), name);
    const auto* bytes = static_cast<const std::byte*>(view.data);
    for (std::size_t i = 0; i < view.count; ++i) {
        Scalar item[N];
        std::memcpy(item, bytes + i * stride, sizeof item);
        for (const Scalar number : item) {
            if (!std::isfinite(static_cast<double>(number))) {
                refuse(name, fmt::format("[{}]", i), fmt::format("{}", number), "must be finite");
            }
        }
        take(item);
    }
}

std::string_view format_name(std::uint32_t format) {
    switch (format) {
        case SINEW_FORMAT_FLOAT: return "FLOAT";
        case SINEW_FORMAT_FLOAT3: return "FLOAT3";
        case SINEW_FORMAT_DOUBLE: return "DOUBLE";
        case SINEW_FORMAT_DOUBLE3: return "DOUBLE3";
        case SINEW_FORMAT_INT: return "INT";
        default: return "unknown";
    }
}

[[noreturn]] void refuse_format(const SinewBufferView& view, BufferName name,
                                std::string_view allowed) {
    refuse(name, ".format", fmt::format("{} ({})", view.format, format_name(view.format)),
           fmt::format("must be {}", allowed));
}

}  // namespace

std::vector<Eigen::Vector3d> read_vectors(const SinewBufferView& view, BufferName name) {
    std::vector<Eigen::Vector3d> vectors;
    if (view.count == 0) return vectors;
    const auto take = [&](const auto& item) {
        vectors.emplace_back(static_cast<double>(item[0]), static_cast<double>(item[1]),
                             static_cast<double>(item[2]));
    };
    switch (view.format) {
        case SINEW_FORMAT_FLOAT3: for_each_item<float, 3>(view, name, take); break;
        case SINEW_FORMAT_DOUBLE3: for_each_item<double, 3>(view, name, take); break;
        default: refuse_format(view, name, "FLOAT3 or DOUBLE3");
    }
    return vectors;
}

std::vector<double> read_numbers(const SinewBufferView& view, BufferName name) {
    std::vector<double> numbers;
    if (view.count == 0) return numbers;
    const auto take = [&](const auto& item) {
        for (const auto number : item)
            numbers.push_back(static_cast<double>(number));
    };
    switch (view.format) {
        case SINEW_FORMAT_FLOAT: for_each_item<float, 1>(view, name, take); break;
        case SINEW_FORMAT_FLOAT3: for_each_item<float, 3>(view, name, take); break;
        case SINEW_FORMAT_DOUBLE: for_each_item<double, 1>(view, name, take); break;
        case SINEW_FORMAT_DOUBLE3: for_each_item<double, 3>(view, name, take); break;
        default: refuse_format(view, name, "FLOAT, FLOAT3, DOUBLE or DOUBLE3");
    }
    return numbers;
}

std::vector<int> read_integers(const SinewBufferView& view, BufferName name) {
    std::vector<int> integers;
    if (view.count == 0) return integers;
    if (view.format != SINEW_FORMAT_INT) refuse_format(view, name, "INT");
    for_each_item<std::int32_t, 1>(view, name,
                                   [&](const auto& item) { integers.push_back(item[0]); });
    return integers;
}

}  // namespace sinew::plugin
