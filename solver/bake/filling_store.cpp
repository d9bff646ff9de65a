#include "bake/filling_store.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "bake/folder.hpp"
#include "bake/hash.hpp"
#include "bake/version.hpp"
#include "base/byte_stream.hpp"
#include "base/error.hpp"
#include "base/task.hpp"

namespace sinew::bake {

using Eigen::Vector3d;
using Eigen::Vector4i;
using tetrahedra::TetrahedraDef;

namespace {

constexpr std::string_view FILLING_MAGIC = "SINEWTET";
/// Raised when tetrahedralise makes other tetrahedra of the same input.
constexpr std::uint64_t FILLING_VERSION = 1;
constexpr std::uint64_t LARGEST_FILLING = 4ULL << 30U;
constexpr std::size_t HASH_BYTES = sizeof(std::uint64_t);

std::uint64_t filling_word() {
    std::uint64_t word = 0;
    std::memcpy(&word, FILLING_MAGIC.data(), sizeof word);
    return word;
}

std::uint64_t key_of(const TriangleMesh& surface, const TetrahedraDef& resolution,
                     std::uint64_t salt) {
    return Hasher()
        .add_word(salt)
        .add_word(FILLING_VERSION)
        .add_text(version_text())
        .add_array(std::span<const Vector3d>(surface.vertices))
        .add_array(std::span<const Eigen::Vector3i>(surface.triangles))
        .add_number(resolution.size)
        .add_word(static_cast<std::uint64_t>(resolution.count))
        .add_number(resolution.wall_thickness)
        .value();
}

std::string name_of(const TriangleMesh& surface, const TetrahedraDef& resolution) {
    return to_hex(key_of(surface, resolution, 0)) + ".tets";
}

/// The mesh, or nothing where the bytes are not what was written for `key`.
std::optional<TetMesh> mesh_from(std::span<const std::byte> bytes, std::uint64_t key) {
    if (bytes.size() < HASH_BYTES) return std::nullopt;
    const auto content = bytes.first(bytes.size() - HASH_BYTES);
    if (ByteReader(bytes.last(HASH_BYTES)).get<std::uint64_t>() !=
        Hasher().add_bytes(content).value())
        return std::nullopt;
    ByteReader in(content);
    if (in.get<std::uint64_t>() != filling_word() || in.get<std::uint64_t>() != key)
        return std::nullopt;
    const auto vertices = in.get<std::uint64_t>();
    const auto tetrahedra = in.get<std::uint64_t>();
    // Before anything of that size is made; both are far from overflow in a file of 4 GB.
    if (vertices == 0 || tetrahedra == 0 || vertices > content.size() ||
        tetrahedra > content.size())
        return std::nullopt;
    TetMesh mesh;
    mesh.vertices.resize(vertices);
    mesh.tetrahedra.resize(tetrahedra);
    in.get_array(std::span(mesh.vertices.data()->data(), 3 * vertices));
    in.get_array(std::span(mesh.tetrahedra.data()->data(), 4 * tetrahedra));
    const auto in_range = [vertices](const Vector4i& tet) {
        return tet.minCoeff() >= 0 && static_cast<std::uint64_t>(tet.maxCoeff()) < vertices;
    };
    if (!std::ranges::all_of(mesh.tetrahedra, in_range)) return std::nullopt;
    return mesh;
}

}  // namespace

FillingStore FillingStore::of_user() {
    // The environment is read before threads are started that could change it.
    if (const char* const cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/')
        return FillingStore(std::filesystem::path(cache) / "sinew" / "fillings");
    if (const char* const home = std::getenv("HOME"); home && *home == '/')
        return FillingStore(std::filesystem::path(home) / ".cache" / "sinew" / "fillings");
    return FillingStore({});
}

std::optional<TetMesh> FillingStore::find(const TriangleMesh& surface,
                                          const TetrahedraDef& resolution) const {
    if (m_folder.empty()) return std::nullopt;
    try {
        return mesh_from(Folder(m_folder).read_bytes(name_of(surface, resolution), LARGEST_FILLING),
                         key_of(surface, resolution, 1));
    } catch (const Error&) {
        check_task();
        return std::nullopt;  // absent or unreadable: it is filled again
    }
}

TetMesh FillingStore::filled(const TriangleMesh& surface, const TetrahedraDef& resolution,
                             std::string_view object, const CancelToken& cancel) const {
    if (std::optional<TetMesh> kept = find(surface, resolution)) {
        claim_memory(static_cast<double>(kept->vertices.size() * sizeof(Vector3d) +
                                         kept->tetrahedra.size() * sizeof(Vector4i)),
                     object, "resolution");
        return std::move(*kept);
    }
    const TaskPhase phase("filling " + std::string(object) + " with tetrahedra");
    TetMesh mesh = tetrahedra::tetrahedralise(surface, resolution, object, cancel).mesh;
    if (!m_folder.empty()) keep(name_of(surface, resolution), key_of(surface, resolution, 1), mesh);
    return mesh;
}

void FillingStore::keep(const std::string& name, std::uint64_t key, const TetMesh& mesh) const {
    ByteWriter out;
    out.put(filling_word());
    out.put(key);
    out.put(static_cast<std::uint64_t>(mesh.vertices.size()));
    out.put(static_cast<std::uint64_t>(mesh.tetrahedra.size()));
    out.put_array(std::span(mesh.vertices.data()->data(), 3 * mesh.vertices.size()));
    out.put_array(std::span(mesh.tetrahedra.data()->data(), 4 * mesh.tetrahedra.size()));
    ByteWriter hash;
    hash.put(Hasher().add_bytes(out.bytes()).value());
    try {
        const Folder folder = Folder::make(m_folder);
        remove_oldest();
        const std::array<std::span<const std::byte>, 2> parts{out.bytes(), hash.bytes()};
        folder.replace(name, parts);
    } catch (const Error&) {
        check_task();
        // No room or no permission: the next one fills again.
    }
}

/// So that one more has room. Of files that others remove at the same time, nothing is said.
void FillingStore::remove_oldest() const {
    std::error_code none;
    std::vector<std::pair<std::filesystem::file_time_type, std::filesystem::path>> files;
    for (const auto& entry : std::filesystem::directory_iterator(m_folder, none)) {
        if (entry.path().extension() == ".tets")
            files.emplace_back(entry.last_write_time(none), entry.path());
    }
    std::ranges::sort(files);
    for (std::size_t i = 0; i + MOST_FILES <= files.size(); ++i)
        std::filesystem::remove(files[i].second, none);
}

}  // namespace sinew::bake
