#include "solids/solid_elements.hpp"

#include <gtest/gtest.h>

#include "math/rotation.hpp"
#include "mesh/border_faces.hpp"
#include "solid_cases.hpp"

namespace sinew::solids {
namespace {

using Eigen::Vector3d;

TEST(SolidParams, GiveTheModuliOfTheDataSheet) {
    SolidParams params;
    params.young_modulus = 2.6;
    params.poisson_ratio = 0.3;
    params.couple_ratio = 0.5;
    params.length_scale = 2.0;
    params.alpha = 3.0;
    params.beta = 5.0;
    params.gamma = 7.0;
    const StretchModuli moduli = stretch_moduli(params);
    EXPECT_DOUBLE_EQ(moduli.mu, 1.0);
    EXPECT_DOUBLE_EQ(moduli.mu_c, 0.5);
    EXPECT_DOUBLE_EQ(moduli.lambda, 1.5);
    const CurvatureModuli curvature = curvature_moduli(params, Eigen::Matrix3d::Zero());
    EXPECT_EQ(curvature.law, CurvatureLaw::Isotropic);
    EXPECT_DOUBLE_EQ(curvature.symmetric, 6.0);
    EXPECT_DOUBLE_EQ(curvature.skew, 10.0);
    EXPECT_DOUBLE_EQ(curvature.trace, 14.0);
    const CurvatureModuli orthotropic = curvature_moduli(params, Eigen::Matrix3d::Constant(0.25));
    EXPECT_EQ(orthotropic.law, CurvatureLaw::Orthotropic);
    EXPECT_DOUBLE_EQ(orthotropic.stiffness(1, 2), 1.0);
    params.length_scale = 0.0;
    EXPECT_EQ(curvature_moduli(params, Eigen::Matrix3d::Zero()).law, CurvatureLaw::None);
}

TEST(SolidElements, BlendPaintedLayersByTheMeanOfTheCorners) {
    SolidDef def = test::bar({1, 1, 1}, {1, 1, 1});
    def.params.young_modulus = 100.0;
    SolidLayer layer{std::vector<double>(8, 0.0), def.params};
    layer.params.young_modulus = 500.0;
    const Eigen::Vector4i& tet = def.tets.tetrahedra[2];
    layer.weights[tet[0]] = 1.0;
    layer.weights[tet[3]] = 0.5;
    def.layers = {layer};
    const SolidElements elements(def);
    EXPECT_DOUBLE_EQ(elements.params(def, 2).young_modulus, 100.0 + 400.0 * 1.5 / 4.0);
    EXPECT_DOUBLE_EQ(elements.params(def, 2).density, def.params.density);
}

// A tetrahedron is straight in the mean only where it has no neighbour.
TEST(SolidElements, KnowWhichFacesAreOnTheBorder) {
    const SolidDef def = test::bar({1, 1, 1}, {2, 2, 2});
    const SolidElements elements(def);
    const std::vector<BorderFaces> border = border_faces(def.tets);
    for (std::size_t i = 0; i < elements.size(); ++i)
        EXPECT_EQ(elements.micropolar[i].border, border_weights(elements.rest(i), border[i]));
}

// Bent edges of neighbours fit, so that the volume inside a straight border is not changed by turning the node inside.
TEST(SolidElements, MeasureTheVolumeBetweenCurvedEdges) {
    SolidDef def = test::bar({1, 1, 1}, {2, 2, 2});
    SolidElements elements(def);
    SolidState state;
    state.positions = def.tets.vertices;
    state.rotations.assign(state.positions.size(), Eigen::Quaterniond::Identity());
    state.point_rotations.assign(elements.size(), Quatp{1.0, {}});
    for (std::size_t i = 0; i < state.positions.size(); ++i) {
        if (state.positions[i] == Vector3d(0.5, 0.5, 0.5))
            state.rotations[i] = exp_quaternion({0.02, 0.03, 0.01});
    }
    elements.set_state(def, state);
    double sum = 0.0;
    double most = 0.0;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        sum += elements.volume(i);
        most = std::max(most, std::abs(elements.volume(i) / elements.rest(i).volume - 1.0));
    }
    EXPECT_NEAR(sum, 1.0, 1e-5);
    EXPECT_GT(most, 1e-3);
}

TEST(SolidElements, MassIsDensityTimesVolumeLumpedAndConsistent) {
    for (const bool consistent : {false, true}) {
        SolidDef def = test::bar({1, 2, 3}, {2, 2, 2});
        def.consistent_mass = consistent;
        const SolidElements elements(def);
        const MassMatrix mass = mass_matrix(def, elements, &SolidParams::density);
        double total = 0.0;
        for (const double row : mass.row_sums())
            total += row;
        EXPECT_NEAR(total, 6000.0, 1e-9);
        // A rigid velocity has the kinetic energy of the whole mass.
        const Eigen::VectorXd rates = Vector3d(1, 0, 0).replicate(27, 1);
        EXPECT_NEAR(mass.kinetic_energy(rates), 3000.0, 1e-9);
        // One that grows with x: ½ ρ ∫ x² = ½·1000·2·3/3 exactly when consistent.
        Eigen::VectorXd sheared = Eigen::VectorXd::Zero(81);
        for (int i = 0; i < 27; ++i)
            sheared[3L * i + 1] = def.tets.vertices[i].x();
        if (consistent) {
            EXPECT_NEAR(mass.kinetic_energy(sheared), 1000.0, 1e-9);
        } else {
            EXPECT_GT(mass.kinetic_energy(sheared), 1050.0);
        }
    }
}

TEST(SolidElements, AxesFollowFibersAndNormals) {
    SolidDef def = test::bar({1, 1, 1}, {1, 1, 1});
    def.params.length_scale = 1.0;
    def.curvature_stiffness(1, 0) = 1.0;
    def.fibers = {Vector3d(0, 2, 0)};
    def.normals = {Vector3d(0, 5, -1)};
    const SolidElements elements(def);
    const MicropolarTet& tet = elements.micropolar[0];
    // Material axes y, −z, −x: gradients in these.
    Eigen::Matrix3d Q;
    Q << 0, 0, -1, 1, 0, 0, 0, -1, 0;
    EXPECT_LT((tet.material_gradients - Q.transpose() * tet.rest.gradients).norm(), 1e-14);
    EXPECT_LT((Eigen::Quaterniond(tet.directors.w, tet.directors.v.x, tet.directors.v.y,
                                  tet.directors.v.z)
                   .toRotationMatrix() -
               Q)
                  .norm(),
              1e-14);
}

TEST(SolidElements, RestCurvatureForAllPerVertexAndPerTetrahedron) {
    SolidDef def = test::bar({1, 1, 1}, {1, 1, 1});
    def.params.length_scale = 1.0;
    SolidElements elements(def);
    std::vector<double> nine{1, 2, 3, 4, 5, 6, 7, 8, 9};
    def.rest_curvature = AnimatedArray::constant(nine);
    elements.set_rest_curvature(def, 1.0);
    EXPECT_EQ(elements.micropolar[3].rest_curvature(0, 1), 2.0);
    // Grows with x: the mean of the corners.
    def.rest_curvature = AnimatedArray::constant(std::vector<double>(72, 0.0));
    for (int i = 0; i < 8; ++i)
        def.rest_curvature.values[9 * i + 2] = def.tets.vertices[i].x();
    elements.set_rest_curvature(def, 1.0);
    double mean = 0.0;
    for (const int vertex : def.tets.tetrahedra[4])
        mean += 0.25 * def.tets.vertices[vertex].x();
    EXPECT_DOUBLE_EQ(elements.micropolar[4].rest_curvature(0, 2), mean);
    def.rest_curvature = {};
    def.tet_rest_curvature = AnimatedArray::constant(std::vector<double>(54, 0.0));
    def.tet_rest_curvature.values[9 * 5 + 8] = 4.0;
    elements.set_rest_curvature(def, 1.0);
    EXPECT_EQ(elements.micropolar[5].rest_curvature(2, 2), 4.0);
    EXPECT_EQ(elements.micropolar[4].rest_curvature(2, 2), 0.0);
}

}  // namespace
}  // namespace sinew::solids
