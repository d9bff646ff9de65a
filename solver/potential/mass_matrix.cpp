#include "potential/mass_matrix.hpp"

#include <algorithm>
#include <utility>

namespace sinew {

MassMatrix::MassMatrix(int nodes, std::vector<Entry> entries)
    : m_nodes(nodes), m_entries(std::move(entries)) {
    for (Entry& entry : m_entries) {
        if (entry.i < entry.j) std::swap(entry.i, entry.j);
    }
    // Stable, so that the sums do not depend on the library's sort.
    std::stable_sort(m_entries.begin(), m_entries.end(), [](const Entry& a, const Entry& b) {
        return std::pair(a.i, a.j) < std::pair(b.i, b.j);
    });
    std::size_t kept = 0;
    for (const Entry& entry : m_entries) {
        if (kept > 0 && m_entries[kept - 1].i == entry.i && m_entries[kept - 1].j == entry.j) {
            m_entries[kept - 1].mass += entry.mass;
        } else {
            m_entries[kept++] = entry;
        }
    }
    m_entries.resize(kept);
    m_entries.shrink_to_fit();
}

MassMatrix MassMatrix::lumped(std::span<const double> masses) {
    std::vector<Entry> entries;
    entries.reserve(masses.size());
    for (int i = 0; i < static_cast<int>(masses.size()); ++i)
        entries.push_back({i, i, masses[i]});
    return {static_cast<int>(masses.size()), std::move(entries)};
}

void MassMatrix::multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const {
    y.setZero(3L * m_nodes);
    for (const Entry& entry : m_entries) {
        y.segment<3>(3L * entry.i) += entry.mass * x.segment<3>(3L * entry.j);
        if (entry.i != entry.j)
            y.segment<3>(3L * entry.j) += entry.mass * x.segment<3>(3L * entry.i);
    }
}

double MassMatrix::kinetic_energy(const Eigen::VectorXd& rates) const {
    Eigen::VectorXd momentum;
    multiply(rates, momentum);
    return 0.5 * rates.dot(momentum);
}

std::vector<double> MassMatrix::row_sums() const {
    std::vector<double> sums(m_nodes, 0.0);
    for (const Entry& entry : m_entries) {
        sums[entry.i] += entry.mass;
        if (entry.i != entry.j) sums[entry.j] += entry.mass;
    }
    return sums;
}

}  // namespace sinew
