#include "bake/field_schema.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "bake/field_catalog.hpp"
#include "body/fields.hpp"

namespace sinew::bake {

namespace {

using nlohmann::ordered_json;

ordered_json refer_to(std::string_view name) {
    return {{"$ref", fmt::format("#/$defs/{}", name)}};
}

ordered_json empty_object() {
    return {{"type", "object"},
            {"additionalProperties", false},
            {"required", ordered_json::array()},
            {"properties", ordered_json::object()}};
}

/// What a value in the job is measured in.
std::string_view unit_text(const Field& field, FieldScale scale) {
    switch (scale) {
        case FieldScale::Length: return "length";
        case FieldScale::PerLength: return "1/length";
        case FieldScale::None: break;
    }
    return field.unit == "1" ? std::string_view() : field.unit;
}

std::string shape_text(const AnimatedShape& shape) {
    const bool is_one = shape.widths == std::vector<std::size_t>{1};
    std::string text =
        fmt::format("{} number{}", fmt::join(shape.widths, " or "), is_one ? "" : "s");
    if (!shape.per.empty()) text += fmt::format(" per {}", shape.per);
    return text;
}

std::string shape_text(std::size_t width, std::string_view per) {
    const std::string numbers = fmt::format("{} number{}", width, width == 1 ? "" : "s");
    if (!per.empty()) return fmt::format("{} per {}", numbers, per);
    return width == 1 ? "" : numbers + " each";
}

std::string_view without_full_stop(std::string_view sentence) {
    if (sentence.ends_with('.')) sentence.remove_suffix(1);
    return sentence;
}

class FieldSchema final : public FieldVisitor {
public:
    explicit FieldSchema(const BodyKind& kind) : m_kind(kind) {
        properties()["kind"] = {{"const", kind.name}};
        properties()["name"] = refer_to("name");
        m_object["required"] = {"kind", "name"};
        kind.make_def()->visit_fields(*this);
    }

    ordered_json object() const { return m_object; }

    void word(const Field& field, std::span<const std::string_view> words,
              std::size_t& index) override {
        add(field, {{"enum", words}, {"default", words[index]}});
    }
    void flag(const Field& field, bool& value) override {
        add(field, {{"type", "boolean"}, {"default", value}});
    }
    void number(const Field& field, double& value, const NumberShape& shape) override {
        ordered_json schema = {{"type", "number"}};
        const bool is_open = shape.above != -NO_LIMIT;
        if (is_open) schema["exclusiveMinimum"] = shape.above;
        if (shape.least != -NO_LIMIT)
            schema[shape.least_allowed ? "minimum" : "exclusiveMinimum"] = shape.least;
        if (shape.most != NO_LIMIT) schema["maximum"] = shape.most;
        if (std::isfinite(value) && (!is_open || value > shape.above)) schema["default"] = value;
        add(field, schema, shape.scale);
    }
    void integer(const Field& field, int& value, int lowest, int highest) override {
        add(field,
            {{"type", "integer"}, {"minimum", lowest}, {"maximum", highest}, {"default", value}});
    }
    void words(const Field& field, std::span<const std::string_view> words,
               std::span<bool* const> flags) override {
        ordered_json named = ordered_json::array();
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (*flags[i]) named.push_back(words[i]);
        }
        add(field,
            {{"type", "array"}, {"items", {{"enum", words}}}, {"minItems", 1}, {"default", named}});
    }
    void mover(const Field& field, std::string& /*name*/) override {
        add(field, {{"type", "string"}}, FieldScale::None, "name of a mover");
    }
    void body(const Field& field, std::string& /*name*/, const BodyOffer& /*offer*/) override {
        add(field, {{"type", "string"}}, FieldScale::None, "name of a body");
    }
    void names(const Field& field, std::vector<std::string>& /*names*/) override {
        add(field, {{"type", "array"},
                    {"items", refer_to("name")},
                    {"uniqueItems", true},
                    {"default", ordered_json::array()}});
    }
    void bodies(const Field& field, std::vector<std::string>& /*names*/,
                const BodyOffer& /*offer*/) override {
        add(field, {{"type", "array"},
                    {"items", refer_to("name")},
                    {"uniqueItems", true},
                    {"default", ordered_json::array()}});
    }
    void params(const Field& field, const ParamSlots& /*params*/) override {
        add(field, refer_to(fmt::format("{}_{}", m_kind.name, field.name)));
    }
    bool integers(const Field& field, std::vector<int>& /*values*/,
                  const IntegersShape& shape) override {
        add(field, refer_to(shape.one_number ? "array_or_number" : "array"), FieldScale::None,
            "integers");
        return true;
    }
    void integer_lists(const Field& field, std::vector<std::vector<int>>& /*lists*/,
                       const ListsWord& word) override {
        const ordered_json lists = {{"type", "array"}, {"items", refer_to("array")}};
        add(field, {{"oneOf", {{{"const", word.word}}, lists}}});
    }
    bool numbers(const Field& field, std::vector<double>& /*values*/,
                 const NumbersShape& shape) override {
        add(field, refer_to(shape.one_number ? "array_or_number" : "array"), shape.scale,
            shape_text(shape.width, shape.per));
        return true;
    }
    bool vectors(const Field& field, std::vector<Eigen::Vector3d>& /*values*/,
                 const NumbersShape& shape) override {
        add(field, refer_to("array"), shape.scale, shape_text(3, shape.per));
        return true;
    }
    void matrix(const Field& field, Eigen::Matrix3d& /*value*/) override {
        add(field, refer_to("array"), FieldScale::None, "3 × 3 numbers");
    }
    void rotation(const Field& field, Eigen::Quaterniond& /*value*/) override {
        add(field, refer_to("array"), FieldScale::None, "a quaternion w, x, y, z");
    }
    bool mesh(const Field& field, std::vector<Eigen::Vector3d>& /*vertices*/,
              std::vector<Eigen::Vector3i>* /*triangles*/) override {
        add(field, refer_to("mesh"), FieldScale::Length);
        return true;
    }
    bool tets(const Field& field, std::vector<Eigen::Vector3d>& vertices,
              std::vector<Eigen::Vector4i>& /*tetrahedra*/) override {
        add_object(field, [&] {
            vectors({"vertices", "Rest positions.", "m", true}, vertices,
                    {.scale = FieldScale::Length, .per = "vertex"});
            std::vector<double> corners;
            numbers({.name = "tetrahedra",
                     .meaning = "Vertices of each, counted from 0.",
                     .required = true,
                     .details = "Every tetrahedron has a positive volume; every vertex is used."},
                    corners, {.width = 4, .per = "tetrahedron"});
        });
        return true;
    }
    void points_between(const Field& field, std::vector<PointBetween>& /*points*/) override {
        add_object(field, [&] {
            std::vector<double> ends;
            numbers({"vertices", "The two ends of each edge.", {}, true}, ends,
                    {.width = 2, .per = "edge"});
            std::vector<Eigen::Vector3d> positions;
            vectors({"positions", "Middles of these edges at rest.", "m", true}, positions,
                    {.scale = FieldScale::Length, .per = "edge"});
        });
    }
    void animated(const Field& field, AnimatedArray& /*array*/,
                  const AnimatedShape& shape) override {
        add(field, refer_to(shape.one_number ? "animated_or_number" : "animated"), shape.scale,
            shape_text(shape));
    }
    void painted(const Field& field, AnimatedArray& array, const AnimatedShape& shape) override {
        const bool is_matrix = shape.widths.front() == 9;
        add(field, refer_to(is_matrix ? "animated" : "animated_or_number"), shape.scale,
            is_matrix ? "3 × 3 numbers" : "");
        const std::string name = map_name(field.name);
        const std::string meaning = fmt::format("`{}` of each {}.", field.name, shape.per);
        Field map = field;
        map.name = name;
        map.meaning = meaning;
        map.details = is_matrix ? "Each matrix row after row." : "";
        animated(map, array, shape);
    }
    void rotations(const Field& field, AnimatedRotations& /*array*/,
                   std::size_t /*items*/) override {
        add(field, refer_to("animated"), FieldScale::None,
            "3 numbers each (rotation vectors) or 4 (quaternions w, x, y, z)");
    }
    void group(const Field& field, const std::function<void()>& visit, bool /*present*/) override {
        add_object(field, visit);
    }
    void list(const Field& field, FieldList& list) override {
        const ordered_json items = inner_object([&] { list.visit_default(*this); });
        add(field, {{"type", "array"}, {"items", items}, {"default", ordered_json::array()}});
    }
    void together(std::string_view /*name*/, const std::function<void()>& visit) override {
        visit();
    }
    void derived(double /*value*/) override {}
    bool given(std::string_view /*name*/) const override { return true; }

private:
    ordered_json& properties() { return m_object["properties"]; }

    /// "x-field" is for the tables of docs/job.md, the rest for docs/job.schema.json.
    void add(const Field& field, const ordered_json& schema, FieldScale scale = FieldScale::None,
             const std::string& shape = "") {
        const std::string_view meaning = without_full_stop(field.meaning);
        const std::string_view unit = unit_text(field, scale);
        ordered_json& property = properties()[std::string(field.name)];
        property["description"] =
            fmt::format("{}{}{}", meaning, unit.empty() ? "" : fmt::format(" [{}]", unit),
                        shape.empty() || !schema.contains("$ref") ? "" : ", " + shape);
        property.update(schema);
        property["x-field"] = {
            {"meaning", meaning}, {"details", field.details}, {"unit", unit}, {"shape", shape}};
        if (field.required) m_object["required"].push_back(field.name);
    }
    ordered_json inner_object(const std::function<void()>& visit) {
        ordered_json outer = std::exchange(m_object, empty_object());
        visit();
        ordered_json inner = std::exchange(m_object, std::move(outer));
        if (inner["required"].empty()) inner.erase("required");
        return inner;
    }
    void add_object(const Field& field, const std::function<void()>& visit) {
        add(field, inner_object(visit), field.unit == "m" ? FieldScale::Length : FieldScale::None);
    }

    const BodyKind& m_kind;
    ordered_json m_object = empty_object();
};

}  // namespace

ordered_json body_schema(const BodyKind& kind) {
    const ordered_json object = FieldSchema(kind).object();
    return {{"required", object["required"]}, {"properties", object["properties"]}};
}

}  // namespace sinew::bake
