// Body of a skin: a mesh that follows the pills of other bodies and of bones, and has no state.
#pragma once

#include <span>
#include <vector>

#include "base/log.hpp"
#include "body/body.hpp"
#include "body/follower.hpp"
#include "body/mover.hpp"
#include "body/pill_source.hpp"
#include "skin/skin_binding.hpp"
#include "skin/skin_def.hpp"

namespace sinew::skin {

class SkinBody : public Body, public Follower {
public:
    /// The definition must be valid. `drivers` and `movers` are what it names, in its order (a mover for each
    /// bone), and must outlive the body. `log` hears of vertices that are far from all pills.
    SkinBody(const SkinDef& def, std::vector<const PillSource*> drivers,
             std::vector<const Mover*> movers, const Log& log);

    std::string_view kind() const override { return SkinDef::KIND; }
    std::size_t output_count() const override { return m_binding.size(); }
    void output_positions(std::span<double> out) const override;
    BodyMeasures measure(const StepInfo&) const override { return {}; }
    /// The next step depends on nothing of it.
    void save(ByteWriter&) const override {}
    void load(ByteReader&) override {}

    /// mask × what the pills say + (1 − mask) × base. Does not allocate.
    void follow(double frame) override;

    void list_inputs(LiveInputs& inputs) override;

private:
    void take_offsets(double frame);
    void pose_bones(double frame, std::span<SpherePose> out) const;
    void blend_with_base(double frame);

    std::vector<SkinBone> m_bones;
    SkinOffsets m_offsets{};
    std::vector<double>
        m_offsets_now{};         ///< of all vertices, 3 numbers each; empty without offsets
    std::vector<double> m_mask;  ///< empty: 1 everywhere
    std::vector<Eigen::Vector3d> m_rest{};  ///< for the mask, where there is no base
    /// For the mask. All keys of a large skin are hundreds of megabytes, so it is kept only where there is one.
    AnimatedArray m_base{};
    std::vector<const PillSource*> m_drivers;
    std::vector<std::size_t> m_driver_spheres;  ///< number of each
    std::vector<const Mover*> m_movers;
    SkinBinding m_binding;
    std::vector<SpherePose> m_poses;  ///< of all drivers, then of the bones
    std::vector<double> m_positions;
};

}  // namespace sinew::skin
