#include "joints/joint_potential.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <map>
#include <set>

#include "math/psd_projection.hpp"
#include "math/rotation.hpp"

namespace sinew::joints {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Vec = JointElement::Vec;
using Mat = JointElement::Mat;

namespace {

constexpr int BLOCKS = JointElement::BLOCKS;
/// Directions that differ by more are not brought together [rad].
constexpr double LARGEST_CORRECTION = 0.5;

/// Calls work(a, b, slot) for all pairs b ≤ a of blocks that there are.
template <class Entry, class Work>
void for_each_pair(Entry& entry, const Work& work) {
    std::size_t pair = 0;
    for (int a = 0; a < BLOCKS; ++a) {
        for (int b = 0; b <= a; ++b, ++pair)
            if (entry.blocks[a] >= 0 && entry.blocks[b] >= 0) work(a, b, entry.slots[pair]);
    }
}

/// How the sides of a joint must change so that `across` of its pivot are as they change to first order on the way from q to `there`.
Vector3d lag_of_pivot(const JointHold& hold, const Vec& q, const Vec& there, const Vec& trial) {
    if (!hold.slides) return hold.point.at(trial) - hold.point.at(there);
    Vector3d lag = Vector3d::Zero();
    const Vector3d p = hold.point.at(q);
    const Vector3d dp = hold.point.at(there) - p;
    for (const JointVector& direction : hold.across) {
        const Vector3d e = direction.at(q);
        const Vector3d de = direction.at(there) - e;
        const Vector3d now = direction.at(trial);
        const double promised = p.dot(e) + dp.dot(e) + p.dot(de);
        lag += (hold.point.at(trial).dot(now) - promised) * now;
    }
    return lag;
}

/// The turn of the side `child` that makes the directions differ as they do at `there`.
Vector3d lag_of_axes(const JointHold& hold, int child, const Vec& there, const Vec& trial) {
    Vector3d turn = Vector3d::Zero();
    const double sign = child == 0 ? 1.0 : -1.0;
    for (int k = 0; k < hold.directions; ++k) {
        const JointVector& axis = hold.axes[k];
        const Vector3d asked = axis.of_side(trial, 1 - child) + sign * axis.at(there);
        turn += axis.of_side(trial, child).cross(asked);
    }
    return hold.directions == 3 ? Vector3d(0.5 * turn) : turn;
}

}  // namespace

Vec gather(const JointPart& part, const VectorXd& x) {
    Vec q = Vec::Zero();
    for (int side = 0; side < SIDES; ++side) {
        if (const int first = part.sides[side].first; first >= 0)
            q.segment<12>(12L * side) = x.segment<12>(3L * first);
    }
    return q;
}

void JointPotential::add(const JointPart& part) {
    m_tree.clear();
    Entry& entry = m_entries.emplace_back();
    entry.part = &part;
    for (int k = 0; k < BLOCKS; ++k) {
        const int first = part.sides[k / 4].first;
        entry.blocks[k] = first < 0 ? -1 : first + k % 4;
        if (first >= 0) m_range.include(entry.blocks[k]);
    }
}

void JointPotential::list_pairs(BlockPairs& pairs) const {
    for (const Entry& entry : m_entries) {
        for_each_pair(entry, [&](int a, int b, std::size_t /*slot*/) {
            if (a != b) pairs.emplace_back(entry.blocks[a], entry.blocks[b]);
        });
    }
}

void JointPotential::find_slots(const BlockPattern& pattern) {
    for (Entry& entry : m_entries) {
        for_each_pair(entry, [&](int a, int b, std::size_t& slot) {
            const auto [low, high] = std::minmax(entry.blocks[a], entry.blocks[b]);
            slot = pattern.slot(high, low);
        });
    }
    if (m_tree.empty()) plant_tree();
}

double JointPotential::value(const VectorXd& x) const {
    if (m_is_aside) return 0.0;
    double sum = 0.0;
    for (const Entry& entry : m_entries)
        sum += entry.part->element.value(gather(*entry.part, x));
    return sum;
}

double JointPotential::add_gradient(const VectorXd& x, double weight, VectorXd& g) const {
    if (m_is_aside) return 0.0;
    double sum = 0.0;
    Vec own;
    for (const Entry& entry : m_entries) {
        sum += entry.part->element.gradient(gather(*entry.part, x), own);
        for (int a = 0; a < BLOCKS; ++a)
            if (entry.blocks[a] >= 0)
                block_of(g, entry.blocks[a]) += weight * own.segment<3>(3L * a);
    }
    return sum;
}

double JointPotential::add_hessian(const VectorXd& x, double weight, PsdProjection psd, VectorXd& g,
                                   BlockMatrix& H) const {
    if (m_is_aside) return 0.0;
    double sum = 0.0;
    Vec own;
    Mat own_H;
    for (const Entry& entry : m_entries) {
        sum += entry.part->element.hessian(gather(*entry.part, x), own, own_H);
        if (psd == PsdProjection::Clamp) clamp_to_psd(own_H);
        for (int a = 0; a < BLOCKS; ++a)
            if (entry.blocks[a] >= 0)
                block_of(g, entry.blocks[a]) += weight * own.segment<3>(3L * a);
        for_each_pair(entry, [&](int a, int b, std::size_t slot) {
            const bool same_order = entry.blocks[a] >= entry.blocks[b];
            H.blocks()[slot] +=
                weight * own_H.block<3, 3>(3L * (same_order ? a : b), 3L * (same_order ? b : a));
        });
    }
    return sum;
}

void JointPotential::plant_tree() {
    std::map<int, double> mass;  // of bodies by their first blocks
    for (const Entry& entry : m_entries) {
        for (const JointSide& side : entry.part->sides)
            if (side.first >= 0) mass[side.first] = side.mass;
    }
    std::set<int> reached = {-1};
    std::vector<char> used(m_entries.size(), 0);
    const auto grow = [&] {
        for (bool grew = true; grew;) {
            grew = false;
            for (std::size_t i = 0; i < m_entries.size(); ++i) {
                const auto& sides = m_entries[i].part->sides;
                const bool a = reached.contains(sides[0].first);
                const bool b = reached.contains(sides[1].first);
                if (used[i] != 0 || a == b || !m_entries[i].part->hold.pivot) continue;
                used[i] = 1;
                grew = true;
                m_tree.push_back({i, a ? 1 : 0});
                reached.insert(sides[a ? 1 : 0].first);
            }
        }
    };
    grow();
    while (reached.size() < mass.size() + 1) {
        const auto heaviest =
            std::max_element(mass.begin(), mass.end(), [&](const auto& one, const auto& other) {
                const bool counts = !reached.contains(one.first);
                const bool other_counts = !reached.contains(other.first);
                return counts == other_counts ? one.second < other.second : other_counts;
            });
        reached.insert(heaviest->first);
        grow();
    }
    list_free_trees(mass);
}

void JointPotential::list_free_trees(const std::map<int, double>& mass) {
    std::map<int, int> root;  // of bodies that are children; −1: on the world or a mover
    const auto root_of = [&](int first) { return root.contains(first) ? root.at(first) : first; };
    for (const Branch& branch : m_tree) {
        const auto& sides = m_entries[branch.entry].part->sides;
        root[sides[branch.child].first] = root_of(sides[1 - branch.child].first);
    }
    std::map<int, FreeTree> trees;
    for (const auto& [first, own] : mass) {
        const int at = root_of(first);
        if (at < 0) continue;
        trees[at].bodies.emplace_back(first, own);
        trees[at].mass += own;
    }
    m_free_trees.clear();
    for (const auto& [at, tree] : trees)
        if (tree.bodies.size() > 1) m_free_trees.push_back(tree);
}

void JointPotential::bend(const VectorXd& x, const VectorXd& dx, double t, VectorXd& trial) const {
    if (blocks_of(dx, m_range).isZero(0.0)) return;
    const VectorXd there = x + t * dx;
    for (const Branch& branch : m_tree)
        put_together(branch, x, there, trial);
    for (const FreeTree& tree : m_free_trees)
        move_to_centre(tree, there, trial);
}

void JointPotential::move_to_centre(const FreeTree& tree, const VectorXd& there, VectorXd& trial) {
    Vector3d lag = Vector3d::Zero();
    for (const auto& [first, mass] : tree.bodies)
        lag += mass / tree.mass * (block_of(there, first) - block_of(trial, first));
    for (const auto& [first, mass] : tree.bodies)
        block_of(trial, first) += lag;
}

void JointPotential::put_together(const Branch& branch, const VectorXd& x, const VectorXd& there,
                                  VectorXd& trial) const {
    const JointPart& part = *m_entries[branch.entry].part;
    const JointHold& hold = part.hold;
    const JointSide& side = part.sides[branch.child];
    const Vec from = gather(part, x);
    const Vec promised = gather(part, there);
    Vec q = gather(part, trial);
    if (from == promised) return;
    if (hold.directions > 0) {
        const Vector3d turn = lag_of_axes(hold, branch.child, promised, q);
        if (turn.norm() > LARGEST_CORRECTION) return;
        const Matrix3d Q = exp_quaternion(turn).toRotationMatrix();
        auto columns = trial.segment<9>(3L * (side.first + 1));
        Eigen::Map<Matrix3d> change(columns.data());
        change = Matrix3d(side.length * (Q * (side.axes + change / side.length) - side.axes));
        q = gather(part, trial);
    }
    if (!hold.pivot) return;
    const Vector3d lag = lag_of_pivot(hold, from, promised, q);
    block_of(trial, side.first) += branch.child == 0 ? Vector3d(-lag) : lag;
}

}  // namespace sinew::joints
