#include "bake/pc2.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"

namespace sinew::bake {

namespace {

constexpr std::string_view MAGIC("POINTCACHE2\0", 12);
constexpr std::int32_t VERSION = 1;
constexpr std::uint64_t HEADER_SIZE = 32;
constexpr std::uint64_t SAMPLES_OFFSET = 28;
constexpr std::uint64_t POINT_SIZE = 3 * sizeof(float);

using HeaderBytes = std::array<std::byte, HEADER_SIZE>;

template <class T>
void put(HeaderBytes& bytes, std::size_t offset, T value) {
    std::memcpy(bytes.data() + offset, &value, sizeof value);
}

template <class T>
T get(const HeaderBytes& bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

HeaderBytes encode(const Pc2Header& header) {
    HeaderBytes bytes{};
    std::memcpy(bytes.data(), MAGIC.data(), MAGIC.size());
    put(bytes, 12, VERSION);
    put(bytes, 16, header.points);
    put(bytes, 20, header.start_frame);
    put(bytes, 24, header.sample_rate);
    put(bytes, SAMPLES_OFFSET, header.samples);
    return bytes;
}

[[noreturn]] void refuse(const File& file, std::string why) {
    throw Error({.code = ErrorCode::File,
                 .object = file.path().string(),
                 .field = {},
                 .value = {},
                 .remedy = std::move(why)});
}

/// The data may be shorter or longer than the header tells, as a killed bake leaves it.
void check_shape(const File& file, std::int32_t points, float start_frame) {
    const Pc2Header header = read_pc2_header(file);
    if (header.points != points || header.start_frame != start_frame) {
        refuse(file,
               fmt::format("has {} points from frame {}, the job has {} from frame {}; bake with "
                           "--restart",
                           header.points, header.start_frame, points, start_frame));
    }
}

}  // namespace

Pc2Header read_pc2_header(const File& file) {
    const std::uint64_t size = file.size();
    if (size < HEADER_SIZE) refuse(file, fmt::format("is no point cache: only {} bytes", size));
    HeaderBytes bytes{};
    file.read_at(0, bytes);
    if (std::memcmp(bytes.data(), MAGIC.data(), MAGIC.size()) != 0) {
        refuse(file, "is no point cache: does not begin with POINTCACHE2");
    }
    if (const auto version = get<std::int32_t>(bytes, 12); version != VERSION) {
        refuse(file, fmt::format("has version {}, only 1 can be read", version));
    }
    const Pc2Header header{.points = get<std::int32_t>(bytes, 16),
                           .start_frame = get<float>(bytes, 20),
                           .sample_rate = get<float>(bytes, 24),
                           .samples = get<std::int32_t>(bytes, SAMPLES_OFFSET)};
    if (header.points < 0 || header.samples < 0 || !std::isfinite(header.start_frame) ||
        !std::isfinite(header.sample_rate)) {
        refuse(file, "has a damaged header");
    }
    return header;
}

std::uint64_t pc2_file_size(std::uint64_t points, std::uint64_t samples) {
    std::uint64_t numbers = 0;
    std::uint64_t size = 0;
    if (__builtin_mul_overflow(points, samples, &numbers) ||
        __builtin_mul_overflow(numbers, POINT_SIZE, &size) ||
        __builtin_add_overflow(size, HEADER_SIZE, &size)) {
        return std::numeric_limits<std::uint64_t>::max();
    }
    return size;
}

std::int32_t pc2_stored_samples(const File& file, std::int32_t points, float start_frame) {
    check_shape(file, points, start_frame);
    constexpr std::uint64_t MOST = std::numeric_limits<std::int32_t>::max();
    if (points == 0) return MOST;
    const std::uint64_t sample_size = static_cast<std::uint64_t>(points) * POINT_SIZE;
    return static_cast<std::int32_t>(std::min((file.size() - HEADER_SIZE) / sample_size, MOST));
}

Pc2Writer::Pc2Writer(const Folder& folder, std::string name, std::int32_t points, float start_frame)
    : m_name(std::move(name)), m_file(folder.open(m_name, File::Mode::Write)), m_points(points) {
    if (m_file.size() < HEADER_SIZE) {
        // New, or killed before the header was whole.
        m_file.resize(0);
        m_file.write_at(0, encode({.points = points, .start_frame = start_frame}));
        return;
    }
    check_shape(m_file, points, start_frame);
    // What is damaged in the header and does not matter for the samples is mended here.
    m_file.write_at(0, encode({.points = points,
                               .start_frame = start_frame,
                               .samples = read_pc2_header(m_file).samples}));
}

void Pc2Writer::write_sample(std::int32_t index, std::span<const float> positions) {
    check_size(index);
    m_file.write_at(
        pc2_file_size(static_cast<std::uint64_t>(m_points), static_cast<std::uint64_t>(index)),
        std::as_bytes(positions));
}

void Pc2Writer::publish(std::int32_t samples) {
    m_file.write_at(SAMPLES_OFFSET, std::as_bytes(std::span(&samples, 1)));
}

void Pc2Writer::cut(std::int32_t samples) {
    m_file.resize(
        pc2_file_size(static_cast<std::uint64_t>(m_points), static_cast<std::uint64_t>(samples)));
}

void Pc2Writer::check_is_in(const Folder& folder, std::int32_t samples) const {
    if (!folder.holds(m_name, m_file)) {
        refuse(m_file, "was removed or replaced during the bake; bake again");
    }
    check_size(samples);
}

void Pc2Writer::check_size(std::int32_t samples) const {
    const std::uint64_t size = m_file.size();
    const std::uint64_t written =
        pc2_file_size(static_cast<std::uint64_t>(m_points), static_cast<std::uint64_t>(samples));
    if (size < written) {
        refuse(m_file,
               fmt::format("was cut to {} of {} bytes during the bake; bake again", size, written));
    }
}

Pc2Reader::Pc2Reader(File file) : m_file(std::move(file)), m_header(read_pc2_header(m_file)) {
    const std::uint64_t size = m_file.size();
    if (size < pc2_file_size(static_cast<std::uint64_t>(m_header.points),
                             static_cast<std::uint64_t>(m_header.samples))) {
        refuse(m_file, fmt::format("is cut short: {} samples of {} points do not fit in {} bytes",
                                   m_header.samples, m_header.points, size));
    }
}

void Pc2Reader::read_sample(std::int32_t index, std::span<float> positions) const {
    if (index < 0 || index >= m_header.samples ||
        positions.size() != 3 * static_cast<std::size_t>(m_header.points)) {
        refuse(m_file, fmt::format("has {} samples of {} points, so it has no sample {}",
                                   m_header.samples, m_header.points, index));
    }
    m_file.read_at(pc2_file_size(static_cast<std::uint64_t>(m_header.points),
                                 static_cast<std::uint64_t>(index)),
                   std::as_writable_bytes(positions));
}

}  // namespace sinew::bake
