// DirectorSource: points of a body that turn as well as move, as DirectorsBody shows them.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace sinew {

class DirectorSource {
public:
    virtual ~DirectorSource() = default;

    virtual std::size_t node_count() const = 0;
    virtual Eigen::Vector3d position(std::size_t node) const = 0;
    /// The three directors as columns, a rotation.
    virtual Eigen::Matrix3d directors(std::size_t node) const = 0;
    /// |Γ|, Frobenius norm of the curvature beyond that of the rest shape [1/m], one number a node: the mean of its elements.
    virtual std::vector<double> curvatures() const = 0;
    /// Half the distance between so many points that fill the body evenly [m].
    virtual double half_distance(std::size_t count) const = 0;
};

/// A body that has directors. What it gives must not outlive it.
class DirectorOwner {
public:
    virtual ~DirectorOwner() = default;
    virtual std::unique_ptr<DirectorSource> director_source() const = 0;
};

/// |Γ| of an element, Γ = 2 Σ_a Im(q̄ q_a) ⊗ ∇N_a: q_a rotations of its corners, q their mean    [micropolar eq. 27, 28]
double element_curvature(std::span<const Eigen::Quaterniond> rotations,
                         const Eigen::Ref<const Eigen::Matrix3Xd>& gradients);

/// Means over the elements of each node: `elements` has the corners of each, `f(i)` is the value of one.
template <class Elements, class Function>
std::vector<double> means_at_nodes(std::size_t nodes, const Elements& elements, Function&& f) {
    std::vector<double> sums(nodes, 0.0);
    std::vector<int> counts(nodes, 0);
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const double value = f(i);
        for (const int corner : elements[i]) {
            sums[corner] += value;
            ++counts[corner];
        }
    }
    for (std::size_t node = 0; node < nodes; ++node)
        if (counts[node] > 0) sums[node] /= counts[node];
    return sums;
}

}  // namespace sinew
