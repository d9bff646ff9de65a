// Viperization: fills the mesh of a muscle with rods [viper section 8.1, Fig. 11].
//
// Voxels of the inside, a harmonic field from source to sink, M slices of equal field, K points on each, joined
// to K rods whose volume is that of the mesh. The same input gives the same bytes whatever the threads.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "base/cancel.hpp"
#include "mesh/triangle_mesh.hpp"

namespace sinew::viperize {

inline constexpr int MAX_RODS = 1024;
inline constexpr int MAX_LEVELS = 1024;

struct ViperizeDef {
    std::string name = "muscle";  ///< for messages
    TriangleMesh mesh;
    std::vector<int>
        source;             ///< vertices where the muscle begins; empty with `sink`: both are found
    std::vector<int> sink;  ///< vertices where it ends
    int rods = 8;
    int levels = 8;           ///< points of each rod
    double voxel_size = 0.0;  ///< [m], 0: chosen from the mesh
};

struct ViperizeMeasures {
    double mesh_volume = 0.0;    ///< of the parts that were filled [m³]
    double bundle_volume = 0.0;  ///< as the simulation measures it [m³]
    double total_length = 0.0;   ///< of all rods [m]
    double max_outside = 0.0;    ///< farthest that a point of a rod lies outside of the mesh [m]
    double max_gap = 0.0;        ///< farthest that the surface lies from the rods [m]
    double voxel_size = 0.0;     ///< [m]
    int voxels = 0;              ///< that were filled
    int points_outside = 0;      ///< points of rods outside of the mesh
    int segments_outside = 0;    ///< segments that leave the mesh between two points

    /// |bundle / mesh − 1|
    double volume_error() const;
};

struct Viperization {
    std::vector<Eigen::Vector3d> points;  ///< rod after rod, from source to sink [m]
    std::vector<double> radii;            ///< one per point, equal within a level [m]
    std::vector<int> counts;              ///< points of each rod
    std::vector<int> source;              ///< vertices of the mesh where the rods begin
    std::vector<int> sink;                ///< vertices of the mesh where they end
    ViperizeMeasures measures;
    std::vector<std::string> warnings;
};

/// Shared with the thread that watches.
struct ViperizeProgress {
    CancelToken cancel;
    std::atomic<double> fraction{0.0};  ///< of the work, rising from 0 to 1
};

/// Throws Error(InvalidArgument) naming the muscle, the value and the remedy, or Error(Cancelled).
Viperization viperize(const ViperizeDef& def, ViperizeProgress& progress);

}  // namespace sinew::viperize
