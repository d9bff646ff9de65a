#include "optimize/elimination_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace sinew::optimize {

namespace {

/// For every row all columns of both triangles, the diagonal too, ascending.
struct FullRows {
    std::vector<std::size_t> start;
    std::vector<int> column;

    std::span<const int> row(int i) const {
        return {column.data() + start[i], column.data() + start[i + 1]};
    }
};

FullRows full_rows(const BlockPattern& pattern) {
    FullRows full;
    full.start.assign(pattern.rows + 1, 0);
    for (int i = 0; i < pattern.rows; ++i) {
        for (std::size_t k = pattern.row_start[i]; k < pattern.diagonal(i); ++k)
            ++full.start[pattern.column[k] + 1];
        full.start[i + 1] += pattern.row_start[i + 1] - pattern.row_start[i];
    }
    std::partial_sum(full.start.begin(), full.start.end(), full.start.begin());
    full.column.resize(full.start.back());
    std::vector<std::size_t> next(full.start.begin(), full.start.end() - 1);
    // Rows are visited in ascending order: row i first gets its own columns, then those above it come as they are
    // met.
    for (int i = 0; i < pattern.rows; ++i)
        for (std::size_t k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k) {
            const int j = pattern.column[k];
            full.column[next[i]++] = j;
            if (j != i) full.column[next[j]++] = i;
        }
    return full;
}

std::uint64_t hash_of(std::span<const int> columns) {
    std::uint64_t hash = 0x9e3779b97f4a7c15U;
    for (const int column : columns) {
        hash ^= static_cast<std::uint64_t>(column);
        hash *= 0xbf58476d1ce4e5b9U;
        hash ^= hash >> 29;
    }
    return hash;
}

/// For every row the first row with the same columns.
std::vector<int> first_alike(const FullRows& full, int rows) {
    std::vector<std::uint64_t> hash(rows);
    for (int i = 0; i < rows; ++i)
        hash[i] = hash_of(full.row(i));
    std::vector<int> first(rows);
    for (int i = 0; i < rows; ++i) {
        first[i] = i;
        // Rows that are alike are coupled to each other, so it is enough to look among the columns.
        for (const int j : full.row(i)) {
            if (j >= i) break;
            if (first[j] == j && hash[j] == hash[i] &&
                std::ranges::equal(full.row(j), full.row(i))) {
                first[i] = j;
                break;
            }
        }
    }
    return first;
}

}  // namespace

CompressedGraph compress(const BlockPattern& pattern) {
    const FullRows full = full_rows(pattern);
    const std::vector<int> first = first_alike(full, pattern.rows);

    CompressedGraph compressed;
    EliminationGraph& graph = compressed.graph;
    compressed.node_of_row.resize(pattern.rows);
    for (int i = 0; i < pattern.rows; ++i) {
        if (first[i] == i) {
            compressed.node_of_row[i] = graph.nodes();
            graph.weight.push_back(1);
        } else {
            compressed.node_of_row[i] = compressed.node_of_row[first[i]];
            ++graph.weight[compressed.node_of_row[i]];
        }
    }
    for (int i = 0; i < pattern.rows; ++i) {
        if (first[i] != i) continue;
        for (const int j : full.row(i))
            if (first[j] == j && j != i) graph.neighbour.push_back(compressed.node_of_row[j]);
        graph.start.push_back(static_cast<int>(graph.neighbour.size()));
    }
    return compressed;
}

}  // namespace sinew::optimize
