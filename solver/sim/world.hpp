// World: all bodies of a scene and the systems that advance them.
//
// Two worlds are independent and can run at the same time. Same definitions, same bits, whatever the
// number of threads.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_stream.hpp"
#include "base/cancel.hpp"
#include "base/log.hpp"
#include "base/parallel.hpp"
#include "base/stage_timer.hpp"
#include "body/body.hpp"
#include "body/body_kind.hpp"
#include "body/follower.hpp"
#include "body/live_input.hpp"
#include "body/mover.hpp"
#include "body/system.hpp"
#include "contact/colliders.hpp"
#include "sim/world_settings.hpp"

namespace sinew {

class ImplicitSystem;
namespace viper {
class RodSystem;
}

/// Cost and results of one frame. Keys of `frames` in bake.json.
struct FrameReport {
    StepOutcome outcome = StepOutcome::Converged;
    double frame = 0.0;       ///< the frame reached
    double seconds = 0.0;     ///< wall clock
    int steps = 0;            ///< accepted steps
    int tolerated_steps = 0;  ///< of these, with a residual above the tolerance
    int iterations = 0;       ///< sum over the steps
    double residual = 0.0;
    BodyMeasures measures;             ///< energies are sums over the bodies, the others the worst
    std::vector<TangledPair> tangled;  ///< at the end of the frame
    std::string message;               ///< why it stopped; empty when converged
};

class World final : public BodyContext {
public:
    /// Throws Error when a setting makes no sense.
    explicit World(const WorldSettings& settings, Log log = {});
    ~World() override;
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    /// Validates and adds. Throws Error; the world is then unchanged. Movers come before what rides on
    /// them.
    Mover& add(const MoverDef& def);
    Body& add(const BodyDef& def);
    void add(const HalfPlane& plane);
    void add(const PillColliderDef& def);
    void add(const MeshColliderDef& def);
    /// Adds bodies that may name each other in any order; they stand in the world in the order given.
    void add(std::span<const std::unique_ptr<BodyDef>> defs);

    /// Logs a warning for each pair of objects that start inside each other. Costs about as much as a step.
    void check_start();

    /// Advances by one frame. On any outcome but Converged the state is that of the last accepted step.
    FrameReport step_frame(const CancelToken& cancel);

    /// Solids, shells, rigid bodies and meshes that stood in each other at the end of the last step, or in check_start.
    std::vector<TangledPair> tangled() const;
    /// Of all bodies now: energies are sums, the others the worst.
    BodyMeasures measure() const;

    /// The animated inputs of all movers, bodies and colliders, by their paths in the job: "bodies.Cloth.pins[0].positions". The list
    /// holds until something is added.
    const LiveInputs& inputs();
    /// The input is there at the end of the next frame, comes from where it is now, and stays; SI units. Throws Error when there
    /// is no such input or the values do not fit; nothing has changed then.
    void set_input(std::string_view path, std::span<const double> values) {
        inputs().set(path, m_frame + 1.0, values);
    }

    const std::vector<std::unique_ptr<Body>>& bodies() const { return m_bodies; }
    /// Stays where it is as long as the world. Throws Error naming `object`, which rides on it, if there
    /// is no mover of this name.
    const Mover& mover(std::string_view name, const std::string& object) const override;
    /// Stay where they are as long as the world; their lists may grow.
    const Colliders& colliders() const override { return m_colliders; }
    double frame() const { return m_frame; }
    const WorldSettings& settings() const { return m_settings; }
    const StageTimer& timer() const { return m_timer; }

    void save(ByteWriter& out) const;
    void load(ByteReader& in);

    /// Null if there is no body of this name; the first if there are several.
    const Body* find_body(std::string_view name) const override;
    const Log& log() const override { return m_log; }
    System& system(std::string_view family) override;

    /// The rods of all bodies; made at the first call.
    viper::RodSystem& rod_system();
    /// The bodies that are solved in one minimisation; made at the first call.
    ImplicitSystem& implicit_system();

private:
    void fill_slot(std::size_t index, const BodyDef& def);
    /// Followers take the state that all others have reached.
    void follow();
    /// All kinematic colliders, from one frame to another.
    void move_colliders(double frame_0, double frame_1);
    SolveReport step(const StepInfo& info, const CancelToken& cancel);
    SolveReport solve_step(const StepInfo& info, const CancelToken& cancel);

    WorldSettings m_settings;
    Log m_log;
    ThreadPool m_threads;
    StageTimer m_timer;
    std::vector<std::unique_ptr<Mover>> m_movers;
    Colliders m_colliders;
    std::vector<std::unique_ptr<System>> m_systems;
    std::vector<std::unique_ptr<Body>> m_bodies;
    std::vector<Follower*> m_followers;
    viper::RodSystem* m_rods = nullptr;
    ImplicitSystem* m_implicit = nullptr;
    std::optional<LiveInputs> m_inputs;  ///< made when asked for
    double m_frame = 0.0;
    StepInfo m_last_step;
};

}  // namespace sinew
