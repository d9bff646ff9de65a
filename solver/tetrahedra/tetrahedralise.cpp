#include "tetrahedra/tetrahedralise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "base/machine_memory.hpp"
#include "base/parallel.hpp"
#include "base/task.hpp"
#include "tetrahedra/bcc_lattice.hpp"
#include "tetrahedra/isosurface_stuffing.hpp"
#include "volume/distance_field.hpp"
#include "volume/solid_voxels.hpp"
#include "volume/surface_check.hpp"

namespace sinew::tetrahedra {

namespace {

using volume::DistanceField;

/// What a cube of the lattice costs here [bytes].
constexpr double BYTES_PER_CUBE = 64.0;
constexpr double COUNT_TOLERANCE = 0.05;

[[noreturn]] void refuse(std::string_view object, const char* field, std::string value,
                         std::string remedy) {
    throw Error({.code = ErrorCode::InvalidArgument,
                 .object = std::string(object),
                 .field = field,
                 .value = std::move(value),
                 .remedy = std::move(remedy)});
}

class Tetrahedraliser {
public:
    Tetrahedraliser(const TriangleMesh& surface, const TetrahedraDef& def, std::string_view object,
                    const CancelToken& cancel)
        : m_surface(surface), m_def(def), m_object(object), m_cancel(cancel) {
        volume::require_surface(surface, object);
        check_def();
        m_box = volume::bounding_box(surface);
        const Eigen::Vector3d wall = Eigen::Vector3d::Constant(0.5 * def.wall_thickness);
        m_box.extend(m_box.max() + wall);
        m_box.extend(m_box.min() - wall);
        m_volume = has_wall() ? volume::surface_area(surface) * def.wall_thickness : inner_volume();
    }

    Tetrahedra run() {
        const bool by_count = !(m_def.size > 0.0);
        const double size =
            by_count ? std::cbrt(BccLattice::TETS_PER_CUBE * m_volume / m_def.count) : m_def.size;
        require_memory(size);
        require_wall_of_one(size);
        throw_if_cancelled();
        const DistanceField field = make_field(size);
        Tetrahedra result = fill(field, size);
        if (by_count) result = search(field, std::move(result));
        if (result.mesh.tetrahedra.empty()) {
            if (by_count)
                refuse(m_object, "count", fmt::format("{}", m_def.count),
                       "too few to fill the mesh: ask for more");
            refuse(m_object, "size", fmt::format("{} m", m_def.size),
                   "so large that no tetrahedron fits inside: use a smaller one");
        }
        require_wall_of_one(result.size);
        claim_memory(BYTES_PER_TET * static_cast<double>(result.mesh.tetrahedra.size()), m_object,
                     by_count ? "count" : "size");
        result.quality = measure_quality(result.mesh);
        return result;
    }

private:
    void throw_if_cancelled() const {
        if (m_cancel.requested()) throw Error(ErrorCode::Cancelled, "cancelled");
    }
    bool has_wall() const { return m_def.wall_thickness > 0.0; }

    void check_def() const {
        if (!std::isfinite(m_def.size) || m_def.size < 0.0)
            refuse(m_object, "size", fmt::format("{}", m_def.size),
                   "must be greater than 0, or 0 for a count");
        if (m_def.size == 0.0 && m_def.count < 1)
            refuse(m_object, "count", fmt::format("{}", m_def.count), "must be at least 1");
        if (!std::isfinite(m_def.wall_thickness) || m_def.wall_thickness < 0.0)
            refuse(m_object, "wall thickness", fmt::format("{}", m_def.wall_thickness),
                   "must be greater than 0, or 0 for a solid");
    }

    /// Counted in voxels, as the surface may be open or overlap itself.
    double inner_volume() const {
        constexpr double VOXELS = 20'000;
        const volume::WindingNumber winding(m_surface);
        const double voxel = volume::choose_voxel_size(m_surface, winding, VOXELS, m_object);
        return volume::voxelise(m_surface, winding, voxel, m_object).volume();
    }

    void require_memory(double size) const {
        const double cubes = ((m_box.sizes() / size).array() + 3.0).prod();
        const double tets = BccLattice::TETS_PER_CUBE * m_volume / (size * size * size);
        const double needed = cubes * BYTES_PER_CUBE + tets * BYTES_PER_TET;
        const bool by_count = !(m_def.size > 0.0);
        if (needed < machine_memory_bytes()) {
            sinew::require_memory(needed, m_object, by_count ? "count" : "size");
            return;
        }
        refuse(m_object, by_count ? "count" : "size",
               by_count ? fmt::format("{}", m_def.count) : fmt::format("{} m", m_def.size),
               fmt::format("about {:.3g} tetrahedra need {:.3g} GB of memory and this machine has "
                           "{:.3g} GB: use {}",
                           tets, needed * 1e-9, machine_memory_bytes() * 1e-9,
                           by_count ? "fewer" : "a larger size"));
    }

    void require_wall_of_one(double size) const {
        if (!has_wall() || size <= m_def.wall_thickness) return;
        const double count =
            BccLattice::TETS_PER_CUBE * m_volume / std::pow(m_def.wall_thickness, 3);
        refuse(m_object, "wall thickness", fmt::format("{} m", m_def.wall_thickness),
               fmt::format("thinner than tetrahedra of {:.3g} m: use a size of at most {:.3g} m, "
                           "which makes about {:.3g} of them",
                           size, m_def.wall_thickness, count));
    }

    /// Changes the size until the count is right, or keeps the nearest: coarse lattices jump from one count to
    /// another.
    Tetrahedra search(const DistanceField& field, Tetrahedra best) const {
        constexpr int ATTEMPTS = 8;
        const auto ratio_of = [&](const Tetrahedra& result) {
            return static_cast<double>(result.mesh.tetrahedra.size()) / m_def.count;
        };
        double size = best.size;
        double ratio = ratio_of(best);
        for (int attempt = 0;
             attempt < ATTEMPTS && std::abs(ratio_of(best) - 1.0) > COUNT_TOLERANCE; ++attempt) {
            // None at all: the lattice has missed it.
            size *= ratio > 0.0 ? std::clamp(std::cbrt(ratio), 0.5, 2.0) : 0.5;
            require_memory(size);
            Tetrahedra next = fill(field, size);
            ratio = ratio_of(next);
            if (std::abs(ratio - 1.0) < std::abs(ratio_of(best) - 1.0)) best = std::move(next);
        }
        return best;
    }

    DistanceField make_field(double size) const {
        // Three voxels to a cube, as long as they are not too many.
        const double least =
            1.05 * std::cbrt(m_box.sizes().cwiseMax(0.05 * m_box.sizes().maxCoeff()).prod() /
                             volume::MAX_BOX_VOXELS);
        return DistanceField(
            m_surface, std::max(size / 3.0, least), m_object,
            has_wall() ? volume::DistanceSign::None : volume::DistanceSign::Inside);
    }

    Tetrahedra fill(const DistanceField& field, double size) const {
        throw_if_cancelled();
        // A cube to spare on each side, so that the border of the lattice is outside.
        const Eigen::Vector3i cubes = (m_box.sizes() / size).array().ceil().cast<int>() + 2;
        const Eigen::Vector3d low = m_box.center() - 0.5 * size * cubes.cast<double>();
        const BccLattice lattice(low, size, cubes);
        std::vector<double> values(lattice.nodes());
        parallel_for(values.size(), 4096, [&](std::size_t begin, std::size_t end) {
            for (std::size_t node = begin; node < end; ++node) {
                const double distance = field.sample(lattice.position(node)).distance;
                values[node] =
                    has_wall() ? std::abs(distance) - 0.5 * m_def.wall_thickness : distance;
            }
        });
        Tetrahedra result;
        result.size = size;
        result.mesh = stuff_isosurface(lattice, std::move(values));
        return result;
    }

    const TriangleMesh& m_surface;
    const TetrahedraDef& m_def;
    std::string_view m_object;
    const CancelToken& m_cancel;
    Eigen::AlignedBox3d m_box;
    double m_volume = 0.0;  ///< that will be filled, about [m³]
};

}  // namespace

Tetrahedra tetrahedralise(const TriangleMesh& surface, const TetrahedraDef& def,
                          std::string_view object, const CancelToken& cancel) {
    return Tetrahedraliser(surface, def, object, cancel).run();
}

}  // namespace sinew::tetrahedra
