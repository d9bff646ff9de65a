#include "optimize/pcg_solver.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cmath>

#include "base/parallel.hpp"

namespace sinew {

namespace {

constexpr std::size_t ROW_GRAIN = 512;  // block rows
constexpr int CANCEL_EVERY = 64;        // iterations

double dot(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
    return parallel_sum<double>(a.size() / 3, 4 * ROW_GRAIN,
                                [&](std::size_t begin, std::size_t end) {
                                    return a.segment(3 * begin, 3 * (end - begin))
                                        .dot(b.segment(3 * begin, 3 * (end - begin)));
                                });
}

}  // namespace

void PcgSolver::analyse(std::shared_ptr<const BlockPattern> pattern) {
    m_pattern = std::move(pattern);
    m_matrix = nullptr;
    const int rows = m_pattern->rows;
    m_upper_start.assign(rows + 1, 0);
    const auto for_each_below = [&](const auto& visit) {
        for (int i = 0; i < rows; ++i) {
            for (std::size_t k = m_pattern->row_start[i]; k < m_pattern->diagonal(i); ++k)
                visit(i, m_pattern->column[k], k);
        }
    };
    for_each_below([&](int, int j, std::size_t) { ++m_upper_start[j + 1]; });
    for (int i = 0; i < rows; ++i)
        m_upper_start[i + 1] += m_upper_start[i];
    m_upper_slot.resize(m_upper_start[rows]);
    m_upper_column.resize(m_upper_start[rows]);
    std::vector<std::size_t> next(m_upper_start.begin(), m_upper_start.end() - 1);
    for_each_below([&](int i, int j, std::size_t k) {
        m_upper_slot[next[j]] = static_cast<std::int32_t>(k);
        m_upper_column[next[j]++] = i;
    });
    m_inverse.resize(rows);
    for (Eigen::VectorXd* scratch : {&m_r, &m_z, &m_p, &m_q})
        scratch->resize(3L * rows);
}

LinearOutcome PcgSolver::factorise(const BlockMatrix& matrix) {
    m_matrix = &matrix;
    const int rows = m_pattern->rows;
    const int bad = parallel_sum<int>(rows, ROW_GRAIN, [&](std::size_t begin, std::size_t end) {
        int count = 0;
        for (std::size_t i = begin; i < end; ++i) {
            const Eigen::Matrix3d& diagonal =
                matrix.blocks()[m_pattern->diagonal(static_cast<int>(i))];
            const Eigen::LLT<Eigen::Matrix3d> factor(diagonal);
            const bool positive = diagonal.allFinite() && factor.info() == Eigen::Success;
            if (positive) m_inverse[i] = diagonal.inverse();
            if (!positive || !m_inverse[i].allFinite()) ++count;
        }
        return count;
    });
    return bad == 0 ? LinearOutcome::Ok : LinearOutcome::Failed;
}

void PcgSolver::multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const {
    const std::span<const Eigen::Matrix3d> blocks = m_matrix->blocks();
    parallel_for(m_pattern->rows, ROW_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Eigen::Vector3d sum = Eigen::Vector3d::Zero();
            for (std::size_t k = m_pattern->row_start[i]; k < m_pattern->row_start[i + 1]; ++k)
                sum += blocks[k] * x.segment<3>(3L * m_pattern->column[k]);
            for (std::size_t k = m_upper_start[i]; k < m_upper_start[i + 1]; ++k)
                sum += blocks[m_upper_slot[k]].transpose() * x.segment<3>(3L * m_upper_column[k]);
            y.segment<3>(3 * static_cast<long>(i)) = sum;
        }
    });
}

double PcgSolver::precondition(const Eigen::VectorXd& r, Eigen::VectorXd& z) const {
    return parallel_sum<double>(
        m_pattern->rows, ROW_GRAIN, [&](std::size_t begin, std::size_t end) {
            double sum = 0.0;
            for (std::size_t i = begin; i < end; ++i) {
                const Eigen::Vector3d residual = r.segment<3>(3 * static_cast<long>(i));
                const Eigen::Vector3d solved = m_inverse[i] * residual;
                z.segment<3>(3 * static_cast<long>(i)) = solved;
                sum += residual.dot(solved);
            }
            return sum;
        });
}

LinearOutcome PcgSolver::solve(const Eigen::VectorXd& b, Eigen::VectorXd& x,
                               const CancelToken& cancel) {
    x.setZero(b.size());
    m_r = b;
    double rz = precondition(m_r, m_z);
    const double goal = m_accuracy * m_accuracy * rz;
    m_finished = true;
    m_p = m_z;
    for (m_iterations = 0; m_iterations < m_settings.max_iterations && rz > goal; ++m_iterations) {
        if (m_iterations % CANCEL_EVERY == 0 && cancel.requested()) return LinearOutcome::Cancelled;
        multiply(m_p, m_q);
        const double curvature = dot(m_p, m_q);
        if (!std::isfinite(curvature)) return LinearOutcome::Failed;
        if (curvature <= 0.0) {
            if (m_iterations == 0) x = m_z;
            return LinearOutcome::Indefinite;
        }
        const double alpha = rz / curvature;
        x += alpha * m_p;
        m_r -= alpha * m_q;
        const double rz_next = precondition(m_r, m_z);
        m_p = m_z + (rz_next / rz) * m_p;
        rz = rz_next;
    }
    m_finished = !(rz > goal);
    return std::isfinite(rz) ? LinearOutcome::Ok : LinearOutcome::Failed;
}

}  // namespace sinew
