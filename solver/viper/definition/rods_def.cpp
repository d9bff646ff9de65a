#include "viper/definition/rods_def.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <string>

#include "body/def_checker.hpp"
#include "mesh/triangle_mesh.hpp"
#include "volume/surface_check.hpp"

namespace sinew::viper {

namespace {

/// A segment shorter than this part of the mean is as good as zero: its strains would be noise.
constexpr double SHORTEST_SEGMENT = 1e-6;
/// A fibre can become this much shorter at most; muscles shorten by about half.
constexpr double MOST_SHORTENING = 0.8;
class RodsChecker : DefChecker {
public:
    RodsChecker(const RodsDef& def, std::vector<Problem>& problems)
        : DefChecker(def.name, problems), m_def(def) {}

    void run() {
        collect_problems(m_def.params, ROD_PARAM_TABLE, object(), "material.", problems());
        const bool counted = check_counts();
        check_radii();
        check_finite("rods.points", m_def.points);
        check_finite("surface", m_def.surface);
        check_surface_triangles();
        if (counted) check_segments();
        for (std::size_t i = 0; i < m_def.pins.size(); ++i)
            check_pins(i);
        check_animated("radial_force", m_def.radial_force, m_def.points.size());
        check_initial();
        check_sections();
        check_activation();
        check_collision();
        check_contact();
        for (std::size_t i = 0; i < m_def.attachments.size(); ++i)
            check_attachment(i);
        if (!(m_def.mover_share >= 0.0 && m_def.mover_share <= 1.0)) {
            report("follow", fmt::format("{}", m_def.mover_share), "must be between 0 and 1");
        }
    }

private:
    void check_surface_triangles() {
        const auto bad = first_triangle_out_of_range(m_def.surface_triangles, m_def.surface.size());
        if (!bad) return;
        const Eigen::Vector3i& triangle = m_def.surface_triangles[*bad];
        report(fmt::format("surface.faces[{}]", *bad),
               fmt::format("{}, {}, {}", triangle[0], triangle[1], triangle[2]),
               fmt::format("the surface has {} vertices", m_def.surface.size()));
    }

    bool check_counts() {
        if (m_def.points.empty()) {
            report("rods.points", "empty", "a rod needs at least 2 points");
            return false;
        }
        std::size_t total = 0;
        for (std::size_t i = 0; i < m_def.counts.size(); ++i) {
            if (m_def.counts[i] < 2) {
                report(fmt::format("rods.counts[{}]", i), fmt::format("{}", m_def.counts[i]),
                       "a rod needs at least 2 points");
                return false;
            }
            total += static_cast<std::size_t>(m_def.counts[i]);
        }
        if (total != m_def.points.size()) {
            report("rods.counts", fmt::format("{} in all", total),
                   fmt::format("must add up to the number of points, {}", m_def.points.size()));
            return false;
        }
        return true;
    }

    void check_radii() {
        if (m_def.radii.size() != m_def.points.size()) {
            report("rods.radii", fmt::format("{} numbers", m_def.radii.size()),
                   fmt::format("must have one for each point, {}", m_def.points.size()));
        }
        list_offenders("rods.radii", m_def.radii, "radius must be greater than 0 [m]",
                       [](double radius) { return std::isfinite(radius) && radius > 0.0; });
    }

    void check_segments() {
        std::size_t first = 0;
        for (std::size_t rod = 0; rod < m_def.counts.size(); ++rod) {
            const auto count = static_cast<std::size_t>(m_def.counts[rod]);
            double total = 0.0;
            for (std::size_t i = first; i + 1 < first + count; ++i)
                total += length(i);
            const double mean = total / static_cast<double>(count - 1);
            for (std::size_t i = first; i + 1 < first + count; ++i) {
                if (length(i) > SHORTEST_SEGMENT * mean && length(i) > 0.0) continue;
                report("rods.points",
                       fmt::format("rod {}, points {} and {} in one place", rod, i, i + 1),
                       "remove one of them: a segment needs a length");
                break;
            }
            first += count;
        }
    }
    double length(std::size_t i) const { return (m_def.points[i + 1] - m_def.points[i]).norm(); }

    void check_pins(std::size_t index) {
        const RodPins& pins = m_def.pins[index];
        const std::string field = fmt::format("pins[{}]", index);
        check_points(field + ".points", pins.points);
        if (!pins.position && !pins.frame && !pins.scale) {
            report(field + ".what", "empty", "say what is held: position, frame or scale");
        }
        const std::size_t n = pins.points.size();
        check_animated(field + ".positions", pins.positions, 3 * n);
        check_animated(field + ".scales", pins.scales, n);
        check_rotations(field + ".rotations", pins.rotations, n);
        if (!pins.scales.empty() &&
            !pins.scales.all_of([](double scale) { return !(scale <= 0.0); })) {
            report(field + ".scales", "0 or less", "a scale must be greater than 0");
        }
    }

    void check_animated(const std::string& field, const AnimatedArray& array, std::size_t width) {
        DefChecker::check_animated(field, array, {&width, 1});
    }
    void check_points(const std::string& field, std::span<const int> points) {
        check_indices(field, points, m_def.points.size(), "point");
    }

    void check_sections() {
        const RodBundling& bundling = m_def.bundling;
        if (!std::isfinite(bundling.stiffness) || bundling.stiffness <= 0.0) {
            report("bundling.stiffness", fmt::format("{}", bundling.stiffness),
                   "must be greater than 0 [Pa]");
        }
        for (std::size_t i = 0; i < bundling.sections.size(); ++i) {
            const std::vector<int>& section = bundling.sections[i];
            const std::string field = fmt::format("sections[{}]", i);
            if (section.empty()) report(field, "empty", "name at least one point");
            check_points(field, section);
        }
    }

    void check_attachment(std::size_t index) {
        const RodAttachment& attachment = m_def.attachments[index];
        const std::string field = fmt::format("attachments[{}]", index);
        if (attachment.points.empty())
            report(field + ".points", "empty", "name the points that it holds");
        check_points(field + ".points", attachment.points);
        if (!(attachment.hinge >= 0.0 && attachment.hinge <= 1.0)) {
            report(field + ".hinge", fmt::format("{:g}", attachment.hinge),
                   "must be from 0 (turns with the mover) to 1 (faces the other attachments)");
        }
        if (!attachment.sliding) return;
        if (!attachment.surface.vertices.empty()) {
            try {
                volume::require_surface(attachment.surface, m_def.name);
            } catch (const Error& error) {
                Problem problem = error.problem();
                problem.field =
                    field + ".surface" + (problem.field.empty() ? "" : ", " + problem.field);
                problems().push_back(std::move(problem));
            }
            return;
        }
        if (attachment.normals.size() != attachment.points.size()) {
            report(
                field + ".normals", fmt::format("{} vectors", attachment.normals.size()),
                "a sliding attachment needs a surface, or the normal of one at each of its points");
        }
        list_offenders(field + ".normals", attachment.normals, "a normal must point somewhere",
                       [](const Eigen::Vector3d& normal) {
                           return normal.allFinite() && normal.norm() > 0.0;
                       });
    }

    void check_activation() {
        const RodActivation& activation = m_def.activation;
        check_animated("activation", activation.level, m_def.counts.size());
        const auto is_part = [](double value) { return value >= 0.0 && value <= 1.0; };
        if (!activation.level.all_of(is_part)) {
            report("activation", "outside 0 to 1", "0 is relaxed, 1 is fully active");
        }
        check_initial_size("activation_map", activation.map.size());
        list_offenders("activation_map", activation.map, "must be between 0 and 1", is_part);
        if (!(activation.shortening >= 0.0 && activation.shortening <= MOST_SHORTENING)) {
            report("shortening", fmt::format("{}", activation.shortening),
                   fmt::format("must be between 0 and {}", MOST_SHORTENING));
        }
    }

    void check_contact() {
        if (m_def.contact == ContactPartners::None) return;
        const auto refuse = [&](const char* why) {
            report("contact",
                   '"' + std::string(CONTACT_WORDS[static_cast<int>(m_def.contact)]) + '"', why);
        };
        if (!m_def.bundling.sections.empty())
            refuse("rods with sections are solved on their own: use \"none\"");
        if (m_def.collision.enabled)
            refuse("rods that collide are solved on their own: switch `collides` off");
        const auto slides = [](const RodAttachment& attachment) { return attachment.sliding; };
        if (std::ranges::any_of(m_def.attachments, slides))
            refuse("rods with sliding attachments are solved on their own: use \"none\"");
    }

    void check_collision() {
        const RodCollision& collision = m_def.collision;
        if (!collision.groups.empty() && collision.groups.size() != m_def.counts.size()) {
            report("collision_group", fmt::format("{} numbers", collision.groups.size()),
                   fmt::format("must have one for each rod, {}", m_def.counts.size()));
        }
        if (!std::isfinite(collision.friction) || collision.friction < 0.0) {
            report("friction", fmt::format("{}", collision.friction), "must be 0 or more");
        }
    }

    void check_initial() {
        check_initial_size("initial.positions", m_def.initial_positions.size());
        check_initial_size("initial.velocities", m_def.initial_velocities.size());
        check_initial_size("initial.scales", m_def.initial_scales.size());
        check_finite("initial.positions", m_def.initial_positions);
        check_finite("initial.velocities", m_def.initial_velocities);
        list_offenders("initial.scales", m_def.initial_scales, "a scale must be greater than 0",
                       [](double scale) { return std::isfinite(scale) && scale > 0.0; });
    }
    void check_initial_size(const std::string& field, std::size_t size) {
        if (size == 0 || size == m_def.points.size()) return;
        report(field, fmt::format("{} items", size),
               fmt::format("must have one for each point, {}", m_def.points.size()));
    }

    const RodsDef& m_def;
};

}  // namespace

std::vector<std::vector<int>> RodBundling::levels(int rods, int points) {
    assert(rods >= 0 && points >= 0);
    std::vector<std::vector<int>> sections(points);
    for (int level = 0; level < points; ++level) {
        for (int rod = 0; rod < rods; ++rod)
            sections[level].push_back(rod * points + level);
    }
    return sections;
}

bool RodsDef::counts_add_up() const {
    std::size_t total = 0;
    for (const int count : counts) {
        if (count < 2) return false;
        total += static_cast<std::size_t>(count);
    }
    return total == points.size();
}

void RodsDef::collect_problems(std::vector<Problem>& problems) const {
    RodsChecker(*this, problems).run();
}

}  // namespace sinew::viper
