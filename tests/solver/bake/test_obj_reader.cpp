#include "bake/obj_reader.hpp"

#include <gmock/gmock.h>

#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

using Eigen::Vector3d;
using Eigen::Vector3i;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ObjReader, ReadsVerticesInTheirOrder) {
    EXPECT_THAT(
        parse_obj("# made by hand\no Thing\nv 1 2 3\nvn 0 0 1\nvt 0 1\n  v\t-1e-3 +.5 4 1.0\r\n"
                  "f 1 2 2\nv 7 8 9 0.1 0.2 0.3",
                  "a.obj")
            .vertices,
        ElementsAre(Vector3d(1, 2, 3), Vector3d(-1e-3, 0.5, 4), Vector3d(7, 8, 9)));
}

TEST(ObjReader, NamesTheLineOfABadVertex) {
    for (const char* line :
         {"v 1 2", "v 1 2 x", "v nan 0 0", "v 0 inf 0", "v 1e999 0 0", "v 1 2 3x", "v "}) {
        const Error error = error_of([&] { parse_obj(std::string("v 0 0 0\n") + line, "a.obj"); });
        EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
        EXPECT_THAT(error.what(), HasSubstr("a.obj: line 2")) << line;
    }
}

constexpr const char* SQUARE_OBJ = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(ObjReader, ReadsFacesInAllForms) {
    for (const char* face :
         {"f 1 2 3", "f 1/1 2/1 3/2", "f 1//1 2//1 3//1", "f\t1/1/1  2/2/2 3/3/3 \r", "f -4 -3 -2",
          "f -4/-1/-1 -3/-1/-1 -2/-1/-1", "f 1 2 3 # first"}) {
        EXPECT_THAT(parse_obj(std::string(SQUARE_OBJ) + face, "a.obj").triangles,
                    ElementsAre(Vector3i(0, 1, 2)))
            << face;
    }
}

TEST(ObjReader, CountsNegativeNumbersFromTheLineOfTheFace) {
    EXPECT_THAT(
        parse_obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nf -3 -2 -1\nv 0 1 0\nf -4 -2 -1", "a.obj").triangles,
        ElementsAre(Vector3i(0, 1, 2), Vector3i(0, 2, 3)));
}

TEST(ObjReader, ReadsFacesBeforeTheirVerticesAndCutsPolygons) {
    EXPECT_THAT(parse_obj(std::string("f 1 2 3 4\n") + SQUARE_OBJ, "a.obj").triangles,
                ElementsAre(Vector3i(0, 1, 2), Vector3i(0, 2, 3)));
}

TEST(ObjReader, NamesTheLineOfABadFace) {
    const std::pair<const char*, const char*> cases[] = {
        {"f 1 2", "three corners"},
        {"f ", "three corners"},
        {"f 1 2 x", "numbers of vertices"},
        {"f 1 2 3.5", "numbers of vertices"},
        {"f 1 2 0", "vertex 0"},
        {"f 1 2 5", "vertex 5: the file has 4 vertices"},
        {"f 1 2 -5", "vertex -5: there are 4 vertices before this line"},
        {"f 1 2 99999999999", "vertex 99999999999"},
        {"f 1 2 99999999999999999999999", "numbers of vertices"},
    };
    for (const auto& [line, words] : cases) {
        const Error error = error_of([&] { parse_obj(std::string(SQUARE_OBJ) + line, "a.obj"); });
        EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
        EXPECT_THAT(error.what(), HasSubstr("a.obj: line 5")) << line;
        EXPECT_THAT(error.what(), HasSubstr(words)) << line;
    }
}

TEST(ObjReader, RefusesAFileWithoutVertices) {
    EXPECT_THAT(error_of([] { parse_obj("f 1 2 3\n", "a.obj"); }).what(), HasSubstr("no vertices"));
}

TEST(ObjReader, ReadsTheVerticesOfGroups) {
    const GroupedMesh grouped = parse_grouped_obj(
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\ng  a b # both\nf 4 2 1\ng\nf 1 3 4\ng b\r\n"
        "f 1 3 4\ng empty\n",
        "a.obj");
    EXPECT_EQ(grouped.mesh.triangles.size(), 4u);
    ASSERT_EQ(grouped.groups.size(), 3u);
    EXPECT_EQ(grouped.groups[0].name, "a");
    EXPECT_THAT(grouped.groups[0].vertices, ElementsAre(0, 1, 3));
    EXPECT_EQ(grouped.groups[1].name, "b");
    EXPECT_THAT(grouped.groups[1].vertices, ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(grouped.groups[2].vertices, ElementsAre());
}

}  // namespace
}  // namespace sinew::bake::test
