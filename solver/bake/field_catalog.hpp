// FieldCatalog: what a job may say about a kind of body. Names of fields, words, and tables of parameters.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "body/body.hpp"
#include "body/fields.hpp"

namespace sinew::bake {

/// One object of a job.
struct FieldLevel {
    std::vector<std::string_view> names;
    std::vector<std::string_view> required;  ///< some of the names
};

/// Defaults of a table of parameters that a variant of the material has.
struct ParamDefaults {
    std::string_view variant;
    std::vector<double> values;
};

struct ParamTable {
    std::vector<ParamDescription> params;
    std::vector<ParamDefaults> variants;
};

/// Paths have no indices: "pins" is the object of each item of that list, "pins.what" a field of it. The body itself is "".
class FieldCatalog final : public FieldVisitor {
public:
    /// `def` is new.
    explicit FieldCatalog(BodyDef& def);
    FieldCatalog(const FieldCatalog&) = delete;
    FieldCatalog& operator=(const FieldCatalog&) = delete;

    /// The path must be one of an object.
    const FieldLevel& level(const std::string& path) const { return m_levels.at(path); }
    /// Of a field that has one word, or several.
    const std::vector<std::string_view>& words(const std::string& path) const {
        return m_words.at(path);
    }
    /// Null where the path is not that of a table.
    const ParamTable* find_table(const std::string& path) const;

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
    bool given(std::string_view /*name*/) const override { return true; }

private:
    FieldLevel& here() { return m_levels[m_path]; }
    void note(const Field& field);
    void below(std::string_view name, const std::function<void()>& visit);

    std::string m_path;  ///< of the object whose fields are visited
    std::map<std::string, FieldLevel> m_levels;
    std::map<std::string, std::vector<std::string_view>> m_words;
    std::map<std::string, ParamTable> m_tables;
    std::list<std::string> m_made_names;  ///< that no definition has as such
};

/// The path of a field of the object at `path`.
std::string field_path(const std::string& path, std::string_view name);

/// Name of a painted field that has a value per item.
std::string map_name(std::string_view name);

}  // namespace sinew::bake
