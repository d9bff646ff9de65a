#include "bake/obj_reader.hpp"

#include <gmock/gmock.h>

#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

using Eigen::Vector3d;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ObjReader, ReadsVerticesInTheirOrder) {
    EXPECT_THAT(parse_obj_vertices(
                    "# made by hand\no Thing\nv 1 2 3\nvn 0 0 1\nvt 0 1\n  v\t-1e-3 +.5 4 1.0\r\n"
                    "f 1 2 2\nv 7 8 9 0.1 0.2 0.3",
                    "a.obj"),
                ElementsAre(Vector3d(1, 2, 3), Vector3d(-1e-3, 0.5, 4), Vector3d(7, 8, 9)));
}

TEST(ObjReader, NamesTheLineOfABadVertex) {
    for (const char* line :
         {"v 1 2", "v 1 2 x", "v nan 0 0", "v 0 inf 0", "v 1e999 0 0", "v 1 2 3x", "v "}) {
        const Error error =
            error_of([&] { parse_obj_vertices(std::string("v 0 0 0\n") + line, "a.obj"); });
        EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
        EXPECT_THAT(error.what(), HasSubstr("a.obj: line 2")) << line;
    }
}

TEST(ObjReader, RefusesAFileWithoutVertices) {
    EXPECT_THAT(error_of([] { parse_obj_vertices("f 1 2 3\n", "a.obj"); }).what(),
                HasSubstr("no vertices"));
}

}  // namespace
}  // namespace sinew::bake::test
