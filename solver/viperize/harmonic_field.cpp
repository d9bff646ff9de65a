#include "viperize/harmonic_field.hpp"

#include <fmt/format.h>

#include <Eigen/IterativeLinearSolvers>
#include <algorithm>

#include "base/error.hpp"
#include "base/parallel.hpp"

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
        // Cells are in the order of the grid, which suits the incomplete factors better than a reordering.
        using Preconditioner =
            Eigen::IncompleteCholesky<double, Eigen::Lower, Eigen::NaturalOrdering<int>>;
        Eigen::ConjugateGradient<Matrix, Eigen::Lower | Eigen::Upper, Preconditioner> solver(
            laplacian);
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
            const std::array<int, 6>& n = domain.neighbours[cell];
            for (int axis = 0; axis < 3; ++axis) {
                field.gradients[cell][axis] =
                    slope(field.values, cell, n[2 * axis], n[2 * axis + 1], domain.grid.size);
            }
        }
    });
    return field;
}

}  // namespace sinew::viperize
