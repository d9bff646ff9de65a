// sinew bake JOB --cache DIR: bakes what is missing and tells how far it is.
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include "commands.hpp"
#include "exit_status.hpp"
#include "input_watch.hpp"
#include "library_text.hpp"
#include "load_task.hpp"
#include "signals.hpp"

namespace sinew::baker {

namespace {

/// How often the bake is asked how far it is.
constexpr std::chrono::milliseconds POLL_INTERVAL{50};
/// How often a phase that lasts is printed again.
constexpr double PHASE_SECONDS = 0.5;

struct Outcome {
    SinewResult result = SINEW_SUCCESS;
    std::string message;
};

/// The library keeps the message for the thread that called, so it is fetched at once.
Outcome outcome_of(SinewResult result) {
    return {result, result == SINEW_SUCCESS ? "" : sinew_last_error()};
}

struct DestroyBake {
    void operator()(SinewBake* bake) const { sinew_bake_destroy(bake); }
};
using BakePointer = std::unique_ptr<SinewBake, DestroyBake>;

Outcome create(const BakeOptions& options, SinewTask* task, BakePointer& bake) {
    SinewBakeDef def;
    SinewResult result = sinew_bake_def_init(&def, sizeof def);
    if (result != SINEW_SUCCESS) return outcome_of(result);
    def.job_path = options.job.c_str();
    def.cache_path = options.cache.c_str();
    def.threads = options.threads;
    def.restart = options.restart ? 1 : 0;
    def.confine = options.load.confine ? 1 : 0;
    def.task = task;
    if (options.frames) {
        def.has_frame_range = 1;
        def.first_frame = options.frames->first;
        def.last_frame = options.frames->second;
    }
    SinewBake* created = nullptr;
    result = sinew_bake_create(&def, &created);
    bake.reset(created);
    return outcome_of(result);
}

SinewBakeProgress bake_progress(SinewBake* bake) {
    SinewBakeProgress progress{};
    progress.struct_size = sizeof progress;
    sinew_bake_progress(bake, &progress);
    return progress;
}

/// Hands what is new since the last time to the printer.
class ProgressReader {
public:
    ProgressReader(SinewTask* task, ProgressPrinter& printer) : m_task(task), m_printer(printer) {}

    /// From here on there are frames too.
    void follow(SinewBake* bake) {
        m_bake = bake;
        m_last_frame = bake_progress(bake).frame;
    }

    void read() {
        PhaseProgress now;
        if (m_bake != nullptr) {
            now.bake = bake_progress(m_bake);
            now.started = true;
            read_bake(now.bake);
        }
        read_phase(now);
    }

private:
    void read_bake(SinewBakeProgress progress) {
        while (m_messages < progress.message_count)
            print_message(m_messages++);
        if (progress.frame == m_last_frame || progress.frame < progress.first_frame) return;
        SinewStepReport report{};
        report.struct_size = sizeof report;
        sinew_bake_get_report(m_bake, &report);
        // The bake may have got further since it was asked.
        progress.frame = static_cast<int>(report.frame);
        m_last_frame = progress.frame;
        m_printer.frame(progress, report);
        m_phase_time = seconds();
    }

    /// Frames that come fast tell enough, so a phase is printed when it is new or lasts.
    void read_phase(PhaseProgress& now) {
        now.text = phase_of(m_task);
        if (now.text.empty()) return;
        now.seconds = seconds();
        const bool is_new = now.text != m_phase && !now.started;
        if (!is_new && now.seconds - m_phase_time < PHASE_SECONDS) return;
        now.task = progress_of(m_task);
        m_phase = now.text;
        m_phase_time = now.seconds;
        m_printer.phase(now);
    }

    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

    void print_message(int index) {
        std::string text;
        const SinewResult result = get_text(
            [&](char* out, std::uint64_t capacity, std::uint64_t* size) {
                return sinew_bake_get_message(m_bake, index, out, capacity, size);
            },
            text);
        if (result == SINEW_SUCCESS) m_printer.message(text);
    }

    SinewTask* m_task;
    ProgressPrinter& m_printer;
    SinewBake* m_bake = nullptr;
    int m_messages = 0;
    int m_last_frame = 0;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::string m_phase;        ///< printed last
    double m_phase_time = 0.0;  ///< when anything was printed last
};

/// Does `work` on a second thread while this one prints.
template <class Work>
Outcome print_meanwhile(ProgressReader& reader, Work&& work) {
    std::future<Outcome> outcome = std::async(std::launch::async, std::forward<Work>(work));
    while (outcome.wait_for(POLL_INTERVAL) != std::future_status::ready)
        reader.read();
    reader.read();
    return outcome.get();
}

}  // namespace

int run_bake(const BakeOptions& options) {
    catch_signals();
    if (options.until_eof) watch_input(request_stop);
    const std::unique_ptr<ProgressPrinter> printer = make_progress_printer(options.progress);
    TaskPointer task;
    BakePointer bake;
    Outcome outcome = outcome_of(create_task(options.load, task));
    ProgressReader reader(task.get(), *printer);
    if (outcome.result == SINEW_SUCCESS)
        outcome = print_meanwhile(reader, [&] { return create(options, task.get(), bake); });

    BakeEnd end;
    if (bake != nullptr) {
        printer->started(bake_progress(bake.get()));
        reader.follow(bake.get());
        outcome = print_meanwhile(reader, [&] { return outcome_of(sinew_bake_run(bake.get())); });
        end.started = true;
        end.progress = bake_progress(bake.get());
    }
    end.result = outcome.result;
    end.message = std::move(outcome.message);
    if (end.result == SINEW_ERROR_CANCELLED) end.stop_reason = stop_reason();
    // The lock is free when the last line tells that all is over.
    bake.reset();
    printer->ended(end);
    return to_exit_status(end.result);
}

}  // namespace sinew::baker
