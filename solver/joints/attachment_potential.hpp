// AttachmentPotential: the sum of the energies of held points (attachment_element.hpp), whose four points ride on nodes of any bodies.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "contact/pair_carriers.hpp"
#include "joints/attachment_element.hpp"
#include "potential/node_points.hpp"
#include "potential/potential.hpp"

namespace sinew::joints {

class AttachmentPotential : public Potential {
public:
    /// Points that the elements name, with nodes counted as blocks of the total; those that animation moves have no weights.
    AttachmentPotential(std::vector<NodePoint> points, std::vector<std::array<int, 4>> stencils);

    // For every step: where the points are at its start (those of animation: at its end), and one element a stencil.
    void set_positions(const std::vector<Eigen::Vector3d>& positions);
    void set_elements(std::vector<AttachmentElement> elements);
    /// v − h₀ n of an element.
    Eigen::Vector3d offset(const Eigen::VectorXd& x, std::size_t element) const;
    /// How far y₀, or the place among the others, gives way to a force, from the blocks of the Hessian's diagonal [m/N].
    double compliance(std::size_t element, bool of_target,
                      std::span<const Eigen::Matrix3d> diagonal) const;

    std::string_view name() const override { return "attachments"; }
    BlockRange range() const override { return m_range; }
    void list_pairs(BlockPairs& pairs) const override;
    void find_slots(const BlockPattern& pattern) override;
    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;
    void set_aside(bool is_aside) override { m_is_aside = is_aside; }

private:
    AttachmentElement::Vec gather(const Eigen::VectorXd& x, std::size_t element) const;

    std::vector<NodePoint> m_points;
    std::vector<std::array<int, 4>> m_stencils;
    std::vector<PairCarriers> m_carriers;           ///< of each element
    std::vector<std::vector<std::size_t>> m_slots;  ///< likewise: of the pairs (0,0) (1,0) (1,1) …
    BlockRange m_range;
    std::vector<AttachmentElement> m_elements;
    std::vector<AttachmentElement::Vec> m_start;
    bool m_is_aside = false;
};

}  // namespace sinew::joints
