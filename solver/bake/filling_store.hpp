// FillingStore: tetrahedra that fill a surface, kept so that Check, Estimate Cost and Bake fill a mesh once.
//
// One file a filling, named by a hash of the surface, the resolution and the version of Sinew. A file has the hash of its
// bytes at its end; one that is damaged, or of other inputs, is not used and the mesh is filled again. The store is a
// convenience: without a folder, on a full disk or without permission, everything works and only takes longer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "mesh/tet_mesh.hpp"
#include "mesh/triangle_mesh.hpp"
#include "tetrahedra/tetrahedralise.hpp"

namespace sinew::bake {

class FillingStore {
public:
    static constexpr std::size_t MOST_FILES = 64;  ///< the oldest are removed

    /// An empty path: nothing is kept.
    explicit FillingStore(std::filesystem::path folder) : m_folder(std::move(folder)) {}
    /// $XDG_CACHE_HOME/sinew/fillings, or ~/.cache/sinew/fillings.
    static FillingStore of_user();

    /// The kept mesh, or a new one of tetrahedralise, which is then kept. Throws as tetrahedralise does.
    TetMesh filled(const TriangleMesh& surface, const tetrahedra::TetrahedraDef& resolution,
                   std::string_view object, const CancelToken& cancel) const;

    /// Null where it is absent or cannot be used.
    std::optional<TetMesh> find(const TriangleMesh& surface,
                                const tetrahedra::TetrahedraDef& resolution) const;

private:
    void keep(const std::string& name, std::uint64_t key, const TetMesh& mesh) const;
    void remove_oldest() const;

    std::filesystem::path m_folder;
};

}  // namespace sinew::bake
