#include "math/spherical_average.hpp"

#include <cassert>
#include <limits>

namespace sinew {

Quaterniond spherical_average(std::span<const Quaterniond> rotations,
                              std::span<const double> weights, double tolerance) {
    assert(rotations.size() == weights.size() && !rotations.empty());
    constexpr int MAX_ITERATIONS = 100;
    Eigen::Vector4d blend = Eigen::Vector4d::Zero();
    for (std::size_t i = 0; i < rotations.size(); ++i)
        blend += weights[i] * rotations[i].coeffs();
    // Opposite quaternions cancel: any of them is as good a start.
    Quaterniond q = blend.norm() > 1e-8 ? Quaterniond(blend).normalized() : rotations[0];
    double before = std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < MAX_ITERATIONS; ++iteration) {
        Vector3d correction = Vector3d::Zero();
        for (std::size_t i = 0; i < rotations.size(); ++i)
            correction += weights[i] * log_quaternion(rotations[i] * q.conjugate());
        q = (exp_quaternion(correction) * q).normalized();
        const double size = correction.norm();
        if (size <= tolerance || size >= before) break;
        before = size;
    }
    return q;
}

}  // namespace sinew
