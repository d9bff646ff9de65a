#include "body/mover.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace sinew {
namespace {

using Eigen::Affine3d;
using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using testing::HasSubstr;

constexpr double TURN = 3.14159265358979323846 / 4.0;

void add_key(MoverDef& def, double frame, const Matrix3d& a, const Vector3d& t) {
    def.transforms.width = MOVER_WIDTH;
    def.transforms.frames.push_back(frame);
    for (int row = 0; row < 3; ++row) {
        def.transforms.values.insert(def.transforms.values.end(),
                                     {a(row, 0), a(row, 1), a(row, 2), t[row]});
    }
}

Matrix3d turned(double angle) {
    return AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix();
}

/// Turns by 45° about z from frame 1 to 2 while it moves along x and gets twice as wide.
MoverDef forearm() {
    MoverDef def;
    def.name = "Armature/forearm.L";
    add_key(def, 1.0, Matrix3d::Identity(), Vector3d(0.1, 0.7, 0.3));
    add_key(def, 2.0, turned(TURN) * 2.0, Vector3d(0.5, 0.7, 0.3));
    return def;
}

std::string problems_of(const MoverDef& def) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    std::string text;
    for (const Problem& problem : problems)
        text += problem.message() + "\n";
    return text;
}

TEST(Mover, IsExactAtItsKeysAndHeldOutside) {
    const MoverDef def = forearm();
    const Mover mover(def);
    for (const auto& [frame, key] : {std::pair(1.0, 0), {2.0, 1}, {-7.0, 0}, {9.5, 1}}) {
        const Affine3d expected = to_affine(def.transforms.read_key(static_cast<std::size_t>(key)));
        EXPECT_EQ(mover.at(frame).matrix(), expected.matrix()) << frame;
    }
    EXPECT_EQ(mover.at(2.0).translation(), Vector3d(0.5, 0.7, 0.3));
}

TEST(Mover, TurnsEvenlyAndStretchesLinearlyInBetween) {
    const Mover mover(forearm());
    for (const double blend : {0.25, 0.5, 0.9}) {
        const Affine3d now = mover.at(1.0 + blend);
        EXPECT_TRUE(now.linear().isApprox((1.0 + blend) * turned(blend * TURN), 1e-14)) << blend;
        EXPECT_TRUE(now.translation().isApprox(Vector3d(0.1 + 0.4 * blend, 0.7, 0.3), 1e-15));
        EXPECT_EQ(now.translation().y(), 0.7);  // what does not move stays, bit by bit
    }
}

TEST(Mover, DoesNotShrinkABoneThatTurns) {
    MoverDef def;
    def.name = "bone";
    add_key(def, 1.0, turned(0.0), Vector3d::Zero());
    add_key(def, 2.0, turned(2.0 * TURN), Vector3d::Zero());
    // The mean of the matrices would give cos 45° = 0.71.
    EXPECT_NEAR((Mover(def).at(1.5) * Vector3d::UnitX()).norm(), 1.0, 1e-15);
}

TEST(Mover, GoesTheShorterWayWhateverTheQuaternionsSign) {
    // From 170° to 190°: through 180°, not through 0°.
    MoverDef def;
    def.name = "bone";
    add_key(def, 1.0, turned(170.0 / 45.0 * TURN), Vector3d::Zero());
    add_key(def, 2.0, turned(190.0 / 45.0 * TURN), Vector3d::Zero());
    EXPECT_TRUE(Mover(def).at(1.5).linear().isApprox(turned(4.0 * TURN), 1e-14));
}

TEST(Mover, KeepsShearAndMirrorImages) {
    Matrix3d shear = Matrix3d::Identity();
    shear(0, 1) = 0.5;
    const Matrix3d mirror = Vector3d(-1.0, 1.0, 1.0).asDiagonal();
    for (const Matrix3d& rest : {shear, mirror, Matrix3d(-Matrix3d::Identity())}) {
        MoverDef def;
        def.name = "bone";
        add_key(def, 1.0, rest, Vector3d::Zero());
        add_key(def, 3.0, turned(TURN) * rest, Vector3d::Zero());
        EXPECT_EQ(problems_of(def), "");
        const Matrix3d half = Mover(def).at(2.0).linear();
        EXPECT_TRUE(half.isApprox(turned(0.5 * TURN) * rest, 1e-14)) << half;
    }
}

TEST(Mover, MovesToALiveTargetWithinTheFrame) {
    Mover mover(forearm());
    Affine3d target = Affine3d::Identity();
    target.linear() = turned(2.0 * TURN) * 2.0;
    target.translation() = Vector3d(1.0, 0.0, 0.0);
    mover.set_target(3.0, target);
    EXPECT_TRUE(mover.at(2.0).isApprox(Mover(forearm()).at(2.0), 0.0));
    EXPECT_TRUE(mover.at(2.5).linear().isApprox(turned(1.5 * TURN) * 2.0, 1e-14));
    EXPECT_EQ(mover.at(3.0).matrix(), target.matrix());
    EXPECT_EQ(mover.at(4.0).matrix(), target.matrix());
}

TEST(MoverDef, PrerollArrivesWhereTheMoverIsBetweenKeys) {
    // A quarter turn from frame 1 to 2: at 1.5 the numbers of the matrix would have lost a third of the length.
    MoverDef bone{.name = "bone", .transforms = {.width = MOVER_WIDTH, .frames = {}, .values = {}}};
    add_key(bone, 1.0, Matrix3d::Identity(), Vector3d::Zero());
    add_key(bone, 2.0, turned(0.5 * M_PI), Vector3d(2.0, 0.0, 0.0));
    bone.add_preroll(1.5, 8.0);
    const Mover mover(bone);
    EXPECT_EQ(mover.at(-6.5).matrix(), Eigen::Affine3d::Identity().matrix());
    for (const double frame : {-0.5, 1.5}) {
        EXPECT_TRUE(mover.at(frame).linear().isApprox(turned(0.25 * M_PI), 1e-14)) << frame;
        EXPECT_NEAR(mover.at(frame).translation().x(), 1.0, 1e-15);
    }
}

TEST(MoverDef, NamesWhatIsWrong) {
    EXPECT_EQ(problems_of(forearm()), "");
    MoverDef nameless = forearm();
    nameless.name.clear();
    EXPECT_THAT(problems_of(nameless), HasSubstr("mover: name is empty"));

    MoverDef narrow = forearm();
    narrow.transforms.width = 8;
    EXPECT_THAT(problems_of(narrow), HasSubstr("Armature/forearm.L: transforms is 8 numbers"));
    EXPECT_THAT(problems_of({.name = "a", .transforms = {}}), HasSubstr("12 numbers a key"));

    MoverDef broken = forearm();
    broken.transforms.values[15] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(problems_of(broken), HasSubstr("transforms at frame 2 is not finite"));

    MoverDef flat = forearm();
    add_key(flat, 3.0, Vector3d(1e-6, 1e-6, 0.0).asDiagonal(), Vector3d::Zero());
    EXPECT_THAT(problems_of(flat), HasSubstr("transforms at frame 3 is singular"));
    MoverDef zero = forearm();
    add_key(zero, 3.0, Matrix3d::Zero(), Vector3d::Zero());
    EXPECT_THAT(problems_of(zero), HasSubstr("transforms at frame 3 is singular"));
    MoverDef tiny = forearm();  // all of it small is a scale like any other
    add_key(tiny, 3.0, 1e-30 * turned(1.0), Vector3d::Zero());
    EXPECT_EQ(problems_of(tiny), "");

    MoverDef mirrored = forearm();
    add_key(mirrored, 3.0, Vector3d(-1.0, 1.0, 1.0).asDiagonal(), Vector3d::Zero());
    EXPECT_THAT(problems_of(mirrored), HasSubstr("transforms at frame 3 is mirrored"));
}

}  // namespace
}  // namespace sinew
