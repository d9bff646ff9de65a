// Which rods move in an iteration of the coupled solve, and what depends on them.
//
// After two or three Newton iterations the forces of most rods are balanced; those wait while the others go on.
#pragma once

#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "viper/contact/pill_contacts.hpp"

namespace sinew::viper {

/// All by index, in order.
struct ActiveRods {
    std::vector<int> batches;
    std::vector<char> moves;   ///< of each batch
    std::vector<int> touched;  ///< the batches that move and those coupled to them
    std::vector<int> sections;
    std::vector<int> contacts;

    void take_all(std::size_t batch_count, std::size_t section_count, std::size_t contact_count);
    /// The batches with a residual above the tolerance. Of each section and contact, the batches that it couples.
    void take_unbalanced(std::span<const double> residuals, double tolerance,
                         std::span<const std::vector<int>> all_sections,
                         std::span<const ContactBatches> all_contacts);
};

constexpr std::size_t BATCHES_AT_ONCE = 4;

/// function(some batches, by index), in parallel: BATCHES_AT_ONCE or less.
template <class Function>
void for_each_group(const std::vector<int>& batches, Function&& function) {
    parallel_for(batches.size(), BATCHES_AT_ONCE, [&](std::size_t begin, std::size_t end) {
        function(std::span(batches).subspan(begin, end - begin));
    });
}

/// function(batch) for each, in parallel.
template <class Function>
void for_each_batch(const std::vector<int>& batches, Function&& function) {
    for_each_group(batches, [&](std::span<const int> group) {
        for (const int b : group)
            function(b);
    });
}

}  // namespace sinew::viper
