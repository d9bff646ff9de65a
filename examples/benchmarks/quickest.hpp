// Timing of repeated work.
#pragma once

#include <algorithm>
#include <ctime>

#include "base/stage_timer.hpp"

/// The quickest of several calls: on the wall and on all processors together [ms].
struct Quickest {
    double wall_ms = 1e300;
    double cpu_ms = 1e300;

    template <class Work>
    static Quickest of(int runs, const Work& work) {
        const auto cpu_seconds = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
        Quickest best;
        for (int i = 0; i < runs; ++i) {
            const double start = sinew::now_seconds();
            const double cpu_start = cpu_seconds();
            work();
            best.wall_ms = std::min(best.wall_ms, 1e3 * (sinew::now_seconds() - start));
            best.cpu_ms = std::min(best.cpu_ms, 1e3 * (cpu_seconds() - cpu_start));
        }
        return best;
    }
};
