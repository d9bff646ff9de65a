#include "base/byte_stream.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace sinew {
namespace {

TEST(ByteStream, ReadsBackWhatWasWritten) {
    ByteWriter writer;
    writer.put(std::int32_t{-7});
    writer.put_array(std::span<const double>(std::array{1.5, -0.0, 1e300}));
    writer.put(true);
    writer.put_array(std::span<const float>());

    ByteReader reader(writer.bytes());
    EXPECT_EQ(reader.get<std::int32_t>(), -7);
    std::array<double, 3> values{};
    reader.get_array(std::span<double>(values));
    EXPECT_EQ(values[0], 1.5);
    EXPECT_TRUE(std::signbit(values[1]));
    EXPECT_EQ(values[2], 1e300);
    EXPECT_TRUE(reader.get<bool>());
    reader.get_array(std::span<float>());
    EXPECT_TRUE(reader.at_end());
}

TEST(ByteWriter, WritesLittleEndianWithoutPadding) {
    ByteWriter writer;
    writer.put(std::uint8_t{0xAB});
    writer.put(std::uint32_t{0x01020304});
    const std::vector<std::byte> expected{std::byte{0xAB}, std::byte{4}, std::byte{3}, std::byte{2},
                                          std::byte{1}};
    EXPECT_EQ(writer.bytes(), expected);
}

TEST(ByteReader, RefusesToReadPastTheEndAtEveryLength) {
    ByteWriter writer;
    writer.put(1.0);
    writer.put_array(std::span<const float>(std::array{1.0f, 2.0f}));
    for (std::size_t size = 0; size < writer.bytes().size(); ++size) {
        ByteReader reader(std::span(writer.bytes()).first(size));
        std::array<float, 2> values{};
        EXPECT_THROW(
            {
                reader.get<double>();
                reader.get_array(std::span<float>(values));
            },
            Error)
            << size << " bytes";
    }
}

TEST(ByteReader, RefusesAnArrayOfAnotherLength) {
    ByteWriter writer;
    writer.put_array(std::span<const double>(std::array{1.0, 2.0, 3.0}));
    std::array<double, 2> shorter{};
    ByteReader reader(writer.bytes());
    try {
        reader.get_array(std::span<double>(shorter));
        FAIL() << "three values were read into two";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::File);
    }
}

}  // namespace
}  // namespace sinew
