// One bake from construction to the end: the work behind bake.hpp.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bake/bake.hpp"
#include "bake/cache.hpp"
#include "bake/job.hpp"
#include "bake/output_frame.hpp"
#include "bake/progress_board.hpp"
#include "bake/resume_plan.hpp"
#include "base/task.hpp"

namespace sinew::bake {

class Bake::Run {
public:
    explicit Run(const BakeSettings& settings);

    void run();
    void cancel() noexcept { m_task->request_cancel(); }
    BakeProgress progress() const { return m_board.read(m_task->progress()); }
    std::string message(int index) const { return m_board.message(index); }

private:
    ResumePlan make_plan(const BakeSettings& settings);
    void bake();
    /// Faces of the outputs that are new surfaces, before the first step.
    void write_meshes();
    void restore_state();
    /// From the rest pose to the first frame.
    void run_preroll();
    /// Simulates a frame that is not stored, or is there already.
    void step_untold();
    void bake_first_frame();
    void bake_frame(int frame);
    /// Simulates to the next frame; throws Error(Cancelled) or Error(NotConverged).
    FrameReport step();
    void commit(const FrameReport& report, int frame);
    /// So that the next run need not simulate again what this one had.
    void save_last_state();
    void finish(BakeState state, std::string_view status, const std::string& message);
    void write_bake_json(std::string_view status, const std::string& message);

    std::shared_ptr<Task> m_task;
    std::optional<TaskScope> m_loading;  ///< while this is constructed
    Job m_job;
    ProgressBoard m_board;
    std::vector<std::string> m_start_warnings;  ///< warnings of the world while it is made
    std::unique_ptr<World> m_world;
    std::vector<std::size_t> m_vertices;
    std::vector<bool> m_meshes;  ///< of each body: whether its faces have a file
    Cache m_cache;
    ResumePlan m_plan;
    OutputFrame m_output;
    std::vector<std::byte> m_state;  ///< of the last frame that was committed
    int m_state_frame = 0;           ///< which that is
    double m_bake_json_time = 0.0;   ///< when it was written last
    bool m_started = false;
};

}  // namespace sinew::bake
