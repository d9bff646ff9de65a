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

    bool bends() const override { return true; }
    void bend(const Eigen::VectorXd& x, const Eigen::VectorXd& dx, double t,
              Eigen::VectorXd& trial) const override;

private:
    const Elements& m_element;
    int m_first;
};

}  // namespace sinew::rigid
