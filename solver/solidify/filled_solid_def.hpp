// FilledSolidDef: a micropolar solid as a job has it. Its tetrahedra are given, or are to be made inside of a surface.
#pragma once

#include "solids/solid_def.hpp"
#include "tetrahedra/fillable.hpp"

namespace sinew::solidify {

/// While there are no tetrahedra everything is by vertex of the surface. Once there are, it is a SolidDef like any other.
class FilledSolidDef final : public solids::SolidDef, public tetrahedra::Fillable {
public:
    void collect_problems(std::vector<Problem>& problems) const override;
    void visit_fields(FieldVisitor& visitor) override;

    const TriangleMesh* surface_to_fill() const override;
    const tetrahedra::TetrahedraDef& resolution() const override { return m_resolution; }
    void fill(TetMesh mesh) override;

private:
    void visit_resolution(FieldVisitor& visitor);
    bool visit_given_tets(FieldVisitor& visitor);
    bool visit_surface_to_fill(FieldVisitor& visitor);
    void visit_uvs(FieldVisitor& visitor);

    TriangleMesh m_to_fill;
    tetrahedra::TetrahedraDef m_resolution;
};

/// The same as solids::solid_kind(), with definitions that can be filled.
const BodyKind& filled_solid_kind();

}  // namespace sinew::solidify
