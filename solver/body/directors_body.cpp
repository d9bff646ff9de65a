#include "body/directors_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "body/body_kind.hpp"
#include "body/def_checker.hpp"
#include "body/fields.hpp"

namespace sinew {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

namespace {

class DirectorsChecker : DefChecker {
public:
    DirectorsChecker(const DirectorsDef& def, std::vector<Problem>& problems)
        : DefChecker(def.name, problems), m_def(def) {}

    void run() {
        if (m_def.body.empty())
            report("body", "empty", "name the solid or shell whose directors are shown");
        if (m_def.count < 1 || m_def.count > DirectorsDef::MAX_COUNT) {
            report("count", fmt::format("{}", m_def.count),
                   fmt::format("must be between 1 and {}", DirectorsDef::MAX_COUNT));
        }
        if (!std::isfinite(m_def.length) || m_def.length < 0.0)
            report("length", fmt::format("{:f}", m_def.length), "must be 0 (chosen) or more");
    }

private:
    const DirectorsDef& m_def;
};

/// Evenly spread over their order.
std::vector<int> shown_nodes(std::size_t nodes, std::size_t count) {
    count = std::min(count, nodes);
    std::vector<int> shown;
    for (std::size_t i = 0; i < count; ++i)
        shown.push_back(static_cast<int>(i * nodes / count));
    return shown;
}

}  // namespace

double element_curvature(std::span<const Quaterniond> rotations,
                         const Eigen::Ref<const Eigen::Matrix3Xd>& gradients) {
    Eigen::Vector4d sum = Eigen::Vector4d::Zero();
    for (const Quaterniond& q : rotations)
        sum += (q.dot(rotations[0]) < 0.0 ? -1.0 : 1.0) * q.coeffs();
    const Quaterniond mean = Quaterniond(sum).normalized();
    Matrix3d curvature = Matrix3d::Zero();
    for (std::size_t a = 0; a < rotations.size(); ++a) {
        const Quaterniond turn = mean.conjugate() * rotations[a];
        const double side = turn.w() < 0.0 ? -2.0 : 2.0;
        curvature += side * turn.vec() * gradients.col(static_cast<Eigen::Index>(a)).transpose();
    }
    return curvature.norm();
}

void DirectorsDef::collect_problems(std::vector<Problem>& problems) const {
    DirectorsChecker(*this, problems).run();
}

void DirectorsDef::visit_fields(FieldVisitor& visitor) {
    visitor.body(
        {"body", "The `micropolar_solid` or `cosserat_shell` whose directors are shown.", {}, true},
        body, {"directors"});
    visitor.integer({"count", "Largest number of nodes that are shown.", "1"}, count, 1, MAX_COUNT);
    visitor.number(
        {"length", "Length of a director; absent: half the distance between those shown.", "m"},
        length, {.above = 0.0, .scale = FieldScale::Length});
}

namespace {

std::unique_ptr<Body> make_directors(const BodyDef& def, BodyContext& context) {
    const auto& directors = dynamic_cast<const DirectorsDef&>(def);
    const auto* const owner = dynamic_cast<const DirectorOwner*>(context.find_body(directors.body));
    if (!owner) {
        throw Error(Problem{.code = ErrorCode::InvalidArgument,
                            .object = def.name,
                            .field = "body",
                            .value = '"' + directors.body + '"',
                            .remedy = "is not a solid or shell of this world; add it first"});
    }
    return std::make_unique<DirectorsBody>(directors, owner->director_source());
}

}  // namespace

const BodyKind& directors_kind() {
    static constexpr BodyKind KIND{
        DirectorsDef::KIND, {}, make_default<DirectorsDef>, make_directors};
    return KIND;
}

DirectorsBody::DirectorsBody(const DirectorsDef& def, std::unique_ptr<const DirectorSource> source)
    : Body(def.name),
      m_source(std::move(source)),
      m_nodes(shown_nodes(m_source->node_count(), static_cast<std::size_t>(def.count))),
      m_length(def.length > 0.0 ? def.length : m_source->half_distance(m_nodes.size())),
      m_positions(3 * output_count()) {}

void DirectorsBody::follow(double /*frame*/) {
    const std::vector<double> curvatures = m_source->curvatures();
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const std::size_t node = m_nodes[i];
        const Vector3d x = m_source->position(node);
        const Matrix3d D = m_source->directors(node);
        using Points = Eigen::Matrix<double, 3, DirectorsDef::POINTS>;
        Eigen::Map<Points> points(m_positions.data() + 3 * DirectorsDef::POINTS * i);
        points.col(0) = x;
        for (int axis = 0; axis < 3; ++axis)
            points.col(1 + axis) = x + m_length * D.col(axis);
        points.col(4) = x + m_length * m_length * curvatures[node] * D.col(0);
    }
}

void DirectorsBody::output_positions(std::span<double> out) const {
    std::copy(m_positions.begin(), m_positions.end(), out.begin());
}

}  // namespace sinew
