// Damages files at random, the same on every run, and sees what a reader makes of them.
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
};

/// Gives `count` mutations of `original` to `read`, which may return or throw sinew::Error. Anything
/// else, or taking longer than some seconds, fails the test, and so does taking much memory.
MutationCounts read_mutations(int count, const std::string& original,
                              std::span<const std::string_view> words,
                              const std::function<void(const std::string&)>& read);

/// At least so many of each file are tried.
inline constexpr int MUTATIONS = 10'000;

}  // namespace sinew::bake::test
