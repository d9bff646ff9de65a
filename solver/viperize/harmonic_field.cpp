#include "viperize/harmonic_field.hpp"

#include <fmt/format.h>

#include <Eigen/IterativeLinearSolvers>
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "viperize/block_preconditioner.hpp"

namespace sinew::viperize {

namespace {

using Matrix = Eigen::SparseMatrix<double>;

/// Numbers of the unknowns; −1 at the source, −2 at the sink.
std::vector<int> number_unknowns(const VoxelDomain& domain, const MuscleEnds& ends, int& count) {
    std::vector<int> unknown(domain.count(), 0);
    for (const int cell : ends.source)
        unknown[cell] = -1;
    for (const int cell : ends.sink)
        unknown[cell] = -2;
    count = 0;
    for (int& number : unknown) {
        if (number == 0) number = count++;
    }
    return unknown;
}

/// The block of each unknown: cubes of cells, so many that they are solved directly in a moment.
std::vector<int> blocks_of_unknowns(const VoxelDomain& domain, const std::vector<int>& unknown) {
    constexpr double MOST_BLOCKS = 6000.0;
    const auto cells = static_cast<double>(domain.count());
    const int edge = std::max(2, static_cast<int>(std::ceil(std::cbrt(cells / MOST_BLOCKS))));
    const volume::VoxelGrid blocks{.origin = Eigen::Vector3d::Zero(),
                                   .size = 1.0,
                                   .dims = (domain.grid.dims.array() + edge - 1) / edge};
    std::vector<int> number(blocks.count(), -1);
    std::vector<int> block_of;
    int count = 0;
    for (std::size_t cell = 0; cell < domain.count(); ++cell) {
        if (unknown[cell] < 0) continue;
        int& block = number[blocks.index(domain.grid.coordinates(domain.voxels[cell]) / edge)];
        if (block < 0) block = count++;
        block_of.push_back(block);
    }
    return block_of;
}

/// Difference along an axis, from the neighbours that are there.
double slope(const std::vector<double>& values, std::size_t cell, int before, int after,
             double size) {
    const double here = values[cell];
    if (before >= 0 && after >= 0) return (values[after] - values[before]) / (2.0 * size);
    if (after >= 0) return (values[after] - here) / size;
    if (before >= 0) return (here - values[before]) / size;
    return 0.0;
}

}  // namespace

HarmonicField solve_harmonic(const VoxelDomain& domain, const MuscleEnds& ends) {
    int count = 0;
    const std::vector<int> unknown = number_unknowns(domain, ends, count);
    HarmonicField field;
    field.values.assign(domain.count(), 0.0);
    for (const int cell : ends.sink)
        field.values[cell] = 1.0;

    if (count > 0) {
        Matrix laplacian(count, count);
        laplacian.reserve(Eigen::VectorXi::Constant(count, 7));
        Eigen::VectorXd right = Eigen::VectorXd::Zero(count);
        for (std::size_t cell = 0; cell < domain.count(); ++cell) {
            const int row = unknown[cell];
            if (row < 0) continue;
            double diagonal = 0.0;
            for (const int next : domain.neighbours[cell]) {
                if (next < 0) continue;
                diagonal += 1.0;
                if (unknown[next] >= 0) laplacian.insert(unknown[next], row) = -1.0;
                if (unknown[next] == -2) right[row] += 1.0;
            }
            laplacian.insert(row, row) = diagonal;
        }
        laplacian.makeCompressed();
        Eigen::ConjugateGradient<Matrix, Eigen::Lower | Eigen::Upper, BlockPreconditioner> solver;
        solver.preconditioner().set_blocks(blocks_of_unknowns(domain, unknown));
        solver.compute(laplacian);
        solver.setTolerance(1e-7);
        solver.setMaxIterations(5000);
        const Eigen::VectorXd solution = solver.solve(right);
        if (!(solver.error() < 1e-4) || !solution.allFinite()) {
            throw Error(ErrorCode::NotConverged,
                        fmt::format("the field between source and sink did not converge (error "
                                    "{:.1e}): use larger voxels",
                                    solver.error()));
        }
        for (std::size_t cell = 0; cell < domain.count(); ++cell) {
            if (unknown[cell] >= 0)
                field.values[cell] = std::clamp(solution[unknown[cell]], 0.0, 1.0);
        }
    }

    field.gradients.resize(domain.count());
    parallel_for(domain.count(), 4096, [&](std::size_t begin, std::size_t end) {
        for (std::size_t cell = begin; cell < end; ++cell) {
            std::array<int, 6> n = domain.neighbours[cell];
            // Within an end the field is flat, and there it has a kink: the slope is that of the muscle.
            for (int& next : n) {
                if (next >= 0 && unknown[cell] < 0 && unknown[next] == unknown[cell]) next = -1;
            }
            for (int axis = 0; axis < 3; ++axis) {
                field.gradients[cell][axis] =
                    slope(field.values, cell, n[2 * axis], n[2 * axis + 1], domain.grid.size);
            }
        }
    });
    return field;
}

}  // namespace sinew::viperize
