// The tetrahedra of a solid: made from its definition, brought up to date after every step.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>
#include <vector>

#include "potential/mass_matrix.hpp"
#include "solids/micropolar_tet.hpp"
#include "solids/neo_hookean_tet.hpp"
#include "solids/solid_def.hpp"

namespace sinew::solids {

/// Positions and rotations of the nodes, and the history at the quadrature points.
struct SolidState {
    std::vector<Eigen::Vector3d> positions;     ///< [m]
    std::vector<Eigen::Quaterniond> rotations;  ///< from rest; empty without microrotations
    std::vector<Quatp> point_rotations;         ///< per tetrahedron; likewise
};

/// One of the two lists is empty.
struct SolidElements {
    std::vector<MicropolarTet> micropolar;
    std::vector<NeoHookeanTet> classic;
    /// Parameters of each tetrahedron, layers blended by the mean weight of its corners; empty without layers.
    std::vector<SolidParams> layered;

    /// The definition must be valid.
    explicit SolidElements(const SolidDef& def);

    std::size_t size() const { return micropolar.size() + classic.size(); }
    /// Of tetrahedron i.
    const SolidParams& params(const SolidDef& def, std::size_t i) const {
        return layered.empty() ? def.params : layered[i];
    }
    const TetGeometry& rest(std::size_t i) const {
        return micropolar.empty() ? classic[i].rest : micropolar[i].rest;
    }
    /// Of tetrahedron i with straight edges, at the start of the step.
    const Eigen::Matrix3d& deformation_gradient(std::size_t i) const {
        return micropolar.empty() ? classic[i].F_0 : micropolar[i].F_0;
    }
    /// Of tetrahedron i with the edges it has, at the start of the step [m³].
    double volume(std::size_t i) const;

    /// Makes `state` the start of the next step.
    void set_state(const SolidDef& def, const SolidState& state);
    /// Γ₀ at a frame.
    void set_rest_curvature(const SolidDef& def, double frame);
    /// Energies at the start of the step [J].
    MicropolarEnergies energies() const;
};

/// Share of each vertex: a quarter of each of its tetrahedra.
struct VertexMaterial {
    double volume = 0.0;        ///< [m³]
    double young_volume = 0.0;  ///< ∫ of Young's modulus [J]

    /// h, how large it is [m].
    double size() const { return std::cbrt(volume); }
    /// E h: how firmly the material holds it [N/m].
    double stiffness() const { return young_volume / (size() * size()); }
};
std::vector<VertexMaterial> vertex_materials(const SolidDef& def, const SolidElements& elements);

/// Integral of density(params) over the volume, e.g. the mass or the rotary inertia, lumped or consistent [kg or kg m²].
MassMatrix mass_matrix(const SolidDef& def, const SolidElements& elements,
                       double SolidParams::*density);

}  // namespace sinew::solids
