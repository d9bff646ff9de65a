// Movers: named transforms that change over time, such as the bones of an armature. Bodies and colliders
// ride on them by name.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "body/animated_array.hpp"

namespace sinew {

class LiveInputs;

/// A 3×4 matrix [A|t], row after row: maps a rest position X [m] to A X + t [m].
inline constexpr std::size_t MOVER_WIDTH = 12;
Eigen::Affine3d to_affine(std::span<const double> matrix);
/// Multiplies t of every key by `factor`.
void scale_translations(AnimatedArray& transforms, double factor);

/// Whether it flattens no direction, up to round-off.
bool is_invertible(const Eigen::Affine3d& transform);

/// The nearest scaled rotation: A = R S, with R a rotation and `scale` the mean stretch, negative in a
/// mirror image. Exactly one for an A that is one.
struct Similarity {
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
    double scale = 1.0;
};
Similarity similarity_of(const Eigen::Affine3d& transform);

struct MoverDef {
    std::string name;          ///< e.g. "Armature/forearm.L"
    AnimatedArray transforms;  ///< MOVER_WIDTH numbers a key

    /// Appends every problem, not just the first. Matrices must be invertible, and all keys of one
    /// handedness: between a body and its mirror image there is no way that does not flatten it.
    void collect_problems(std::vector<Problem>& problems) const;

    /// As AnimatedArray::prepend_rest, from the identity.
    void add_preroll(double first_frame, double frames);
};

/// Exactly the keys at the keys. In between, with A = R S (polar decomposition; S is negative definite in
/// a mirror image): R by slerp the shorter way, S and t linearly. A bone that turns by 45° between two
/// frames so keeps its length at the substeps.
class Mover {
public:
    /// The definition must be valid.
    explicit Mover(const MoverDef& def);

    const std::string& name() const { return m_name; }
    /// Where it carries rest positions at `frame`, which may lie between frames.
    Eigen::Affine3d at(double frame) const;

    /// Goes to `transform` until `frame`, evenly from where it is one frame before. Throws Error when it cannot.
    void set_target(double frame, const Eigen::Affine3d& transform);
    /// As Body::list_inputs.
    void list_inputs(LiveInputs& inputs);

private:
    /// A key taken apart.
    struct Pose {
        Eigen::Quaterniond rotation;
        Eigen::Matrix3d stretch;
    };
    void decompose_keys();

    std::string m_name;
    AnimatedArray m_keys;
    std::vector<Pose> m_poses;
};

}  // namespace sinew
