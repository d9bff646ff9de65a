// BlockRange: neighbouring blocks of unknowns.
#pragma once

#include <algorithm>

namespace sinew {

struct BlockRange {
    int first = 0;
    int count = 0;

    int block(int index) const { return first + index; }
    int end() const { return first + count; }

    /// Makes it the smallest range that has `block` too.
    void include(int block) {
        const int begin = count == 0 ? block : std::min(first, block);
        const int past = count == 0 ? block + 1 : std::max(end(), block + 1);
        first = begin;
        count = past - begin;
    }
};

}  // namespace sinew
