#include "mutation.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "base/error.hpp"
#include "base/stage_timer.hpp"

namespace sinew::bake::test {

namespace {

// Far above what is needed, far below what would be trouble, also with sanitizers on a busy machine.
constexpr double MAX_SECONDS = 10.0;
constexpr long MAX_KILOBYTES = 1'500'000;

void change(std::string& text, std::span<const std::string_view> words,
            sinew::test::Random& random) {
    const std::size_t place = random.index(text.size() + 1);
    const std::size_t length = random.index(16) + 1;
    const std::size_t kinds = words.empty() ? 6 : 9;  // words are the likeliest
    switch (random.index(kinds)) {
        case 0:
            if (place < text.size()) {
                text[place] = static_cast<char>(text[place] ^ (1 << random.index(8)));
            }
            break;
        case 1:
            if (place < text.size()) text[place] = static_cast<char>(random.index(256));
            break;
        case 2: text.erase(place, length); break;
        case 3: text.insert(place, text.substr(place, length)); break;
        case 4: {
            const std::string piece = text.substr(place, length);
            text.insert(random.index(text.size() + 1), piece);
            break;
        }
        case 5:
            if (random.index(4) == 0) text.resize(place);
            break;
        default: {
            // In place of a number or a word, where there is one.
            const std::size_t begin = text.find_first_of("0123456789-", place);
            const std::size_t end = text.find_first_not_of("0123456789.-+e", begin);
            const std::string_view word = words[random.index(words.size())];
            if (begin == std::string::npos || end == std::string::npos) {
                text.insert(place, word);
            } else {
                text.replace(begin, end - begin, word);
            }
        }
    }
}

}  // namespace

std::string mutated(std::string text, std::span<const std::string_view> words,
                    sinew::test::Random& random) {
    const std::size_t changes = random.index(3) + 1;
    for (std::size_t i = 0; i < changes; ++i) {
        change(text, words, random);
    }
    return text;
}

MutationCounts read_mutations(int count, const std::string& original,
                              std::span<const std::string_view> words,
                              const std::function<void(const std::string&)>& read) {
    MutationCounts counts;
    sinew::test::Random random(20240229);
    for (int i = 0; i < count; ++i) {
        const std::string text = mutated(original, words, random);
        const double start = now_seconds();
        try {
            read(text);
            ++counts.accepted;
        } catch (const Error&) {
            ++counts.refused;
        } catch (const std::exception& error) {
            ADD_FAILURE() << "mutation " << i << " ended in " << error.what() << ":\n" << text;
        }
        EXPECT_LT(now_seconds() - start, MAX_SECONDS) << "mutation " << i << ":\n" << text;
        if (testing::Test::HasFailure()) break;
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    EXPECT_LT(usage.ru_maxrss, MAX_KILOBYTES);
    return counts;
}

}  // namespace sinew::bake::test
