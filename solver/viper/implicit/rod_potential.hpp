// RodPotential: the energies of rods as a term of the minimisation of all implicit bodies.
//
// A point has three blocks of unknowns, in three ranges:
//
//   x   motion of the centre [m]
//   θ   increment of the frame of the segment that starts there (math/rotation.hpp); of a rod's last point: nothing
//   σ   r (s − s₀), growth of the radius [m], and two numbers that mean nothing
//
// The kernels are those of rods on their own (step/rod_objective.hpp), four rods at a time. They derive by turns φ in material axes, q → q exp(φ/2).
// With R(q), the spin T δθ of fem/rotation_increment.hpp and A = RᵀT:
//
//   δφ = A δθ,   ∂Ψ/∂θ = Aᵀm,   ∂²Ψ/∂θₐ∂θ_b = AₐᵀM A_b,  and where a = b the curvature of q(θ)
//
// Inertia and weight of the centres are terms of their own, or no force would be left to compare the residual with. So are pins.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "potential/potential.hpp"
#include "viper/rods/rod_expansion.hpp"
#include "viper/rods/rod_set.hpp"

namespace sinew::viper {

/// As many blocks as points each.
struct RodRanges {
    BlockRange positions, rotations, scales;
};

class RodPotential : public Potential {
public:
    /// `set` must outlive it; its rods lie in batches.
    RodPotential(const RodSet& set, const RodRanges& ranges);

    /// Batches that have begun a step.
    void set_step(std::span<const RodBatch> batches);
    /// The state at x, as `current`.
    void write_state(const Eigen::VectorXd& x, std::span<RodBatch> batches) const;

    /// How firmly a centre is held by what is on it, and a radius [N/m].
    double centre_stiffness(int point) const;
    double radius_stiffness(int point) const;

    std::string_view name() const override { return "rods"; }
    BlockRange range() const override;
    void list_pairs(BlockPairs& pairs) const override;
    void find_slots(const BlockPattern& pattern) override;
    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;
    /// No scale loses more than a part of itself, and no frame turns too far.
    double max_step(const Eigen::VectorXd& x, const Eigen::VectorXd& dx) override;

private:
    enum Part { Centre, Frame, Scale };
    /// A block of the Hessian of a point: a part of it with a part of a point before it in the rod.
    struct Coupling {
        Part row;
        int back;
        Part column;
    };
    static constexpr std::array<Coupling, 14> COUPLINGS{{{Centre, 0, Centre},
                                                         {Scale, 0, Centre},
                                                         {Frame, 0, Centre},
                                                         {Frame, 0, Scale},
                                                         {Scale, 0, Scale},
                                                         {Frame, 0, Frame},
                                                         {Centre, 1, Centre},
                                                         {Centre, 1, Scale},
                                                         {Centre, 1, Frame},
                                                         {Scale, 1, Centre},
                                                         {Scale, 1, Scale},
                                                         {Scale, 1, Frame},
                                                         {Frame, 1, Frame},
                                                         {Scale, 2, Scale}}};

    int block_of_part(int point, Part part) const;
    /// Rows of the kernels' unknowns.
    static int first_row(Part part);
    static int rows(Part part) { return part == Scale ? 1 : 3; }
    bool is_last(int point) const;
    /// Energies and derivatives at x.
    double expand_at(const Eigen::VectorXd& x, double geometric) const;
    double sum_of_rods() const;
    void add_point_gradient(const Eigen::VectorXd& x, int point, double weight,
                            Eigen::VectorXd& g) const;
    /// A block by the unknowns of the kernels.
    Eigen::Matrix3d kernel_block(int point, const Coupling& coupling) const;
    /// Changes of the kernels' unknowns by those of a part.
    Eigen::Matrix3d change_by(const Eigen::VectorXd& x, int point, Part part) const;
    Eigen::Matrix3d frame_curvature(const Eigen::VectorXd& x, int point) const;

    const RodSet& m_set;
    RodRanges m_ranges;
    std::vector<std::array<std::size_t, COUPLINGS.size()>> m_slots;  ///< of each point
    mutable std::vector<RodBatch> m_batches;
    mutable std::vector<RodExpansion> m_expansions;
    mutable std::vector<Eigen::Matrix3d> m_changes;  ///< A of each point, at the last expansion
};

}  // namespace sinew::viper
