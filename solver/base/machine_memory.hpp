// How much memory the machine has, for what is refused because it would not fit.
#pragma once

namespace sinew {

/// All of it, whoever uses it now, or what this process may use at most where that is less [bytes].
double machine_memory_bytes();

}  // namespace sinew
