// Damages files at random and sees what a reader makes of them. The same on every run, unless `tests/fuzz` asks for another seed
// or another number.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "support/random.hpp"

namespace sinew::bake::test {

/// One to three changes: bits, bytes, pieces cut out, doubled or moved, the end cut off, or a word of
/// `words` put somewhere.
std::string mutated(std::string text, std::span<const std::string_view> words,
                    sinew::test::Random& random);

struct MutationCounts {
    int accepted = 0;
    int refused = 0;
    int total() const { return accepted + refused; }
};

/// Gives `count` mutations of `original` to `read`, which may return or throw sinew::Error. Anything
/// else, or taking longer than some seconds, fails the test, and so does taking much memory. Prints how many there were.
/// The environment changes it: SINEW_FUZZ_SHARE multiplies `count`, SINEW_FUZZ_SEED chooses others, and what kills the program is
/// written to SINEW_FUZZ_LAST.
MutationCounts read_mutations(int count, const std::string& original,
                              std::span<const std::string_view> words,
                              const std::function<void(const std::string&)>& read);

/// So many of each file are tried.
inline constexpr int MUTATIONS = 10'000;

}  // namespace sinew::bake::test
