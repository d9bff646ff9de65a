#include "viper/body/rod_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/parallel.hpp"
#include "contact/collider_pills.hpp"
#include "contact/contact_law.hpp"
#include "viper/attachments/rod_glides.hpp"
#include "viper/attachments/rod_pinning.hpp"
#include "viper/body/rod_measures.hpp"
#include "viper/bundles/rod_couplings.hpp"
#include "viper/contact/mesh_planes.hpp"
#include "viper/contact/rod_planes.hpp"
#include "viper/contact/start_overlaps.hpp"
#include "viper/rods/rod_constants.hpp"
#include "viper/rods/rod_inputs.hpp"
#include "viper/step/gauss_seidel_solver.hpp"
#include "viper/step/rod_motion.hpp"
#include "viper/step/rod_strains.hpp"

namespace sinew::viper {

namespace {

/// Batches per task.
constexpr std::size_t PREDICTION_GRAIN = 2;

}  // namespace

RodSet& RodSystem::add(const RodsDef& def, std::vector<const Mover*> movers) {
    std::vector<RodSetState> states;
    for (const auto& member : m_members)
        states.push_back(state(member->set));
    m_members.push_back(std::make_unique<Member>(def, std::move(movers)));
    states.push_back(m_members.back()->set.initial_state());
    rebuild_batches();
    for (std::size_t i = 0; i < m_members.size(); ++i)
        set_state(m_members[i]->set, states[i]);
    return m_members.back()->set;
}

void RodSystem::rebuild_batches() {
    std::vector<std::pair<RodSet*, RodSet::Rod*>> rods;
    for (const auto& member : m_members) {
        for (RodSet::Rod& rod : member->set.rods())
            rods.emplace_back(&member->set, &rod);
    }
    // Rods of like length share a batch, so that little is padded.
    std::stable_sort(rods.begin(), rods.end(), [](const auto& a, const auto& b) {
        return a.second->points > b.second->points;
    });
    // Rods that hold on to others come first and share no batch with those on their own.
    const auto alone = std::stable_partition(
        rods.begin(), rods.end(), [](const auto& entry) { return entry.first->is_coupled(); });
    const auto batches_of = [](std::ptrdiff_t count) {
        return (static_cast<std::size_t>(count) + Pack::LANES - 1) / Pack::LANES;
    };
    m_coupled = batches_of(alone - rods.begin());
    m_batches.assign(m_coupled + batches_of(rods.end() - alone), RodBatch{});
    m_resolves.clear();
    m_resolves.resize(m_batches.size() - m_coupled);
    const auto fill_batches = [&](auto begin, auto end, std::size_t first_batch) {
        for (auto entry = begin; entry != end; ++entry) {
            auto& [set, rod] = *entry;
            const auto i = static_cast<std::size_t>(entry - begin);
            rod->batch = static_cast<int>(first_batch + i / Pack::LANES);
            rod->lane = static_cast<int>(i % Pack::LANES);
            RodBatch& batch = m_batches[rod->batch];
            if (rod->lane == 0) batch.resize(rod->points);
            fill_rod_constants(*set, *rod, batch);
        }
    };
    for (std::size_t b = 0; b < m_coupled; ++b)
        m_batches[b].coupled = true;
    fill_batches(rods.begin(), alone, 0);
    fill_batches(alone, rods.end(), m_coupled);
    for (const auto& member : m_members)
        hold_all_pins(member->set, m_batches);
    couple();
    for (RodBatch& batch : m_batches) {
        for (int j = 0; j < batch.points; ++j) {
            batch.pinned[j] = 0;
            for (int k = j * ROD_UNKNOWNS; k < (j + 1) * ROD_UNKNOWNS; ++k) {
                for (int lane = 0; lane < Pack::LANES; ++lane) {
                    if (batch.free[k][lane] == 0.0) batch.pinned[j] = 1;
                }
            }
        }
    }
}

void RodSystem::couple() {
    std::vector<Section> sections;
    std::vector<DynamicPill> pills;
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        Member& member = *m_members[i];
        member.sections = make_rod_sections(member.set, m_batches);
        sections.insert(sections.end(), member.sections.begin(), member.sections.end());
        append_rod_pills(member.set, static_cast<int>(i), pills);
    }
    m_solver.set_sections(std::move(sections));
    m_solver.contacts().set_pills(std::move(pills));
}

void RodSystem::check_start(double frame, const Log& log) {
    constexpr std::size_t LISTED = 10;
    std::vector<const RodsDef*> bodies;
    for (const auto& member : m_members)
        bodies.push_back(&member->set.def());
    const std::vector<StartOverlap> overlaps = find_start_overlaps(bodies, m_colliders, frame);
    for (std::size_t i = 0; i < std::min(overlaps.size(), LISTED); ++i)
        log(LogLevel::Warning, overlaps[i].message());
    if (overlaps.size() > LISTED) {
        log(LogLevel::Warning, fmt::format("{} more pairs of objects start inside each other",
                                           overlaps.size() - LISTED));
    }
}

void RodSystem::begin_step(const StepInfo& step) {
    m_contacts_are_of_state = false;
    for (const auto& member : m_members)
        apply_activation(member->set, step, m_batches);
    parallel_for(m_batches.size(), PREDICTION_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            predict(m_batches[i], step);
            m_batches[i].glides.clear();
            m_batches[i].clamps.clear();
        }
    });
    for (const auto& member : m_members) {
        if (!member->attachments.empty()) member->attachments.carry(member->set, step, m_batches);
    }
    // Where the points are going now: which surfaces they will be near.
    if (m_coupled > 0) move_pill_colliders(step);
    if (!m_colliders.meshes.empty()) find_mesh_planes();
    for (const auto& member : m_members) {
        apply_pins(member->set, member->attachments, step, m_batches);
        apply_radial_force(member->set, step, m_batches);
    }
}

void RodSystem::move_pill_colliders(const StepInfo& step) {
    m_kinematic.clear();
    std::vector<Pill<double>> start;
    std::vector<Pill<double>> end;
    for (const PillCollider& collider : m_colliders.pills) {
        start.clear();
        end.clear();
        append_collider_pills(collider, step.frame_0, start);
        append_collider_pills(collider, step.frame_1, end);
        for (std::size_t i = 0; i < start.size(); ++i) {
            KinematicPill pill;
            pill.start = start[i];
            pill.end = end[i];
            pill.friction = collider.def.friction;
            m_kinematic.push_back(pill);
        }
    }
}

void RodSystem::find_mesh_planes() {
    parallel_for(m_batches.size(), PREDICTION_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b)
            find_tangent_planes(m_batches[b], m_colliders.meshes);
    });
}

SolveReport RodSystem::solve(const StepInfo& step, const CancelToken& cancel) {
    std::vector<BatchReport> reports(m_batches.size());
    const auto method = m_settings.method == RodMethod::Chain ? &solve_chain : &solve_gauss_seidel;
    parallel_for(
        m_batches.size() - m_coupled, PREDICTION_GRAIN, [&](std::size_t begin, std::size_t end) {
            thread_local ChainWorkspace workspace;
            for (std::size_t i = m_coupled + begin; i < m_coupled + end; ++i) {
                RodBatch& batch = m_batches[i];
                MeshContactResolve& resolve = m_resolves[i - m_coupled];
                resolve.begin_step(batch);
                const RodObserver observer = i == m_coupled ? m_observer : RodObserver{};
                for (int pass = 0; pass < FRICTION_PASSES; ++pass) {
                    update_friction(batch, batch.current, m_colliders.planes,
                                    STICKING_SPEED * step.dt, pass == 0);
                    update_glides(batch, batch.current, pass == 0);
                    reports[i] =
                        method(batch, m_colliders.planes, m_settings, cancel, workspace, observer);
                    if (batch.slip_stiffness.empty() && batch.glides.empty())
                        break;  // nothing to be fitted again
                }
                if (m_settings.method == RodMethod::Chain) {
                    resolve.solve_again(batch, m_colliders.meshes, m_colliders.planes, m_settings,
                                        step, cancel, reports[i]);
                }
            }
        });
    if (m_coupled > 0) solve_coupled(step, cancel, reports);
    return summarise(reports);
}

void RodSystem::solve_coupled(const StepInfo& step, const CancelToken& cancel,
                              std::vector<BatchReport>& reports) {
    const std::span batches = std::span(m_batches).first(m_coupled);
    m_solver.contacts().set_meshes(m_colliders.meshes);
    m_solver.contacts().begin_step(batches, m_kinematic, step.dt);
    const CoupledReport report =
        m_solver.solve(batches, m_colliders.planes, m_settings, step, cancel);
    for (std::size_t b = 0; b < m_coupled; ++b) {
        reports[b].iterations.fill(report.iterations);
        reports[b].outcome.fill(StepOutcome::Converged);
    }
    // The outcome is that of all; it is told of the rod that was worst.
    reports[report.worst.batch].outcome[report.worst.lane] = report.outcome;
    reports[report.worst.batch].residual[report.worst.lane] = report.worst.residual;
}

SolveReport RodSystem::summarise(const std::vector<BatchReport>& reports) const {
    SolveReport summary;
    const RodSet* worst_set = nullptr;
    std::size_t worst_rod = 0;
    for (const auto& member : m_members) {
        const RodSet& set = member->set;
        for (std::size_t i = 0; i < set.rods().size(); ++i) {
            const RodSet::Rod& rod = set.rods()[i];
            const BatchReport& report = reports[rod.batch];
            summary.iterations = std::max(summary.iterations, report.iterations[rod.lane]);
            summary.residual = std::max(summary.residual, report.residual[rod.lane]);
            const StepOutcome outcome = report.outcome[rod.lane];
            const bool is_worse = is_accepted(summary.outcome) && summary.outcome != outcome &&
                                  outcome != StepOutcome::Converged;
            if (is_worse) {
                summary.outcome = outcome;
                worst_set = &set;
                worst_rod = i;
            }
        }
    }
    if (worst_set) {
        summary.worst = fmt::format("{}, rod {}", worst_set->def().name, worst_rod);
    }
    return summary;
}

void RodSystem::accept_step(const StepInfo& step) {
    m_contacts_are_of_state = true;
    parallel_for(m_batches.size(), PREDICTION_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            accept(m_batches[i], step.dt);
    });
}

const RodSystem::Member& RodSystem::member_of(const RodSet& set) const {
    return **std::ranges::find_if(m_members,
                                  [&](const auto& member) { return &member->set == &set; });
}

BodyMeasures RodSystem::measure(const RodSet& set, const StepInfo& last_step) const {
    // A batch gives the energies of four rods at once; which of them are this body's is sorted out after.
    std::vector<int> wanted;
    for (const RodSet::Rod& rod : set.rods())
        wanted.push_back(rod.batch);
    std::ranges::sort(wanted);
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    std::vector<RodEnergies> of_batch(wanted.size());
    parallel_for(wanted.size(), 4 * PREDICTION_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const RodBatch& batch = m_batches[wanted[i]];
            of_batch[i] = energies(batch, batch.state, m_colliders.planes);
            of_batch[i].contact += contact_energies(wanted[i]);
        }
    });
    BodyMeasures measures =
        measure_rods(set, member_of(set).sections, last_step, m_batches, m_colliders.planes);
    for (const RodSet::Rod& rod : set.rods()) {
        const RodEnergies& energy =
            of_batch[std::ranges::lower_bound(wanted, rod.batch) - wanted.begin()];
        measures.energy.kinetic += energy.kinetic[rod.lane];
        measures.energy.elastic += energy.elastic()[rod.lane];
        measures.energy.contact += energy.contact[rod.lane];
    }
    return measures;
}

Pack RodSystem::contact_energies(std::size_t b) const {
    const RodBatch& batch = m_batches[b];
    Pack total(0.0);
    for (int j = 0; j < batch.points; ++j)
        total += own_plane_energy(batch, j);
    const PillContacts* contacts =
        batch.coupled ? &m_solver.contacts() : m_resolves[b - m_coupled].contacts();
    if (!m_contacts_are_of_state || contacts == nullptr) return total;
    for (const ContactSide& side : contacts->of_batch(batch.coupled ? b : 0)) {
        if (!contacts->is_active(side.contact)) continue;
        const PillContact& contact = contacts->contacts()[side.contact];
        const double share = contact.is_kinematic() ? 1.0 : 0.5;
        const double energy =
            share * contact_response(contact.gap, contact.stiffness, contact.softness).energy;
        const int lane = contact.point(side.first).lane;
        total.set(lane, total[lane] + energy);
    }
    return total;
}

}  // namespace sinew::viper
