// Signals that would end the program cancel what is in work instead; finished frames are kept.
#pragma once

#include <string>

#include "sinew/sinew.h"

namespace sinew::baker {

/// From here on every signal that ends a program by default only asks to stop, except SIGKILL, which
/// nobody can catch, and the signals of a crash. A second SIGINT, SIGQUIT or SIGTERM ends the program
/// at once, with the status of a cancelled bake; it loses nothing but the frame in work.
/// SIGPIPE is ignored: a reader of the progress that is gone is no reason to stop. SIGXFSZ is ignored:
/// the write fails and is reported. SIGHUP stays ignored if it was, as `nohup` asks for.
void catch_signals();

/// Asks to stop, as the first signal does. Any thread and any signal handler may call it.
void request_stop();

/// The task that a signal cancels, or null. A signal that came before cancels it now.
void set_task_to_cancel(SinewTask* task);

/// Which signal asked to stop, such as "SIGXCPU: the allowed processor time is used up"; empty if none.
std::string stop_reason();

}  // namespace sinew::baker
