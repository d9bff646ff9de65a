#include "math/nearest_rotation.hpp"

#include <Eigen/Cholesky>
#include <cmath>

#include "math/rotation.hpp"

namespace sinew {

namespace {

constexpr int MAX_ROUNDS = 100;
/// A turn below this no longer counts [rad].
constexpr double SMALLEST_TURN = 1e-13;
/// Beyond this Newton's model is not trusted [rad].
constexpr double MAX_NEWTON_TURN = 1.0;

/// Newton's turn where the springs are stable, else that of Müller et al., which always comes nearer.
Eigen::Vector3d next_turn(const Eigen::Matrix3d& G, const Eigen::Vector3d& torque, double moment) {
    const Eigen::LDLT<Eigen::Matrix3d> ldlt(G);
    const double least = ldlt.vectorD().minCoeff();
    if (ldlt.info() == Eigen::Success && least > 1e-9 * moment) {
        Eigen::Vector3d turn = ldlt.solve(torque);
        if (turn.squaredNorm() < MAX_NEWTON_TURN * MAX_NEWTON_TURN) return turn;
    }
    return torque / moment;
}

}  // namespace

Eigen::Quaterniond nearest_rotation(const Eigen::Matrix3d& A, const Eigen::Quaterniond& start) {
    Eigen::Quaterniond q = start;
    const double size = A.norm();
    if (!(size > 0.0)) return q;
    for (int round = 0; round < MAX_ROUNDS; ++round) {
        // Springs between the axes of R and the columns of A: their torque, and how it changes with a turn.
        const Eigen::Matrix3d M = A * q.toRotationMatrix().transpose();
        const Eigen::Vector3d torque(M(2, 1) - M(1, 2), M(0, 2) - M(2, 0), M(1, 0) - M(0, 1));
        const Eigen::Matrix3d G =
            M.trace() * Eigen::Matrix3d::Identity() - 0.5 * (M + M.transpose());
        const Eigen::Vector3d turn = next_turn(G, torque, std::abs(M.trace()) + 1e-9 * size);
        if (turn.squaredNorm() < SMALLEST_TURN * SMALLEST_TURN) break;
        q = (exp_quaternion(turn) * q).normalized();
    }
    return q;
}

Eigen::Quaterniond nearest_rotation(const Eigen::Matrix3d& A) {
    Eigen::Vector3d x = A.col(0);
    Eigen::Vector3d y = A.col(1);
    if (!(x.norm() > 0.0)) return nearest_rotation(A, Eigen::Quaterniond::Identity());
    x.normalize();
    y -= x * x.dot(y);
    if (!(y.norm() > 0.0)) return nearest_rotation(A, Eigen::Quaterniond::Identity());
    y.normalize();
    Eigen::Matrix3d start;
    start << x, y, x.cross(y);
    return nearest_rotation(A, Eigen::Quaterniond(start));
}

}  // namespace sinew
