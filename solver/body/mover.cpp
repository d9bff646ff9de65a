#include "body/mover.hpp"

#include <fmt/format.h>

#include <Eigen/SVD>
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "base/param_table.hpp"
#include "body/live_input.hpp"

namespace sinew {

namespace {

using Eigen::Affine3d;
using Eigen::Matrix3d;
using RowMajor34 = Eigen::Matrix<double, 3, 4, Eigen::RowMajor>;

/// Volume of the unit cube after the transform, relative to the largest entry: below this it is flat.
constexpr double SMALLEST_VOLUME = 1e-12;

/// det A of A with its largest entry scaled to one: neither overflows nor depends on units.
double relative_volume(const Matrix3d& a) {
    const double largest = a.cwiseAbs().maxCoeff();
    return largest > 0.0 ? Matrix3d(a / largest).determinant() : 0.0;
}

Problem problem_of(const MoverDef& def, std::string field, std::string value, std::string remedy) {
    return {.code = ErrorCode::InvalidArgument,
            .object = def.name.empty() ? "mover" : def.name,
            .field = std::move(field),
            .value = std::move(value),
            .remedy = std::move(remedy)};
}

std::array<double, MOVER_WIDTH> matrix_at(const AnimatedArray& transforms, std::size_t key) {
    std::array<double, MOVER_WIDTH> matrix{};
    transforms.read_key(key, matrix);
    return matrix;
}

/// R of A = R S. Of a mirror image S is the opposite of a stretch, rather than R one of a rotation: that is
/// unique and changes continuously with A.
Matrix3d rotation_of(const Matrix3d& a) {
    const Eigen::JacobiSVD<Matrix3d> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Matrix3d rotation = svd.matrixU() * svd.matrixV().transpose();
    return rotation.determinant() < 0.0 ? Matrix3d(-rotation) : rotation;
}

}  // namespace

Affine3d to_affine(std::span<const double> matrix) {
    assert(matrix.size() == MOVER_WIDTH);
    return Affine3d(Eigen::Map<const RowMajor34>(matrix.data()));
}

void scale_translations(AnimatedArray& transforms, double factor) {
    transforms.own_all_numbers();
    for (std::size_t i = 3; i < transforms.values.size(); i += 4)
        transforms.values[i] *= factor;
}

bool is_invertible(const Affine3d& transform) {
    return std::abs(relative_volume(transform.linear())) > SMALLEST_VOLUME;
}

Similarity similarity_of(const Affine3d& transform) {
    const Matrix3d a = transform.linear();
    if (a == Matrix3d::Identity()) return {};
    const Matrix3d rotation = rotation_of(a);
    return {Eigen::Quaterniond(rotation).normalized(), (rotation.transpose() * a).trace() / 3.0};
}

void MoverDef::collect_problems(std::vector<Problem>& problems) const {
    if (name.empty()) {
        problems.push_back(problem_of(*this, "name", "empty", "a mover needs a name"));
    }
    if (transforms.empty() || transforms.width != MOVER_WIDTH) {
        problems.push_back(problem_of(*this, "transforms",
                                      fmt::format("{} numbers a key", transforms.width),
                                      "must have 12 numbers a key: a 3 x 4 matrix, row after row"));
        return;
    }
    const auto complain_at = [&](std::size_t key, std::string value, std::string remedy) {
        problems.push_back(problem_of(*this,
                                      fmt::format("transforms at frame {}", transforms.frames[key]),
                                      std::move(value), std::move(remedy)));
    };
    double volume_before = 0.0;
    for (std::size_t i = 0; i < transforms.frames.size(); ++i) {
        const std::array<double, MOVER_WIDTH> key = matrix_at(transforms, i);
        if (!std::all_of(key.begin(), key.end(), [](double x) { return std::isfinite(x); })) {
            complain_at(i, "not finite", "must be 12 finite numbers");
            return;  // one is enough: the others are likely to have the same cause
        }
        const double volume = relative_volume(to_affine(key).linear());
        if (!is_invertible(to_affine(key))) {
            complain_at(i, "singular",
                        "must be invertible: the scale is zero along some direction");
            return;
        }
        if (volume * volume_before < 0.0) {
            complain_at(i, "mirrored", "must not turn inside out between two keys");
            return;
        }
        volume_before = volume;
    }
}

void MoverDef::add_preroll(double first_frame, double frames) {
    const std::array<double, MOVER_WIDTH> rest = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    // Between keys a matrix is not the mean of its numbers.
    const RowMajor34 first = Mover(*this).at(first_frame).affine();
    transforms.prepend_rest(first_frame, frames, rest, {first.data(), MOVER_WIDTH});
}

Mover::Mover(const MoverDef& def) : m_name(def.name), m_keys(def.transforms) {
    decompose_keys();
}

void Mover::decompose_keys() {
    m_poses.clear();
    m_poses.reserve(m_keys.frames.size());
    for (std::size_t i = 0; i < m_keys.frames.size(); ++i) {
        const Matrix3d a = to_affine(matrix_at(m_keys, i)).linear();
        const Matrix3d rotation = rotation_of(a);
        m_poses.push_back({Eigen::Quaterniond(rotation).normalized(), rotation.transpose() * a});
    }
}

Affine3d Mover::at(double frame) const {
    const AnimatedArray::Span at = m_keys.locate(frame);
    const std::array<double, MOVER_WIDTH> a = matrix_at(m_keys, at.first);
    const std::array<double, MOVER_WIDTH> b = matrix_at(m_keys, at.second);
    if (at.blend == 0.0 || a == b) return to_affine(a);
    const Pose& from = m_poses[at.first];
    const Pose& to = m_poses[at.second];
    const Matrix3d stretch = from.stretch + at.blend * (to.stretch - from.stretch);
    const Eigen::Vector3d t_0 = to_affine(a).translation();
    const Eigen::Vector3d t_1 = to_affine(b).translation();
    Affine3d result;
    result.linear() = from.rotation.slerp(at.blend, to.rotation).toRotationMatrix() * stretch;
    result.translation() = t_0 + at.blend * (t_1 - t_0);
    result.makeAffine();
    return result;
}

void Mover::set_target(double frame, const Affine3d& transform) {
    MoverDef next{.name = m_name, .transforms = {}};
    next.transforms.width = MOVER_WIDTH;
    next.transforms.frames = {frame - 1.0, frame};
    next.transforms.values.resize(2 * MOVER_WIDTH);
    Eigen::Map<RowMajor34>(next.transforms.values.data()) = at(frame - 1.0).affine();
    Eigen::Map<RowMajor34>(next.transforms.values.data() + MOVER_WIDTH) = transform.affine();
    std::vector<Problem> problems;
    next.collect_problems(problems);
    throw_first(problems);
    m_keys = std::move(next.transforms);
    decompose_keys();
}

void Mover::list_inputs(LiveInputs& inputs) {
    inputs.add("transforms", MOVER_WIDTH, [this](double frame, std::span<const double> matrix) {
        set_target(frame, to_affine(matrix));
    });
}

}  // namespace sinew
