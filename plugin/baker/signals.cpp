#include "signals.hpp"

#include <atomic>
#include <csignal>

namespace sinew::baker {

namespace {

// A signal handler has no parameter for these.
std::atomic<SinewBake*> g_bake{nullptr};
std::atomic<bool> g_stop_requested{false};
static_assert(std::atomic<SinewBake*>::is_always_lock_free);

void on_stop_signal(int signal) {
    request_stop();
    std::signal(signal, SIG_DFL);
}

}  // namespace

void request_stop() {
    g_stop_requested = true;
    if (SinewBake* bake = g_bake) sinew_bake_cancel(bake);
}

void catch_signals() {
    std::signal(SIGINT, on_stop_signal);
    std::signal(SIGTERM, on_stop_signal);
    std::signal(SIGPIPE, SIG_IGN);
}

void set_bake_to_cancel(SinewBake* bake) {
    g_bake = bake;
    if (bake != nullptr && g_stop_requested) sinew_bake_cancel(bake);
}

}  // namespace sinew::baker
