// Notices the death of the program that started this one.
#pragma once

#include <functional>

namespace sinew::baker {

/// Calls `on_end` once, from another thread, when standard input ends. A caller that holds the other end of a pipe ends it by
/// dying, however it dies. What arrives before the end is ignored.
void watch_input(std::function<void()> on_end);

}  // namespace sinew::baker
