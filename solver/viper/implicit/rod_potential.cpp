#include "viper/implicit/rod_potential.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "fem/rotation_increment.hpp"
#include "math/rotation.hpp"
#include "viper/chain/chain_sums.hpp"
#include "viper/step/rod_objective.hpp"

namespace sinew::viper {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr std::size_t NO_SLOT = std::numeric_limits<std::size_t>::max();
/// As largest_alpha of the solver of chains.
constexpr double MAX_TURN = 1.5;
constexpr double MAX_SHRINK = 0.7;

/// q(θ).
Quaterniond turned(const Quaterniond& q_0, const Vector3d& theta) {
    return updated_quaternion(q_0, theta, 1.0);
}

Matrix3d spin_by_unknown(const Vector3d& theta) {
    const Mat3<double> T =
        RotationIncrement<double>({theta.x(), theta.y(), theta.z()}).spin_by_unknown();
    Matrix3d out;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            out(i, j) = T.m[i][j];
    }
    return out;
}

}  // namespace

RodPotential::RodPotential(const RodSet& set, const RodRanges& ranges)
    : m_set(set), m_ranges(ranges), m_changes(set.point_count(), Matrix3d::Identity()) {}

void RodPotential::set_step(std::span<const RodBatch> batches) {
    m_batches.assign(batches.begin(), batches.end());
    m_expansions.resize(m_batches.size());
    for (std::size_t b = 0; b < m_batches.size(); ++b) {
        for (RodPoint& point : m_batches[b].point)
            point.mass = Pack(0.0);
        m_expansions[b].resize(m_batches[b].points);
    }
    // Pins are terms of their own.
    for (int j = 0; j < static_cast<int>(m_set.point_count()); ++j) {
        const PointRef at = m_set.ref(j);
        for (int k = 0; k < (is_last(j) ? T : ROD_UNKNOWNS); ++k)
            m_batches[at.batch].free[at.block() + k].set(at.lane, 1.0);
    }
}

void RodPotential::write_state(const VectorXd& x, std::span<RodBatch> batches) const {
    for (int j = 0; j < static_cast<int>(m_set.point_count()); ++j) {
        const PointRef at = m_set.ref(j);
        RodBatch& batch = batches[at.batch];
        const Vector3d c = lane_of(batch.state.c[at.point], at.lane);
        set_lane(batch.current.c[at.point], at.lane,
                 c + Vector3d(block_of(x, block_of_part(j, Centre))));
        const double growth = x[3L * block_of_part(j, Scale)];
        batch.current.s[at.point].set(at.lane, batch.state.s[at.point][at.lane] +
                                                   growth / batch.point[at.point].radius[at.lane]);
        if (is_last(j)) continue;
        const Quaterniond q = lane_of(batch.state.q[at.point], at.lane);
        set_lane(batch.current.q[at.point], at.lane,
                 turned(q, block_of(x, block_of_part(j, Frame))));
    }
}

bool RodPotential::is_last(int point) const {
    const RodSet::Rod& rod = m_set.rod_of_point(point);
    return point == rod.first + rod.points - 1;
}

int RodPotential::block_of_part(int point, Part part) const {
    switch (part) {
        case Centre: return m_ranges.positions.block(point);
        case Frame: return m_ranges.rotations.block(point);
        case Scale: break;
    }
    return m_ranges.scales.block(point);
}

int RodPotential::first_row(Part part) {
    return part == Centre ? 0 : part == Frame ? T : S;
}

BlockRange RodPotential::range() const {
    return {.first = m_ranges.positions.first,
            .count = m_ranges.scales.end() - m_ranges.positions.first};
}

void RodPotential::list_pairs(BlockPairs& pairs) const {
    for (const RodSet::Rod& rod : m_set.rods()) {
        for (int i = 0; i < rod.points; ++i) {
            const int j = rod.first + i;
            for (const Coupling& coupling : COUPLINGS) {
                if (coupling.back > i) continue;
                const int row = block_of_part(j, coupling.row);
                const int column = block_of_part(j - coupling.back, coupling.column);
                if (row != column) pairs.emplace_back(row, column);
            }
        }
    }
}

void RodPotential::find_slots(const BlockPattern& pattern) {
    m_slots.resize(m_set.point_count());
    for (const RodSet::Rod& rod : m_set.rods()) {
        for (int i = 0; i < rod.points; ++i) {
            const int j = rod.first + i;
            for (std::size_t k = 0; k < COUPLINGS.size(); ++k) {
                m_slots[j][k] = NO_SLOT;
                if (COUPLINGS[k].back > i) continue;
                const int row = block_of_part(j, COUPLINGS[k].row);
                const int column = block_of_part(j - COUPLINGS[k].back, COUPLINGS[k].column);
                m_slots[j][k] = pattern.slot(std::max(row, column), std::min(row, column));
            }
        }
    }
}

double RodPotential::centre_stiffness(int point) const {
    const PointRef at = m_set.ref(point);
    const RodBatch& batch = m_batches[at.batch];
    double sum = 0.0;
    for (int j = std::max(0, at.point - 1); j <= at.point && j < batch.segments(); ++j) {
        const double weight =
            batch.segment[j].stretch_weight[at.lane] + batch.segment[j].volume_weight[at.lane];
        const double inverse = batch.segment[j].inverse_length[at.lane];
        sum += batch.stiffening[at.lane] * weight * inverse * inverse;
    }
    return sum;
}

double RodPotential::radius_stiffness(int point) const {
    const PointRef at = m_set.ref(point);
    const RodBatch& batch = m_batches[at.batch];
    const RodPoint& of = batch.point[at.point];
    double sum = batch.stiffening[at.lane] * of.section_weight[at.lane] +
                 batch.inverse_dt2[at.lane] * of.scale_inertia[at.lane];
    for (int j = std::max(0, at.point - 1); j <= at.point && j < batch.segments(); ++j)
        sum += batch.stiffening[at.lane] * batch.segment[j].volume_weight[at.lane];
    return sum / (of.radius[at.lane] * of.radius[at.lane]);
}

double RodPotential::expand_at(const VectorXd& x, double geometric) const {
    write_state(x, m_batches);
    parallel_for(m_batches.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b)
            expand(m_batches[b], m_batches[b].current, {}, Pack(geometric), m_expansions[b]);
    });
    return sum_of_rods();
}

double RodPotential::sum_of_rods() const {
    double sum = 0.0;
    for (const RodSet::Rod& rod : m_set.rods())
        sum += m_expansions[rod.batch].value[rod.lane];
    return sum;
}

double RodPotential::value(const VectorXd& x) const {
    return expand_at(x, 1.0);
}

Matrix3d RodPotential::change_by(const VectorXd& x, int point, Part part) const {
    const PointRef at = m_set.ref(point);
    const RodBatch& batch = m_batches[at.batch];
    if (part == Centre) return Matrix3d::Identity();
    if (part == Scale) return Matrix3d::Identity() / batch.point[at.point].radius[at.lane];
    const Matrix3d R = lane_of(batch.current.q[at.point], at.lane).toRotationMatrix();
    return R.transpose() * spin_by_unknown(block_of(x, block_of_part(point, Frame)));
}

void RodPotential::add_point_gradient(const VectorXd& x, int point, double weight,
                                      VectorXd& g) const {
    const PointRef at = m_set.ref(point);
    const Pack* of_point = m_expansions[at.batch].gradient.data() + at.block();
    block_of(g, block_of_part(point, Centre)) += weight * lane_of(of_point, at.lane);
    g[3L * block_of_part(point, Scale)] +=
        weight * of_point[S][at.lane] / m_batches[at.batch].point[at.point].radius[at.lane];
    if (is_last(point)) return;
    block_of(g, block_of_part(point, Frame)) +=
        weight * change_by(x, point, Frame).transpose() * lane_of(of_point + T, at.lane);
}

double RodPotential::add_gradient(const VectorXd& x, double weight, VectorXd& g) const {
    const double sum = expand_at(x, 1.0);
    for (int j = 0; j < static_cast<int>(m_set.point_count()); ++j)
        add_point_gradient(x, j, weight, g);
    return sum;
}

Matrix3d RodPotential::kernel_block(int point, const Coupling& coupling) const {
    const PointRef at = m_set.ref(point);
    ChainMatrix& h = m_expansions[at.batch].hessian;
    Matrix3d block = Matrix3d::Zero();
    for (int a = 0; a < rows(coupling.row); ++a) {
        for (int b = 0; b < rows(coupling.column); ++b) {
            int t = first_row(coupling.row) + a;
            int u = first_row(coupling.column) + b;
            if (coupling.back == 0 && u > t) std::swap(t, u);
            const int reach = coupling.back * ChainMatrix::BLOCK + t - u;
            if (reach <= ChainMatrix::WIDTH[t])
                block(a, b) = h.at(at.point, t, coupling.back, u)[at.lane];
        }
    }
    return block;
}

Matrix3d RodPotential::frame_curvature(const VectorXd& x, int point) const {
    const PointRef at = m_set.ref(point);
    const Vector3d m = lane_of(m_expansions[at.batch].gradient.data() + at.block() + T, at.lane);
    const Vector3d h = m_changes[point].transpose() * m;
    const Vector3d g = 0.5 * block_of(x, block_of_part(point, Frame));
    return -(h * g.transpose() + g * h.transpose()) / (2.0 * (1.0 + g.squaredNorm()));
}

double RodPotential::add_hessian(const VectorXd& x, double weight, PsdProjection psd, VectorXd& g,
                                 BlockMatrix& H) const {
    const bool is_exact = psd != PsdProjection::Clamp;
    const double sum = expand_at(x, is_exact ? 1.0 : 0.0);
    const int points = static_cast<int>(m_set.point_count());
    for (int j = 0; j < points; ++j) {
        add_point_gradient(x, j, weight, g);
        if (!is_last(j)) m_changes[j] = change_by(x, j, Frame);
    }
    for (int j = 0; j < points; ++j) {
        for (std::size_t k = 0; k < COUPLINGS.size(); ++k) {
            if (m_slots[j][k] == NO_SLOT) continue;
            const Coupling& coupling = COUPLINGS[k];
            Matrix3d& out = H.blocks()[m_slots[j][k]];
            const bool is_diagonal = coupling.back == 0 && coupling.row == coupling.column;
            if (coupling.row == Frame && is_last(j)) {
                // Nothing turns there: the factor shall not stop at it.
                if (is_diagonal) out += Matrix3d::Identity();
                continue;
            }
            const int other = j - coupling.back;
            const auto change = [&](int point, Part part) {
                return part == Frame ? m_changes[point] : change_by(x, point, part);
            };
            Matrix3d block = change(j, coupling.row).transpose() * kernel_block(j, coupling) *
                             change(other, coupling.column);
            if (is_diagonal && coupling.row == Frame && is_exact) block += frame_curvature(x, j);
            if (is_diagonal && coupling.row == Scale)
                block(1, 1) = block(2, 2) = std::max(std::abs(block(0, 0)), 1e-300);
            const bool is_lower =
                block_of_part(j, coupling.row) >= block_of_part(other, coupling.column);
            out += weight * (is_lower ? block : Matrix3d(block.transpose()));
        }
    }
    return sum;
}

double RodPotential::max_step(const VectorXd& x, const VectorXd& dx) {
    double most = 1.0;
    for (int j = 0; j < static_cast<int>(m_set.point_count()); ++j) {
        const PointRef at = m_set.ref(j);
        const RodBatch& batch = m_batches[at.batch];
        const double radius = batch.point[at.point].radius[at.lane];
        const long scale = 3L * block_of_part(j, Scale);
        const double now = batch.state.s[at.point][at.lane] * radius + x[scale];
        if (-dx[scale] > MAX_SHRINK * now) most = std::min(most, MAX_SHRINK * now / -dx[scale]);
        const double turn = block_of(dx, block_of_part(j, Frame)).norm();
        if (turn > MAX_TURN) most = std::min(most, MAX_TURN / turn);
    }
    return most;
}

}  // namespace sinew::viper
