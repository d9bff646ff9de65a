#include <cstddef>
#include <cstring>
#include <vector>

#include "plugin/job_world.hpp"

namespace sinew::test {
namespace {

using testing::Each;
using testing::HasSubstr;

/// Memory for a struct of a caller that was compiled with another version of the header.
class OtherVersion {
public:
    explicit OtherVersion(std::size_t size) : m_bytes(size + 64, std::byte{0xAB}), m_size(size) {}
    template <class T>
    T* as() {
        return reinterpret_cast<T*>(m_bytes.data());
    }
    std::byte& operator[](std::size_t offset) { return m_bytes[offset]; }
    std::vector<std::byte> beyond() const {
        return {m_bytes.begin() + static_cast<std::ptrdiff_t>(m_size), m_bytes.end()};
    }

private:
    std::vector<std::byte> m_bytes;  // from operator new, so aligned for any struct
    std::size_t m_size;
};

TEST(SizedStruct, InitWritesNothingBeyondTheSizeOfTheCaller) {
    for (std::size_t size = 8; size <= sizeof(SinewWorldDef) + 16; ++size) {
        OtherVersion def(size);
        ASSERT_EQ(sinew_world_def_init(def.as<SinewWorldDef>(), size), SINEW_SUCCESS);
        EXPECT_EQ(def.as<SinewWorldDef>()->struct_size, size);
        EXPECT_THAT(def.beyond(), Each(std::byte{0xAB})) << size;
    }
}

TEST(SizedStruct, AnOldCallerGetsTheDefaultsOfMembersItDoesNotHave) {
    // The text and half of its size: a member that is cut counts as absent, whatever is in it.
    const std::string text = job_of({rods()}).dump();
    const std::size_t size = offsetof(SinewWorldDef, job_size) + 4;
    OtherVersion old(size);
    ASSERT_EQ(sinew_world_def_init(old.as<SinewWorldDef>(), size), SINEW_SUCCESS);
    old.as<SinewWorldDef>()->job_text = text.c_str();
    std::memset(&old[offsetof(SinewWorldDef, job_size)], 0x7F, 4);
    SinewWorld* created = nullptr;
    ASSERT_EQ(sinew_world_create(old.as<SinewWorldDef>(), &created), SINEW_SUCCESS)
        << sinew_last_error();
    const WorldPointer world(created);
    EXPECT_EQ(positions(world, "Rod").size(), 5U);
}

TEST(SizedStruct, ANewerCallerMayLeaveUnknownMembersAtZeroOnly) {
    const std::string text = job_of({rods()}).dump();
    const std::size_t size = sizeof(SinewWorldDef) + 16;
    OtherVersion newer(size);
    ASSERT_EQ(sinew_world_def_init(newer.as<SinewWorldDef>(), size), SINEW_SUCCESS);
    newer.as<SinewWorldDef>()->job_text = text.c_str();
    SinewWorld* world = nullptr;
    EXPECT_EQ(sinew_world_create(newer.as<SinewWorldDef>(), &world), SINEW_SUCCESS);
    sinew_world_destroy(world);
    newer[size - 1] = std::byte{1};
    EXPECT_EQ(sinew_world_create(newer.as<SinewWorldDef>(), &world), SINEW_ERROR_VERSION_MISMATCH);
    EXPECT_EQ(world, nullptr);
    EXPECT_THAT(sinew_last_error(), HasSubstr("SinewWorldDef"));
}

TEST(SizedStruct, RefusesStructsThatWereNeverFilledIn) {
    for (const uint64_t size : {uint64_t{0}, uint64_t{7}, uint64_t{1} << 40, ~uint64_t{0}}) {
        SinewWorldDef def{};
        def.struct_size = size;
        SinewWorld* world = nullptr;
        EXPECT_EQ(sinew_world_create(&def, &world), SINEW_ERROR_INVALID_ARGUMENT);
        EXPECT_THAT(sinew_last_error(), HasSubstr("struct_size"));
        EXPECT_THAT(sinew_last_error(), HasSubstr("_init"));
        EXPECT_EQ(sinew_world_def_init(&def, size), SINEW_ERROR_INVALID_ARGUMENT);
    }
}

TEST(SizedStruct, ReportsAreWrittenAsFarAsTheCallerHasRoom) {
    const WorldPointer world = make_world(job_of({rods()}));
    const std::size_t size = offsetof(SinewStepReport, residual) + 4;
    OtherVersion report(size);
    report.as<SinewStepReport>()->struct_size = size;
    ASSERT_EQ(sinew_world_step(world.get(), report.as<SinewStepReport>()), SINEW_SUCCESS);
    EXPECT_EQ(report.as<SinewStepReport>()->struct_size, size);
    EXPECT_EQ(report.as<SinewStepReport>()->frame, 2.0);
    EXPECT_GT(report.as<SinewStepReport>()->steps, 0);
    EXPECT_EQ(report[offsetof(SinewStepReport, residual)], std::byte{0xAB});
    EXPECT_THAT(report.beyond(), Each(std::byte{0xAB}));

    SinewStepReport unset{};
    EXPECT_EQ(sinew_world_step(world.get(), &unset), SINEW_ERROR_INVALID_ARGUMENT);
}

TEST(SizedStruct, ReservedMembersMustBeZero) {
    SinewCheckDef def;
    ASSERT_EQ(sinew_check_def_init(&def, sizeof def), SINEW_SUCCESS);
    def.reserved = 1;
    EXPECT_EQ(sinew_check_run(&def, nullptr, 0, nullptr), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("reserved"));
}

}  // namespace
}  // namespace sinew::test
