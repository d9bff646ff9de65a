#include "bake/field_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "bake/animated_reader.hpp"
#include "bake/array_reader.hpp"
#include "bake/body_name_reader.hpp"
#include "bake/filling_store.hpp"
#include "bake/mesh_reader.hpp"
#include "bake/mover_reader.hpp"
#include "base/task.hpp"
#include "tetrahedra/fillable.hpp"

namespace sinew::bake {

bool FieldReader::read(BodyDef& def) {
    const std::size_t before = problem_count();
    inside(*m_object, "", [&] { def.visit_fields(*this); });
    return problem_count() - before == m_spared;
}

void FieldReader::spare(const std::function<void()>& read) {
    const std::size_t before = problem_count();
    read();
    m_spared += problem_count() - before;
}

void FieldReader::inside(const JsonField& object, const std::string& path,
                         const std::function<void()>& visit) {
    const FieldLevel& level = m_catalog.level(path);
    const std::size_t before = problem_count();
    if (!object.expect_object(level.names)) return;
    m_spared += problem_count() - before;
    for (const std::string_view name : level.required)
        object.require(name);
    const JsonField* const object_before = std::exchange(m_object, &object);
    const std::string path_before = std::exchange(m_path, path);
    visit();
    m_object = object_before;
    m_path = path_before;
}

double FieldReader::factor(FieldScale scale) const {
    const double length = m_object->context().length;
    switch (scale) {
        case FieldScale::Length: return length;
        case FieldScale::PerLength: return 1.0 / length;
        case FieldScale::None: break;
    }
    return 1.0;
}

void FieldReader::word(const Field& field, std::span<const std::string_view> words,
                       std::size_t& index) {
    if (const auto json = find(field)) spare([&] { store(json->choice(words), index); });
}

void FieldReader::flag(const Field& field, bool& value) {
    if (const auto json = find(field)) spare([&] { store(json->boolean(), value); });
}

void FieldReader::number(const Field& field, double& value, const NumberShape& shape) {
    const auto json = find(field);
    if (!json) return;
    spare([&] {
        const auto number =
            shape.above == -NO_LIMIT
                ? json->number()
                : json->number_between(shape.above, std::numeric_limits<double>::max());
        if (number) value = *number * factor(shape.scale);
    });
}

void FieldReader::integer(const Field& field, int& value, int lowest, int highest) {
    if (const auto json = find(field)) spare([&] { store(json->integer(lowest, highest), value); });
}

void FieldReader::words(const Field& field, std::span<const std::string_view> words,
                        std::span<bool* const> flags) {
    const auto json = find(field);
    if (!json) return;
    std::vector<bool> named(words.size(), false);
    bool good = json->value().is_array();
    spare([&] {
        json->for_each([&](const JsonField& word) {
            const auto index = word.choice(words);
            if (index) named[*index] = true;
            good = good && index.has_value();
        });
    });
    if (!good) return;
    for (std::size_t i = 0; i < flags.size(); ++i)
        *flags[i] = named[i];
}

void FieldReader::mover(const Field& field, std::string& name) {
    if (const auto json = find(field)) store(read_mover_name(*json), name);
}

void FieldReader::body(const Field& field, std::string& name, const BodyOffer& offer) {
    if (const auto json = find(field)) store(read_body_name(*json, offer, m_kind), name);
}

void FieldReader::bodies(const Field& field, std::vector<std::string>& names,
                         const BodyOffer& offer) {
    const auto json = find(field);
    if (!json) return;
    json->for_each([&](const JsonField& item) {
        if (auto name = read_body_name(item, offer, m_kind)) names.push_back(std::move(*name));
    });
}

void FieldReader::names(const Field& field, std::vector<std::string>& names) {
    if (const auto json = find(field)) names = read_names(*json);
}

void FieldReader::params(const Field& field, const ParamSlots& params) {
    if (const auto json = find(field)) {
        spare([&] {
            if (!json->expect_object(m_catalog.level(field_path(m_path, field.name)).names)) return;
            for (const ParamSlot& slot : params.slots) {
                if (const auto number = json->find(slot.info.name))
                    store(number->number(), *slot.value);
            }
        });
    }
    params.collect_problems(m_object->object(), field_path(m_object->path(), field.name) + ".",
                            m_param_problems);
}

bool FieldReader::integers(const Field& field, std::vector<int>& values,
                           const IntegersShape& shape) {
    const auto json = find(field);
    if (!json) {
        if (shape.absent) values = {*shape.absent};
        return !field.required;
    }
    if (shape.one_number && json->value().is_number()) {
        const auto number = json->integer(shape.lowest, shape.highest);
        if (number) values.assign(shape.items, *number);
        return number.has_value();
    }
    if (!store(read_integers(*json), values)) return false;
    const auto is_inside = [&](int n) { return n >= shape.lowest && n <= shape.highest; };
    if (std::ranges::all_of(values, is_inside)) return true;
    json->complain(fmt::format("must be whole numbers from {} to {}", shape.lowest, shape.highest));
    return false;
}

void FieldReader::integer_lists(const Field& field, std::vector<std::vector<int>>& lists,
                                const ListsWord& word) {
    const auto json = find(field);
    if (!json) return;
    if (!json->value().is_string()) {
        json->for_each([&](const JsonField& item) {
            std::vector<int> list;
            if (store(read_integers(item), list)) lists.push_back(std::move(list));
        });
        return;
    }
    if (!json->choice(std::span(&word.word, 1))) return;
    const std::string complaint = word.make(lists);
    if (!complaint.empty()) json->complain(complaint);
}

bool FieldReader::numbers(const Field& field, std::vector<double>& values,
                          const NumbersShape& shape) {
    const auto json = find(field);
    if (!json) return !field.required;
    const ArraySpec spec{
        .width = shape.width, .items = shape.items, .one_number = shape.one_number};
    return store(read_array(*json, spec, factor(shape.scale)), values);
}

bool FieldReader::vectors(const Field& field, std::vector<Eigen::Vector3d>& values,
                          const NumbersShape& shape) {
    const auto json = find(field);
    if (!json) return !field.required;
    return store(read_vectors(*json, shape.items, factor(shape.scale)), values);
}

void FieldReader::matrix(const Field& field, Eigen::Matrix3d& value) {
    const auto json = find(field);
    const auto rows = json ? read_array(*json, {.width = 3, .items = 3}) : std::nullopt;
    if (rows) value = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(rows->data());
}

void FieldReader::rotation(const Field& field, Eigen::Quaterniond& value) {
    const auto json = find(field);
    const auto q = json ? read_array(*json, {.width = 4, .items = 1}) : std::nullopt;
    if (q) value = {(*q)[0], (*q)[1], (*q)[2], (*q)[3]};
}

bool FieldReader::mesh(const Field& field, std::vector<Eigen::Vector3d>& vertices,
                       std::vector<Eigen::Vector3i>* triangles) {
    const auto json = find(field);
    if (!json) return !field.required;
    auto mesh = read_mesh(*json);
    if (!mesh) return false;
    vertices = std::move(mesh->vertices);
    if (triangles) *triangles = std::move(mesh->triangles);
    return true;
}

bool FieldReader::tets(const Field& field, std::vector<Eigen::Vector3d>& vertices,
                       std::vector<Eigen::Vector4i>& tetrahedra) {
    const auto json = find(field);
    if (!json) return !field.required;
    if (!json->expect_object(TETS_FIELDS)) return false;
    const auto points = json->require("vertices");
    const auto corners = json->require("tetrahedra");
    if (!points || !corners) return false;
    if (!store(read_vectors(*points, std::nullopt, factor(FieldScale::Length)), vertices))
        return false;
    const auto numbers = read_array(*corners, {.width = 4});
    const auto indices = numbers ? to_integers(*numbers, *corners) : std::nullopt;
    if (!indices) return false;
    tetrahedra.resize(indices->size() / 4);
    for (std::size_t i = 0; i < tetrahedra.size(); ++i)
        tetrahedra[i] = Eigen::Vector4i::Map(indices->data() + 4 * i);
    return true;
}

void FieldReader::points_between(const Field& field, std::vector<PointBetween>& points) {
    const auto json = find(field);
    if (!json || !json->expect_object(POINTS_BETWEEN_FIELDS)) return;
    const auto ends = json->require("vertices");
    const auto places = json->require("positions");
    if (!ends || !places) return;
    const auto numbers = read_array(*ends, {.width = 2});
    const auto indices = numbers ? to_integers(*numbers, *ends) : std::nullopt;
    if (!indices) return;
    const std::size_t count = indices->size() / 2;
    const auto positions = read_vectors(*places, count, factor(FieldScale::Length));
    if (!positions) return;
    for (std::size_t i = 0; i < count; ++i)
        points.push_back({{(*indices)[2 * i], (*indices)[2 * i + 1]}, (*positions)[i]});
}

void FieldReader::animated(const Field& field, AnimatedArray& array, const AnimatedShape& shape) {
    const auto json = find(field);
    if (!json) return;
    const AnimatedSpec spec{.widths = shape.widths,
                            .items = shape.items,
                            .one_number = shape.one_number,
                            .scale = factor(shape.scale)};
    store(read_animated(*json, spec), array);
}

void FieldReader::painted(const Field& field, AnimatedArray& array, const AnimatedShape& shape) {
    const auto for_all = find(field);
    const std::string map = map_name(field.name);
    const auto by_item = m_object->find(map);
    if (by_item && for_all)
        by_item->complain(fmt::format("given beside {}", field.name), "give one of them");
    if (for_all) {
        const std::size_t side = shape.widths.front() == 9 ? 3 : 1;
        const AnimatedSpec spec{
            .widths = {side}, .items = side, .one_number = side == 1, .scale = factor(shape.scale)};
        store(read_animated(*for_all, spec), array);
    }
    Field map_field = field;
    map_field.name = map;
    animated(map_field, array, shape);
}

void FieldReader::rotations(const Field& field, AnimatedRotations& array, std::size_t items) {
    const auto json = find(field);
    if (!json) return;
    // As vectors or as quaternions.
    if (auto keys = read_animated(*json, {.widths = {3, 4}, .items = items}))
        array = std::move(*keys);
}

void FieldReader::group(const Field& field, const std::function<void()>& visit, bool /*present*/) {
    if (const auto json = find(field)) inside(*json, field_path(m_path, field.name), visit);
}

void FieldReader::list(const Field& field, FieldList& list) {
    const auto json = find(field);
    if (!json) return;
    const std::string path = field_path(m_path, field.name);
    json->for_each([&](const JsonField& item) {
        const std::size_t index = list.size();
        list.add();
        inside(item, path, [&] { list.visit(*this, index); });
    });
}

void FieldReader::together(std::string_view /*name*/, const std::function<void()>& visit) {
    visit();
}

void FieldReader::derived(double /*value*/) {}

bool FieldReader::given(std::string_view name) const {
    return m_object->find(name).has_value();
}

void FieldReader::complain(std::string_view name, std::string_view value, std::string_view remedy) {
    const std::string path = name.empty() ? m_object->path() : field_path(m_object->path(), name);
    m_object->renamed(m_object->object(), path).complain(std::string(value), std::string(remedy));
}

void FieldReader::claim(std::string_view name, double bytes) {
    claim_memory(bytes, m_object->object(), field_path(m_object->path(), name));
}

namespace {

/// False after complaining.
bool is_free_of_problems(const BodyDef& def, ReadContext& context) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    const bool good = problems.empty();
    context.problems.add(std::move(problems));
    return good;
}

/// Makes tetrahedra inside of a definition that needs them. False after complaining.
bool fill(BodyDef& def, ReadContext& context) {
    auto* const fillable = dynamic_cast<tetrahedra::Fillable*>(&def);
    const TriangleMesh* const surface = fillable ? fillable->surface_to_fill() : nullptr;
    if (!surface) return true;
    try {
        fillable->fill(FillingStore::of_user().filled(*surface, fillable->resolution(), def.name,
                                                      CancelToken()));
    } catch (const Error& error) {
        rethrow_if_over();
        Problem problem = error.problem();
        if (problem.object.empty()) problem.object = def.name;
        context.problems.add(std::move(problem));
        return false;
    }
    return is_free_of_problems(def, context);
}

}  // namespace

std::unique_ptr<BodyDef> read_definition(const JsonField& body, const BodyKind& kind) {
    ReadContext& context = body.context();
    const std::size_t before = context.problems.count();
    std::unique_ptr<BodyDef> def = kind.make_def();
    def->name = body.object();
    const FieldCatalog catalog(*def);
    FieldReader reader(body, catalog, kind);
    if (!reader.read(*def)) {
        context.problems.add(reader.param_problems());
        return def;
    }
    // Filling takes long: not for a job that is of no use.
    if (!is_free_of_problems(*def, context) || context.problems.count() != before ||
        !fill(*def, context))
        return def;
    if (kind.warnings) {
        for (std::string& warning : kind.warnings(*def))
            context.warnings.push_back(std::move(warning));
    }
    return def;
}

}  // namespace sinew::bake
