// SIGINT and SIGTERM cancel the bake; finished frames are kept.
#pragma once

#include "sinew/sinew.h"

namespace sinew::baker {

/// From here on SIGINT and SIGTERM only ask to stop; the second one ends the program at once, which
/// loses nothing but the frame in work. SIGPIPE is ignored: a reader of the progress that is gone
/// is no reason to stop.
void catch_signals();

/// Asks to stop, as the first signal does. Any thread and any signal handler may call it.
void request_stop();

/// The bake that a signal cancels, or null. A signal that came before cancels it now.
void set_bake_to_cancel(SinewBake* bake);

}  // namespace sinew::baker
