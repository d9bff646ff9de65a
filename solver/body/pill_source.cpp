#include "body/pill_source.hpp"

namespace sinew {

void PillChains::append(const PillChains& other) {
    centres.insert(centres.end(), other.centres.begin(), other.centres.end());
    radii.insert(radii.end(), other.radii.begin(), other.radii.end());
    counts.insert(counts.end(), other.counts.begin(), other.counts.end());
}

}  // namespace sinew
