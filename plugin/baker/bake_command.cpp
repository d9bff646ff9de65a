// sinew bake JOB --cache DIR: bakes what is missing and tells how far it is.
#include <chrono>
#include <future>
#include <memory>
#include <utility>

#include "commands.hpp"
#include "exit_status.hpp"
#include "input_watch.hpp"
#include "library_text.hpp"
#include "signals.hpp"

namespace sinew::baker {

namespace {

/// How often the bake is asked how far it is.
constexpr std::chrono::milliseconds POLL_INTERVAL{50};

struct Outcome {
    SinewResult result = SINEW_SUCCESS;
    std::string message;
};

/// The library keeps the message for the thread that called, so it is fetched at once.
Outcome outcome_of(SinewResult result) {
    return {result, result == SINEW_SUCCESS ? "" : sinew_last_error()};
}

struct DestroyBake {
    void operator()(SinewBake* bake) const {
        set_bake_to_cancel(nullptr);
        sinew_bake_destroy(bake);
    }
};
using BakePointer = std::unique_ptr<SinewBake, DestroyBake>;

Outcome create(const BakeOptions& options, BakePointer& bake) {
    SinewBakeDef def;
    SinewResult result = sinew_bake_def_init(&def, sizeof def);
    if (result != SINEW_SUCCESS) return outcome_of(result);
    def.job_path = options.job.c_str();
    def.cache_path = options.cache.c_str();
    def.threads = options.threads;
    def.restart = options.restart ? 1 : 0;
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

SinewBakeProgress progress_of(SinewBake* bake) {
    SinewBakeProgress progress{};
    progress.struct_size = sizeof progress;
    sinew_bake_progress(bake, &progress);
    return progress;
}

/// Hands what is new since the last time to the printer.
class ProgressReader {
public:
    ProgressReader(SinewBake* bake, ProgressPrinter& printer)
        : m_bake(bake), m_printer(printer), m_last_frame(progress_of(bake).frame) {}

    void read() {
        SinewBakeProgress progress = progress_of(m_bake);
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
    }

private:
    void print_message(int index) {
        std::string text;
        const SinewResult result = get_text(
            [&](char* out, std::uint64_t capacity, std::uint64_t* size) {
                return sinew_bake_get_message(m_bake, index, out, capacity, size);
            },
            text);
        if (result == SINEW_SUCCESS) m_printer.message(text);
    }

    SinewBake* m_bake;
    ProgressPrinter& m_printer;
    int m_messages = 0;
    int m_last_frame;
};

/// Runs the bake on a thread of its own while this one prints.
Outcome run(SinewBake* bake, ProgressPrinter& printer) {
    ProgressReader reader(bake, printer);
    std::future<Outcome> outcome =
        std::async(std::launch::async, [bake] { return outcome_of(sinew_bake_run(bake)); });
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
    BakePointer bake;
    Outcome outcome = create(options, bake);

    BakeEnd end;
    if (bake != nullptr) {
        set_bake_to_cancel(bake.get());
        printer->started(progress_of(bake.get()));
        outcome = run(bake.get(), *printer);
        end.started = true;
        end.progress = progress_of(bake.get());
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
