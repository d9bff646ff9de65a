// The energy of a section: by hand, by finite differences, and what it must not see.
#include "viper/bundles/section.hpp"

#include <gtest/gtest.h>

#include "math/rotation.hpp"
#include "solver/viper/rod_fixture.hpp"
#include "support/finite_differences.hpp"
#include "viper/bundles/rod_couplings.hpp"

namespace sinew::viper {
namespace {

using test::Random;

constexpr int SECTION_POINTS = 2;

/// Up to four rods of one segment in one batch, bundled at their first points and at their last.
struct Bundle {
    explicit Bundle(SectionMatching matching) : Bundle(def(matching)) {}
    explicit Bundle(const RodsDef& def)
        : set(def), rods(static_cast<int>(def.counts.size())), batches(1) {
        batches[0].resize(SECTION_POINTS);
        for (int i = 0; i < rods; ++i) {
            set.rods()[i].batch = 0;
            set.rods()[i].lane = i;
            fill_rod_constants(set, set.rods()[i], batches[0]);
        }
        set.scatter(set.initial_state(), batches);
        batches[0].current = batches[0].state;
        sections = make_rod_sections(set, batches);
    }

    static RodsDef def(SectionMatching matching, int rods = 3, bool in_a_line = false) {
        Random random(21);
        RodsDef def;
        def.name = "Bundle";
        for (int i = 0; i < rods; ++i) {
            def.counts.push_back(SECTION_POINTS);
            const Eigen::Vector3d foot =
                in_a_line ? Eigen::Vector3d(0.07 * i, 0.02 * i, 0.0) : random.vector3(0.1);
            if (in_a_line) {
                def.points.insert(def.points.end(), {foot, foot + Eigen::Vector3d(0, 0, 0.3)});
                def.radii.insert(def.radii.end(), {0.03, 0.02});
                continue;
            }
            def.points.push_back(foot);
            def.points.push_back(foot + Eigen::Vector3d(0, 0, 0.3) + random.vector3(0.05));
            def.radii.push_back(random.uniform(0.02, 0.06));
            def.radii.push_back(random.uniform(0.02, 0.06));
        }
        def.bundling.sections = RodBundling::levels(rods, SECTION_POINTS);
        def.bundling.stiffness = 1000.0;
        def.bundling.matching = matching;
        return def;
    }

    int unknowns() const { return rods * SECTION_POINTS * ROD_UNKNOWNS; }

    std::vector<Pack> packed(const Eigen::VectorXd& x) const {
        std::vector<Pack> step(SECTION_POINTS * ROD_UNKNOWNS, Pack(0.0));
        for (int lane = 0; lane < rods; ++lane) {
            for (int k = 0; k < SECTION_POINTS * ROD_UNKNOWNS; ++k)
                step[k].set(lane, x[lane * SECTION_POINTS * ROD_UNKNOWNS + k]);
        }
        return step;
    }

    void move(const Eigen::VectorXd& x) {
        const RodState from = batches[0].current;
        advance(from, packed(x), Pack(1.0), batches[0].current);
    }

    double value() {
        double sum = 0.0;
        gradient = Eigen::VectorXd::Zero(unknowns());
        for (Section& section : sections) {
            std::vector<MemberForce> forces(section.members().size());
            sum += section.evaluate(batches, forces);
            for (std::size_t i = 0; i < forces.size(); ++i)
                add(section.members()[i], forces[i], gradient);
        }
        return sum;
    }

    double value_at(const Eigen::VectorXd& x) {
        const RodState kept = batches[0].current;
        move(x);
        const double result = value();
        batches[0].current = kept;
        return result;
    }
    Eigen::VectorXd gradient_at(const Eigen::VectorXd& x) {
        value_at(x);
        return gradient;
    }

    /// Gauss-Newton Hessian times x: D x − D B M⁻¹ Bᵀ D x.
    Eigen::VectorXd hessian_times(const Eigen::VectorXd& x) {
        RodUnknowns packed_x;
        packed_x.resize(batches);
        std::ranges::copy(packed(x), packed_x.of(0).begin());
        Eigen::VectorXd out = Eigen::VectorXd::Zero(unknowns());
        for (const Section& section : sections) {
            const SectionMotion motion = section.carried(packed_x);
            for (const SectionMember& member : section.members()) {
                const int at = member.at.lane * SECTION_POINTS * ROD_UNKNOWNS +
                               static_cast<int>(member.at.block());
                const int frame = member.at.lane * SECTION_POINTS * ROD_UNKNOWNS +
                                  static_cast<int>(member.frame.block());
                const MemberForce own{x.segment<3>(at), x[at + 3], x.segment<3>(frame + 4)};
                add(member, Section::diagonal_times(member, own), out);
                MemberForce drag = Section::drag(member, motion);
                drag = {-drag.c, -drag.s, -drag.theta};
                add(member, drag, out);
            }
        }
        return out;
    }

    static void add(const SectionMember& member, const MemberForce& force, Eigen::VectorXd& out) {
        const int rod = member.at.lane * SECTION_POINTS * ROD_UNKNOWNS;
        const int at = rod + static_cast<int>(member.at.block());
        out.segment<3>(at) += force.c;
        out[at + 3] += force.s;
        out.segment<3>(rod + static_cast<int>(member.frame.block()) + 4) += force.theta;
    }

    /// All discs turned, moved and scaled alike.
    void transform(const Eigen::Quaterniond& q, double scale, const Eigen::Vector3d& shift) {
        RodSetState state = set.gather(batches);
        for (std::size_t i = 0; i < state.c.size(); ++i) {
            state.c[i] = scale * (q * state.c[i]) + shift;
            state.s[i] *= scale;
            state.q[i] = q * state.q[i];
        }
        set.scatter(state, batches);
        batches[0].current = batches[0].state;
    }

    RodSet set;
    int rods;
    std::vector<RodBatch> batches;
    std::vector<Section> sections;
    Eigen::VectorXd gradient;
};

TEST(Section, DoesNotSeeASimilarityButRigidMatchingSeesTheScale) {
    Random random(22);
    const Eigen::Quaterniond q = random.rotation();
    Bundle bundle(SectionMatching::Similarity);
    bundle.transform(q, 1.3, {1, -2, 3});
    EXPECT_NEAR(bundle.value(), 0.0, 1e-14);
    EXPECT_LT(bundle.gradient.norm(), 1e-12);
    EXPECT_NEAR(bundle.sections[0].scale(), 1.3, 1e-12);
    EXPECT_LT(angular_distance(bundle.sections[0].rotation(), q), 1e-9);

    Bundle rigid(SectionMatching::Rigid);
    rigid.transform(q, 1.0, {1, -2, 3});
    EXPECT_NEAR(rigid.value(), 0.0, 1e-14);
    rigid.transform(Eigen::Quaterniond::Identity(), 1.3, {0, 0, 0});
    EXPECT_GT(rigid.value(), 1e-4);
}

TEST(Section, EnergyOfOnePointMovedAsideByHand) {
    // Two equal discs at ±a on a line, one moved out by d: the best similarity takes up all of the distance of the
    // centres, but the discs' own scale does not follow.
    RodsDef def;
    def.name = "Pair";
    def.counts = {2, 2};
    def.points = {{-0.1, 0, 0}, {-0.1, 0, 1}, {0.1, 0, 0}, {0.1, 0, 1}};
    def.radii.assign(4, 0.02);
    def.bundling.sections = {{0, 2}};
    def.bundling.stiffness = 500.0;
    RodSet set(def);
    std::vector<RodBatch> batches(1);
    batches[0].resize(2);
    for (int i = 0; i < 2; ++i) {
        set.rods()[i].batch = 0;
        set.rods()[i].lane = i;
        fill_rod_constants(set, set.rods()[i], batches[0]);
    }
    set.scatter(set.initial_state(), batches);
    std::vector<Section> sections = make_rod_sections(set, batches);
    RodSetState state = set.gather(batches);
    state.c[2].x() += 0.04;
    set.scatter(state, batches);
    batches[0].current = batches[0].state;
    std::vector<MemberForce> forces(2);
    const double energy = sections[0].evaluate(batches, forces);
    // Half distance 0.12 instead of 0.1; ρ² = 1e-4. s* = (0.1·0.12 + 3e-4)/(0.01 + 3e-4).
    const double s = (0.1 * 0.12 + 3e-4) / (0.01 + 3e-4);
    const double volume = M_PI * 4e-4 * 0.5;
    const double weight = 500.0 * volume / (0.01 + 2e-4);
    const double error = 0.12 - s * 0.1;
    const double expected = 2.0 * 0.5 * weight * (error * error + 3e-4 * (1.0 - s) * (1.0 - s));
    EXPECT_NEAR(energy, expected, 1e-12);
    EXPECT_NEAR(sections[0].energy(batches), expected, 1e-15);
    EXPECT_NEAR(sections[0].scale(), s, 1e-12);
    EXPECT_NEAR(forces[1].c.x(), weight * error, 1e-12);
    EXPECT_NEAR(forces[0].c.x(), -weight * error, 1e-12);
    EXPECT_NEAR(forces[0].s, 3e-4 * weight * (1.0 - s), 1e-12);
}

class SectionDerivatives : public testing::TestWithParam<SectionMatching> {};

TEST_P(SectionDerivatives, GradientMatchesDifferences) {
    Random random(23);
    for (int round = 0; round < 5; ++round) {
        Bundle bundle(GetParam());
        bundle.transform(random.rotation(), random.uniform(0.8, 1.4), random.vector3(1.0));
        bundle.move(random.vector(bundle.unknowns(), 0.05));
        bundle.value();
        const Eigen::VectorXd gradient = bundle.gradient;
        EXPECT_TRUE(sinew::test::gradient_matches(
            [&](const Eigen::VectorXd& x) { return bundle.value_at(x); }, gradient,
            Eigen::VectorXd::Zero(bundle.unknowns()), {.relative = 1e-6}));
    }
}

/// One rod, two, and rods in a line: the discs say how the section is turned where the centres do not.
TEST_P(SectionDerivatives, GradientMatchesDifferencesWhereCentresSpanNoVolume) {
    Random random(25);
    for (const int rods : {1, 2, 4}) {
        for (int round = 0; round < 3; ++round) {
            Bundle bundle(Bundle::def(GetParam(), rods, true));
            const Eigen::Quaterniond q = random.rotation();
            bundle.transform(q, 1.2, random.vector3(1.0));
            bundle.value();
            EXPECT_LT(angular_distance(bundle.sections[0].rotation(), q), 1e-7) << rods;
            bundle.move(random.vector(bundle.unknowns(), 0.02));
            bundle.value();
            const Eigen::VectorXd gradient = bundle.gradient;
            EXPECT_TRUE(sinew::test::gradient_matches(
                [&](const Eigen::VectorXd& x) { return bundle.value_at(x); }, gradient,
                Eigen::VectorXd::Zero(bundle.unknowns()), {.relative = 1e-6}));
        }
    }
}

/// Rods that changed sides: a mirror image is no rotation, but the push must be one that goes down.
TEST_P(SectionDerivatives, GradientMatchesDifferencesWhereTheSectionIsInsideOut) {
    Random random(26);
    Bundle bundle(Bundle::def(GetParam(), 4));
    RodSetState state = bundle.set.gather(bundle.batches);
    for (Eigen::Vector3d& c : state.c)
        c.x() = -c.x();
    bundle.set.scatter(state, bundle.batches);
    bundle.batches[0].current = bundle.batches[0].state;
    bundle.move(random.vector(bundle.unknowns(), 0.01));
    EXPECT_GT(bundle.value(), 0.0);
    const Eigen::VectorXd gradient = bundle.gradient;
    ASSERT_TRUE(gradient.allFinite());
    EXPECT_TRUE(sinew::test::gradient_matches(
        [&](const Eigen::VectorXd& x) { return bundle.value_at(x); }, gradient,
        Eigen::VectorXd::Zero(bundle.unknowns()), {.relative = 1e-6}));
}

TEST_P(SectionDerivatives, HessianIsExactWhereTheShapeIsKept) {
    Random random(24);
    Bundle bundle(GetParam());
    const double scale = GetParam() == SectionMatching::Similarity ? 1.2 : 1.0;
    bundle.transform(random.rotation(), scale, random.vector3(1.0));
    bundle.value();
    const int n = bundle.unknowns();
    Eigen::MatrixXd hessian(n, n);
    for (int i = 0; i < n; ++i)
        hessian.col(i) = bundle.hessian_times(Eigen::VectorXd::Unit(n, i));
    EXPECT_LT((hessian - hessian.transpose()).norm(), 1e-9 * hessian.norm());
    EXPECT_TRUE(sinew::test::jacobian_matches(
        [&](const Eigen::VectorXd& x) { return bundle.gradient_at(x); }, hessian,
        Eigen::VectorXd::Zero(n), {.relative = 1e-5}));
}

INSTANTIATE_TEST_SUITE_P(Both, SectionDerivatives,
                         testing::Values(SectionMatching::Similarity, SectionMatching::Rigid));

}  // namespace
}  // namespace sinew::viper
