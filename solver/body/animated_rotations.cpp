#include "body/animated_rotations.hpp"

#include <algorithm>
#include <array>

#include "math/rotation.hpp"

namespace sinew {

Eigen::Quaterniond AnimatedRotations::quaternion(std::size_t key_index, std::size_t item) const {
    std::array<double, 4> q{};
    read(key_index * width + 4 * item, q);
    return from_wxyz({q[0], q[1], q[2], q[3]}).normalized();
}

Eigen::Quaterniond AnimatedRotations::at(double frame, std::size_t item, std::size_t items) const {
    if (empty()) return Eigen::Quaterniond::Identity();
    const Span at = locate(frame);
    if (has_quaternions(items)) {
        Eigen::Quaterniond a = quaternion(at.first, item);
        const Eigen::Quaterniond b = quaternion(at.second, item);
        if (at.blend == 0.0 || a.coeffs() == b.coeffs()) return a;
        return a.slerp(at.blend, b).normalized();
    }
    const Eigen::Vector3d vector(blended(at, 3 * item), blended(at, 3 * item + 1),
                                 blended(at, 3 * item + 2));
    return exp_quaternion(vector);
}

void AnimatedRotations::prepend_rest(double first_frame, double frames_before, std::size_t items) {
    if (empty()) return;
    std::vector<double> rest(width, 0.0);
    std::vector<double> first(width);
    if (has_quaternions(items)) {
        for (std::size_t item = 0; item < items; ++item) {
            rest[4 * item] = 1.0;
            const std::array<double, 4> q = to_wxyz(at(first_frame, item, items));
            std::copy(q.begin(), q.end(), first.begin() + static_cast<std::ptrdiff_t>(4 * item));
        }
    } else {
        AnimatedArray::sample(first_frame, first);
    }
    AnimatedArray::prepend_rest(first_frame, frames_before, rest, first);
}

}  // namespace sinew
