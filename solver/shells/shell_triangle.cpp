#include "shells/shell_triangle.hpp"

#include <algorithm>

#include "shells/shell_evaluation.hpp"

namespace sinew::shells {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

void set_lane(Quatp& q, int p, const Eigen::Quaterniond& value) {
    q.w.set(p, value.w());
    q.v.x.set(p, value.x());
    q.v.y.set(p, value.y());
    q.v.z.set(p, value.z());
}

void set_lane(SurfaceModuli<Pack>& moduli, int p, const SurfaceModuli<double>& value) {
    moduli.normal.set(p, value.normal);
    moduli.normal_cross.set(p, value.normal_cross);
    moduli.shear.set(p, value.shear);
    moduli.shear_cross.set(p, value.shear_cross);
    moduli.transverse.set(p, value.transverse);
}

/// Of the membrane: without λ̂ where the nonlinear law takes its place.
PlaneModuli membrane_part(const PlaneModuli& plane, AreaLaw law) {
    PlaneModuli part = plane;
    if (law == AreaLaw::Nonlinear) part.lambda = 0.0;
    return part;
}

/// Of the first point, as thick as all on average: the others differ in their thickness only.
ShellMaterial mean_material(const PointMaterials& materials) {
    ShellMaterial mean = materials[0];
    mean.thickness = 0.0;
    for (const ShellMaterial& material : materials)
        mean.thickness += material.thickness / TRIANGLE_POINTS;
    return mean;
}

/// Sets g and H as far as ORDER asks for them.
template <int ORDER, int NODES>
ShellEnergies evaluate(const ShellTriangle<NODES>& triangle,
                       const typename ShellTriangle<NODES>::Vec& q,
                       typename ShellTriangle<NODES>::Vec& g,
                       typename ShellTriangle<NODES>::Mat& H) {
    return ShellEvaluation<NODES>(triangle, q).template run<ORDER>(g, H);
}

double total(const ShellEnergies& energies) {
    return energies.membrane + energies.bending;
}

}  // namespace

template <int NODES>
CurvedStiffness curved_stiffness(const TriangleNodes<NODES>& rest, const PointMaterials& materials,
                                 AreaLaw law) {
    CurvedStiffness out;
    const AlignedPoints<NODES> points(rest);
    for (int p = 0; p < TRIANGLE_POINTS; ++p) {
        const TrianglePoint<NODES>& point = points.at[p];
        const ShellMaterial& material = materials[p];
        out[p] = curved_stiffness(material, point.curvature);
        if (law == AreaLaw::Nonlinear) {
            // h λ̂ tr(E)² goes to the area term, corrections of order h³ stay; tr(E) is the sum of strains 0 and 3.
            const double linear = 2.0 * material.thickness * material.plane.lambda;
            for (const int m : {0, 3}) {
                for (const int n : {0, 3})
                    out[p](m, n) -= linear;
            }
        }
        out[p] *= TRIANGLE_QUADRATURE.weights[p] * point.area;
    }
    return out;
}

template <int NODES>
ShellTriangle<NODES>::ShellTriangle(const TriangleNodes<NODES>& rest,
                                    const PointMaterials& materials, AreaLaw law, double bulge)
    : areas(0.0), area_law(law) {
    const AlignedPoints<NODES> points(rest);
    Pack volumes(0.0);
    const SurfaceModuli<Pack> none{0.0, 0.0, 0.0, 0.0, 0.0};
    membrane = bending = none;
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        // The lane that is left over is where the last point is, without weight.
        const int p = std::min(lane, TRIANGLE_POINTS - 1);
        const TrianglePoint<NODES>& point = points.at[p];
        for (int j = 0; j < 2; ++j) {
            for (int a = 0; a < NODES; ++a)
                gradients[a][j].set(lane, point.gradients(j, a));
            for (int k = 0; k < 3; ++k)
                corner_gradients[k][j].set(lane, point.corner_gradients(j, k));
        }
        set_lane(frames, lane, point.frame);
        if (lane == TRIANGLE_POINTS) continue;
        const ShellMaterial& m = materials[p];
        const double area = TRIANGLE_QUADRATURE.weights[p] * point.area;
        const double h = m.thickness;
        areas.set(p, area);
        volumes.set(p, area * h);
        set_lane(membrane, p, (area * h) * membrane_moduli(membrane_part(m.plane, law)));
        set_lane(bending, p,
                 (area * m.bending_scale * h * h * h / 12.0) * bending_moduli(m.plane) +
                     (area * h) * curvature_moduli(m.curvature));
        if (law == AreaLaw::Nonlinear) area_stiffness.set(p, area * h * m.plane.lambda);
    }
    if constexpr (NODES == 6) {
        relaxation = StrainRelaxation(
            points.chords, volumes,
            {mean_material(materials), sum(areas), std::max(bulge, bulge_of(rest, points.normal))});
    }
    directors = frames;
    for (Quat<double>& rotation : corner_rotations)
        rotation = {1.0, {}};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 2; ++j) {
            rest_stretch.X[i][j] = i == j ? 1.0 : 0.0;
            rest_curvature.X[i][j] = 0.0;
        }
    }
    set_positions(rest);
}

namespace {

/// A tensor in world axes, in the frame of a point.
void set_in_frame(SurfaceTensor<Pack>& tensor, const Quatp& frames, int p, const Matrix3d& world) {
    const Matrix3d B = lane(rotation_matrix(frames), p);
    const Matrix3d local = B.transpose() * world * B;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 2; ++j)
            tensor.X[i][j].set(p, local(i, j));
    }
}

}  // namespace

template <int NODES>
void ShellTriangle<NODES>::set_rest_stretch(int p, const Matrix3d& stretch) {
    set_in_frame(rest_stretch, frames, p, stretch);
}

template <int NODES>
void ShellTriangle<NODES>::set_rest_curvature(int p, const Matrix3d& curvature) {
    set_in_frame(rest_curvature, frames, p, curvature);
}

template <int NODES>
void ShellTriangle<NODES>::set_positions(const TriangleNodes<NODES>& now) {
    for (int j = 0; j < 2; ++j) {
        tangents_0[j] = {0.0, 0.0, 0.0};
        // Differences to the first node: exactly zero in a body that only moves.
        for (int a = 1; a < NODES; ++a) {
            const Vector3d x = now.col(a) - now.col(0);
            tangents_0[j] += gradients[a][j] * in_all_lanes(x);
        }
    }
}

template <int NODES>
double ShellTriangle<NODES>::value(const Vec& q) const {
    Vec no_gradient;
    Mat no_hessian;
    return total(evaluate<0>(*this, q, no_gradient, no_hessian));
}

template <int NODES>
double ShellTriangle<NODES>::gradient(const Vec& q, Vec& g) const {
    Mat no_hessian;
    return total(evaluate<1>(*this, q, g, no_hessian));
}

template <int NODES>
double ShellTriangle<NODES>::hessian(const Vec& q, Vec& g, Mat& H) const {
    return total(evaluate<2>(*this, q, g, H));
}

template <int NODES>
ShellStress ShellTriangle<NODES>::promised(const Vec& q, const Vec& dq) const {
    return ShellEvaluation<NODES>(*this, q).promised(dq);
}

template <int NODES>
double ShellTriangle<NODES>::hessian(const Vec& q, const Stress& given, Vec& g, Mat& H) const {
    return total(ShellEvaluation<NODES>(*this, q).template run<2>(g, H, &given));
}

template <int NODES>
Quatp ShellTriangle<NODES>::turned_directors(const Vec& q) const {
    return ShellEvaluation<NODES>(*this, q).directors();
}

template <int NODES>
ShellEnergies ShellTriangle<NODES>::energies() const {
    Vec no_gradient;
    Mat no_hessian;
    return evaluate<0>(*this, Vec::Zero(), no_gradient, no_hessian);
}

template <int NODES>
ShellStrains ShellTriangle<NODES>::strains(int p) const {
    return ShellEvaluation<NODES>(*this, Vec::Zero()).strains(p);
}

template CurvedStiffness curved_stiffness<3>(const TriangleNodes<3>&, const PointMaterials&,
                                             AreaLaw);
template CurvedStiffness curved_stiffness<6>(const TriangleNodes<6>&, const PointMaterials&,
                                             AreaLaw);
template struct ShellTriangle<3>;
template struct ShellTriangle<6>;

}  // namespace sinew::shells
