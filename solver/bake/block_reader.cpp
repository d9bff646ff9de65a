#include "bake/block_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "bake/binary_file.hpp"
#include "base/error.hpp"
#include "base/task.hpp"

namespace sinew::bake {

namespace {

/// What a block says of itself.
struct Block {
    BinaryType type = BinaryType::Float32;
    std::vector<std::size_t> shape;
    std::uint64_t offset = 0;

    /// Product of the shape; the largest number when it is larger than that.
    std::size_t count() const {
        std::size_t product = 1;
        for (const std::size_t size : shape) {
            if (__builtin_mul_overflow(product, size, &product)) {
                return std::numeric_limits<std::size_t>::max();
            }
        }
        return product;
    }
};

bool read_type(const JsonField& field, BinaryType& type) {
    const std::optional<std::size_t> index = field.choice(BINARY_TYPE_NAMES);
    if (index) type = static_cast<BinaryType>(*index);
    return index.has_value();
}

bool read_shape(const JsonField& field, std::vector<std::size_t>& shape) {
    constexpr std::size_t MAX_DIMENSIONS = 4;
    const nlohmann::json& list = field.value();
    if (!list.is_array() || list.empty() || list.size() > MAX_DIMENSIONS) {
        field.complain(fmt::format("must be a list of 1 to {} whole numbers", MAX_DIMENSIONS));
        return false;
    }
    bool good = true;
    field.for_each([&](const JsonField& item) {
        const std::optional<int> size = item.integer(0, std::numeric_limits<int>::max());
        good = good && size.has_value();
        shape.push_back(static_cast<std::size_t>(size.value_or(0)));
    });
    return good;
}

bool read_offset(const JsonField& field, std::uint64_t& offset) {
    if (!field.value().is_number_unsigned()) {
        field.complain("must be a whole number of bytes, at least 0");
        return false;
    }
    offset = field.value().get<std::uint64_t>();
    return true;
}

bool read_description(const JsonField& field, Block& block) {
    if (!field.expect_object(BLOCK_FIELDS)) return false;
    const auto dtype = field.require("dtype");
    const auto shape = field.require("shape");
    const auto offset = field.require("offset");
    // No short cut: the reader reports every problem.
    const bool good_type = dtype && read_type(*dtype, block.type);
    const bool good_shape = shape && read_shape(*shape, block.shape);
    const bool good_offset = offset && read_offset(*offset, block.offset);
    if (!good_type || !good_shape || !good_offset) return false;
    if (block.offset % size_of(block.type) == 0) return true;
    offset->complain(fmt::format("must be a multiple of {}, the size of {}", size_of(block.type),
                                 BINARY_TYPE_NAMES[static_cast<std::size_t>(block.type)]));
    return false;
}

bool lies_within(const Block& block, const BinaryFile& binary, const JsonField& field) {
    const std::uint64_t size = binary.size();
    if (block.offset <= size && block.count() <= (size - block.offset) / size_of(block.type)) {
        return true;
    }
    field.complain(
        fmt::format("shape {} from byte {}", fmt::join(block.shape, " x "), block.offset),
        fmt::format("ends behind the binary file, which has {} bytes", size));
    return false;
}

/// As in a list of lists: "[3][0]".
std::string indices_text(const std::vector<std::size_t>& shape, std::size_t index) {
    std::string text;
    for (std::size_t k = shape.size(); k-- > 0;) {
        text = fmt::format("[{}]{}", index % shape[k], text);
        index /= shape[k];
    }
    return text;
}

template <class Numbers>
bool all_finite(const Numbers& numbers, const std::vector<std::size_t>& shape,
                const JsonField& field) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (std::isfinite(numbers[i])) continue;
        field.renamed(field.object(), field.path() + indices_text(shape, i))
            .complain(fmt::format("{}", numbers[i]), "must be finite");
        return false;
    }
    return true;
}

template <class Numbers>
bool read_into(Numbers& numbers, std::vector<std::size_t>& shape, const JsonField& field) {
    constexpr bool SHARED = std::is_same_v<Numbers, SharedNumbers>;
    Block block;
    if (!read_description(field, block)) return false;
    const std::optional<BinaryFile>& binary = field.context().binary;
    if (!binary) {
        field.complain("the job needs a \"binary\" file that has this block");
        return false;
    }
    const bool halved = SHARED && block.type == BinaryType::Float32;
    if (!lies_within(block, *binary, field) ||
        !field.claim(block.count(), halved ? sizeof(float) : sizeof(double))) {
        return false;
    }
    try {
        if constexpr (SHARED)
            numbers = binary->read_shared(block.type, block.offset, block.count());
        else
            numbers = binary->read(block.type, block.offset, block.count());
    } catch (const Error& error) {
        rethrow_if_over();
        field.complain("a block of the binary file", error.what());
        return false;
    }
    shape = std::move(block.shape);
    return all_finite(numbers, shape, field);
}

}  // namespace

bool read_block(const JsonField& field, std::vector<double>& numbers,
                std::vector<std::size_t>& shape) {
    return read_into(numbers, shape, field);
}

bool read_block(const JsonField& field, SharedNumbers& numbers, std::vector<std::size_t>& shape) {
    return read_into(numbers, shape, field);
}

}  // namespace sinew::bake
