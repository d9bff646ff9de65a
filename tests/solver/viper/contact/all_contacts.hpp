// Evaluates contacts without choosing among them.
#pragma once

#include <numeric>
#include <span>
#include <vector>

#include "viper/contact/pill_contacts.hpp"

namespace sinew::viper::test {

/// Evaluates all contacts; their energy [J].
inline double evaluate_all(PillContacts& contacts, std::span<const RodBatch> batches) {
    std::vector<int> all(contacts.contacts().size());
    std::iota(all.begin(), all.end(), 0);
    contacts.evaluate(batches, all);
    double energy = 0.0;
    for (const PillContact& contact : contacts.contacts())
        energy += contact.energy;
    return energy;
}

}  // namespace sinew::viper::test
