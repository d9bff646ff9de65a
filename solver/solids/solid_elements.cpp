#include "solids/solid_elements.hpp"

#include <Eigen/LU>

#include "base/parallel.hpp"
#include "math/rotation.hpp"
#include "solids/coupling_modulus.hpp"

namespace sinew::solids {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::Vector4i;

namespace {

constexpr std::size_t ELEMENT_GRAIN = 128;

StretchLaw stretch_law(SolidLaw law) {
    switch (law) {
        case SolidLaw::LinearVolume: return StretchLaw::LinearVolume;
        case SolidLaw::NeoHookean: return StretchLaw::NeoHookean;
        default: return StretchLaw::Linear;
    }
}

/// Mean of a painted direction over the corners, or the one for all; `otherwise` where it cancels or is not given.
Vector3d direction_at(const std::vector<Vector3d>& directions, const Vector4i& tet,
                      const Vector3d& otherwise) {
    if (directions.empty()) return otherwise;
    Vector3d sum = Vector3d::Zero();
    for (const int vertex : tet)
        sum += directions[directions.size() == 1 ? 0 : vertex].normalized();
    return sum.norm() > 1e-6 ? sum.normalized() : otherwise;
}

/// First axis along the fibers, second as near to the normal as it can be.
Eigen::Quaterniond material_axes(const SolidDef& def, const Vector4i& tet) {
    const Vector3d first = direction_at(def.fibers, tet, Vector3d::UnitX());
    Eigen::Quaterniond shortest = rotation_between(Vector3d::UnitX(), first);
    const Vector3d wanted = direction_at(def.normals, tet, shortest * Vector3d::UnitY());
    const Vector3d second = wanted - wanted.dot(first) * first;
    if (second.norm() < 1e-6) return shortest;
    Matrix3d axes;
    axes << first, second.normalized(), first.cross(second.normalized());
    return Eigen::Quaterniond(axes);
}

Matrix3d curvature_from(const double* row_major) {
    return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(row_major);
}

std::vector<SolidParams> blended_layers(const SolidDef& def) {
    if (def.layers.empty()) return {};
    std::vector<SolidParams> params(def.tets.tetrahedra.size(), def.params);
    for (const SolidLayer& layer : def.layers) {
        for (std::size_t i = 0; i < params.size(); ++i) {
            double weight = 0.0;
            for (const int vertex : def.tets.tetrahedra[i])
                weight += 0.25 * layer.weights[vertex];
            params[i] = blended(params[i], layer.params, weight);
        }
    }
    return params;
}

}  // namespace

SolidElements::SolidElements(const SolidDef& def) : layered(blended_layers(def)) {
    const std::vector<TetGeometry> geometry = rest_geometry(def.tets);
    const std::vector<BorderFaces> border = border_faces(def.tets);
    if (def.law == SolidLaw::ClassicNeoHookean)
        classic.reserve(geometry.size());
    else
        micropolar.reserve(geometry.size());
    for (std::size_t i = 0; i < geometry.size(); ++i) {
        const StretchModuli moduli = stretch_moduli(params(def, i));
        if (def.law == SolidLaw::ClassicNeoHookean) {
            classic.push_back({geometry[i], Matrix3d::Identity(), moduli.mu, moduli.lambda});
            continue;
        }
        MicropolarMaterial material{stretch_law(def.law), moduli,
                                    curvature_moduli(params(def, i), def.curvature_stiffness)};
        material.stretch.mu_c = coupling_modulus(material, geometry[i]);
        micropolar.emplace_back(geometry[i], material);
        micropolar.back().border = border_weights(geometry[i], border[i]);
        micropolar.back().set_axes(material_axes(def, def.tets.tetrahedra[i]),
                                   def.rest_rotation.normalized());
    }
}

double SolidElements::volume(std::size_t i) const {
    if (micropolar.empty()) return classic[i].rest.volume * classic[i].F_0.determinant();
    const Mat3p F = micropolar[i].deformation_gradients();
    double sum = 0.0;
    for (int p = 0; p < 4; ++p)
        sum += TET_QUADRATURE.weights[p] * lane(F, p).determinant();
    return micropolar[i].rest.volume * sum;
}

void SolidElements::set_state(const SolidDef& def, const SolidState& state) {
    parallel_for(size(), ELEMENT_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Vector4i& tet = def.tets.tetrahedra[i];
            const Matrix3d F =
                rest(i).deformation_gradient({state.positions[tet[0]], state.positions[tet[1]],
                                              state.positions[tet[2]], state.positions[tet[3]]});
            if (micropolar.empty()) {
                classic[i].F_0 = F;
                continue;
            }
            micropolar[i].F_0 = F;
            micropolar[i].point_rotations = state.point_rotations[i];
            for (int a = 0; a < 4; ++a) {
                const Eigen::Quaterniond& q = state.rotations[tet[a]];
                micropolar[i].node_rotations[a] = {q.w(), {q.x(), q.y(), q.z()}};
            }
        }
    });
}

void SolidElements::set_rest_curvature(const SolidDef& def, double frame) {
    const bool per_tet = !def.tet_rest_curvature.empty();
    const AnimatedArray& array = per_tet ? def.tet_rest_curvature : def.rest_curvature;
    if (array.empty()) return;
    std::vector<double> values(array.width);
    array.sample(frame, values);
    const bool one_for_all = !per_tet && array.width == 9;
    for (std::size_t i = 0; i < micropolar.size(); ++i) {
        Matrix3d& Gamma_0 = micropolar[i].rest_curvature;
        if (per_tet || one_for_all) {
            Gamma_0 = curvature_from(values.data() + (per_tet ? 9 * i : 0));
            continue;
        }
        Gamma_0.setZero();
        for (const int vertex : def.tets.tetrahedra[i])
            Gamma_0 += 0.25 * curvature_from(values.data() + 9L * vertex);
    }
}

MicropolarEnergies SolidElements::energies() const {
    MicropolarEnergies sum;
    for (const NeoHookeanTet& tet : classic)
        sum.stretch += tet.value(NeoHookeanTet::Vec::Zero());
    for (const MicropolarTet& tet : micropolar) {
        const MicropolarEnergies one = tet.energies();
        sum.stretch += one.stretch;
        sum.curvature += one.curvature;
    }
    return sum;
}

std::vector<VertexMaterial> vertex_materials(const SolidDef& def, const SolidElements& elements) {
    std::vector<VertexMaterial> materials(def.tets.vertices.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const double quarter = 0.25 * elements.rest(i).volume;
        for (const int vertex : def.tets.tetrahedra[i]) {
            materials[vertex].volume += quarter;
            materials[vertex].young_volume += quarter * elements.params(def, i).young_modulus;
        }
    }
    return materials;
}

MassMatrix mass_matrix(const SolidDef& def, const SolidElements& elements,
                       double SolidParams::*density) {
    const int nodes = static_cast<int>(def.tets.vertices.size());
    std::vector<MassMatrix::Entry> entries;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const double mass = elements.params(def, i).*density * elements.rest(i).volume;
        const Vector4i& tet = def.tets.tetrahedra[i];
        for (int a = 0; a < 4; ++a) {
            if (!def.consistent_mass) {
                entries.push_back({tet[a], tet[a], 0.25 * mass});
                continue;
            }
            // ∫ N_a N_b = V/20 (1 + δ_ab)
            for (int b = 0; b <= a; ++b)
                entries.push_back({tet[a], tet[b], mass / (a == b ? 10.0 : 20.0)});
        }
    }
    return {nodes, std::move(entries)};
}

}  // namespace sinew::solids
