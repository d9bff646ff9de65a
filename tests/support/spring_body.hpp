// A body of point masses, springs and spinning points: the smallest implicit body that has all the terms.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "implicit/implicit_body.hpp"
#include "math/rotation.hpp"
#include "potential/damped_potential.hpp"
#include "potential/element_potential.hpp"
#include "potential/load_potential.hpp"
#include "potential/mass_potential.hpp"
#include "potential/pin_potential.hpp"
#include "potential/rotary_mass_potential.hpp"
#include "potential/torque_potential.hpp"
#include "support/spring_element.hpp"

namespace sinew::test {

struct SpringBodyDef {
    std::string name = "Springs";
    std::vector<Eigen::Vector3d> positions;
    std::vector<double> masses;  ///< [kg]
    std::vector<std::array<std::int32_t, 2>> springs;
    double stiffness = 100.0;               ///< of every spring [N/m]
    double damping = 0.0;                   ///< in proportion to stiffness [s]
    double mass_damping = 0.0;              ///< in proportion to mass [1/s]
    std::vector<int> pinned;                ///< held where they are
    std::vector<double> rotary_inertia;     ///< one spinning point each [kg m²]
    Eigen::Vector3d torque{0.0, 0.0, 0.0};  ///< on every spinning point [N m]
};

class SpringBody : public ImplicitBody {
public:
    explicit SpringBody(SpringBodyDef def);
    ~SpringBody() override;

    std::string_view kind() const override { return "test_springs"; }
    std::size_t output_count() const override { return m_positions.size(); }
    void output_positions(std::span<double> out) const override;
    BodyMeasures measure(const StepInfo& last_step) const override;

    void declare_unknowns(DofMap& dofs) override;
    void add_terms(TotalPotential& total) override;
    void begin_step(const StepInfo& step) override;
    void accept_step(const StepInfo& step, const Eigen::VectorXd& x) override;

    const std::vector<Eigen::Vector3d>& positions() const { return m_positions; }
    const std::vector<Quaterniond>& rotations() const { return m_rotations; }
    Eigen::Vector3d velocity(int node) const { return motion().rates().segment<3>(3L * node); }
    /// Positions first, then spinning points.
    void set_velocities(const Eigen::VectorXd& rates) { set_rates(rates); }
    /// Kinetic, elastic and gravitational energy together [J].
    double total_energy(const Eigen::Vector3d& gravity) const;
    /// Of all points [kg m/s].
    Eigen::Vector3d momentum() const;

protected:
    void save_state(ByteWriter& out) const override;
    void load_state(ByteReader& in) override;

private:
    SpringBodyDef m_def;
    MassMatrix m_mass;
    MassMatrix m_rotary;
    std::vector<double> m_lengths;
    std::vector<Eigen::Vector3d> m_positions;
    std::vector<Quaterniond> m_rotations;

    BlockRange m_nodes;
    BlockRange m_spins;
    std::vector<SpringElement> m_springs;
    struct Terms;
    std::unique_ptr<Terms> m_terms;
};

}  // namespace sinew::test
