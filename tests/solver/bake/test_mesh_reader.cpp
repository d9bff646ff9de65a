#include "bake/mesh_reader.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

using Eigen::Vector3d;
using Eigen::Vector3i;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* SQUARE = R"("vertices": [[0,0,0], [1,0,0], [1,1,0], [0,1,0]])";

class MeshReader : public testing::Test {
protected:
    std::optional<TriangleMesh> read(const std::string& text) {
        m_value = json::parse(text);
        m_context.problems = {};
        return read_mesh(JsonField(m_value, "Body", "mesh", m_context));
    }
    std::optional<TriangleMesh> read_faces(const std::string& faces) {
        return read(std::string("{") + SQUARE + ", \"faces\": " + faces + "}");
    }
    std::string problem() {
        EXPECT_EQ(m_context.problems.listed().size(), 1U);
        return m_context.problems.empty() ? "" : m_context.problems.listed().front().message();
    }

    json m_value;
    ReadContext m_context;
};

TEST_F(MeshReader, ReadsFacesAsListsAndFlat) {
    const std::vector<Vector3i> both{{0, 1, 2}, {0, 2, 3}};
    EXPECT_EQ(read_faces("[[0, 1, 2], [0, 2, 3]]").value().triangles, both);
    EXPECT_EQ(read_faces("[0, 1, 2, 0, 2, 3]").value().triangles, both);
    EXPECT_THAT(read_faces("[[0, 1, 2], [0, 1, 2, 3]]").value().triangles,
                ElementsAre(Vector3i(0, 1, 2), Vector3i(0, 1, 2), Vector3i(0, 2, 3)));
    EXPECT_TRUE(read_faces("[]").value().triangles.empty());
    EXPECT_TRUE(read(std::string("{") + SQUARE + "}").value().triangles.empty());
}

TEST_F(MeshReader, RefusesVerticesWhoseDistancesNoNumberHolds) {
    EXPECT_FALSE(read(R"({"vertices": [[1e300, 0.2, 0.2], [0.5, 0.5, 0.1]]})"));
    EXPECT_THAT(problem(), HasSubstr("too large in metres"));
}

TEST_F(MeshReader, ReadsFacesOfTheBinaryFile) {
    sinew::test::TempFolder folder;
    const std::vector<std::int32_t> quad{0, 1, 2, 3};
    folder.write("job.bin", std::string_view(reinterpret_cast<const char*>(quad.data()), 16));
    m_context.binary.emplace(File(folder / "job.bin"));
    const auto mesh = read_faces(R"({"dtype": "int32", "shape": [1, 4], "offset": 0})");
    EXPECT_THAT(mesh.value().triangles, ElementsAre(Vector3i(0, 1, 2), Vector3i(0, 2, 3)));
    EXPECT_FALSE(read_faces(R"({"dtype": "int32", "shape": [2, 2], "offset": 0})"));
    EXPECT_THAT(problem(), HasSubstr("faces[0] is 2 corners"));
}

TEST_F(MeshReader, ScalesAFileAndReadsItsFaces) {
    sinew::test::TempFolder folder;
    folder.write("a.obj", "v 2 4 6\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    folder.write("far.obj", "v 1e308 4 6\n");
    m_context.folder = folder.path();
    m_context.length = 0.5;
    const auto mesh = read("\"a.obj\"").value();
    EXPECT_EQ(mesh.vertices.at(0), Vector3d(1, 2, 3));
    EXPECT_THAT(mesh.triangles, ElementsAre(Vector3i(0, 1, 2)));
    m_context.length = 100.0;
    EXPECT_FALSE(read("\"far.obj\""));
    EXPECT_THAT(problem(), HasSubstr("too large in metres"));
}

TEST_F(MeshReader, NamesTheFirstBadFace) {
    const std::pair<const char*, const char*> cases[] = {
        {"[[0, 1, 2], [0, 1, 4]]", "mesh.faces[1] is vertex 4: the mesh has the vertices 0 to 3"},
        {"[[0, 1, 2], [0, 1]]", "mesh.faces[1] is 2 corners"},
        {"[0, 1, -1]", "mesh.faces[0] is vertex -1"},
        {"[0, 1, 1.5]", "must be a whole number"},
        {"[0, 1, 2, 3]", "must have 3 numbers an item"},
        {"[[0, 1, 2], 7]", "mesh.faces[1] is 7"},
        {"[[], [7]]", "mesh.faces[0] is 0 corners"},
        {"7", "mesh.faces is 7"},
        {"\"none\"", "mesh.faces is \"none\""},
    };
    for (const auto& [faces, words] : cases) {
        EXPECT_FALSE(read_faces(faces)) << faces;
        EXPECT_THAT(problem(), HasSubstr(words)) << faces;
    }
}

}  // namespace
}  // namespace sinew::bake::test
