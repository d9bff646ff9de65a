#include "viperize/viperize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <optional>

#include "base/error.hpp"
#include "viperize/bundle_measures.hpp"
#include "viperize/harmonic_field.hpp"
#include "viperize/joined_parts.hpp"
#include "viperize/level_slices.hpp"
#include "viperize/muscle_ends.hpp"
#include "viperize/rod_layout.hpp"
#include "viperize/voxel_domain.hpp"
#include "volume/face_sides.hpp"
#include "volume/solid_voxels.hpp"
#include "volume/surface_check.hpp"
#include "volume/winding_number.hpp"

namespace sinew::viperize {

namespace {

using Eigen::Vector3d;

/// One run; each stage uses what the ones before it made.
class Run {
public:
    Run(const ViperizeDef& def, ViperizeProgress& progress) : m_def(def), m_progress(progress) {}

    Viperization operator()() {
        check_input();
        turn_faces();
        warn_of_open_surface();
        const volume::WindingNumber winding(m_mesh);
        stage(0.05);
        const double size =
            m_def.voxel_size > 0.0
                ? m_def.voxel_size
                : volume::choose_voxel_size(m_mesh, winding, wanted_voxels(), m_def.name);
        stage(0.2);
        m_solid = volume::voxelise(m_mesh, winding, size, m_def.name);
        stage(0.4);
        find_domain();
        stage(0.5);
        const HarmonicField field = solve_harmonic(m_domain, m_ends);
        stage(0.75);
        const std::vector<Slice> slices = slices_of(field, m_def.levels);
        check_slices(slices);
        stage(0.85);
        RodLayout layout = lay_out_rods(slices, m_solid, {.rods = m_def.rods});
        stage(0.95);
        keep_inside(layout, winding);
        write_result(slices, layout, winding);
        warn_of_rods_outside(field, layout, winding);
        stage(1.0);
        return std::move(m_result);
    }

private:
    [[noreturn]] void refuse(std::string field, std::string value, std::string remedy) const {
        throw Error({.code = ErrorCode::InvalidArgument,
                     .object = m_def.name,
                     .field = std::move(field),
                     .value = std::move(value),
                     .remedy = std::move(remedy)});
    }
    void warn(const std::string& text) { m_result.warnings.push_back(m_def.name + ": " + text); }

    void stage(double fraction) {
        m_progress.fraction.store(fraction, std::memory_order_relaxed);
        if (m_progress.cancel.requested()) {
            throw Error(ErrorCode::Cancelled, m_def.name + ": filling with rods was cancelled");
        }
    }

    void check_input() const {
        const auto check_range = [&](const char* field, int value, int low, int high) {
            if (value < low || value > high) {
                refuse(field, fmt::format("{}", value),
                       fmt::format("must be from {} to {}", low, high));
            }
        };
        check_range("rods", m_def.rods, 1, MAX_RODS);
        check_range("levels", m_def.levels, 2, MAX_LEVELS);
        if (!std::isfinite(m_def.voxel_size) || m_def.voxel_size < 0.0) {
            refuse("voxel size", fmt::format("{}", m_def.voxel_size),
                   "must be greater than 0, or 0 to choose it from the mesh");
        }
        volume::require_surface(m_def.mesh, m_def.name);
        check_painted("source", m_def.source);
        check_painted("sink", m_def.sink);
        if (m_def.source.empty() != m_def.sink.empty()) {
            refuse(m_def.source.empty() ? "source" : "sink", "empty",
                   "paint both ends of the muscle, or none to find them automatically");
        }
    }

    void check_painted(const char* field, const std::vector<int>& vertices) const {
        const auto count = static_cast<int>(m_def.mesh.vertices.size());
        for (const int v : vertices) {
            if (v >= 0 && v < count) continue;
            refuse(field, fmt::format("vertex {}", v),
                   fmt::format("vertices go from 0 to {}", count - 1));
        }
    }

    /// Winding numbers need faces that agree which side is outside; where all do, nothing changes.
    void turn_faces() {
        m_mesh = m_def.mesh;
        if (volume::is_closed(m_mesh)) return;
        const std::size_t turned = volume::make_sides_agree(m_mesh);
        if (turned == 0) return;
        warn(
            fmt::format("{} of {} faces pointed the other way than their neighbours and were "
                        "turned over for the rods (Mesh > Normals > Recalculate Outside mends the "
                        "mesh)",
                        turned, m_mesh.triangles.size()));
    }

    /// What a sheet bends around counts as its inside, which is hardly what a muscle was meant to be.
    void warn_of_open_surface() {
        constexpr double MOSTLY_OPEN = 0.3;
        const double open = volume::open_part(m_mesh);
        if (open < MOSTLY_OPEN) return;
        warn(
            fmt::format("the mesh is open, with a hole {:.0f} % as large as its surface; the space "
                        "that it bends around is filled. Close it if you do not want this",
                        100.0 * open));
    }

    /// Slices need voxels for their rods, and the field some more.
    double wanted_voxels() const {
        return std::clamp(32.0 * m_def.rods * m_def.levels, 60e3, 400e3);
    }

    void find_domain() {
        m_domain = make_domain(m_solid);
        if (m_domain.count() == 0) {
            refuse(
                {}, {},
                fmt::format("no voxel of {:.3g} m lies inside the mesh: use smaller voxels, close "
                            "the mesh, let its normals point outwards",
                            m_solid.grid.size));
        }
        m_ends = m_def.source.empty() ? find_ends(m_domain) : painted_ends();
        remove_overlap();
        keep_joined_parts();
    }

    MuscleEnds painted_ends() const {
        MuscleEnds ends;
        ends.source = painted_cells(m_domain, m_mesh, m_def.source);
        ends.sink = painted_cells(m_domain, m_mesh, m_def.sink);
        for (const auto& [field, cells] :
             {std::pair("source", &ends.source), {"sink", &ends.sink}}) {
            if (!cells->empty()) continue;
            refuse(field, "painted where the mesh has no inside",
                   "paint the surface of a thicker part, or use smaller voxels");
        }
        return ends;
    }

    void remove_overlap() {
        std::vector<int> both;
        std::set_intersection(m_ends.source.begin(), m_ends.source.end(), m_ends.sink.begin(),
                              m_ends.sink.end(), std::back_inserter(both));
        if (both.empty()) return;
        MuscleEnds apart;
        const auto without = [&](const std::vector<int>& cells, std::vector<int>& rest) {
            std::set_difference(cells.begin(), cells.end(), both.begin(), both.end(),
                                std::back_inserter(rest));
        };
        without(m_ends.source, apart.source);
        without(m_ends.sink, apart.sink);
        if (apart.source.empty() || apart.sink.empty()) {
            refuse("source", "the same place as the sink",
                   "paint them at opposite ends of the muscle");
        }
        warn("source and sink overlap; places painted as both are ignored");
        m_ends = std::move(apart);
    }

    /// Only parts with a source and a sink can be filled.
    void keep_joined_parts() {
        JoinedParts joined = join_ends(std::move(m_domain), std::move(m_ends));
        m_kept_fraction = joined.fraction;
        if (m_kept_fraction == 0.0) {
            refuse("source", "on a part that is not connected to that of the sink",
                   "paint both on one part, join the parts, or use smaller voxels if a thin place "
                   "joins them");
        }
        constexpr double NEGLIGIBLE = 1e-3;
        if (1.0 - m_kept_fraction > NEGLIGIBLE) {
            warn(
                fmt::format("{:.1f} % of the volume is not connected to source and sink and gets "
                            "no rods: paint ends on all parts, join the parts, or use smaller "
                            "voxels than {:.2g} m if a thin place joins them",
                            100.0 * (1.0 - m_kept_fraction), m_solid.grid.size));
        }
        m_domain = std::move(joined.domain);
        m_ends = std::move(joined.ends);
    }

    std::vector<Slice> slices_of(const HarmonicField& field, int levels) const {
        // Enough samples that the centre of a cell is accurate to a few hundredths of its radius.
        constexpr int SAMPLES_OF_A_ROD = 48;
        return make_slices(m_domain, field, m_solid, choose_levels(m_domain, field, levels),
                           std::max(1000, SAMPLES_OF_A_ROD * m_def.rods));
    }

    void check_slices(const std::vector<Slice>& slices) {
        double thinnest = 1e300;
        std::size_t crowded = 0;
        for (std::size_t i = 0; i < slices.size(); ++i) {
            if (slices[i].samples.size() < static_cast<std::size_t>(m_def.rods)) {
                refuse("rods", fmt::format("{}", m_def.rods),
                       fmt::format("level {} of {} is too thin for them: use fewer rods, smaller "
                                   "voxels, or paint larger ends",
                                   i, m_def.levels));
            }
            const double radius = std::sqrt(slices[i].area / (m_def.rods * std::numbers::pi));
            if (radius < thinnest) {
                thinnest = radius;
                crowded = i;
            }
        }
        constexpr double CROWDED_VOXELS = 0.25;
        if (thinnest < CROWDED_VOXELS * m_solid.grid.size) {
            warn(
                fmt::format("level {} holds {} rods of {:.2g} m radius, finer than the voxels of "
                            "{:.2g} m: use fewer rods, smaller voxels, or paint larger ends",
                            crowded, m_def.rods, thinnest, m_solid.grid.size));
        }
    }

    /// A point between samples may lie just outside where the surface curves in; the nearest voxel does not.
    void keep_inside(RodLayout& layout, const volume::WindingNumber& winding) const {
        for (std::vector<Vector3d>& level : layout) {
            for (Vector3d& point : level) {
                if (winding.inside(point)) continue;
                const int cell = m_domain.nearest_cell(point, 4);
                if (cell >= 0) point = m_domain.centre(static_cast<std::size_t>(cell));
            }
        }
    }

    /// Exact where the surface is closed and the voxels agree that it encloses this volume.
    double mesh_volume() const {
        const double voxels = m_kept_fraction * m_solid.volume();
        if (m_kept_fraction == 1.0 && volume::is_closed(m_mesh)) {
            const double exact = std::abs(volume::enclosed_volume(m_mesh));
            constexpr double AGREE = 0.03;
            if (std::abs(exact / voxels - 1.0) < AGREE) return exact;
        }
        return voxels;
    }

    void write_result(const std::vector<Slice>& slices, const RodLayout& layout,
                      const volume::WindingNumber& winding) {
        ViperizeMeasures& measures = m_result.measures;
        measures.mesh_volume = mesh_volume();
        const std::vector<double> radii = level_radii(slices, layout, measures.mesh_volume);
        for (int k = 0; k < m_def.rods; ++k) {
            m_result.counts.push_back(m_def.levels);
            for (int level = 0; level < m_def.levels; ++level) {
                m_result.points.push_back(layout[level][k]);
                m_result.radii.push_back(radii[level]);
            }
        }
        if (m_def.source.empty()) {
            m_result.source = vertices_at(m_domain, m_mesh, m_ends.source);
            m_result.sink = vertices_at(m_domain, m_mesh, m_ends.sink);
        } else {
            m_result.source = m_def.source;
            m_result.sink = m_def.sink;
        }
        measures.bundle_volume = bundle_volume(layout, radii);
        measures.total_length = total_length(layout);
        measures.voxel_size = m_solid.grid.size;
        measures.voxels = static_cast<int>(m_domain.count());
        const RodsOutside outside = rods_outside(layout, m_solid, winding);
        measures.points_outside = outside.points;
        measures.max_outside = outside.farthest;
        measures.segments_outside = outside.segments;
        m_length_outside = outside.length;
        measures.max_gap = largest_gap(layout, radii, vertices_of_domain());
        warn_of_gap(measures.max_gap);
        warn_about_radii(slices, radii);
    }

    void warn_of_rods_outside(const HarmonicField& field, const RodLayout& layout,
                              const volume::WindingNumber& winding) {
        if (m_result.measures.segments_outside == 0) return;
        const std::optional<int> levels = levels_that_stay_inside(field, winding);
        warn(
            fmt::format("{} of {} segments of the rods cut across the outside of the mesh, "
                        "{:.2g} % of their length: {}",
                        m_result.measures.segments_outside, m_def.rods * (m_def.levels - 1),
                        100.0 * m_length_outside / total_length(layout),
                        levels ? fmt::format("use {} levels, which keep them inside", *levels)
                               : "more levels do not keep them inside; use other ends or fewer "
                                 "rods, or make each limb a muscle by itself"));
    }

    /// Two, three or four times as many, whichever is seen to help first.
    std::optional<int> levels_that_stay_inside(const HarmonicField& field,
                                               const volume::WindingNumber& winding) {
        for (const int factor : {2, 3, 4}) {
            const int levels = factor * m_def.levels;
            if (levels > MAX_LEVELS) break;
            stage(0.95);
            const std::vector<Slice> slices = slices_of(field, levels);
            const bool thin = std::any_of(slices.begin(), slices.end(), [&](const Slice& slice) {
                return slice.samples.size() < static_cast<std::size_t>(m_def.rods);
            });
            if (thin) break;
            RodLayout layout = lay_out_rods(slices, m_solid, {.rods = m_def.rods});
            keep_inside(layout, winding);
            if (rods_outside(layout, m_solid, winding).segments == 0) return levels;
        }
        return std::nullopt;
    }

    void warn_of_gap(double gap) {
        constexpr double LARGE_GAP = 0.15;
        const double size = volume::bounding_box(m_mesh).sizes().maxCoeff();
        if (gap < LARGE_GAP * size) return;
        warn(
            fmt::format("a limb stays unfilled: its surface lies up to {:.2g} m from the nearest "
                        "rod, {:.0f} % of the size of the mesh. Paint its tip as an end too, or "
                        "make it a muscle by itself",
                        gap, 100.0 * gap / size));
    }

    void warn_about_radii(const std::vector<Slice>& slices, const std::vector<double>& radii) {
        const double share = std::sqrt(slices.front().area / (m_def.rods * std::numbers::pi));
        constexpr double MUCH_WIDER = 1.25;
        if (radii.front() <= MUCH_WIDER * share) return;
        // Between few levels a belly is not seen.
        constexpr int FEW_LEVELS = 4;
        warn(fmt::format(
            "the rods are {:.0f} % thicker than their slices so that the volume fits: {}",
            100.0 * (radii.front() / share - 1.0),
            m_def.levels <= FEW_LEVELS ? "the muscle is thicker between them; use more levels"
                                       : "a part of the muscle lies beside the way from source to "
                                         "sink; paint its tip too"));
    }

    /// Vertices of the mesh next to the voxels that were filled, as many as can be measured quickly.
    std::vector<Vector3d> vertices_of_domain() const {
        constexpr double MOST_DISTANCES = 3e7;
        const double distances = static_cast<double>(m_mesh.vertices.size()) *
                                 static_cast<double>(m_result.points.size());
        const auto stride = static_cast<std::size_t>(std::max(1.0, distances / MOST_DISTANCES));
        std::vector<Vector3d> vertices;
        for (std::size_t v = 0; v < m_mesh.vertices.size(); v += stride) {
            if (m_domain.nearest_cell(m_mesh.vertices[v], 2) >= 0)
                vertices.push_back(m_mesh.vertices[v]);
        }
        return vertices;
    }

    const ViperizeDef& m_def;
    ViperizeProgress& m_progress;
    TriangleMesh m_mesh;  ///< with faces that agree
    volume::SolidVoxels m_solid;
    VoxelDomain m_domain;
    MuscleEnds m_ends;
    double m_kept_fraction = 1.0;
    double m_length_outside = 0.0;  ///< of the rods [m]
    Viperization m_result;
};

}  // namespace

double ViperizeMeasures::volume_error() const {
    return mesh_volume > 0.0 ? std::abs(bundle_volume / mesh_volume - 1.0) : 0.0;
}

Viperization viperize(const ViperizeDef& def, ViperizeProgress& progress) {
    return Run(def, progress)();
}

}  // namespace sinew::viperize
