#include "rigid/rigid_def.hpp"

#include <Eigen/Eigenvalues>

#include "body/def_checker.hpp"
#include "volume/surface_check.hpp"

namespace sinew::rigid {

namespace {

/// Least over largest moment of inertia: below this the mesh is a line.
constexpr double SLENDEREST = 1e-9;

class RigidChecker : DefChecker {
public:
    RigidChecker(const RigidDef& def, std::vector<Problem>& problems)
        : DefChecker(def.name, problems), m_def(def) {}

    void check() {
        const std::size_t before = problems().size();
        collect_problems(m_def.params, RIGID_PARAM_TABLE, object(), "material.", problems());
        try {
            volume::require_surface(m_def.mesh, m_def.name);
        } catch (const Error& error) {
            problems().push_back(error.problem());
        }
        m_def.friction.collect_problems(object(), m_def.mesh.vertices.size(), problems());
        m_def.contact_filter.collect_problems(object(), problems());
        check_vector("initial.velocity", m_def.initial_velocity);
        check_vector("initial.angular_velocity", m_def.initial_angular_velocity);
        if (m_def.motion == RigidMotion::Free && !m_def.mover.empty())
            report("mover", m_def.mover, "forces move a free body; choose the motion fixed");
        if (m_def.motion == RigidMotion::Free && problems().size() == before) check_mass();
    }

private:
    void check_vector(const std::string& field, const std::vector<Eigen::Vector3d>& vectors) {
        if (!vectors.empty()) check_count(field, vectors.size(), 1);
        check_finite(field, vectors);
    }

    void check_mass() {
        if (m_def.params.wall_thickness == 0.0 && !volume::is_closed(m_def.mesh)) {
            report("mesh", "open",
                   "a solid body needs a closed mesh whose faces agree which side is outside: "
                   "close its holes, recalculate its normals, or give it a wall_thickness");
            return;
        }
        const MassProperties body = m_def.mass_properties();
        const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> parts(body.inertia(),
                                                                   Eigen::EigenvaluesOnly);
        const bool is_body = std::isfinite(body.mass) && body.mass > 0.0 &&
                             parts.eigenvalues()[0] > SLENDEREST * parts.eigenvalues()[2];
        if (!is_body) {
            report("mesh", "without volume",
                   "its faces enclose nothing: give it a wall_thickness, or model it anew");
        }
    }

    const RigidDef& m_def;
};

}  // namespace

void RigidDef::collect_problems(std::vector<Problem>& problems) const {
    RigidChecker(*this, problems).check();
}

MassProperties RigidDef::mass_properties() const {
    const MassProperties body = params.wall_thickness > 0.0
                                    ? wall_properties(mesh, params.density, params.wall_thickness)
                                    : solid_properties(mesh, params.density);
    return params.mass > 0.0 ? body.scaled_to(params.mass) : body;
}

}  // namespace sinew::rigid
