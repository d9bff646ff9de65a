// PcgSolver: conjugate gradients, preconditioned by the inverse 3×3 blocks of the diagonal.
//
// What the micropolar paper uses [micropolar section 5], for problems too large to factorise. Where it meets a direction
// of negative curvature it stops with what it has [newton-cg]: that descends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "optimize/linear_solver.hpp"

namespace sinew {

struct PcgSettings {
    /// Of the residual against the right-hand side, both in the preconditioner's norm [1]. Also the least that
    /// `set_accuracy` can ask for.
    double tolerance = 1e-8;
    int max_iterations = 5000;  ///< what is reached then is the answer: less exact, but it descends
};

class PcgSolver : public LinearSolver {
public:
    explicit PcgSolver(const PcgSettings& settings = {})
        : m_settings(settings), m_accuracy(settings.tolerance) {}

    std::string_view name() const override { return "conjugate gradients"; }
    void analyse(std::shared_ptr<const BlockPattern> pattern) override;
    /// Fails when a block of the diagonal is not positive definite.
    LinearOutcome factorise(const BlockMatrix& matrix) override;
    LinearOutcome solve(const Eigen::VectorXd& b, Eigen::VectorXd& x,
                        const CancelToken& cancel) override;

    void set_accuracy(double accuracy) override {
        m_accuracy = std::max(accuracy, m_settings.tolerance);
    }

    int iterations() const { return m_iterations; }  ///< of the last solve
    /// False when the last solve had used up its iterations.
    bool is_finished() const { return m_finished; }

private:
    void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const;
    /// z = (block diagonal)⁻¹ r; returns rᵀz.
    double precondition(const Eigen::VectorXd& r, Eigen::VectorXd& z) const;

    PcgSettings m_settings;
    double m_accuracy;
    std::shared_ptr<const BlockPattern> m_pattern;
    const BlockMatrix* m_matrix = nullptr;
    // The blocks above the diagonal by rows, so that threads share rows and not sums: where the mirrored block of the
    // lower triangle is, and its row there.
    std::vector<std::size_t> m_upper_start;
    std::vector<std::int32_t> m_upper_slot;
    std::vector<std::int32_t> m_upper_column;
    std::vector<Eigen::Matrix3d> m_inverse;
    Eigen::VectorXd m_r, m_z, m_p, m_q;
    int m_iterations = 0;
    bool m_finished = true;
};

}  // namespace sinew
