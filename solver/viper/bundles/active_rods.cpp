#include "viper/bundles/active_rods.hpp"

#include <algorithm>
#include <numeric>

namespace sinew::viper {

namespace {

void count_up(std::vector<int>& indices, std::size_t count) {
    indices.resize(count);
    std::iota(indices.begin(), indices.end(), 0);
}

/// Indices of what is marked.
void list_marked(const std::vector<char>& marks, std::vector<int>& indices) {
    indices.clear();
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (marks[i]) indices.push_back(static_cast<int>(i));
    }
}

}  // namespace

void ActiveRods::take_all(std::size_t batch_count, std::size_t section_count,
                          std::size_t contact_count) {
    count_up(batches, batch_count);
    count_up(touched, batch_count);
    count_up(sections, section_count);
    count_up(contacts, contact_count);
    moves.assign(batch_count, 1);
}

void ActiveRods::take_unbalanced(std::span<const double> residuals, double tolerance,
                                 std::span<const std::vector<int>> all_sections,
                                 std::span<const ContactBatches> all_contacts) {
    moves.resize(residuals.size());
    std::ranges::transform(residuals, moves.begin(),
                           [&](double residual) { return residual > tolerance ? 1 : 0; });
    list_marked(moves, batches);
    std::vector<char> marks = moves;
    sections.clear();
    for (std::size_t i = 0; i < all_sections.size(); ++i) {
        if (std::ranges::none_of(all_sections[i], [&](int b) { return moves[b] != 0; })) continue;
        sections.push_back(static_cast<int>(i));
        for (const int b : all_sections[i])
            marks[b] = 1;
    }
    // Without branches, as they would be taken at random.
    contacts.resize(all_contacts.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < all_contacts.size(); ++i) {
        const int a = all_contacts[i].a;
        const int b = all_contacts[i].b < 0 ? a : all_contacts[i].b;
        const auto any = static_cast<char>(moves[a] | moves[b]);
        contacts[count] = static_cast<int>(i);
        count += any;
        marks[a] = static_cast<char>(marks[a] | any);
        marks[b] = static_cast<char>(marks[b] | any);
    }
    contacts.resize(count);
    list_marked(marks, touched);
}

}  // namespace sinew::viper
