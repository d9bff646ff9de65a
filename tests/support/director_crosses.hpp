// What a body of directors shows.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "body/directors_body.hpp"

namespace sinew::test {

/// One node.
struct Cross {
    Eigen::Vector3d place;
    Eigen::Matrix3d directors;
    double curvature = 0.0;
};

inline std::vector<Cross> crosses_of(DirectorsBody& body) {
    body.follow(1.0);
    std::vector<double> out(3 * body.output_count());
    body.output_positions(out);
    std::vector<Cross> crosses;
    for (std::size_t i = 0; i < body.output_count() / DirectorsDef::POINTS; ++i) {
        const Eigen::Map<const Eigen::Matrix<double, 3, DirectorsDef::POINTS>> points(
            out.data() + 3 * DirectorsDef::POINTS * i);
        Cross& cross = crosses.emplace_back();
        cross.place = points.col(0);
        for (int axis = 0; axis < 3; ++axis)
            cross.directors.col(axis) = (points.col(1 + axis) - points.col(0)) / body.length();
        cross.curvature = (points.col(4) - points.col(0)).norm() / (body.length() * body.length());
    }
    return crosses;
}

inline DirectorsDef shown_directors(int count) {
    DirectorsDef def;
    def.name = "Crosses";
    def.body = "Body";
    def.count = count;
    return def;
}

}  // namespace sinew::test
