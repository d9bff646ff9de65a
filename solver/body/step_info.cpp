#include "body/step_info.hpp"

namespace sinew {

std::string_view to_string(StepOutcome outcome) {
    switch (outcome) {
        case StepOutcome::Converged: return "converged";
        case StepOutcome::Tolerated: return "tolerated";
        case StepOutcome::MaxIterations: return "too many iterations";
        case StepOutcome::LineSearchFailed: return "line search failed";
        case StepOutcome::InvalidInitialState: return "invalid initial state";
        case StepOutcome::NotFinite: return "result not finite";
        case StepOutcome::Cancelled: return "cancelled";
    }
    return "unknown outcome";
}

}  // namespace sinew
