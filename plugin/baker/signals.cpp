#include "signals.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <string_view>

#include "exit_status.hpp"

namespace sinew::baker {

namespace {

// A signal handler has no parameter for these.
std::atomic<SinewTask*> g_task{nullptr};
std::atomic<bool> g_stop_requested{false};
std::atomic<int> g_stop_signal{0};
static_assert(std::atomic<SinewTask*>::is_always_lock_free);
static_assert(std::atomic<int>::is_always_lock_free);

/// All whose default is to end the program, without SIGKILL, SIGPIPE, SIGXFSZ, the signals of a crash
/// and those of real time, which are in catch_signals().
constexpr std::array STOP_SIGNALS{SIGHUP,  SIGINT,  SIGQUIT,   SIGTERM, SIGXCPU, SIGUSR1,  SIGUSR2,
                                  SIGALRM, SIGPROF, SIGVTALRM, SIGPOLL, SIGPWR,  SIGSTKFLT};

/// Sent by a person who does not want to wait. The others may come more than once by themselves:
/// SIGHUP from the terminal and from the shell, SIGXCPU once a second.
bool is_impatient(int signal) {
    return signal == SIGINT || signal == SIGQUIT || signal == SIGTERM;
}

void on_stop_signal(int signal) {
    static std::array<std::atomic<bool>, 3> s_seen{};
    if (is_impatient(signal)) {
        const std::size_t index = signal == SIGINT ? 0 : signal == SIGQUIT ? 1 : 2;
        if (s_seen[index].exchange(true)) ::_exit(EXIT_CANCELLED);
    }
    int none = 0;
    g_stop_signal.compare_exchange_strong(none, signal);
    request_stop();
}

void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

std::string name_of(int signal) {
    switch (signal) {
        case SIGHUP: return "SIGHUP";
        case SIGINT: return "SIGINT";
        case SIGQUIT: return "SIGQUIT";
        case SIGTERM: return "SIGTERM";
        case SIGXCPU: return "SIGXCPU";
        case SIGUSR1: return "SIGUSR1";
        case SIGUSR2: return "SIGUSR2";
        case SIGPWR: return "SIGPWR";
        default: return "signal " + std::to_string(signal);
    }
}

std::string_view meaning_of(int signal) {
    switch (signal) {
        case SIGHUP: return "the terminal was closed";
        case SIGXCPU: return "the allowed processor time is used up";
        case SIGPWR: return "the power fails";
        default: return "";
    }
}

}  // namespace

void request_stop() {
    g_stop_requested = true;
    if (SinewTask* task = g_task) sinew_task_cancel(task);
}

void catch_signals() {
    for (const int signal : STOP_SIGNALS) {
        if (signal == SIGHUP && is_ignored(signal)) continue;
        handle(signal, on_stop_signal);
    }
    for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) {
        handle(signal, on_stop_signal);
    }
    handle(SIGPIPE, SIG_IGN);
    handle(SIGXFSZ, SIG_IGN);
}

void set_task_to_cancel(SinewTask* task) {
    g_task = task;
    if (task != nullptr && g_stop_requested) sinew_task_cancel(task);
}

std::string stop_reason() {
    const int signal = g_stop_signal;
    if (signal == 0) return "";
    std::string text = name_of(signal);
    const std::string_view meaning = meaning_of(signal);
    if (!meaning.empty()) text.append(": ").append(meaning);
    return text;
}

}  // namespace sinew::baker
