#include "bake/field_catalog.hpp"

#include <algorithm>
#include <utility>

namespace sinew::bake {

std::string field_path(const std::string& path, std::string_view name) {
    return path.empty() ? std::string(name) : path + "." + std::string(name);
}

std::string map_name(std::string_view name) {
    return std::string(name) + "_map";
}

FieldCatalog::FieldCatalog(BodyDef& def) {
    here().names = {"kind", "name"};
    def.visit_fields(*this);
}

const ParamTable* FieldCatalog::find_table(const std::string& path) const {
    const auto found = m_tables.find(path);
    return found == m_tables.end() ? nullptr : &found->second;
}

void FieldCatalog::note(const Field& field) {
    FieldLevel& level = here();
    // A definition may visit a field in one of two ways.
    if (std::ranges::find(level.names, field.name) != level.names.end()) return;
    level.names.push_back(field.name);
    if (field.required) level.required.push_back(field.name);
}

void FieldCatalog::below(std::string_view name, const std::function<void()>& visit) {
    const std::string before = std::exchange(m_path, field_path(m_path, name));
    here();
    visit();
    m_path = before;
}

void FieldCatalog::word(const Field& field, std::span<const std::string_view> words,
                        std::size_t& /*index*/) {
    note(field);
    m_words[field_path(m_path, field.name)] = {words.begin(), words.end()};
}

void FieldCatalog::flag(const Field& field, bool& /*value*/) {
    note(field);
}

void FieldCatalog::number(const Field& field, double& /*value*/, const NumberShape& /*shape*/) {
    note(field);
}

void FieldCatalog::integer(const Field& field, int& /*value*/, int /*lowest*/, int /*highest*/) {
    note(field);
}

void FieldCatalog::words(const Field& field, std::span<const std::string_view> words,
                         std::span<bool* const> /*flags*/) {
    note(field);
    m_words[field_path(m_path, field.name)] = {words.begin(), words.end()};
}

void FieldCatalog::mover(const Field& field, std::string& /*name*/) {
    note(field);
}

void FieldCatalog::body(const Field& field, std::string& /*name*/, const BodyOffer& /*offer*/) {
    note(field);
}

void FieldCatalog::bodies(const Field& field, std::vector<std::string>& /*names*/,
                          const BodyOffer& /*offer*/) {
    note(field);
}

void FieldCatalog::names(const Field& field, std::vector<std::string>& /*names*/) {
    note(field);
}

void FieldCatalog::params(const Field& field, const ParamSlots& params) {
    note(field);
    ParamTable& table = m_tables[field_path(m_path, field.name)];
    for (const std::string_view variant : params.variants)
        table.variants.push_back({variant, {}});
    FieldLevel& level = m_levels[field_path(m_path, field.name)];
    for (const ParamSlot& slot : params.slots) {
        level.names.push_back(slot.info.name);
        table.params.push_back(slot.info);
        for (std::size_t i = 0; i < slot.variants.size(); ++i)
            table.variants[i].values.push_back(slot.variants[i]);
    }
}

bool FieldCatalog::integers(const Field& field, std::vector<int>& /*values*/,
                            const IntegersShape& /*shape*/) {
    note(field);
    return true;
}

void FieldCatalog::integer_lists(const Field& field, std::vector<std::vector<int>>& /*lists*/,
                                 const ListsWord& word) {
    note(field);
    m_words[field_path(m_path, field.name)] = {word.word};
}

bool FieldCatalog::numbers(const Field& field, std::vector<double>& /*values*/,
                           const NumbersShape& /*shape*/) {
    note(field);
    return true;
}

bool FieldCatalog::vectors(const Field& field, std::vector<Eigen::Vector3d>& /*values*/,
                           const NumbersShape& /*shape*/) {
    note(field);
    return true;
}

void FieldCatalog::matrix(const Field& field, Eigen::Matrix3d& /*value*/) {
    note(field);
}

void FieldCatalog::rotation(const Field& field, Eigen::Quaterniond& /*value*/) {
    note(field);
}

bool FieldCatalog::mesh(const Field& field, std::vector<Eigen::Vector3d>& /*vertices*/,
                        std::vector<Eigen::Vector3i>* /*triangles*/) {
    note(field);
    return true;
}

bool FieldCatalog::tets(const Field& field, std::vector<Eigen::Vector3d>& /*vertices*/,
                        std::vector<Eigen::Vector4i>& /*tetrahedra*/) {
    note(field);
    return true;
}

void FieldCatalog::points_between(const Field& field, std::vector<PointBetween>& /*points*/) {
    note(field);
}

void FieldCatalog::animated(const Field& field, AnimatedArray& /*array*/,
                            const AnimatedShape& /*shape*/) {
    note(field);
}

void FieldCatalog::painted(const Field& field, AnimatedArray& /*array*/,
                           const AnimatedShape& /*shape*/) {
    note(field);
    Field map = field;
    map.name = m_made_names.emplace_back(map_name(field.name));
    note(map);
}

void FieldCatalog::rotations(const Field& field, AnimatedRotations& /*array*/,
                             std::size_t /*items*/) {
    note(field);
}

void FieldCatalog::group(const Field& field, const std::function<void()>& visit, bool /*present*/) {
    note(field);
    below(field.name, visit);
}

void FieldCatalog::list(const Field& field, FieldList& list) {
    note(field);
    below(field.name, [&] { list.visit_default(*this); });
}

void FieldCatalog::together(std::string_view /*name*/, const std::function<void()>& visit) {
    visit();
}

void FieldCatalog::derived(double /*value*/) {}

}  // namespace sinew::bake
