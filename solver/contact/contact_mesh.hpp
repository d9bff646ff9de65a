// What contact sees of all bodies: points, edges, triangles, half thicknesses, and which surfaces may meet.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace sinew {

/// Which surfaces may meet. At first all may, each also itself.
class ContactRules {
public:
    ContactRules() : ContactRules(1) {}
    explicit ContactRules(int surfaces)
        : m_surfaces(surfaces),
          m_meets(static_cast<std::size_t>(surfaces) * static_cast<std::size_t>(surfaces), 1),
          m_is_kinematic(surfaces, 0),
          m_is_absent(surfaces, 0) {}

    int surfaces() const { return m_surfaces; }
    /// With a == b: contact of the surface with itself.
    void set_meets(int a, int b, bool meets) {
        m_meets[index(a, b)] = m_meets[index(b, a)] = meets ? 1 : 0;
    }
    /// Kinematic surfaces never meet kinematic ones, nor themselves.
    void set_kinematic(int surface, bool is_kinematic) {
        m_is_kinematic[surface] = is_kinematic ? 1 : 0;
    }
    /// Absent surfaces meet nothing.
    void set_absent(int surface, bool is_absent) { m_is_absent[surface] = is_absent ? 1 : 0; }
    bool is_absent(int surface) const { return m_is_absent[surface] != 0; }
    bool meets(int a, int b) const {
        return m_meets[index(a, b)] != 0 && (m_is_kinematic[a] & m_is_kinematic[b]) == 0 &&
               (m_is_absent[a] | m_is_absent[b]) == 0;
    }

private:
    std::size_t index(int a, int b) const { return static_cast<std::size_t>(a) * m_surfaces + b; }

    int m_surfaces;
    std::vector<char> m_meets;
    std::vector<char> m_is_kinematic;
    std::vector<char> m_is_absent;
};

/// An edge or triangle belongs to the surface of its first point. Points in no edge are loose points; edges in no triangle are edges of rods.
struct ContactMesh {
    int points = 0;
    std::vector<std::array<int, 2>> edges;  ///< of triangles too, each once
    std::vector<std::array<int, 3>> triangles;
    std::vector<double> radii;  ///< of each point: half thickness [m]; empty: 0
    std::vector<int> surfaces;  ///< of each point, an index of `rules`; empty: all 0
    ContactRules rules;
    /// Of each point [m], or empty. Two parts of one surface that are nearer at rest than their radii and the margin
    /// together never meet.
    std::vector<Eigen::Vector3d> rest_positions;
    double rest_margin = 0.0;     ///< [m]
    std::vector<char> is_hidden;  ///< of each point: 1 if no search sees it; empty: all are seen

    double radius(int point) const { return radii.empty() ? 0.0 : radii[point]; }
    bool hides(int point) const { return !is_hidden.empty() && is_hidden[point] != 0; }
    int surface(int point) const { return surfaces.empty() ? 0 : surfaces[point]; }
    /// The thickest of some points.
    double radius(std::span<const int> corners) const {
        double thickest = 0.0;
        for (const int point : corners)
            thickest = std::max(thickest, radius(point));
        return thickest;
    }
};

}  // namespace sinew
