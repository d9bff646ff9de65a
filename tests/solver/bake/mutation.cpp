#include "mutation.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "base/error.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace sinew::bake::test {

namespace {

// Far below what would be trouble. CPU time of all threads with sanitizers: ten seconds of two cores. Filling a mesh of some faces with a
// gap is the dearest, up to 11.
constexpr double MAX_SECONDS = 20.0;
constexpr long MAX_KILOBYTES = 1'500'000;

/// Of all threads: on a busy machine the clock on the wall says nothing.
double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// A number of the environment.
double setting(const char* name, double otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtod(text, nullptr);
}

const std::string* g_in_work = nullptr;

/// Keeps the mutation that killed the program.
void write_last() {
    const char* const path = std::getenv("SINEW_FUZZ_LAST");
    if (g_in_work == nullptr || path == nullptr) return;
    if (std::FILE* const file = std::fopen(path, "wb")) {
        std::fwrite(g_in_work->data(), 1, g_in_work->size(), file);
        std::fclose(file);
    }
}

void on_death(int signal) {
    write_last();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void watch_for_death() {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_set_death_callback(write_last);
#else
    for (const int signal : {SIGSEGV, SIGFPE, SIGBUS, SIGILL})
        std::signal(signal, on_death);
#endif
    std::signal(SIGABRT, on_death);
}

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
    constexpr double USUAL_SEED = 20240229;
    sinew::test::Random random(static_cast<std::uint64_t>(setting("SINEW_FUZZ_SEED", USUAL_SEED)));
    count = std::max(1, static_cast<int>(std::lround(count * setting("SINEW_FUZZ_SHARE", 1.0))));
    watch_for_death();
    for (int i = 0; i < count; ++i) {
        const std::string text = mutated(original, words, random);
        g_in_work = &text;
        const double start = cpu_seconds();
        try {
            read(text);
            ++counts.accepted;
        } catch (const Error&) {
            ++counts.refused;
        } catch (const std::exception& error) {
            ADD_FAILURE() << "mutation " << i << " ended in " << error.what() << ":\n" << text;
        }
        EXPECT_LT(cpu_seconds() - start, MAX_SECONDS) << "mutation " << i << ":\n" << text;
        if (testing::Test::HasFailure()) {
            write_last();
            break;
        }
    }
    g_in_work = nullptr;
    std::printf("fuzz: %d mutations, %d accepted, %d refused\n", counts.total(), counts.accepted,
                counts.refused);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    EXPECT_LT(usage.ru_maxrss, MAX_KILOBYTES);
    return counts;
}

}  // namespace sinew::bake::test
