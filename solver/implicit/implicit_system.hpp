// ImplicitSystem: all implicit bodies of a world in one minimisation per step [micropolar eq. 20].
#pragma once

#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <vector>

#include "body/system.hpp"
#include "implicit/implicit_body.hpp"
#include "implicit/implicit_contact.hpp"
#include "implicit/implicit_settings.hpp"
#include "optimize/newton.hpp"

namespace sinew {

class ImplicitSystem : public System {
public:
    /// For BodyContext::system.
    static constexpr std::string_view FAMILY = "implicit";

    /// `colliders` that the bodies meet, null: none; they belong to the world and may change between steps.
    explicit ImplicitSystem(const ImplicitSettings& settings, const Colliders* colliders = nullptr);
    ~ImplicitSystem() override;
    ImplicitSystem(const ImplicitSystem&) = delete;
    ImplicitSystem& operator=(const ImplicitSystem&) = delete;

    /// Between steps. The body leaves by itself when it is destroyed; it begins at rest unless
    /// it has set its rates.
    void add(ImplicitBody& body);
    void remove(ImplicitBody& body) noexcept;

    std::string_view stage() const override { return "solve implicit"; }
    /// Warns when memory forces a slower linear solver, and of surfaces that stand in each other.
    void check_start(double frame, const Log& log) override;
    void begin_step(const StepInfo& step) override;
    SolveReport solve(const StepInfo& step, const CancelToken& cancel) override;
    void accept_step(const StepInfo& step) override;
    /// Nothing to undo: bodies and their motion change in accept_step only.
    void reject_step() override {}
    void save(ByteWriter& out) const override;
    void load(ByteReader& in) override;

    /// A term that several bodies share, such as all joints. In add_terms: the first that asks for it makes it; it comes after the terms of
    /// single bodies.
    template <class Term>
    Term& shared_term() {
        std::unique_ptr<Potential>& term = m_shared_terms[typeid(Term)];
        if (!term) {
            term = std::make_unique<Term>();
            m_shared_order.push_back(term.get());
        }
        return static_cast<Term&>(*term);
    }

    /// What to do about the last solve, which failed; empty: nothing better than the usual advice.
    const std::string& remedy() const { return m_remedy; }

    /// A frame begins.
    void begin_frame() { m_contact.begin_frame(); }
    const ImplicitContact& contact() const { return m_contact; }
    const TotalPotential& total() const { return m_total; }

private:
    /// Unknowns, terms and pattern of the bodies that are here now.
    void lay_out();
    /// The way of colliders cannot be gone: lets bodies through one of them after the other until it can.
    /// From the prediction, or from the start of the step where that turns something inside out.
    NewtonReport minimise_from_guess(const CancelToken& cancel);
    void solve_squeezed(const StepInfo& step, const CancelToken& cancel, NewtonReport& solved);
    /// Minimises again with friction as it is at the solution, until that hardly changes it.
    void solve_with_friction(const CancelToken& cancel, NewtonReport& solved);
    /// A step without inertia ends in balance: takes what holds rotations back in steps that are tried again away, little by little.
    void solve_without_drag(const CancelToken& cancel, NewtonReport& solved);
    /// What to do when a step fails at a block; empty where there is nothing special.
    std::string remedy_for(int block, const StepInfo& step) const;
    /// Tells the bodies that ask for it how firmly all resist.
    void note_resistance();
    /// The motion of the step without forces.
    Eigen::VectorXd free_motion() const;
    /// Where the minimisation begins: the free motion, as far as all terms allow.
    Eigen::VectorXd first_guess();

    ImplicitSettings m_settings;
    const Colliders* m_colliders;
    std::vector<ImplicitBody*> m_bodies;
    bool m_laid_out = false;
    ImplicitContact m_contact;
    TotalPotential m_total;
    std::map<std::type_index, std::unique_ptr<Potential>> m_shared_terms;
    std::vector<Potential*> m_shared_order;  ///< as bodies asked for them
    std::unique_ptr<LinearSolver> m_solver;
    std::unique_ptr<Newton> m_newton;
    std::string m_remedy;
    Eigen::VectorXd m_x;  ///< increments of the step that was solved
};

}  // namespace sinew
