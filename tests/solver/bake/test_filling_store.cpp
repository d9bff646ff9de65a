#include "bake/filling_store.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "bake/file_io.hpp"
#include "support/shapes.hpp"
#include "support/temp_folder.hpp"

namespace sinew::bake {
namespace {

using std::filesystem::path;

path only_file(const path& folder) {
    path found;
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        found = entry.path();
        ++files;
    }
    EXPECT_EQ(files, 1);
    return found;
}

TEST(FillingStore, FillsOnceAndGivesTheSameBitsAgain) {
    const sinew::test::TempFolder folder;
    const FillingStore store(folder.path() / "fillings");
    const TriangleMesh ball = sinew::test::ball_mesh(0.1, 12, 16);
    EXPECT_FALSE(store.find(ball, {.count = 300}));
    const TetMesh made = store.filled(ball, {.count = 300}, "Ball", {});
    const auto kept = store.find(ball, {.count = 300});
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->vertices, made.vertices);
    EXPECT_EQ(kept->tetrahedra, made.tetrahedra);
    EXPECT_EQ(store.filled(ball, {.count = 300}, "Ball", {}).vertices, made.vertices);
    // Other inputs are other fillings.
    EXPECT_FALSE(store.find(ball, {.count = 301}));
    EXPECT_FALSE(store.find(ball, {.size = 0.05, .count = 300}));
    EXPECT_FALSE(store.find(ball, {.count = 300, .wall_thickness = 0.01}));
    TriangleMesh moved = ball;
    moved.vertices[3].x() += 1e-12;
    EXPECT_FALSE(store.find(moved, {.count = 300}));
}

// One bit anywhere, a cut, and another filling under the name: never used, and filled again.
TEST(FillingStore, DoesNotTrustItsFiles) {
    const sinew::test::TempFolder folder;
    const path place = folder.path() / "fillings";
    const FillingStore store(place);
    const TriangleMesh ball = sinew::test::ball_mesh(0.1, 8, 8);
    const TetMesh made = store.filled(ball, {.count = 100}, "Ball", {});
    const path file = only_file(place);
    const std::vector<std::byte> good = read_bytes(file, 1U << 30U);
    const auto write = [&](const std::vector<std::byte>& bytes) {
        std::ofstream(file, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
    };
    for (std::size_t at = 0; at < good.size(); at += 97) {
        std::vector<std::byte> bad = good;
        bad[at] ^= std::byte{4};
        write(bad);
        EXPECT_FALSE(store.find(ball, {.count = 100})) << at;
    }
    for (const std::size_t size : {std::size_t{0}, std::size_t{7}, good.size() / 2}) {
        write({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)});
        EXPECT_FALSE(store.find(ball, {.count = 100})) << size;
    }
    EXPECT_EQ(store.filled(ball, {.count = 100}, "Ball", {}).vertices, made.vertices);
    EXPECT_TRUE(store.find(ball, {.count = 100}));
    // Whole, but of another mesh.
    const FillingStore other(folder.path() / "other");
    other.filled(sinew::test::ball_mesh(0.2, 8, 8), {.count = 100}, "Ball", {});
    write(read_bytes(only_file(folder.path() / "other"), 1U << 30U));
    EXPECT_FALSE(store.find(ball, {.count = 100}));
    // A link is not followed.
    const path elsewhere = folder.path() / "elsewhere";
    write(good);
    std::filesystem::rename(file, elsewhere);
    std::filesystem::create_symlink(elsewhere, file);
    EXPECT_FALSE(store.find(ball, {.count = 100}));
}

TEST(FillingStore, WorksWithoutAPlaceAndKeepsTheLatest) {
    const TriangleMesh ball = sinew::test::ball_mesh(0.1, 6, 6);
    EXPECT_FALSE(FillingStore({}).filled(ball, {.count = 50}, "Ball", {}).tetrahedra.empty());
    const sinew::test::TempFolder folder;
    std::ofstream(folder.path() / "file") << "no folder";
    const FillingStore blocked(folder.path() / "file" / "fillings");
    EXPECT_FALSE(blocked.filled(ball, {.count = 50}, "Ball", {}).tetrahedra.empty());
    const path place = folder.path() / "fillings";
    std::filesystem::create_directory(place);
    for (std::size_t i = 0; i < FillingStore::MOST_FILES + 3; ++i)
        std::ofstream(place / (std::to_string(i) + ".tets")) << "old";
    const FillingStore store(place);
    store.filled(ball, {.count = 50}, "Ball", {});
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(place))
        ++files;
    EXPECT_EQ(files, FillingStore::MOST_FILES);
    EXPECT_TRUE(store.find(ball, {.count = 50}));
}

}  // namespace
}  // namespace sinew::bake
