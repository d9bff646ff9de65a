// JointPotential: all joints of a world as one term (joint_element.hpp), with the curved ways that keep bodies joined while they turn.
//
// Newton's step moves centres along straight lines. Where a body turns by θ about a pivot at the distance r, the pivot would open by
// r θ²/2, and the stiff term would stop the step long before the minimum, as with the strain of a rigid body (rigidity_element.hpp). So a
// trial is put together again, joint after joint, from what is held or heavy outwards: the other body is turned until the directions that
// a joint holds differ as Newton's linear step promises, and moved until the pivot does. In chains and trees of bodies all joints end as
// promised; where joints close a ring, one of them keeps the difference. A tree that hangs on nothing is then moved as a whole until its
// centre of mass is where the linear step leads: momentum is linear in the centres, and Newton's step has found it.
#pragma once

#include <array>
#include <map>
#include <utility>
#include <vector>

#include "joints/joint_element.hpp"
#include "potential/potential.hpp"
#include "potential/stencil.hpp"

namespace sinew::joints {

/// A side of a joint in a step.
struct JointSide {
    int first = -1;       ///< of its four blocks; −1: only animation moves it
    double mass = 0.0;    ///< [kg]
    double length = 1.0;  ///< ℓ [m]
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  ///< A at the start of the step
};

/// What a joint holds firmly in a step: as the terms of its element, for the curved ways.
struct JointHold {
    bool pivot = false;
    JointVector point;  ///< the way from the pivot of b to that of a
    /// The pivot may move along the third direction of b: these are the other two.
    bool slides = false;
    std::array<JointVector, 2> across;
    int directions = 0;  ///< 0, 1 or 3
    std::array<JointVector, 3> axes;
};

struct JointPart {
    JointElement element;
    JointHold hold;
    std::array<JointSide, SIDES> sides;
};

class JointPotential : public Potential {
public:
    /// Must stay where it is; its sides must have their blocks. Elements change from step to step.
    void add(const JointPart& part);

    std::string_view name() const override { return "joints"; }
    BlockRange range() const override { return m_range; }
    void list_pairs(BlockPairs& pairs) const override;
    void find_slots(const BlockPattern& pattern) override;
    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;

    void set_aside(bool is_aside) override { m_is_aside = is_aside; }
    bool bends() const override { return true; }
    void bend(const Eigen::VectorXd& x, const Eigen::VectorXd& dx, double t,
              Eigen::VectorXd& trial) const override;

private:
    struct Entry {
        const JointPart* part = nullptr;
        std::array<int, JointElement::BLOCKS> blocks{};  ///< −1: none
        /// Of the pairs (0,0) (1,0) (1,1) (2,0) … of blocks that there are.
        std::array<std::size_t, JointElement::BLOCKS*(JointElement::BLOCKS + 1) / 2> slots{};
    };
    /// A joint of the tree, and which side follows.
    struct Branch {
        std::size_t entry;
        int child;
    };

    /// Bodies of a tree that hangs on nothing.
    struct FreeTree {
        std::vector<std::pair<int, double>> bodies;  ///< first blocks and masses [kg]
        double mass = 0.0;
    };

    void plant_tree();
    void list_free_trees(const std::map<int, double>& mass);
    void put_together(const Branch& branch, const Eigen::VectorXd& x, const Eigen::VectorXd& there,
                      Eigen::VectorXd& trial) const;
    static void move_to_centre(const FreeTree& tree, const Eigen::VectorXd& there,
                               Eigen::VectorXd& trial);

    std::vector<Entry> m_entries;
    std::vector<Branch> m_tree;  ///< parents before children
    std::vector<FreeTree> m_free_trees;
    BlockRange m_range;
    bool m_is_aside = false;
};

/// The unknowns of both sides; zero where there are none.
JointElement::Vec gather(const JointPart& part, const Eigen::VectorXd& x);

}  // namespace sinew::joints
