#include "skin/skin_def.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace sinew::skin {

namespace {

class Checker {
public:
    Checker(const SkinDef& def, std::vector<Problem>& problems)
        : m_def(def), m_problems(problems) {}

    void check() {
        check_mesh();
        if (m_def.drivers.empty() && m_def.bones.empty()) {
            report("drivers", "none", "a skin needs drivers or bones to follow");
        }
        std::set<std::string_view> names;
        for (const std::string& driver : m_def.drivers) {
            if (names.insert(driver).second) continue;
            report("drivers", fmt::format("\"{}\"", driver), "is there twice");
        }
        for (std::size_t i = 0; i < m_def.bones.size(); ++i) {
            check_bone(m_def.bones[i], fmt::format("bones[{}]", i));
        }
        check_offsets();
        check_base();
        check_mask();
        if (m_def.settings.smoothing < 0 || m_def.settings.smoothing > SkinDef::MAX_SMOOTHING) {
            report("smoothing", fmt::format("{}", m_def.settings.smoothing),
                   fmt::format("must be between 0 and {}", SkinDef::MAX_SMOOTHING));
        }
        if (!(m_def.settings.reach > 0.0)) {
            report("reach", fmt::format("{}", m_def.settings.reach),
                   "must be greater than 0 [radii]");
        }
    }

private:
    void check_mesh() {
        const std::size_t count = m_def.mesh.vertices.size();
        if (count == 0 || m_def.mesh.triangles.empty()) {
            report("mesh",
                   fmt::format("{} vertices and {} triangles", count, m_def.mesh.triangles.size()),
                   "a skin needs a mesh with faces");
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (m_def.mesh.vertices[i].allFinite()) continue;
            report(fmt::format("mesh.vertices[{}]", i), "not finite", "must be finite");
            break;
        }
        if (const auto bad = first_triangle_out_of_range(m_def.mesh.triangles, count)) {
            const Eigen::Vector3i& triangle = m_def.mesh.triangles[*bad];
            report(fmt::format("mesh.faces[{}]", *bad),
                   fmt::format("{}, {}, {}", triangle[0], triangle[1], triangle[2]),
                   fmt::format("the mesh has {} vertices", count));
        }
    }

    void check_bone(const SkinBone& bone, const std::string& field) {
        if (bone.points.size() < 2) {
            report(field + ".points", fmt::format("{} points", bone.points.size()),
                   "a bone needs at least two");
        }
        if (bone.radii.size() != bone.points.size()) {
            report(field + ".radii", fmt::format("{} radii", bone.radii.size()),
                   fmt::format("must be one for each of the {} points", bone.points.size()));
        }
        const auto is_finite = [](const Eigen::Vector3d& x) { return x.allFinite(); };
        if (!std::all_of(bone.points.begin(), bone.points.end(), is_finite)) {
            report(field + ".points", "not finite", "must be finite");
        }
        for (const double radius : bone.radii) {
            if (radius > 0.0 && std::isfinite(radius)) continue;
            report(field + ".radii", fmt::format("{}", radius), "must be greater than 0");
            break;
        }
    }

    void check_offsets() {
        const SkinOffsets& offsets = m_def.offsets;
        const int count = static_cast<int>(m_def.mesh.vertices.size());
        std::vector<bool> seen(m_def.mesh.vertices.size(), false);
        for (std::size_t i = 0; i < offsets.vertices.size(); ++i) {
            const int vertex = offsets.vertices[i];
            const bool in_range = vertex >= 0 && vertex < count;
            if (in_range && !seen[static_cast<std::size_t>(vertex)]) {
                seen[static_cast<std::size_t>(vertex)] = true;
                continue;
            }
            report(fmt::format("offsets.vertices[{}]", i), fmt::format("{}", vertex),
                   in_range ? "is there twice" : fmt::format("the mesh has {} vertices", count));
            break;
        }
        if (!offsets.empty() || !offsets.values.empty())
            check_animated("offsets.values", offsets.values, offsets.vertices.size());
    }

    void check_base() {
        if (!m_def.base.empty()) check_animated("base", m_def.base, m_def.mesh.vertices.size());
    }

    void check_animated(const char* field, const AnimatedArray& array, std::size_t count) {
        if (array.width != 3 * count) {
            report(field, fmt::format("{} numbers", array.width),
                   fmt::format("must be 3 for each of the {} vertices", count));
        }
        if (!array.all_of([](double x) { return std::isfinite(x); })) {
            report(field, "not finite", "must be finite");
        }
    }

    void check_mask() {
        const std::size_t count = m_def.mesh.vertices.size();
        if (m_def.mask.empty()) return;
        if (m_def.mask.size() != count) {
            report("mask", fmt::format("{} numbers", m_def.mask.size()),
                   fmt::format("must be one for each of the {} vertices", count));
        }
        for (std::size_t i = 0; i < m_def.mask.size(); ++i) {
            if (m_def.mask[i] >= 0.0 && m_def.mask[i] <= 1.0) continue;
            report(fmt::format("mask[{}]", i), fmt::format("{}", m_def.mask[i]),
                   "must be between 0 and 1");
            break;
        }
    }

    void report(std::string field, std::string value, std::string remedy) {
        m_problems.push_back({.code = ErrorCode::InvalidArgument,
                              .object = m_def.name,
                              .field = std::move(field),
                              .value = std::move(value),
                              .remedy = std::move(remedy)});
    }

    const SkinDef& m_def;
    std::vector<Problem>& m_problems;
};

}  // namespace

void SkinDef::collect_problems(std::vector<Problem>& problems) const {
    Checker(*this, problems).check();
}

}  // namespace sinew::skin
