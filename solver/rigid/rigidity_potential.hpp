// RigidityPotential: the term of a rigid body that keeps it rigid (rigidity_element.hpp), with the curved ways that let it turn.
#pragma once

#include <vector>

#include "potential/element_potential.hpp"
#include "rigid/rigidity_element.hpp"

namespace sinew::rigid {

class RigidityPotential : public ElementPotential<std::vector<RigidityElement>> {
public:
    using Elements = std::vector<RigidityElement>;
    /// `element` is one element, which must outlive this; `first` of its three blocks.
    RigidityPotential(const Elements& element, int first)
        : ElementPotential("rigidity", element, {{first, first + 1, first + 2}}),
          m_element(element),
          m_first(first) {}

    /// Far from the minimum contacts press the body with more than what it will carry: its stress then makes it an inverted pendulum.
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override {
        if (psd == PsdProjection::Barriers) psd = PsdProjection::Clamp;
        return ElementPotential::add_hessian(x, weight, psd, g, H);
    }

    bool bends() const override { return true; }
    void bend(const Eigen::VectorXd& x, const Eigen::VectorXd& dx, double t,
              Eigen::VectorXd& trial) const override;

private:
    const Elements& m_element;
    int m_first;
};

}  // namespace sinew::rigid
