// Random vectors and rotations with a seed, the same on every machine.
//
// std::uniform_real_distribution is not the same in every standard library, so numbers are made
// from the generator's bits here.
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace sinew::test {

class Random {
public:
    explicit Random(std::uint64_t seed) : m_bits(seed) {}

    /// In [low, high).
    double uniform(double low, double high) {
        const double unit = static_cast<double>(m_bits() >> 11) * 0x1.0p-53;
        return low + (high - low) * unit;
    }

    /// In [0, count).
    std::size_t index(std::size_t count) { return static_cast<std::size_t>(m_bits() % count); }

    /// Each entry in [−size, size).
    Eigen::VectorXd vector(Eigen::Index count, double size = 1.0) {
        Eigen::VectorXd v(count);
        for (double& entry : v)
            entry = uniform(-size, size);
        return v;
    }

    Eigen::Vector3d vector3(double size = 1.0) { return vector(3, size); }

    /// Evenly spread over all rotations (Shoemake's three-number method).
    Eigen::Quaterniond rotation() {
        const double u = uniform(0.0, 1.0);
        const double a = uniform(0.0, 2.0 * std::numbers::pi);
        const double b = uniform(0.0, 2.0 * std::numbers::pi);
        const double r = std::sqrt(1.0 - u);
        const double s = std::sqrt(u);
        return {s * std::cos(b), r * std::sin(a), r * std::cos(a), s * std::sin(b)};
    }

private:
    std::mt19937_64 m_bits;
};

}  // namespace sinew::test
