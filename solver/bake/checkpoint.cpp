#include "bake/checkpoint.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <system_error>

#include "bake/hash.hpp"
#include "base/byte_stream.hpp"
#include "base/error.hpp"

namespace sinew::bake {

namespace {

constexpr std::string_view MAGIC = "SINEWCPT";
constexpr std::uint64_t VERSION = 1;
constexpr std::size_t HEADER_SIZE = 5 * sizeof(std::uint64_t);
constexpr std::size_t HASH_SIZE = sizeof(std::uint64_t);

std::uint64_t magic_word() {
    std::uint64_t word = 0;
    std::memcpy(&word, MAGIC.data(), sizeof word);
    return word;
}

std::uint64_t hash_of(std::span<const std::byte> header, std::span<const std::byte> state) {
    return Hasher().add_bytes(header).add_bytes(state).value();
}

[[noreturn]] void refuse_checkpoint(const Folder& folder, int frame, const char* why) {
    throw Error({.code = ErrorCode::File,
                 .object = folder.path_of(checkpoint_name(frame)).string(),
                 .field = {},
                 .value = {},
                 .remedy = why});
}

/// The whole file, of any inputs.
std::vector<std::byte> read_undamaged(const Folder& folder, int frame) {
    std::vector<std::byte> bytes =
        folder.read_bytes(checkpoint_name(frame), std::numeric_limits<std::uint64_t>::max());
    const auto refuse = [&](const char* why) { refuse_checkpoint(folder, frame, why); };
    if (bytes.size() < HEADER_SIZE + HASH_SIZE) refuse("is no checkpoint: too short");
    const auto header = std::span<const std::byte>(bytes).first(HEADER_SIZE);
    const auto state = std::span<const std::byte>(bytes).subspan(
        HEADER_SIZE, bytes.size() - HEADER_SIZE - HASH_SIZE);
    ByteReader words(header);
    if (words.get<std::uint64_t>() != magic_word()) refuse("is no checkpoint");
    if (words.get<std::uint64_t>() != VERSION) refuse("is a checkpoint of another version");
    ByteReader tail(std::span<const std::byte>(bytes).last(HASH_SIZE));
    if (tail.get<std::uint64_t>() != hash_of(header, state)) refuse("is damaged");
    words.get<std::uint64_t>();  // the inputs
    if (words.get<std::int64_t>() != frame) refuse("is a checkpoint of another frame");
    if (words.get<std::uint64_t>() != state.size()) refuse("is damaged");
    return bytes;
}

}  // namespace

std::string checkpoint_name(int frame) {
    return fmt::format("{:06}.bin", frame);
}

std::optional<int> checkpoint_frame(std::string_view name) {
    const std::string_view digits = name.substr(0, name.find('.'));
    int frame = 0;
    const auto [end, failure] =
        std::from_chars(digits.data(), digits.data() + digits.size(), frame);
    if (failure != std::errc() || checkpoint_name(frame) != name) return std::nullopt;
    return frame;
}

std::uint64_t checkpoint_file_size(std::uint64_t state_size) {
    return HEADER_SIZE + state_size + HASH_SIZE;
}

File write_checkpoint(const Folder& folder, std::uint64_t inputs_hash, int frame,
                      std::span<const std::byte> state) {
    ByteWriter header;
    header.put(magic_word());
    header.put(VERSION);
    header.put(inputs_hash);
    header.put(static_cast<std::int64_t>(frame));
    header.put(static_cast<std::uint64_t>(state.size()));
    ByteWriter hash;
    hash.put(hash_of(header.bytes(), state));
    const std::array<std::span<const std::byte>, 3> parts{header.bytes(), state, hash.bytes()};
    return folder.replace(checkpoint_name(frame), parts);
}

std::vector<std::byte> read_checkpoint(const Folder& folder, std::uint64_t inputs_hash, int frame) {
    std::vector<std::byte> bytes = read_undamaged(folder, frame);
    ByteReader words(std::span<const std::byte>(bytes).first(HEADER_SIZE));
    words.get<std::uint64_t>();
    words.get<std::uint64_t>();
    if (words.get<std::uint64_t>() != inputs_hash) {
        refuse_checkpoint(folder, frame, "is a checkpoint of another job");
    }
    // In place: a state may be large.
    bytes.resize(bytes.size() - HASH_SIZE);
    bytes.erase(bytes.begin(), bytes.begin() + HEADER_SIZE);
    return bytes;
}

void check_checkpoint(const Folder& folder, int frame) {
    read_undamaged(folder, frame);
}

bool is_checkpoint(const Folder& folder, const std::string& name) {
    try {
        std::uint64_t word = 0;
        folder.open(name, File::Mode::Read).read_at(0, std::as_writable_bytes(std::span(&word, 1)));
        return word == magic_word();
    } catch (const Error&) {
        return false;
    }
}

}  // namespace sinew::bake
