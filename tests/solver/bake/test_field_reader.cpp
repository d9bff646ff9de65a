#include "bake/field_reader.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace sinew::bake {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

struct ProbeParams {
    double weight = 2.0;
};
constexpr ParamInfo<ProbeParams> PROBE_TABLE[] = {
    {"weight", "kg", &ProbeParams::weight, 0.0, 10.0, true, "Weight."}};
constexpr std::string_view COLOURS[] = {"red", "green"};

struct ProbePart {
    std::vector<int> at;
    std::vector<double> sizes;
};

/// A definition with all sorts of fields.
struct ProbeDef : BodyDef {
    ProbeParams params;
    bool is_green = false;
    bool shines = false;
    double length = 1.0;
    int level = 3;
    std::vector<int> counts;
    std::vector<int> groups;
    std::vector<std::vector<int>> lists;
    std::vector<Eigen::Vector3d> points;
    Eigen::Matrix3d matrix = Eigen::Matrix3d::Zero();
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
    std::vector<ProbePart> parts;
    AnimatedArray painted;
    AnimatedRotations rotations;
    mutable int checks = 0;

    std::string_view kind() const override { return "probe"; }
    void collect_problems(std::vector<Problem>& problems) const override {
        ++checks;
        if (points.size() > 2)
            problems.push_back(
                {ErrorCode::InvalidArgument, name, "points", "many", "give two", {}});
    }
    void visit_fields(FieldVisitor& visitor) override {
        visitor.params({"material", "Material."}, PROBE_TABLE, params);
        visitor.choice({"colour", "Colour."}, COLOURS, is_green);
        visitor.flag({"shines", "Shines."}, shines);
        visitor.number({"length", "Length.", "m"}, length,
                       {.above = 0.0, .scale = FieldScale::Length});
        visitor.integer({"level", "Level."}, level, 0, 9);
        if (!visitor.vectors({"points", "Points.", "m", true}, points,
                             {.scale = FieldScale::Length}))
            return;
        visitor.integers({"counts", "Counts."}, counts,
                         {.absent = static_cast<int>(points.size())});
        visitor.integers({"groups", "Groups."}, groups,
                         {.lowest = 0, .highest = 5, .one_number = true, .items = 2});
        visitor.integer_lists({"lists", "Lists."}, lists,
                              {"pairs", [this](auto& made) {
                                   if (points.size() != 2) return std::string("needs two points");
                                   made = {{0, 1}};
                                   return std::string();
                               }});
        visitor.matrix({"matrix", "Matrix."}, matrix);
        visitor.rotation({"turn", "Turn."}, turn);
        visitor.list({"parts", "Parts."}, parts, [](FieldVisitor& each, ProbePart& part) {
            if (!each.integers({"at", "Where.", {}, true}, part.at)) return;
            each.numbers({"sizes", "Sizes.", "m", true}, part.sizes,
                         {.items = part.at.size(), .one_number = true});
        });
        visitor.painted({"paint", "Paint.", "1/m"}, painted,
                        {.widths = {9}, .items = points.size(), .scale = FieldScale::PerLength});
        visitor.rotations({"rotations", "Rotations."}, rotations, points.size());
        if (visitor.given("shines") && visitor.given("colour"))
            visitor.complain("colour", "given beside shines", "give one of them");
    }
};

constexpr BodyKind PROBE_KIND{"probe", {}, make_default<ProbeDef>, nullptr};

struct Reading {
    ProbeDef def;
    std::vector<std::string> problems;
};

/// With a unit of half a metre.
Reading read(json fields) {
    fields["kind"] = "probe";
    fields["name"] = "P";
    if (!fields.contains("points")) fields["points"] = {0, 0, 0, 2, 0, 0};
    if (fields["points"].is_null()) fields.erase("points");
    ReadContext context;
    context.length = 0.5;
    const auto def = read_definition(JsonField(fields, "P", "", context), PROBE_KIND);
    Reading reading{dynamic_cast<const ProbeDef&>(*def), {}};
    for (const Problem& problem : context.problems.listed())
        reading.problems.push_back(problem.message());
    return reading;
}

TEST(FieldReader, FillsEverySortOfField) {
    const auto [def, problems] = read({{"material", {{"weight", 5}}},
                                       {"colour", "green"},
                                       {"length", 3},
                                       {"level", 4},
                                       {"groups", 2},
                                       {"lists", "pairs"},
                                       {"matrix", {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}},
                                       {"turn", {0, 1, 0, 0}},
                                       {"parts", {{{"at", {4, 5}}, {"sizes", 7}}}},
                                       {"paint", {1, 2, 3, 4, 5, 6, 7, 8, 9}},
                                       {"rotations", {{1, 0, 0, 0}, {1, 0, 0, 0}}}});
    EXPECT_THAT(problems, ElementsAre());
    EXPECT_EQ(def.name, "P");
    EXPECT_EQ(def.params.weight, 5.0);
    EXPECT_TRUE(def.is_green);
    EXPECT_EQ(def.length, 1.5);
    EXPECT_EQ(def.level, 4);
    EXPECT_EQ(def.points.at(1), Eigen::Vector3d(1, 0, 0));
    EXPECT_THAT(def.counts, ElementsAre(2));
    EXPECT_THAT(def.groups, ElementsAre(2, 2));
    EXPECT_THAT(def.lists, ElementsAre(ElementsAre(0, 1)));
    EXPECT_EQ(def.matrix(1, 0), 4.0);
    EXPECT_EQ(def.turn.x(), 1.0);
    EXPECT_THAT(def.parts.at(0).at, ElementsAre(4, 5));
    EXPECT_THAT(def.parts[0].sizes, ElementsAre(7, 7));
    EXPECT_EQ(def.painted.values.at(1), 4.0);
    EXPECT_EQ(def.rotations.width, 8U);
    EXPECT_TRUE(read({{"shines", true}}).def.shines);
    EXPECT_EQ(read({{"paint_map", std::vector<double>(18, 1.0)}}).def.painted.width, 18U);
    EXPECT_THAT(read({{"groups", {1, 2, 3}}}).def.groups, ElementsAre(1, 2, 3));
    EXPECT_THAT(read({{"lists", {{1, 2}, {3}}}}).def.lists,
                ElementsAre(ElementsAre(1, 2), ElementsAre(3)));
}

TEST(FieldReader, SaysWhatIsWrongAndWhere) {
    const auto expect = [](const json& fields, auto... parts) {
        EXPECT_THAT(read(fields).problems, ElementsAre(HasSubstr(parts)...)) << fields;
    };
    expect({{"colour", "gren"}}, "P: colour is \"gren\": did you mean \"green\"?");
    expect({{"length", 0}}, "P: length is 0: must be greater than 0");
    expect({{"level", 10}}, "P: level is 10: must be a whole number from 0 to 9");
    expect({{"groups", 6}}, "P: groups is 6: must be a whole number from 0 to 5");
    expect({{"groups", {1, 6}}}, "P: groups is a list of 2: must be whole numbers from 0 to 5");
    expect({{"counts", 2}}, "P: counts is 2: must be a list");
    expect({{"lists", "pears"}}, "P: lists is \"pears\": did you mean \"pairs\"?");
    expect({{"lists", "pairs"}, {"points", {0, 0, 0}}}, "P: lists is \"pairs\": needs two points");
    expect({{"paint", std::vector<int>(9, 1)}, {"paint_map", std::vector<int>(18, 1)}},
           "P: paint_map is given beside paint: give one of them");
    expect({{"shines", true}, {"colour", "red"}}, "P: colour is given beside shines");
    expect({{"parts", {7}}}, "P: parts[0] is 7: must be an object with the fields at, sizes");
    expect({{"parts", {{{"size", 1}}}}}, "P: parts[0].size is an unknown field: did you mean",
           "P: parts[0].at is missing", "P: parts[0].sizes is missing");
}

TEST(FieldReader, ChecksADefinitionThatLacksNothing) {
    const json many = {0, 0, 0, 1, 0, 0, 2, 0, 0};
    // A wrong word or number has a default.
    Reading reading = read({{"points", many}, {"level", 10}, {"material", {{"weight", "x"}}}});
    EXPECT_EQ(reading.def.checks, 1);
    EXPECT_THAT(reading.problems, ElementsAre(HasSubstr("material.weight is \"x\""),
                                              HasSubstr("level is 10"), HasSubstr("give two")));
    // A wrong list has none; only the parameters are checked then.
    reading = read({{"points", many}, {"parts", {7}}, {"material", {{"weight", 11}}}});
    EXPECT_EQ(reading.def.checks, 0);
    EXPECT_THAT(reading.problems,
                ElementsAre(HasSubstr("parts[0]"),
                            HasSubstr("P: material.weight is 11: must be at least 0")));
    // What depends on points is not read without them.
    reading = read({{"points", nullptr}, {"counts", "x"}});
    EXPECT_EQ(reading.def.checks, 0);
    EXPECT_THAT(reading.problems, ElementsAre(HasSubstr("P: points is missing")));
}

}  // namespace
}  // namespace sinew::bake
