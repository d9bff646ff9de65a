#include "rigid/rigid_body.hpp"

#include <algorithm>
#include <cmath>

#include "base/saved_numbers.hpp"
#include "math/nearest_rotation.hpp"

namespace sinew::rigid {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr int BLOCKS = 4;

/// Of a fixed body the mass is of no use, and the mesh may be open.
MassProperties properties_of(const RigidDef& def) {
    if (def.motion == RigidMotion::Free) return def.mass_properties();
    MassProperties none;
    none.second_moments.setIdentity();
    return none;
}

/// Farthest vertex from a point; positive.
double farthest(const TriangleMesh& mesh, const Vector3d& from) {
    double largest = 0.0;
    for (const Vector3d& x : mesh.vertices)
        largest = std::max(largest, (x - from).norm());
    return largest;
}

/// Of the four blocks: the mass, and the second moments in units of ℓ.
MassMatrix affine_mass(const MassProperties& body, double length) {
    std::vector<MassMatrix::Entry> entries{{0, 0, body.mass}};
    for (int k = 0; k < 3; ++k) {
        for (int l = 0; l <= k; ++l)
            entries.push_back({1 + k, 1 + l, body.second_moments(k, l) / (length * length)});
    }
    return {BLOCKS, std::move(entries)};
}

std::span<double> numbers(Eigen::Ref<Matrix3d> m) {
    return {m.data(), 9};
}

BodyResult vector_result(std::string_view name, std::string_view unit,
                         std::function<Vector3d()> get) {
    return {.name = name,
            .unit = unit,
            .items = 1,
            .width = 3,
            .read = [get = std::move(get)](std::span<double> out) {
                Eigen::Map<Vector3d>(out.data()) = get();
            }};
}

}  // namespace

RigidBody::RigidBody(const RigidDef& def, ImplicitSystem& system, const Mover* mover)
    : ImplicitBody(def.name),
      m_def(def),
      m_mover(mover),
      m_mass(properties_of(m_def)),
      m_length(farthest(m_def.mesh, m_mass.centre)),
      m_affine_mass(affine_mass(m_mass, m_length)),
      m_whole_mass(MassMatrix::lumped(std::span(&m_mass.mass, 1))),
      m_turning(m_mass.inertia(), m_def.params.damping),
      m_rigidity(1) {
    system.add(*this);
    if (!is_free()) return;
    VectorXd rates = VectorXd::Zero(3L * BLOCKS);
    if (!m_def.initial_velocity.empty()) rates.head<3>() = m_def.initial_velocity.front();
    set_rates(rates);
    if (!m_def.initial_angular_velocity.empty())
        m_turning.set_angular_velocity(Quaterniond::Identity(),
                                       m_def.initial_angular_velocity.front());
}

Quaterniond RigidBody::rotation() const {
    return nearest_rotation(m_axes);
}

Eigen::Affine3d RigidBody::place() const {
    if (!is_free()) return m_place;
    Eigen::Affine3d place = Eigen::Affine3d::Identity();
    place.linear() = m_axes;
    place.translation() = m_moved - (m_axes - Matrix3d::Identity()) * m_mass.centre;
    return place;
}

FrameRide RigidBody::ride() const {
    if (!is_free()) return {};
    return {
        .first = m_blocks.first, .centre = m_mass.centre, .length = m_length, .mass = m_mass.mass};
}

void RigidBody::place_vertices(const Eigen::Affine3d& fixed_place, std::span<Vector3d> out) const {
    const std::vector<Vector3d>& rest = m_def.mesh.vertices;
    if (!is_free()) {
        for (std::size_t i = 0; i < rest.size(); ++i)
            out[i] = m_mover ? fixed_place * rest[i] : rest[i];
        return;
    }
    // As changes: at rest exactly what was given.
    const Matrix3d change = m_axes - Matrix3d::Identity();
    for (std::size_t i = 0; i < rest.size(); ++i)
        out[i] = rest[i] + (m_moved + change * (rest[i] - m_mass.centre));
}

void RigidBody::output_positions(std::span<double> out) const {
    std::vector<Vector3d> positions(output_count());
    place_vertices(m_place, positions);
    std::ranges::copy(as_numbers(positions), out.begin());
}

std::vector<BodyResult> RigidBody::results() const {
    std::vector<BodyResult> results = Body::results();
    results.push_back({.name = "transform",
                       .unit = "1, m",
                       .items = 1,
                       .width = MOVER_WIDTH,
                       .read = [this](std::span<double> out) {
                           using RowMajor = Eigen::Matrix<double, 3, 4, Eigen::RowMajor>;
                           Eigen::Map<RowMajor>(out.data()) = place().affine();
                       }});
    if (!is_free()) return results;
    results.push_back(
        vector_result("momentum", "kg m/s", [this] { return Vector3d(m_mass.mass * velocity()); }));
    results.push_back(
        vector_result("angular_momentum", "kg m²/s", [this] { return angular_momentum(); }));
    return results;
}

Vector3d RigidBody::velocity() const {
    return is_free() ? Vector3d(motion().rates().head<3>()) : Vector3d::Zero();
}

Vector3d RigidBody::angular_velocity() const {
    return is_free() ? m_turning.angular_velocity(rotation()) : Vector3d::Zero();
}

void RigidBody::declare_unknowns(DofMap& dofs) {
    if (is_free()) m_blocks = dofs.add(name(), BlockKind::Position, BLOCKS, 2.0 * m_length);
}

void RigidBody::add_terms(TotalPotential& total) {
    if (!is_free()) return;
    m_rigid = std::make_unique<RigidityPotential>(m_rigidity, m_blocks.block(1));
    m_inertia = std::make_unique<MassPotential>("inertia", m_affine_mass, m_blocks);
    // The mass of the other blocks is about the centre: gravity does not turn a body.
    m_gravity = std::make_unique<GravityPotential>(m_blocks,
                                                   std::vector<double>{m_mass.mass, 0.0, 0.0, 0.0});
    total.add(*m_rigid);
    total.add(*m_inertia);
    total.add(*m_gravity);
    if (m_def.params.damping == 0.0) return;
    const BlockRange centre{.first = m_blocks.block(0), .count = 1};
    m_damping = std::make_unique<MassPotential>("damping", m_whole_mass, centre);
    total.add(*m_damping);
}

void RigidBody::begin_step(const StepInfo& step) {
    if (!is_free()) {
        if (!m_mover) return;
        m_place = m_mover->at(step.frame_0);
        m_next_place = m_mover->at(step.frame_1);
        return;
    }
    m_turning.begin_step(rotation(), motion());
    const double inertia = motion().inertia_weight();
    const double weight = inertia > 0.0 ? inertia : 1.0 / (step.dt * step.dt);
    m_rigidity.front() = {.start = m_axes,
                          .length = m_length,
                          .stiffness = RIGIDITY * m_mass.mass * m_length * m_length * weight};
    m_inertia->set_target(inertia, free_motion());
    if (m_damping)
        m_damping->set_target(motion().damping_weight(m_def.params.damping),
                              motion().resting().head<3>());
}

VectorXd RigidBody::free_motion() const {
    if (!is_free()) return {};
    VectorXd x(3L * BLOCKS);
    x.head<3>() = motion().predicted().head<3>();
    Eigen::Map<Matrix3d>(x.data() + 3) =
        m_length * (m_turning.target().toRotationMatrix() - m_axes);
    return x;
}

void RigidBody::accept_step(const StepInfo& /*step*/, const VectorXd& x) {
    if (!is_free()) {
        if (m_mover) m_place = m_next_place;
        return;
    }
    m_moved += block_of(x, m_blocks.block(0));
    const auto change = x.segment<9>(3L * m_blocks.block(1));
    m_axes += Eigen::Map<const Matrix3d>(change.data()) / m_length;
    // τ = Σ a_k × w Σ_l P_kl (a_l − r̂_l)
    const Matrix3d forces = motion().inertia_weight() *
                            (m_axes - m_turning.target().toRotationMatrix()) *
                            m_mass.second_moments;
    Vector3d torque = Vector3d::Zero();
    for (int k = 0; k < 3; ++k)
        torque += m_axes.col(k).cross(forces.col(k));
    m_turning.accept(rotation(), torque, motion());
    m_contact = {0.0, BodyMeasures::NONE};
}

void RigidBody::follow(double frame) {
    if (m_mover) m_place = m_mover->at(frame);
}

ContactSurface RigidBody::contact_surface() const {
    ContactSurface surface{.name = name(), .range = m_blocks};
    surface.rest = m_def.mesh.vertices;
    surface.meets_others = m_def.contact != ContactPartners::None;
    surface.filter = m_def.contact_filter;
    if (is_free()) {
        for (const Vector3d& rest : surface.rest) {
            const Vector3d w = (rest - m_mass.centre) / m_length;
            surface.points.push_back(
                {.nodes = {0, 1, 2, 3}, .weights = {1.0, w.x(), w.y(), w.z()}});
        }
    }
    for (const Eigen::Vector3i& t : m_def.mesh.triangles)
        surface.triangles.push_back({t[0], t[1], t[2]});
    surface.radii.assign(surface.rest.size(), 0.0);
    for (std::size_t i = 0; i < surface.rest.size(); ++i) {
        const double mu = m_def.friction.at(static_cast<int>(i));
        surface.friction.push_back(mu);
        surface.sliding_friction.push_back(m_def.friction.sliding_share * mu);
    }
    surface.reach = contact_reach(surface);
    return surface;
}

void RigidBody::contact_positions(std::span<Vector3d> out) const {
    place_vertices(m_place, out);
}

void RigidBody::contact_end_positions(std::span<Vector3d> out) const {
    place_vertices(m_next_place, out);
}

BodyMeasures RigidBody::measure(const StepInfo& last_step) const {
    BodyMeasures measures;
    if (is_free()) {
        measures.energy.kinetic = 0.5 * m_mass.mass * velocity().squaredNorm() +
                                  0.5 * angular_momentum().dot(angular_velocity());
        measures.energy.gravity = -m_mass.mass * last_step.gravity.dot(centre());
    }
    measures.energy.contact = m_contact.energy;
    measures.min_distance = m_contact.smallest_gap;
    return measures;
}

void RigidBody::save_state(ByteWriter& out) const {
    out.put(m_contact.energy);
    out.put(m_contact.smallest_gap);
    out.put_array(std::span<const double>(m_moved.data(), 3));
    out.put_array(std::span<const double>(m_axes.data(), 9));
    m_turning.save(out);
}

void RigidBody::load_state(ByteReader& in) {
    ContactMeasures contact{0.0, BodyMeasures::NONE};
    contact.energy = in.get<double>();
    contact.smallest_gap = in.get<double>();
    Vector3d moved;
    Matrix3d axes;
    get_finite_array(in, name(), {moved.data(), 3});
    get_finite_array(in, name(), numbers(axes));
    m_turning.load(in, name());
    m_contact = contact;
    m_moved = moved;
    m_axes = axes;
}

}  // namespace sinew::rigid
