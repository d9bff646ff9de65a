#include "implicit/implicit_system.hpp"

#include <algorithm>
#include <string>

#include "math/rotation.hpp"
#include "math/turn_of_increment.hpp"

namespace sinew {

namespace {

/// No factor of fewer block rows is too large for a machine.
constexpr int MANY_BLOCKS = 20000;
/// A thin sheet's bending is that much softer than its stretch: larger shifts make its wrinkles creep. Static problems, which may have no stiffness
/// at all along some direction, want larger ones.
constexpr double DYNAMIC_SHIFT = 1e-8;
/// Solves of a step after which friction is left as it is.
constexpr int MOST_LAGS = 3;
/// What is squeezed is let through a collider when shorter steps have not helped so often; so many times in a step.
constexpr int HALVINGS_BEFORE = 3;
constexpr int MOST_LET_THROUGH = 16;

NewtonSettings newton_settings(const ImplicitSettings& settings) {
    NewtonSettings newton;
    const bool is_static = settings.integrator == Integrator::QuasiStatic;
    newton.tolerance = settings.chosen_tolerance();
    newton.max_iterations = settings.iterations;
    newton.accept_indefinite = !is_static;
    if (!is_static) newton.smallest_shift = DYNAMIC_SHIFT;
    return newton;
}

/// Between the unknowns of rotations and the turns that motions are made of.
template <class Map>
void map_rotations(const DofMap& dofs, Eigen::VectorXd& x, const Map& map) {
    for (const DofMap::Entry& entry : dofs.entries()) {
        if (entry.kind != BlockKind::Rotation) continue;
        for (int i = entry.range.first; i < entry.range.end(); ++i)
            block_of(x, i) = map(Vector3d(block_of(x, i)));
    }
}

}  // namespace

ImplicitSystem::ImplicitSystem(const ImplicitSettings& settings, const Colliders* colliders)
    : m_settings(settings), m_colliders(colliders) {}

ImplicitSystem::~ImplicitSystem() {
    for (ImplicitBody* const body : m_bodies)
        body->m_system = nullptr;
}

void ImplicitSystem::add(ImplicitBody& body) {
    m_bodies.push_back(&body);
    body.m_system = this;
    m_laid_out = false;
    DofMap own;
    body.declare_unknowns(own);
    body.m_unknowns = {.first = 0, .count = own.blocks()};
    if (body.m_motion.rates().size() != 3L * own.blocks()) body.m_motion.reset(3L * own.blocks());
}

void ImplicitSystem::remove(ImplicitBody& body) noexcept {
    std::erase(m_bodies, &body);
    body.m_system = nullptr;
    m_laid_out = false;
}

void ImplicitSystem::lay_out() {
    m_total.clear();
    m_shared_terms.clear();
    m_shared_order.clear();
    for (ImplicitBody* const body : m_bodies) {
        const int first = m_total.dofs().blocks();
        body->declare_unknowns(m_total.dofs());
        body->m_unknowns = {.first = first, .count = m_total.dofs().blocks() - first};
    }
    for (ImplicitBody* const body : m_bodies)
        body->add_terms(m_total);
    // Last: they bend ways that the terms of single bodies have bent.
    for (Potential* const term : m_shared_order)
        m_total.add(*term);
    m_contact.lay_out(m_bodies, m_colliders, m_total);
    m_total.make_pattern();
    m_solver = make_linear_solver(m_settings.linear_solver);
    m_newton = std::make_unique<Newton>(newton_settings(m_settings), *m_solver);
    m_laid_out = true;
}

void ImplicitSystem::check_start(double frame, const Log& log) {
    if (!m_laid_out) lay_out();
    m_contact.check_start(frame, m_colliders, log);
    if (m_total.dofs().blocks() < MANY_BLOCKS) return;
    m_laid_out = false;  // a cancel half-way leaves the solver in pieces, as in solve()
    m_newton->prepare(m_total);
    m_laid_out = true;
    if (const std::string note = m_solver->note(); !note.empty())
        log(LogLevel::Warning, "Solids and shells: " + note);
}

void ImplicitSystem::begin_step(const StepInfo& step) {
    if (!m_laid_out || !m_contact.fits(m_colliders)) lay_out();
    m_remedy.clear();
    m_laid_out = false;  // until all of it is done
    for (ImplicitBody* const body : m_bodies) {
        body->m_motion.begin_step(m_settings.integrator, step.dt);
        body->begin_step(step);
    }
    m_total.begin_step(step);
    m_contact.begin_step(step, m_colliders, free_motion());
    note_resistance();
    m_total.restart();
    m_contact.begin_untangling(step.dt);
    m_laid_out = true;
}

void ImplicitSystem::note_resistance() {
    const auto asks = [](const ImplicitBody* body) { return body->asks_for_resistance(); };
    if (std::ranges::none_of(m_bodies, asks)) return;
    const std::vector<Eigen::Matrix3d> diagonal = m_total.resistance_at_start();
    for (ImplicitBody* const body : m_bodies)
        if (body->asks_for_resistance()) body->note_resistance(diagonal);
}

Eigen::VectorXd ImplicitSystem::free_motion() const {
    Eigen::VectorXd x(m_total.size());
    for (const ImplicitBody* const body : m_bodies)
        x.segment(3L * body->m_unknowns.first, 3L * body->m_unknowns.count) = body->free_motion();
    map_rotations(m_total.dofs(), x, increment_of_turn);
    return x;
}

Eigen::VectorXd ImplicitSystem::first_guess() {
    const Eigen::VectorXd x = free_motion();
    const Eigen::VectorXd start = Eigen::VectorXd::Zero(x.size());
    m_total.update_active_set(start);
    const double share = m_total.max_step(start, x);
    if (!m_total.has_arrived()) m_total.set_travelled(share);
    return share * x;
}

SolveReport ImplicitSystem::solve(const StepInfo& step, const CancelToken& cancel) {
    // A solve that is cancelled half-way (base/task.hpp) leaves the solver in pieces: it is then made again.
    m_laid_out = false;
    NewtonReport solved = minimise_from_guess(cancel);
    solve_squeezed(step, cancel, solved);
    solve_with_friction(cancel, solved);
    if (m_settings.integrator == Integrator::QuasiStatic && step.halvings > 0)
        solve_without_drag(cancel, solved);
    while (solved.outcome == StepOutcome::Converged && m_contact.stiffen(m_x)) {
        const int before = solved.iterations;
        solved = m_newton->minimise(m_total, m_x, cancel);
        solved.iterations += before;
    }
    m_laid_out = true;
    SolveReport report;
    report.outcome = solved.outcome;
    report.iterations = solved.iterations;
    report.residual = solved.residual;
    if (solved.outcome != StepOutcome::Converged) {
        report.worst = solved.worst_block >= 0 ? m_total.dofs().describe(solved.worst_block)
                                               : "implicit bodies";
        m_remedy = remedy_for(solved.worst_block, step);
    }
    return report;
}

void ImplicitSystem::solve_squeezed(const StepInfo& step, const CancelToken& cancel,
                                    NewtonReport& solved) {
    for (int passes = 0; passes < MOST_LET_THROUGH; ++passes) {
        const bool is_stuck = solved.outcome == StepOutcome::MaxIterations ||
                              solved.outcome == StepOutcome::LineSearchFailed ||
                              solved.outcome == StepOutcome::InvalidInitialState;
        const bool may_pass = step.is_shortest || step.halvings >= HALVINGS_BEFORE;
        if (!is_stuck || !may_pass) return;
        if (!m_contact.let_through(m_x, free_motion(), step.dt)) return;
        m_total.restart();
        const int before = solved.iterations;
        solved = minimise_from_guess(cancel);
        solved.iterations += before;
    }
}

NewtonReport ImplicitSystem::minimise_from_guess(const CancelToken& cancel) {
    m_x = first_guess();
    const NewtonReport solved = m_newton->minimise(m_total, m_x, cancel);
    if (solved.outcome != StepOutcome::InvalidInitialState) return solved;
    // The prediction turned something inside out; the state at the start of the step did not.
    m_x.setZero();
    m_total.restart();
    return m_newton->minimise(m_total, m_x, cancel);
}

void ImplicitSystem::solve_with_friction(const CancelToken& cancel, NewtonReport& solved) {
    for (int lags = 1; lags < MOST_LAGS; ++lags) {
        if (solved.outcome != StepOutcome::Converged || !m_contact.lag_friction(m_x)) return;
        const int before = solved.iterations;
        solved = m_newton->minimise(m_total, m_x, cancel);
        solved.iterations += before;
    }
}

void ImplicitSystem::solve_without_drag(const CancelToken& cancel, NewtonReport& solved) {
    for (const double share : {0.1, 0.01, 0.0}) {
        if (solved.outcome != StepOutcome::Converged) return;
        for (ImplicitBody* const body : m_bodies)
            body->loosen_drag(m_x, share);
        const int before = solved.iterations;
        solved = m_newton->minimise(m_total, m_x, cancel);
        solved.iterations += before;
    }
}

std::string ImplicitSystem::remedy_for(int block, const StepInfo& step) const {
    if (m_settings.integrator != Integrator::QuasiStatic) return {};
    for (const ImplicitBody* const body : m_bodies) {
        const BlockRange range = body->m_unknowns;
        if (block < range.first || block >= range.end() || body->is_held(step.frame_1)) continue;
        return "Nothing holds " + std::string(body->name()) +
               ": without inertia it finds no place to rest. Pin some of its vertices, or choose "
               "an integrator with inertia";
    }
    return {};
}

void ImplicitSystem::accept_step(const StepInfo& step) {
    Eigen::VectorXd moved = m_x;
    map_rotations(m_total.dofs(), moved,
                  [](const Vector3d& theta) { return TurnOfIncrement(theta).turn(); });
    for (ImplicitBody* const body : m_bodies) {
        body->m_motion.accept(
            moved.segment(3L * body->m_unknowns.first, 3L * body->m_unknowns.count));
        body->accept_step(step, m_x);
    }
    m_contact.accept_step(m_x, step.frame_1, m_colliders);
}

void ImplicitSystem::save(ByteWriter& out) const {
    m_contact.save(out);
}

void ImplicitSystem::load(ByteReader& in) {
    if (!m_laid_out) lay_out();
    m_contact.load(in);
}

}  // namespace sinew
