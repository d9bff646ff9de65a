// Cost of a bake.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bake/job.hpp"
#include "body/body_kind.hpp"

namespace sinew::bake {

/// Sizes of one body.
struct BodyCost {
    std::string name;
    std::vector<BodyFigure> figures;
};

struct Cost {
    int frames = 0;
    std::size_t bodies = 0;
    std::size_t vertices = 0;
    std::uint64_t disk_bytes = 0;
    std::uint64_t memory_bytes = 0;
    std::optional<double> seconds;  ///< nothing when two frames take too long to be tried
    std::vector<BodyCost> by_body;  ///< those that have figures
};

/// Of `frames` frames.
std::uint64_t disk_bytes(const Job& job, std::span<const std::size_t> vertices,
                         std::uint64_t state_size, int frames);

/// Simulates two frames, but for not much longer than ten seconds; one if it takes more than a second. Tells in `warnings` what went wrong.
Cost estimate_cost(const Job& job, std::vector<std::string>& warnings);

/// A warning if less than `needed` bytes are free where `folder` is.
std::optional<std::string> space_warning(const std::filesystem::path& folder, std::uint64_t needed);

}  // namespace sinew::bake
