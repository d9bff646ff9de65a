#include "viper/body/rods_body.hpp"

#include <algorithm>

#include "base/saved_numbers.hpp"
#include "viper/body/rod_pills.hpp"
#include "viper/body/rod_surface.hpp"

namespace sinew::viper {

namespace {

/// Visits every array of the state with one function, so that saving and loading cannot drift apart.
template <class State, class Visit>
void for_each_array(State& state, Visit&& visit) {
    visit(state.c);
    visit(state.c_rate);
    visit(state.s);
    visit(state.s_rate);
    visit(state.free_fall_share);
    visit(state.q);
    visit(state.q_rate);
}

}  // namespace

RodsBody::RodsBody(const RodsDef& def, RodSystem& system, std::vector<const Mover*> movers)
    : Body(def.name),
      m_system(system),
      m_set(system.add(def, std::move(movers))),
      m_skin({def.surface, def.surface_triangles}, rod_pills(def), {}) {}

std::size_t RodsBody::output_count() const {
    return m_skin.size() > 0 ? m_skin.size() : m_set.point_count();
}

void RodsBody::output_positions(std::span<double> out) const {
    if (m_skin.size() > 0) {
        std::vector<SpherePose> poses(m_set.point_count());
        pill_poses(poses);
        m_skin.deform(poses, {}, out);
        return;
    }
    const RodSetState now = state();
    for (std::size_t i = 0; i < now.c.size(); ++i) {
        Eigen::Map<Eigen::Vector3d>(out.data() + 3 * i) = now.c[i];
    }
}

std::vector<BodyResult> RodsBody::results() const {
    std::vector<BodyResult> results = Body::results();
    results.push_back({.name = "rod_points",
                       .unit = "m",
                       .items = m_set.point_count(),
                       .width = 3,
                       .read = [this](std::span<double> out) {
                           std::ranges::copy(as_numbers(state().c), out.begin());
                       }});
    results.push_back(
        {.name = "radii",
         .unit = "m",
         .items = m_set.point_count(),
         .width = 1,
         .read = [this](std::span<double> out) { std::ranges::copy(radii(), out.begin()); }});
    return results;
}

PillChains RodsBody::pills() const {
    return rod_pills(m_set.def());
}

void RodsBody::pill_poses(std::span<SpherePose> out) const {
    rod_pill_poses(m_set, m_system.batches(), out);
}

ContactSurface RodsBody::kinematic_surface() const {
    if (!m_set.def().collision.enabled) return {};
    return rod_surface(m_set.def());
}

void RodsBody::surface_at_start(std::span<Eigen::Vector3d> out) const {
    for (std::size_t j = 0; j < out.size(); ++j) {
        const PointRef at = m_set.ref(static_cast<int>(j));
        out[j] = lane_of(m_system.batches()[at.batch].state.c[at.point], at.lane);
    }
}

void RodsBody::surface_at_end(std::span<Eigen::Vector3d> out) const {
    for (std::size_t j = 0; j < out.size(); ++j) {
        const PointRef at = m_set.ref(static_cast<int>(j));
        out[j] = lane_of(m_system.batches()[at.batch].current.c[at.point], at.lane);
    }
}

void RodsBody::surface_radii(std::span<double> out) const {
    for (std::size_t j = 0; j < out.size(); ++j) {
        const PointRef at = m_set.ref(static_cast<int>(j));
        const RodBatch& batch = m_system.batches()[at.batch];
        const Pack scale = max(batch.state.s[at.point], batch.current.s[at.point]);
        out[j] = scale[at.lane] * m_set.def().radii[j];
    }
}

BodyMeasures RodsBody::measure(const StepInfo& last_step) const {
    return m_system.measure(m_set, last_step);
}

void RodsBody::save(ByteWriter& out) const {
    RodSetState now = state();
    for_each_array(
        now, [&out](auto& items) { out.put_array(std::span<const double>(as_numbers(items))); });
}

void RodsBody::load(ByteReader& in) {
    RodSetState loaded = state();
    for_each_array(loaded, [&](auto& items) { get_finite_array(in, name(), as_numbers(items)); });
    m_system.set_state(m_set, loaded);
}

std::vector<double> RodsBody::radii() const {
    std::vector<double> result = state().s;
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] *= m_set.def().radii[i];
    return result;
}

}  // namespace sinew::viper
