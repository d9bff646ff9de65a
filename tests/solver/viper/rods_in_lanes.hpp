// The rods of a definition side by side in one batch, and movers, for tests of what holds rods and pushes them.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "body/mover.hpp"
#include "viper/rods/rod_constants.hpp"
#include "viper/rods/rod_set.hpp"

namespace sinew::viper::test {

/// At most four rods, in lanes from `first_lane` on, before a step in which nothing moves by itself.
struct RodsInLanes {
    explicit RodsInLanes(const RodsDef& def, int first_lane = 0) : set(def), batches(1) {
        batch().resize(*std::ranges::max_element(def.counts));
        for (std::size_t i = 0; i < def.counts.size(); ++i) {
            RodSet::Rod& rod = set.rods()[i];
            rod.batch = 0;
            rod.lane = (first_lane + static_cast<int>(i)) % Pack::LANES;
            fill_rod_constants(set, rod, batch());
        }
        batch().inverse_dt2 = Pack(1.0);
        start_from(set.initial_state());
    }

    void start_from(const RodSetState& state) {
        set.scatter(state, batches);
        batch().current = batch().state;
        for (int j = 0; j < batch().points; ++j) {
            batch().point_step[j].c_predicted = batch().state.c[j];
            batch().point_step[j].s_predicted = batch().state.s[j];
            batch().segment_step[j].q_predicted = batch().state.q[j];
        }
    }

    RodBatch& batch() { return batches.front(); }

    // Of a point of the set:
    Eigen::Vector3d centre(int point) { return lane_of(batch().current.c[at(point)], lane(point)); }
    Eigen::Vector3d predicted(int point) {
        return lane_of(batch().point_step[at(point)].c_predicted, lane(point));
    }
    Eigen::Quaterniond frame(int point) {
        return lane_of(batch().current.q[at(point)], lane(point));
    }
    Eigen::Quaterniond predicted_frame(int point) {
        return lane_of(batch().segment_step[at(point)].q_predicted, lane(point));
    }
    int at(int point) const { return set.ref(point).point; }
    int lane(int point) const { return set.ref(point).lane; }

    RodSet set;
    std::vector<RodBatch> batches;
};

/// A mover with these transforms at frames.
inline Mover make_mover(const std::vector<std::pair<double, Eigen::Affine3d>>& keys) {
    MoverDef def;
    def.name = "bone";
    def.transforms.width = MOVER_WIDTH;
    for (const auto& [frame, transform] : keys) {
        def.transforms.frames.push_back(frame);
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 4; ++column)
                def.transforms.values.push_back(transform.matrix()(row, column));
        }
    }
    return Mover(def);
}

inline Eigen::Affine3d moved_by(const Eigen::Vector3d& move) {
    return Eigen::Affine3d(Eigen::Translation3d(move));
}

}  // namespace sinew::viper::test
