// MassMatrix: one number per pair of nodes: m_ij acts on all three axes alike.
//
// For positions m_ij is in kg, for rotations (rotary inertia of the microstructure [micropolar eq. 17]) in kg m².
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

namespace sinew {

class MassMatrix {
public:
    /// Entries of one node pair are added up; (i, j) stands for (j, i) too and is given once.
    struct Entry {
        int i = 0;
        int j = 0;
        double mass = 0.0;
    };

    MassMatrix() = default;
    MassMatrix(int nodes, std::vector<Entry> entries);
    static MassMatrix lumped(std::span<const double> masses);

    int nodes() const { return m_nodes; }
    /// Lower triangle, j ≤ i, sorted, each pair once.
    std::span<const Entry> entries() const { return m_entries; }

    /// y = M x, 3·nodes() numbers each.
    void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const;
    /// ½ vᵀ M v.
    double kinetic_energy(const Eigen::VectorXd& rates) const;
    /// Σ_j m_ij: what gravity pulls at node i.
    std::vector<double> row_sums() const;

private:
    int m_nodes = 0;
    std::vector<Entry> m_entries;
};

}  // namespace sinew
