#include "optimize/newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/task.hpp"

namespace sinew {

namespace {

/// Small shifts grow in longer strides: each costs a factorisation.
constexpr double LARGE_SIGMA = 1e-4;
constexpr double SMALL_SIGMA_GROWTH = 100.0;
constexpr double SIGMA_GROWTH = 10.0;
constexpr double LAST_SIGMA = 1e4;
/// Below this shift a step that does not descend whole is found again with a larger one, instead of being shortened.
constexpr double SHORTENING_SIGMA = 1e-5;
/// Motion that is round-off, as a share of the object's size.
constexpr double FORCE_ROUND_OFF = 1e-13;
/// More of the loads on an object than this, left at the start of a minimisation, is not round-off.
constexpr double UNBALANCED_LOAD = 0.01;
/// Against a division of zero by zero where nothing acts along an axis.
constexpr double SMALLEST_SCALE = std::numeric_limits<double>::min();
/// Of the linear solve, relative to its right-hand side: more is lost in round-off, less loses Newton's convergence.
constexpr double MOST_ACCURATE = 1e-8;
constexpr double LEAST_ACCURATE = 1e-3;
/// Where the line search leaves less of a step than this, what the step promised is far from the truth.
constexpr double SHORTEST_PROMISE = 0.2;
/// Of the way that is left to kinematic colliders: what is squeezed lets them go no farther.
constexpr double SHORTEST_WAY = 1e-6;
/// Above this residual the barriers of contact are projected: their exact Hessians have curvatures as negative as force over gap.
constexpr double EXACT_BARRIERS = 0.05;
/// Motion that nobody sees.
constexpr double TINY_MOTION = 1e-8;
/// A block without stiffness of its own counts as this share of the stiffest of its range.
constexpr double SMALLEST_SHARE = 1e-8;

double grown(double sigma, double smallest) {
    return std::max(smallest, (sigma < LARGE_SIGMA ? SMALL_SIGMA_GROWTH : SIGMA_GROWTH) * sigma);
}

double shrunk(double sigma, double smallest) {
    return sigma > smallest ? sigma / SIGMA_GROWTH : 0.0;
}

/// The largest change of an unknown, as a share of the object's size.
double motion(const DofMap& dofs, const Eigen::VectorXd& dx) {
    double largest = 0.0;
    for (const DofMap::Entry& entry : dofs.entries()) {
        for (int i = entry.range.first; i < entry.range.end(); ++i)
            largest = std::max(largest, block_of(dx, i).norm() / entry.size);
    }
    return largest;
}

/// The first block with a number that is not finite; −1 if there is none.
int first_not_finite(const Eigen::VectorXd& gradient) {
    for (int i = 0; 3L * i < gradient.size(); ++i) {
        if (!block_of(gradient, i).allFinite()) return i;
    }
    return -1;
}

}  // namespace

NewtonReport Newton::minimise(TotalPotential& total, Eigen::VectorXd& x,
                              const CancelToken& cancel) {
    NewtonReport report;
    m_diagonal_size.assign(total.dofs().blocks(), 0.0);
    m_axis_stiffness.assign(total.dofs().blocks(), Eigen::Vector3d::Zero());
    m_next_sigma = 0.0;
    m_is_astray = false;
    m_solver.begin_step();
    total.update_active_set(x);
    total.expand(x, m_energy);
    if (!m_energy.is_finite()) {
        report.outcome = StepOutcome::InvalidInitialState;
        report.residual = 1.0;
        report.worst_block = first_not_finite(m_energy.gradient);
        return report;
    }
    for (;; ++report.iterations) {
        measure_residual(total.dofs(), report);
        show_iteration(report.iterations, report.residual);
        if (total.has_arrived() && report.residual <= m_settings.tolerance) return report;
        if (cancel.requested()) {
            report.outcome = StepOutcome::Cancelled;
            return report;
        }
        if (report.iterations == m_settings.max_iterations) {
            report.outcome = StepOutcome::MaxIterations;
            return report;
        }
        m_projection = m_settings.projection;
        if (m_projection == PsdProjection::None && report.residual > EXACT_BARRIERS)
            m_projection = PsdProjection::Barriers;
        assemble(total, x);
        measure_residual(total.dofs(), report);  // again: what is round-off is known now
        if (total.has_arrived() && report.residual <= m_settings.tolerance) return report;
        m_solver.set_accuracy(linear_accuracy(report.residual));
        const Descent descent = total.has_arrived() ? descend(total, x, cancel, report)
                                                    : travel(total, x, cancel, report);
        if (descent != Descent::Moved) {
            report.outcome = descent == Descent::Cancelled ? StepOutcome::Cancelled
                                                           : StepOutcome::LineSearchFailed;
            return report;
        }
    }
}

double Newton::linear_accuracy(double residual) const {
    // What is left of the linear system is left of the forces: ten times less than what Newton's method may leave.
    return std::clamp(0.1 * m_settings.tolerance / residual, MOST_ACCURATE, LEAST_ACCURATE);
}

void Newton::prepare(const TotalPotential& total) {
    if (m_pattern == total.pattern()) return;
    m_pattern = total.pattern();
    m_solver.set_common_pattern(total.common_pattern());
    m_solver.analyse(m_pattern);
    m_matrix = BlockMatrix(m_pattern);
}

void Newton::assemble(TotalPotential& total, const Eigen::VectorXd& x) {
    total.refresh_pattern();
    prepare(total);
    total.hessian(x, m_projection, m_matrix);
    for (int i = 0; i < m_pattern->rows; ++i) {
        const Eigen::Matrix3d& block = m_matrix.blocks()[m_pattern->diagonal(i)];
        const double size = block.norm() / std::sqrt(3.0);
        const bool finite = std::isfinite(size);  // if not, the factorisation fails
        m_diagonal_size[i] = finite ? size : 0.0;
        m_axis_stiffness[i].setZero();
        if (finite) m_axis_stiffness[i] = block.rowwise().norm();
    }
    for (const DofMap::Entry& entry : total.dofs().entries()) {
        if (entry.range.count == 0) continue;
        const auto begin = m_diagonal_size.begin() + entry.range.first;
        const auto end = m_diagonal_size.begin() + entry.range.end();
        const double largest = *std::max_element(begin, end);
        const double smallest = largest > 0.0 ? SMALLEST_SHARE * largest : 1.0;
        for (auto size = begin; size != end; ++size)
            *size = std::max(*size, smallest);
    }
}

Newton::Descent Newton::descend(TotalPotential& total, Eigen::VectorXd& x,
                                const CancelToken& cancel, NewtonReport& report) {
    const double smallest = m_settings.smallest_shift;
    double sigma = m_next_sigma;
    m_sigma = 0.0;
    while (sigma <= LAST_SIGMA) {
        add_to_diagonal(sigma);
        ++report.factorisations;
        double slope = 0.0;
        const bool descends = find_direction(cancel, slope);
        if (cancel.requested()) return Descent::Cancelled;
        const bool is_tiny = descends && motion(total.dofs(), m_direction) < TINY_MOTION;
        const bool is_whole = std::max(sigma, smallest) < SHORTENING_SIGMA && !total.has_barriers();
        const SearchLine line{x,     m_direction, m_energy,
                              slope, is_tiny,     is_whole ? 0 : SearchLine::MAX_HALVINGS};
        const double t = descends ? search_line(total, line, m_trial) : 0.0;
        if (t > 0.0) {
            promise_stress(total, x, t);
            std::swap(x, m_trial.x);
            std::swap(m_energy, m_trial.energy);
            m_next_sigma = m_trial.is_shortened ? grown(sigma, smallest) : shrunk(sigma, smallest);
            return Descent::Moved;
        }
        total.update_active_set(x);  // back from the trial points to where the matrix was made
        if (m_projection == PsdProjection::None && total.has_barriers()) {
            m_projection = PsdProjection::Barriers;
            assemble(total, x);
            m_sigma = 0.0;
            continue;
        }
        sigma = grown(sigma, smallest);
    }
    return Descent::Stuck;
}

Newton::Descent Newton::travel(TotalPotential& total, Eigen::VectorXd& x, const CancelToken& cancel,
                               NewtonReport& report) {
    total.add_travel(x, m_energy.gradient);
    m_sigma = 0.0;
    bool descends = false;
    for (double sigma = m_next_sigma; sigma <= LAST_SIGMA && !descends;
         sigma = grown(sigma, m_settings.smallest_shift)) {
        add_to_diagonal(sigma);
        ++report.factorisations;
        double slope = 0.0;
        descends = find_direction(cancel, slope);
        if (cancel.requested()) return Descent::Cancelled;
    }
    if (!descends) return Descent::Stuck;
    const double gone = total.travelled();
    if (total.bends()) {
        total.go(x, m_direction, 1.0, m_trial.x);
        m_direction = m_trial.x - x;
    }
    double t = total.max_step(x, m_direction);
    for (; t > SHORTEST_WAY; t *= 0.5) {
        m_trial.x = x + t * m_direction;
        total.set_travelled(t < 1.0 ? gone + t * (1.0 - gone) : 1.0);
        total.update_active_set(m_trial.x);
        total.expand(m_trial.x, m_trial.energy);
        if (!m_trial.energy.is_finite()) continue;
        total.promise_stress(x, m_trial.x - x);
        std::swap(x, m_trial.x);
        std::swap(m_energy, m_trial.energy);
        return Descent::Moved;
    }
    total.set_travelled(gone);
    return Descent::Stuck;
}

void Newton::promise_stress(TotalPotential& total, const Eigen::VectorXd& x, double t) {
    if (t < SHORTEST_PROMISE) m_is_astray = true;
    if (m_is_astray) {
        total.promise_stress(m_trial.x, Eigen::VectorXd::Zero(x.size()));
    } else {
        total.promise_stress(x, m_trial.x - x);
    }
}

bool Newton::find_direction(const CancelToken& cancel, double& slope) {
    LinearOutcome solved = LinearOutcome::TryAgain;
    LinearOutcome factorised = LinearOutcome::Failed;
    while (solved == LinearOutcome::TryAgain) {
        factorised = m_solver.factorise(m_matrix);
        if (factorised == LinearOutcome::Failed) return false;
        if (factorised == LinearOutcome::Indefinite && !m_settings.accept_indefinite) return false;
        solved = m_solver.solve(-m_energy.gradient, m_direction, cancel);
    }
    if (solved == LinearOutcome::Failed || solved == LinearOutcome::Cancelled) return false;
    slope = m_energy.gradient.dot(m_direction);
    if (factorised == LinearOutcome::Indefinite && !(slope < 0.0) &&
        m_solver.solve_definite(-m_energy.gradient, m_direction))
        slope = m_energy.gradient.dot(m_direction);
    return m_direction.allFinite() && slope < 0.0;
}

void Newton::add_to_diagonal(double sigma) {
    const double more = sigma - m_sigma;
    m_sigma = sigma;
    if (more == 0.0) return;
    for (int i = 0; i < m_pattern->rows; ++i)
        m_matrix.blocks()[m_pattern->diagonal(i)].diagonal().array() += more * m_diagonal_size[i];
}

double Newton::force_scale(const DofMap& dofs, std::size_t k) const {
    const int positions = dofs.entries()[k].positions;
    if (positions < 0) return m_energy.force_size[k];
    const DofMap::Entry& moved = dofs.entries()[positions];
    const double nodes = std::max(1.0, static_cast<double>(moved.range.count));
    const bool turns = dofs.entries()[k].kind == BlockKind::Rotation;
    const double lever = turns ? moved.size / std::sqrt(nodes) : 1.0;
    return std::max(m_energy.force_size[k], lever * m_energy.force_size[positions]);
}

void Newton::measure_residual(const DofMap& dofs, NewtonReport& report) const {
    report.residual = 0.0;
    report.worst_block = dofs.blocks() > 0 ? 0 : -1;
    for (std::size_t k = 0; k < dofs.entries().size(); ++k) {
        const DofMap::Entry& entry = dofs.entries()[k];
        const double forces = force_scale(dofs, k);
        for (int i = entry.range.first; i < entry.range.end(); ++i) {
            const Eigen::Vector3d left = block_of(m_energy.gradient, i);
            if (left.isZero(0.0)) continue;
            // Relative to forces and round-off together, so that one number says whether all is well.
            const bool is_load = report.iterations == 0 &&
                                 left.norm() > UNBALANCED_LOAD * m_energy.load_size[k] &&
                                 m_energy.load_size[k] > 0.0;
            const Eigen::Array3d round_off =
                (is_load ? 0.0 : FORCE_ROUND_OFF) * entry.size * m_axis_stiffness[i].array();
            const Eigen::Array3d scale = forces + round_off / m_settings.tolerance;
            const double relative = (left.array() / scale.max(SMALLEST_SCALE)).matrix().norm();
            if (relative <= report.residual) continue;
            report.residual = relative;
            report.worst_block = i;
        }
    }
}

}  // namespace sinew
