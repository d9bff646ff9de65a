// Fields of a definition, declared once.
//
// BodyDef::visit_fields lists all fields of a definition, and is the only place that does. Each visitor does one thing with all of them:
//
//   FieldReader (bake)      fills a new definition from a job
//   FieldSchema (bake)      describes them, for docs/job.schema.json and the tables of docs/job.md
//   FieldCatalog (bake)     lists them: names that a job may have, words, tables of parameters
//   FieldHasher (bake)      hashes them: the inputs that a cache depends on
//   PrerollVisitor (body)   gives what is animated a way from rest to the first frame
//
// A line has the name of the field in the job, its meaning, its unit and its shape. The default is the value that a new definition has.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/param_table.hpp"
#include "body/animated_array.hpp"
#include "body/animated_rotations.hpp"
#include "body/point_between.hpp"

namespace sinew {

/// How a value becomes a part of the hash of inputs. Caches of earlier builds must stay valid, so forms stay as they are; new
/// fields leave this out.
enum class HashForm {
    Bytes,     ///< the values
    Digest,    ///< the hash of the values; of a mesh that of its faces
    Word,      ///< a whole number as one word
    Together,  ///< all fields of a group or list as one input
};

/// Description of a field.
struct Field {
    std::string_view name;       ///< as in the job
    std::string_view meaning;    ///< one sentence
    std::string_view unit = {};  ///< "m", "1"; empty for what has none
    bool required = false;
    HashForm hash = HashForm::Bytes;
    std::string_view details = {};  ///< sentences for docs/job.md, after the meaning
};

/// Kind of unit, which gives the factor from a value in the job to SI units.
enum class FieldScale {
    None,
    Length,     ///< metres per unit of length
    PerLength,  ///< the inverse
};

struct NumberShape {
    /// The least number in the job, itself excluded. What the checks of the definition refuse needs no limit here.
    double above = -NO_LIMIT;
    FieldScale scale = FieldScale::None;
    // Ranges that the checks of the definition accept, for the schema.
    double least = -NO_LIMIT;
    double most = NO_LIMIT;
    bool least_allowed = true;  ///< false: must be greater than `least`
};

struct NumbersShape {
    std::size_t width = 1;                            ///< numbers per item
    std::optional<std::size_t> items = std::nullopt;  ///< nothing: any number of items
    bool one_number = false;                          ///< a single number may stand for all items
    FieldScale scale = FieldScale::None;
    std::string_view per = {};  ///< kind of item: "vertex"; empty: the meaning says it
};

struct IntegersShape {
    int lowest = std::numeric_limits<int>::min();
    int highest = std::numeric_limits<int>::max();
    bool one_number = false;                   ///< a single number may stand for all items
    std::size_t items = 0;                     ///< that it stands for
    std::optional<int> absent = std::nullopt;  ///< absent means a list of this number alone
};

/// A word that stands for lists which follow from other fields.
struct ListsWord {
    std::string_view word;
    /// Makes the lists, or gives back why there are none.
    std::function<std::string(std::vector<std::vector<int>>& lists)> make;
};

/// Where a preroll begins: so many numbers.
using RestValues = std::function<std::vector<double>(std::size_t width)>;

/// The same number everywhere.
RestValues rest_at(double value);
/// The places of some of the points. Both must outlive the visit.
RestValues rest_at(const std::vector<Eigen::Vector3d>& points, const std::vector<int>& indices);

/// Of one key.
struct AnimatedShape {
    std::vector<std::size_t> widths = {1};  ///< numbers per item: one of these
    std::size_t items = 0;
    std::string_view per = {};  ///< kind of item: "vertex"; empty: there is one item
    bool one_number = false;    ///< a single number may stand for all items
    FieldScale scale = FieldScale::None;
    RestValues rest = {};  ///< nothing: a preroll leaves it as it is
    std::optional<double> absent =
        std::nullopt;  ///< absent means the same as this number everywhere
};

/// Offer that another body must have to be named, and the message about one without it.
struct BodyOffer {
    std::string_view name;          ///< as in BodyKind::offers
    std::string_view unknown = {};  ///< there is no such body; empty: lists the kinds that would do
    std::string_view unfit = {};    ///< the body offers something else; empty: as unknown
    std::string_view same = {};     ///< the body is of the kind that names it; empty: as unfit
};

/// A number of a table of parameters, in its struct.
struct ParamSlot {
    ParamDescription info;
    double* value = nullptr;
    std::vector<double> variants;  ///< defaults in these, see ParamSlots::variants
};

/// A whole table of parameters.
struct ParamSlots {
    std::vector<ParamSlot> slots;
    std::vector<std::string_view>
        variants;  ///< of the material, which have other defaults: "muscle"
    /// Appends a problem for each number that is not in its range.
    std::function<void(std::string_view object, std::string_view prefix, std::vector<Problem>&)>
        collect_problems;
};

/// Other defaults of a table.
template <class Params>
struct ParamVariant {
    std::string_view name;
    const Params* defaults;
};

class FieldVisitor;

/// A list of objects, without their type.
class FieldList {
public:
    virtual ~FieldList() = default;
    virtual std::size_t size() const = 0;
    /// Appends an object with defaults.
    virtual void add() = 0;
    virtual void visit(FieldVisitor& visitor, std::size_t index) = 0;
    /// An object with defaults that is not in the list.
    virtual void visit_default(FieldVisitor& visitor) = 0;
};

/// Functions that return a bool give false if what depends on the field cannot be visited.
class FieldVisitor {
public:
    virtual ~FieldVisitor() = default;

    /// One of some words; `index` is its place.
    virtual void word(const Field& field, std::span<const std::string_view> words,
                      std::size_t& index) = 0;
    virtual void flag(const Field& field, bool& value) = 0;
    virtual void number(const Field& field, double& value, const NumberShape& shape) = 0;
    virtual void integer(const Field& field, int& value, int lowest, int highest) = 0;
    /// Several of some words, each of which sets its flag.
    virtual void words(const Field& field, std::span<const std::string_view> words,
                       std::span<bool* const> flags) = 0;
    /// The name of a mover.
    virtual void mover(const Field& field, std::string& name) = 0;
    /// The name of another body.
    virtual void body(const Field& field, std::string& name, const BodyOffer& offer) = 0;
    virtual void bodies(const Field& field, std::vector<std::string>& names,
                        const BodyOffer& offer) = 0;

    /// Names that need not be those of objects.
    virtual void names(const Field& field, std::vector<std::string>& names) = 0;

    virtual void params(const Field& field, const ParamSlots& params) = 0;
    virtual bool integers(const Field& field, std::vector<int>& values,
                          const IntegersShape& shape) = 0;
    virtual void integer_lists(const Field& field, std::vector<std::vector<int>>& lists,
                               const ListsWord& word) = 0;
    virtual bool numbers(const Field& field, std::vector<double>& values,
                         const NumbersShape& shape) = 0;
    virtual bool vectors(const Field& field, std::vector<Eigen::Vector3d>& values,
                         const NumbersShape& shape) = 0;
    virtual void matrix(const Field& field, Eigen::Matrix3d& value) = 0;
    /// As w, x, y, z.
    virtual void rotation(const Field& field, Eigen::Quaterniond& value) = 0;
    /// Vertices [m] and faces; null: these are not kept.
    virtual bool mesh(const Field& field, std::vector<Eigen::Vector3d>& vertices,
                      std::vector<Eigen::Vector3i>* triangles) = 0;
    virtual bool tets(const Field& field, std::vector<Eigen::Vector3d>& vertices,
                      std::vector<Eigen::Vector4i>& tetrahedra) = 0;
    virtual void points_between(const Field& field, std::vector<PointBetween>& points) = 0;

    virtual void animated(const Field& field, AnimatedArray& array, const AnimatedShape& shape) = 0;
    /// One value for all, or under `name`_map one per item. 9 numbers are 3 × 3.
    virtual void painted(const Field& field, AnimatedArray& array, const AnimatedShape& shape) = 0;
    /// Rotations from rest, see AnimatedRotations.
    virtual void rotations(const Field& field, AnimatedRotations& array, std::size_t items) = 0;

    /// An object inside of this one. `present`: whether the definition has it at all.
    virtual void group(const Field& field, const std::function<void()>& visit, bool present) = 0;
    virtual void list(const Field& field, FieldList& list) = 0;
    /// Fields of this object that are one input, `name`.
    virtual void together(std::string_view name, const std::function<void()>& visit) = 0;
    /// A number that follows from others and is an input; only among fields that are visited together.
    virtual void derived(double value) = 0;

    // For definitions whose fields depend on each other. Names are of fields of the object that is visited.

    /// True if a job that is read has this field, and for visitors of all fields that there can be.
    virtual bool given(std::string_view /*name*/) const { return false; }
    /// The job that is read cannot be as it is; an empty name means the object itself.
    virtual void complain(std::string_view /*name*/, std::string_view /*value*/,
                          std::string_view /*remedy*/) {}
    /// Reading takes this much memory, or simulating what was read. Throws Error if it is not there.
    virtual void claim(std::string_view /*name*/, double /*bytes*/) {}

    // Shorter forms.

    template <class Choice, std::size_t N>
    void choice(const Field& field, const std::string_view (&words)[N], Choice& value) {
        auto index = static_cast<std::size_t>(value);
        word(field, words, index);
        value = static_cast<Choice>(index);
    }
    void number(const Field& field, double& value) { number(field, value, NumberShape{}); }
    bool integers(const Field& field, std::vector<int>& values) {
        return integers(field, values, IntegersShape{});
    }
    void group(const Field& field, const std::function<void()>& visit) {
        group(field, visit, true);
    }

    template <class Params, std::size_t N>
    void params(const Field& field, const ParamInfo<Params> (&table)[N], Params& params,
                std::initializer_list<ParamVariant<Params>> variants = {}) {
        ParamSlots slots;
        for (const ParamDescription& info : describe_params(table, params)) {
            const ParamInfo<Params>& row = table[slots.slots.size()];
            ParamSlot& slot = slots.slots.emplace_back(ParamSlot{info, &(params.*row.member), {}});
            for (const ParamVariant<Params>& variant : variants)
                slot.variants.push_back(variant.defaults->*row.member);
        }
        for (const ParamVariant<Params>& variant : variants)
            slots.variants.push_back(variant.name);
        slots.collect_problems = [&](std::string_view object, std::string_view prefix,
                                     std::vector<Problem>& problems) {
            sinew::collect_problems(params, table, object, prefix, problems);
        };
        this->params(field, slots);
    }

    /// `visit_item(visitor, item)` visits the fields of one. New items are copies of `fresh`.
    template <class Item, class VisitItem>
    void list(const Field& field, std::vector<Item>& items, VisitItem&& visit_item,
              const Item& fresh = {});
};

template <class Item, class VisitItem>
class FieldListOf final : public FieldList {
public:
    FieldListOf(std::vector<Item>& items, VisitItem& visit_item, const Item& fresh)
        : m_items(items), m_visit(visit_item), m_fresh(fresh) {}

    std::size_t size() const override { return m_items.size(); }
    void add() override { m_items.push_back(m_fresh); }
    void visit(FieldVisitor& visitor, std::size_t index) override {
        m_visit(visitor, m_items[index]);
    }
    void visit_default(FieldVisitor& visitor) override {
        Item item = m_fresh;
        m_visit(visitor, item);
    }

private:
    std::vector<Item>& m_items;
    VisitItem& m_visit;
    const Item& m_fresh;
};

template <class Item, class VisitItem>
void FieldVisitor::list(const Field& field, std::vector<Item>& items, VisitItem&& visit_item,
                        const Item& fresh) {
    FieldListOf<Item, std::remove_reference_t<VisitItem>> erased(items, visit_item, fresh);
    list(field, erased);
}

}  // namespace sinew
