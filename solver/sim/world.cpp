#include "sim/world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "base/task.hpp"
#include "contact/kinematic_source.hpp"
#include "implicit/implicit_system.hpp"
#include "sim/body_kinds.hpp"
#include "viper/body/rod_system.hpp"

namespace sinew {

namespace {

constexpr std::size_t MEASURED_AT_ONCE = 4;

/// NaN means "does not apply" and never wins.
double worst_of(double a, double b, bool larger) {
    if (std::isnan(a)) return b;
    if (std::isnan(b)) return a;
    return larger ? std::max(a, b) : std::min(a, b);
}

/// The item of this name; null if there is none.
template <class T>
T* find_named(const std::vector<std::unique_ptr<T>>& items, std::string_view name) {
    const auto found = std::find_if(items.begin(), items.end(),
                                    [&](const auto& item) { return item && item->name() == name; });
    return found == items.end() ? nullptr : found->get();
}

std::unique_ptr<Body> make_body(const BodyDef& def, BodyContext& context) {
    if (const BodyKind* const kind = find_body_kind(def.kind()))
        return kind->make_body(def, context);
    throw Error(Problem{.code = ErrorCode::InvalidArgument,
                        .object = def.name,
                        .field = "kind",
                        .value = std::string(def.kind()),
                        .remedy = "is not a kind of body that Sinew knows"});
}

}  // namespace

World::World(const WorldSettings& settings, Log log)
    : m_settings(settings),
      m_log(std::move(log)),
      m_threads(settings.threads),
      m_frame(settings.start_frame) {
    std::vector<Problem> problems;
    settings.collect_problems(problems);
    throw_first(problems);
    m_last_step.frame_0 = m_last_step.frame_1 = settings.start_frame;
    m_last_step.gravity = settings.gravity;
}

World::~World() = default;

Mover& World::add(const MoverDef& def) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    throw_first(problems);
    if (find_named(m_movers, def.name)) {
        throw Error(Problem{.code = ErrorCode::InvalidArgument,
                            .object = def.name,
                            .field = "name",
                            .value = {},
                            .remedy = "another mover has this name"});
    }
    m_inputs.reset();
    return *m_movers.emplace_back(std::make_unique<Mover>(def));
}

const LiveInputs& World::inputs() {
    if (m_inputs) return *m_inputs;
    LiveInputs inputs;
    for (const auto& mover : m_movers) {
        inputs.begin_object("movers." + mover->name());
        mover->list_inputs(inputs);
    }
    for (const auto& body : m_bodies) {
        inputs.begin_object("bodies." + body->name());
        body->list_inputs(inputs);
    }
    for (const auto& mesh : m_colliders.meshes) {
        inputs.begin_object("colliders." + mesh->def().name);
        mesh->list_inputs(inputs);
    }
    return m_inputs.emplace(std::move(inputs));
}

const Mover& World::mover(std::string_view name, const std::string& object) const {
    if (const Mover* found = find_named(m_movers, name)) return *found;
    throw Error(Problem{.code = ErrorCode::InvalidArgument,
                        .object = object,
                        .field = "mover",
                        .value = fmt::format("\"{}\"", name),
                        .remedy = "is not a mover of this world; add it first"});
}

Body& World::add(const BodyDef& def) {
    m_inputs.reset();
    m_bodies.emplace_back();
    try {
        fill_slot(m_bodies.size() - 1, def);
    } catch (...) {
        m_bodies.pop_back();
        throw;
    }
    return *m_bodies.back();
}

void World::add(std::span<const std::unique_ptr<BodyDef>> defs) {
    m_inputs.reset();
    const std::size_t first = m_bodies.size();
    const std::size_t first_follower = m_followers.size();
    const std::size_t first_source = m_colliders.sources.size();
    m_bodies.resize(first + defs.size());
    try {
        for (const bool followers : {false, true}) {
            for (std::size_t i = 0; i < defs.size(); ++i) {
                if (defs[i]->follows_others() == followers) fill_slot(first + i, *defs[i]);
            }
        }
    } catch (...) {
        m_followers.resize(first_follower);
        m_colliders.sources.resize(first_source);
        m_bodies.resize(first);
        throw;
    }
}

void World::fill_slot(std::size_t index, const BodyDef& def) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    throw_first(problems);
    const TaskPhase phase("preparing " + def.name);
    m_threads.run([&] {
        std::unique_ptr<Body> body = make_body(def, *this);
        if (auto* follower = dynamic_cast<Follower*>(body.get())) {
            follower->follow(m_frame);
            m_followers.push_back(follower);
        }
        if (const auto* source = dynamic_cast<const KinematicSource*>(body.get()))
            m_colliders.sources.push_back(source);
        m_bodies[index] = std::move(body);
    });
}

const Body* World::find_body(std::string_view name) const {
    return find_named(m_bodies, name);
}

void World::follow() {
    m_timer.run("skin", [&] {
        for (Follower* const follower : m_followers)
            follower->follow(m_last_step.frame_1);
    });
}

void World::add(const HalfPlane& plane) {
    const double length = plane.normal.norm();
    if (!std::isfinite(length) || length == 0.0 || !std::isfinite(plane.offset)) {
        throw Error(
            Problem{.code = ErrorCode::InvalidArgument,
                    .object = plane.name,
                    .field = "normal",
                    .value = {},
                    .remedy = "normal must have a direction and all numbers must be finite"});
    }
    m_colliders.planes.push_back(plane);
    m_colliders.planes.back().normal /= length;
}

void World::add(const PillColliderDef& def) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    throw_first(problems);
    m_colliders.pills.push_back(
        {.def = def, .mover = def.mover.empty() ? nullptr : &mover(def.mover, def.name)});
}

void World::add(const MeshColliderDef& def) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    throw_first(problems);
    m_inputs.reset();
    const Mover* carried_by = def.mover.empty() ? nullptr : &mover(def.mover, def.name);
    m_threads.run(
        [&] { m_colliders.meshes.push_back(std::make_unique<MeshCollider>(def, carried_by)); });
}

viper::RodSystem& World::rod_system() {
    if (!m_rods) {
        auto system = std::make_unique<viper::RodSystem>(m_settings.rods, m_colliders);
        m_rods = system.get();
        // Implicit bodies meet rods where these were solved to be.
        m_systems.insert(m_systems.begin(), std::move(system));
    }
    return *m_rods;
}

System& World::system(std::string_view family) {
    if (family == viper::RodSystem::FAMILY) return rod_system();
    if (family == ImplicitSystem::FAMILY) return implicit_system();
    throw Error(ErrorCode::InvalidArgument, fmt::format("there is no system \"{}\"", family));
}

void World::check_start() {
    m_threads.run([&] {
        move_colliders(m_frame, m_frame);
        for (const auto& system : m_systems)
            system->check_start(m_frame, m_log);
    });
}

ImplicitSystem& World::implicit_system() {
    if (!m_implicit) {
        auto system = std::make_unique<ImplicitSystem>(m_settings.implicit, &m_colliders);
        m_implicit = system.get();
        m_systems.push_back(std::move(system));
    }
    return *m_implicit;
}

std::vector<TangledPair> World::tangled() const {
    return m_implicit ? m_implicit->contact().tangled() : std::vector<TangledPair>();
}

BodyMeasures World::measure() const {
    std::vector<BodyMeasures> of_bodies(m_bodies.size());
    parallel_for(m_bodies.size(), MEASURED_AT_ONCE, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            of_bodies[i] = m_bodies[i]->measure(m_last_step);
    });
    BodyMeasures total;
    for (const BodyMeasures& one : of_bodies) {
        total.energy += one.energy;
        total.min_distance = worst_of(total.min_distance, one.min_distance, false);
        total.volume_change = worst_of(total.volume_change, one.volume_change, true);
        total.pins.distance = worst_of(total.pins.distance, one.pins.distance, true);
        total.pins.angle = worst_of(total.pins.angle, one.pins.angle, true);
    }
    return total;
}

void World::save(ByteWriter& out) const {
    out.put(m_frame);
    for (const auto& body : m_bodies)
        body->save(out);
    for (const auto& system : m_systems)
        system->save(out);
}

void World::load(ByteReader& in) {
    const double frame = in.get<double>();
    if (!std::isfinite(frame)) throw Error(ErrorCode::File, "the saved state has no valid frame");
    for (const auto& body : m_bodies)
        body->load(in);
    for (const auto& system : m_systems)
        system->load(in);
    if (!in.at_end()) throw Error(ErrorCode::File, "the saved state does not match this scene");
    m_frame = frame;
    m_last_step.frame_0 = m_last_step.frame_1 = frame;
    m_threads.run([&] { follow(); });
}

}  // namespace sinew
