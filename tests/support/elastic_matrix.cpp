#include "support/elastic_matrix.hpp"

#include <vector>

#include "support/random.hpp"

namespace sinew::test {

BlockMatrix elastic_grid(int nx, int ny, int nz, double ground) {
    std::vector<std::pair<int, int>> pairs;
    const auto index = [=](int x, int y, int z) { return (z * ny + y) * nx + x; };
    const auto inside = [=](int x, int y, int z) {
        return x >= 0 && x < nx && y >= 0 && y < ny && z >= 0 && z < nz;
    };
    for (int z = 0; z < nz; ++z) {
        for (int y = 0; y < ny; ++y) {
            for (int x = 0; x < nx; ++x) {
                for (int d = 0; d < 27; ++d) {
                    const int to[] = {x + d % 3 - 1, y + d / 3 % 3 - 1, z + d / 9 - 1};
                    if (!inside(to[0], to[1], to[2])) continue;
                    const int other = index(to[0], to[1], to[2]);
                    if (other < index(x, y, z)) pairs.emplace_back(index(x, y, z), other);
                }
            }
        }
    }
    BlockMatrix matrix(
        std::make_shared<const BlockPattern>(BlockPattern::from_pairs(nx * ny * nz, pairs)));
    const BlockPattern& pattern = matrix.pattern();
    Random random(5);
    for (int i = 0; i < pattern.rows; ++i)
        matrix.blocks()[pattern.diagonal(i)] += ground * Eigen::Matrix3d::Identity();
    for (const auto& [i, j] : pairs) {
        const Eigen::Vector3d n = random.vector3();
        const Eigen::Matrix3d K = n * n.transpose();
        matrix.blocks()[pattern.diagonal(i)] += K;
        matrix.blocks()[pattern.diagonal(j)] += K;
        matrix.blocks()[pattern.slot(i, j)] -= K;
    }
    return matrix;
}

}  // namespace sinew::test
