#include "bake/bake_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bake/bake_record.hpp"
#include "bake/cost.hpp"
#include "bake/obj_writer.hpp"
#include "base/error.hpp"
#include "base/stage_timer.hpp"
#include "base/task.hpp"

namespace sinew::bake {

namespace {

constexpr double BAKE_JSON_INTERVAL = 1.0;  // [s]
constexpr std::string_view RUNNING = "running";

/// The task of the settings, or a new one that has begun to load.
std::shared_ptr<Task> task_of(const BakeSettings& settings) {
    if (settings.task) return settings.task;
    auto own = std::make_shared<Task>();
    own->begin_load(LoadLimits::of_this_machine());
    return own;
}

std::vector<std::byte> saved_state(const World& world) {
    ByteWriter writer;
    world.save(writer);
    return writer.bytes();
}

}  // namespace

Bake::Run::Run(const BakeSettings& settings)
    : m_task(task_of(settings)),
      m_loading(std::in_place, m_task.get()),
      m_job(load_job(settings.job, {.confine = settings.confine})),
      m_world(
          make_world(m_job, settings.threads, Log([this](LogLevel level, std::string_view line) {
                         if (level < LogLevel::Warning) return;
                         m_start_warnings.emplace_back(line);
                         m_board.add_message(std::string(line));
                     }))),
      m_vertices(output_counts(*m_world)),
      m_meshes(m_vertices.size(), false),
      m_cache(settings.cache, m_job),
      m_plan(make_plan(settings)),
      m_output(*m_world, m_job.length, m_job.spaces) {
    const int first = settings.frames ? settings.frames->first : m_job.first_frame;
    m_board.set_range(first, m_plan.bake_until, m_plan.keep_until);
    const int missing = std::max(0, m_plan.bake_until - m_plan.keep_until);
    const std::uint64_t needed =
        disk_bytes(m_job, m_vertices, saved_state(*m_world).size(), missing);
    if (auto warning = space_warning(settings.cache, needed))
        m_board.add_message(std::move(*warning));
    m_task->end_load();
    m_loading.reset();
}

ResumePlan Bake::Run::make_plan(const BakeSettings& settings) {
    std::vector<std::string> messages = m_job.warnings;
    std::vector<std::string> damage;
    // What is thrown away anyway need not be whole.
    const CacheContent content = settings.restart
                                     ? CacheContent{}
                                     : m_cache.content(m_vertices, damage, m_task->cancel_token());
    messages.insert(messages.end(), damage.begin(), damage.end());
    ResumePlan plan = plan_resume(m_job, content, settings.restart, settings.frames);
    messages.insert(messages.end(), plan.messages.begin(), plan.messages.end());
    for (std::string& message : messages) {
        m_board.add_message(std::move(message));
    }
    return plan;
}

void Bake::Run::run() {
    if (std::exchange(m_started, true)) {
        throw Error(ErrorCode::InvalidArgument, "this bake has run already; make a new one");
    }
    const TaskScope scope(m_task.get());
    m_board.start();
    try {
        bake();
        m_cache.check_is_there();
        write_bake_json("done", "");
        m_board.finish(BakeState::Done);
    } catch (const Error& error) {
        const bool cancelled = error.code() == ErrorCode::Cancelled;
        finish(cancelled ? BakeState::Cancelled : BakeState::Failed,
               cancelled ? "cancelled" : "failed", error.what());
        throw;
    } catch (const std::exception& error) {
        finish(BakeState::Failed, "failed", error.what());
        throw;
    }
}

void Bake::Run::bake() {
    m_cache.begin(m_plan, m_vertices);
    write_meshes();
    write_bake_json(RUNNING, "");
    restore_state();
    if (m_cache.last_frame() < m_job.first_frame) bake_first_frame();
    for (int frame = m_cache.last_frame() + 1; frame <= m_plan.bake_until; ++frame) {
        bake_frame(frame);
    }
    m_cache.check_is_there();
    save_last_state();
}

void Bake::Run::write_meshes() {
    m_output.take(*m_world);
    for (std::size_t i = 0; i < m_vertices.size(); ++i) {
        const std::vector<std::array<int, 3>> faces = m_world->bodies()[i]->output_faces();
        m_meshes[i] = !faces.empty();
        if (m_meshes[i])
            m_cache.write_mesh(m_job.bodies[i]->name, obj_text(m_output.positions()[i], faces));
    }
}

void Bake::Run::restore_state() {
    const int last = m_cache.last_frame();
    if (last < m_job.first_frame || last >= m_plan.bake_until) return;
    std::vector<std::string> messages;
    const auto newest = m_cache.newest_state(last, messages);
    for (std::string& message : messages) {
        m_board.add_message(std::move(message));
    }
    int frame = m_job.first_frame;
    const int from = newest ? newest->first : m_job.first_frame - m_job.preroll;
    const TaskPhase phase("simulating again up to the last complete frame");
    m_board.set_untold(last - from);
    if (newest) {
        frame = newest->first;
        ByteReader reader(newest->second);
        m_world->load(reader);
    } else {
        run_preroll();
    }
    // Frames without a checkpoint are simulated again; they come out as they were.
    for (; frame < last; ++frame) {
        step_untold();
    }
    m_state = saved_state(*m_world);
    m_state_frame = last;
}

void Bake::Run::run_preroll() {
    TaskPhase phase("going from the rest pose to the first frame",
                    static_cast<std::size_t>(m_job.preroll));
    while (m_world->frame() < m_job.first_frame) {
        step_untold();
        phase.advance();
    }
}

void Bake::Run::step_untold() {
    step();
    m_board.add_untold_frame();
}

void Bake::Run::bake_first_frame() {
    m_board.set_untold(m_job.preroll);
    run_preroll();
    FrameReport report;
    report.frame = m_job.first_frame;
    report.measures = m_world->measure();
    report.tangled = m_world->tangled();
    commit(report, m_job.first_frame);
}

void Bake::Run::bake_frame(int frame) {
    const TaskPhase phase(fmt::format("simulating frame {}", frame));
    FrameReport report = step();
    report.frame = frame;
    commit(report, frame);
    if (now_seconds() - m_bake_json_time > BAKE_JSON_INTERVAL) {
        m_cache.check_is_there();
        write_bake_json(RUNNING, "");
    }
}

FrameReport Bake::Run::step() {
    if (m_task->cancel_token().requested())
        throw Error(ErrorCode::Cancelled, "cancelled; complete frames are kept");
    FrameReport report = m_world->step_frame(m_task->cancel_token());
    if (report.outcome == StepOutcome::Cancelled) {
        throw Error(ErrorCode::Cancelled, "cancelled; complete frames are kept");
    }
    if (report.outcome != StepOutcome::Converged) {
        throw Error(ErrorCode::NotConverged,
                    fmt::format("frame {}: {}; frames up to {} are kept", m_cache.last_frame() + 1,
                                report.message, m_cache.last_frame()));
    }
    return report;
}

void Bake::Run::commit(const FrameReport& report, int frame) {
    m_output.take(*m_world);
    std::vector<std::byte> state = saved_state(*m_world);
    const bool keep_state = (frame - m_job.first_frame) % m_job.checkpoint_every == 0;
    const std::vector<FrameReport> completed = m_cache.commit(
        report, m_output.positions(),
        keep_state ? std::span<const std::byte>(state) : std::span<const std::byte>());
    m_state = std::move(state);
    m_state_frame = frame;
    m_board.add_frames(completed, m_job.first_frame);
}

void Bake::Run::save_last_state() {
    m_board.add_frames(m_cache.complete_all(), m_job.first_frame);
    const int last = m_cache.last_frame();
    if (m_state_frame != last || m_state.empty() || m_cache.has_state(last)) return;
    m_cache.write_state(last, m_state);
}

void Bake::Run::finish(BakeState state, std::string_view status, const std::string& message) {
    // What ended the bake may keep these from being written too; the journal has the frames.
    try {
        if (m_cache.has_begun()) save_last_state();
    } catch (const std::exception& error) {
        m_board.add_message(error.what());
    }
    try {
        if (m_cache.has_begun()) write_bake_json(status, message);
    } catch (const std::exception& error) {
        m_board.add_message(error.what());
    }
    m_board.finish(state);
}

void Bake::Run::write_bake_json(std::string_view status, const std::string& message) {
    m_cache.write_bake_json(bake_json_text(m_job,
                                           {.status = status,
                                            .message = message,
                                            .start_warnings = m_start_warnings,
                                            .vertices = m_vertices,
                                            .meshes = m_meshes},
                                           m_cache.frames()),
                            status != RUNNING);
    m_bake_json_time = now_seconds();
}

}  // namespace sinew::bake
