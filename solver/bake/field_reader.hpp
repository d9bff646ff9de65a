// FieldReader: fills a definition of any kind with what a job says about a body.
//
// Absent fields keep their defaults. The reader reports wrong fields, which keep their defaults too.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bake/field_catalog.hpp"
#include "bake/json_field.hpp"
#include "body/body_kind.hpp"
#include "body/fields.hpp"

namespace sinew::bake {

inline constexpr std::string_view TETS_FIELDS[] = {"vertices", "tetrahedra"};
inline constexpr std::string_view POINTS_BETWEEN_FIELDS[] = {"vertices", "positions"};

class FieldReader final : public FieldVisitor {
public:
    /// `kind` is that of the body. All of them must outlive the reader.
    FieldReader(const JsonField& body, const FieldCatalog& catalog, const BodyKind& kind)
        : m_object(&body), m_catalog(catalog), m_kind(kind) {}

    /// True if the definition can be checked: it lacks nothing that could not be read. Defaults stand for numbers and words that
    /// could not be, which are problems all the same.
    bool read(BodyDef& def);
    /// Of the tables of parameters alone, which can be checked in any case.
    const std::vector<Problem>& param_problems() const { return m_param_problems; }

    void word(const Field& field, std::span<const std::string_view> words,
              std::size_t& index) override;
    void flag(const Field& field, bool& value) override;
    void number(const Field& field, double& value, const NumberShape& shape) override;
    void integer(const Field& field, int& value, int lowest, int highest) override;
    void words(const Field& field, std::span<const std::string_view> words,
               std::span<bool* const> flags) override;
    void mover(const Field& field, std::string& name) override;
    void body(const Field& field, std::string& name, const BodyOffer& offer) override;
    void bodies(const Field& field, std::vector<std::string>& names,
                const BodyOffer& offer) override;
    void names(const Field& field, std::vector<std::string>& names) override;
    void params(const Field& field, const ParamSlots& params) override;
    bool integers(const Field& field, std::vector<int>& values,
                  const IntegersShape& shape) override;
    void integer_lists(const Field& field, std::vector<std::vector<int>>& lists,
                       const ListsWord& word) override;
    bool numbers(const Field& field, std::vector<double>& values,
                 const NumbersShape& shape) override;
    bool vectors(const Field& field, std::vector<Eigen::Vector3d>& values,
                 const NumbersShape& shape) override;
    void matrix(const Field& field, Eigen::Matrix3d& value) override;
    void rotation(const Field& field, Eigen::Quaterniond& value) override;
    bool mesh(const Field& field, std::vector<Eigen::Vector3d>& vertices,
              std::vector<Eigen::Vector3i>* triangles) override;
    bool tets(const Field& field, std::vector<Eigen::Vector3d>& vertices,
              std::vector<Eigen::Vector4i>& tetrahedra) override;
    void points_between(const Field& field, std::vector<PointBetween>& points) override;
    void animated(const Field& field, AnimatedArray& array, const AnimatedShape& shape) override;
    void painted(const Field& field, AnimatedArray& array, const AnimatedShape& shape) override;
    void rotations(const Field& field, AnimatedRotations& array, std::size_t items) override;
    void group(const Field& field, const std::function<void()>& visit, bool present) override;
    void list(const Field& field, FieldList& list) override;
    void together(std::string_view name, const std::function<void()>& visit) override;
    void derived(double value) override;
    bool given(std::string_view name) const override;
    void complain(std::string_view name, std::string_view value, std::string_view remedy) override;
    void claim(std::string_view name, double bytes) override;

private:
    std::optional<JsonField> find(const Field& field) const { return m_object->find(field.name); }
    std::size_t problem_count() const { return m_object->context().problems.count(); }
    /// Problems that `read` reports leave a definition that can be checked.
    void spare(const std::function<void()>& read);
    /// Visits the fields of an object, after complaining about those that are unknown and those that are missing.
    void inside(const JsonField& object, const std::string& path,
                const std::function<void()>& visit);
    double factor(FieldScale scale) const;

    const JsonField* m_object;  ///< whose fields are read
    std::string m_path;         ///< of the object in the catalog
    const FieldCatalog& m_catalog;
    const BodyKind& m_kind;
    std::size_t m_spared = 0;  ///< problems that leave a definition which can be checked
    std::vector<Problem> m_param_problems;
};

/// A definition of this kind. Complains about all that is wrong; the result is of no use if it did.
std::unique_ptr<BodyDef> read_definition(const JsonField& body, const BodyKind& kind);

}  // namespace sinew::bake
