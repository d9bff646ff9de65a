#include "body/fields.hpp"

namespace sinew {

RestValues rest_at(double value) {
    return [value](std::size_t width) { return std::vector<double>(width, value); };
}

RestValues rest_at(const std::vector<Eigen::Vector3d>& points, const std::vector<int>& indices) {
    return [&points, &indices](std::size_t) {
        std::vector<double> places;
        for (const int i : indices)
            places.insert(places.end(), points[i].begin(), points[i].end());
        return places;
    };
}

}  // namespace sinew
