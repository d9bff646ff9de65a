#include "body/body.hpp"

namespace sinew {

std::vector<BodyResult> Body::results() const {
    return {{.name = "positions",
             .unit = "m",
             .items = output_count(),
             .width = 3,
             .read = [this](std::span<double> out) { output_positions(out); }}};
}

}  // namespace sinew
