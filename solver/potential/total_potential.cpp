#include "potential/total_potential.hpp"

#include <algorithm>
#include <cmath>

namespace sinew {

bool EnergyAndGradient::is_finite() const {
    return std::isfinite(value) && gradient.allFinite();
}

void TotalPotential::clear() {
    m_dofs.clear();
    m_terms.clear();
    m_travelled = 1.0;
    m_pattern = std::make_shared<BlockPattern>();
    m_common_pattern.reset();
}

void TotalPotential::make_pattern() {
    BlockPairs pairs;
    for (const Potential* term : m_terms)
        term->list_pairs(pairs);
    auto pattern =
        std::make_shared<const BlockPattern>(BlockPattern::from_pairs(m_dofs.blocks(), pairs));
    // The same one as before keeps what solvers know about it.
    if (!(*pattern == *m_pattern)) m_pattern = std::move(pattern);
    if (!m_common_pattern) m_common_pattern = m_pattern;
    for (Potential* term : m_terms)
        term->find_slots(*m_pattern);
}

void TotalPotential::begin_step(const StepInfo& step) {
    for (Potential* term : m_terms)
        term->begin_step(step);
    restart();
}

bool TotalPotential::has_barriers() const {
    return std::any_of(m_terms.begin(), m_terms.end(),
                       [](const Potential* term) { return term->has_barriers(); });
}

void TotalPotential::restart() {
    const bool travels = std::any_of(m_terms.begin(), m_terms.end(),
                                     [](const Potential* term) { return term->travels(); });
    set_travelled(travels ? 0.0 : 1.0);
}

void TotalPotential::set_travelled(double share) {
    m_travelled = share;
    for (Potential* term : m_terms)
        term->set_travelled(share);
}

void TotalPotential::add_travel(const Eigen::VectorXd& x, Eigen::VectorXd& g) const {
    for (const Potential* term : m_terms)
        term->add_travel(x, g);
}

std::vector<Eigen::Matrix3d> diagonal_of(const BlockMatrix& matrix) {
    std::vector<Eigen::Matrix3d> diagonal(matrix.rows());
    for (int i = 0; i < matrix.rows(); ++i)
        diagonal[i] = matrix.blocks()[matrix.pattern().diagonal(i)];
    return diagonal;
}

std::vector<Eigen::Matrix3d> TotalPotential::resistance_at_start() {
    for (Potential* term : m_terms)
        term->set_aside(true);
    BlockMatrix matrix(m_pattern);
    hessian(Eigen::VectorXd::Zero(size()), PsdProjection::None, matrix);
    for (Potential* term : m_terms)
        term->set_aside(false);
    return diagonal_of(matrix);
}

void TotalPotential::update_active_set(const Eigen::VectorXd& x) {
    for (Potential* term : m_terms)
        term->update_active_set(x);
}

void TotalPotential::refresh_pattern() {
    const auto fits = [&](Potential* term) { return term->fits(*m_pattern); };
    if (!std::all_of(m_terms.begin(), m_terms.end(), fits)) make_pattern();
}

double TotalPotential::max_step(const Eigen::VectorXd& x, const Eigen::VectorXd& dx) {
    double step = 1.0;
    for (Potential* term : m_terms)
        step = std::min(step, term->max_step(x, dx));
    return step;
}

bool TotalPotential::bends() const {
    return std::any_of(m_terms.begin(), m_terms.end(),
                       [](const Potential* term) { return term->bends(); });
}

void TotalPotential::go(const Eigen::VectorXd& x, const Eigen::VectorXd& dx, double t,
                        Eigen::VectorXd& trial) const {
    trial = x + t * dx;
    for (const Potential* term : m_terms)
        term->bend(x, dx, t, trial);
}

void TotalPotential::promise_stress(const Eigen::VectorXd& x, const Eigen::VectorXd& dx) {
    for (Potential* term : m_terms)
        term->promise_stress(x, dx);
}

double TotalPotential::value(const Eigen::VectorXd& x) const {
    double sum = 0.0;
    for (const Potential* term : m_terms)
        sum += term->value(x);
    return sum;
}

void TotalPotential::expand(const Eigen::VectorXd& x, EnergyAndGradient& energy) const {
    energy.value = 0.0;
    energy.magnitude = 0.0;
    energy.gradient.setZero(size());
    energy.force_size.assign(m_dofs.entries().size(), 0.0);
    energy.load_size.assign(m_dofs.entries().size(), 0.0);
    m_term_gradient.resize(size());
    for (const Potential* term : m_terms) {
        const BlockRange range = term->range();
        blocks_of(m_term_gradient, range).setZero();
        const double value = term->add_gradient(x, 1.0, m_term_gradient);
        energy.value += value;
        energy.magnitude += std::abs(value);
        blocks_of(energy.gradient, range) += blocks_of(m_term_gradient, range);
        note_forces(range, energy.force_size);
        if (term->is_load()) note_forces(range, energy.load_size);
    }
}

void TotalPotential::note_forces(BlockRange range, std::vector<double>& sizes) const {
    for (std::size_t k = m_dofs.first_entry_from(range.first); k < m_dofs.entries().size(); ++k) {
        const BlockRange entry = m_dofs.entries()[k].range;
        if (entry.first >= range.end()) return;
        double largest = 0.0;
        for (int i = std::max(entry.first, range.first); i < std::min(entry.end(), range.end());
             ++i)
            largest = std::max(largest, block_of(m_term_gradient, i).squaredNorm());
        sizes[k] = std::max(sizes[k], std::sqrt(largest));
    }
}

void TotalPotential::hessian(const Eigen::VectorXd& x, PsdProjection psd, BlockMatrix& H) const {
    H.set_zero();
    m_term_gradient.setZero(size());
    for (const Potential* term : m_terms)
        term->add_hessian(x, 1.0, psd, m_term_gradient, H);
}

bool TotalPotential::pin_hessian(const Eigen::VectorXd& x, BlockMatrix& H) const {
    H.set_zero();
    m_term_gradient.setZero(size());
    bool has_pins = false;
    for (const Potential* term : m_terms) {
        if (!term->is_pin() || term->range().count == 0) continue;
        has_pins = true;
        term->add_hessian(x, 1.0, PsdProjection::None, m_term_gradient, H);
    }
    return has_pins;
}

}  // namespace sinew
