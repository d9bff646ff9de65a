#include "bake/inputs_hash.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "bake/hash.hpp"
#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

AnimatedArray keys(std::vector<double> frames, std::vector<double> values) {
    AnimatedArray array;
    array.width = values.size() / frames.size();
    array.frames = std::move(frames);
    array.values = std::move(values);
    return array;
}

InputsHash of(const AnimatedArray& array, int last_frame = 10) {
    InputsHash inputs(1, last_frame);
    inputs.add_static("gravity", 1);
    inputs.add_animated("pins", array);
    return inputs;
}

std::optional<int> first_change(const AnimatedArray& before, const AnimatedArray& now) {
    return of(now).since(of(before)).first_frame;
}

TEST(InputsHash, NamesStaticChanges) {
    InputsHash before(1, 10);
    before.add_static("gravity", 1);
    before.add_static("rate", 1);
    before.add_static("gone", 1);
    InputsHash now(1, 10);
    now.add_static("gravity", 2);
    now.add_static("rate", 1);
    now.add_static("new", 1);
    EXPECT_THAT(now.since(before).static_names, ElementsAre("gone", "gravity", "new"));
    EXPECT_THAT(now.since(now).static_names, IsEmpty());
    EXPECT_NE(now.static_hash(), before.static_hash());
}

TEST(InputsHash, FindsTheFirstFrameThatChanges) {
    const AnimatedArray before = keys({1, 4, 8}, {0, 1, 2});
    EXPECT_EQ(first_change(before, before), std::nullopt);
    EXPECT_EQ(first_change(before, keys({1, 4, 8}, {0, 1, 3})), 5);  // moves between 4 and 5
    EXPECT_EQ(first_change(before, keys({1, 4, 8}, {0, 5, 2})), 2);
    EXPECT_EQ(first_change(before, keys({1, 4, 8}, {9, 1, 2})), 1);
    EXPECT_EQ(first_change(before, keys({1, 4, 8, 20}, {0, 1, 2, 7})), 9);  // no longer held
    EXPECT_EQ(first_change(before, keys({1, 4, 8, 10}, {0, 1, 2, 2})), std::nullopt);  // still held
    EXPECT_EQ(first_change(before, keys({1, 4, 7.5}, {0, 1, 2})), 5);
}

TEST(InputsHash, OfSinglePrecisionIsThatOfDoubles) {
    // More numbers than are hashed at once, with a scale that is no power of two.
    constexpr std::size_t WIDTH = 2999;
    std::vector<float> floats;
    std::vector<double> doubles;
    for (std::size_t i = 0; i < 3 * WIDTH; ++i) {
        floats.push_back(0.1F * static_cast<float>(i));
        doubles.push_back(0.01 * double{floats.back()});
    }
    const AnimatedArray in_one_piece = keys({1, 4, 8}, doubles);
    AnimatedArray shared = in_one_piece;
    shared.values.clear();
    shared.tail = SharedNumbers(floats).scaled(0.01);
    EXPECT_EQ(of(shared).to_json(), of(in_one_piece).to_json());
    AnimatedArray mixed = shared;
    mixed.values.assign(doubles.begin(), doubles.begin() + WIDTH);
    mixed.tail = shared.tail.without_first(WIDTH);
    EXPECT_EQ(of(mixed).to_json(), of(in_one_piece).to_json());
    // The hash of an array in pieces is that of the array, or caches of before would be baked again.
    Hasher parts;
    parts.add_part(std::span(doubles).first(5)).add_part(std::span(doubles).subspan(5));
    EXPECT_EQ(parts.end_array(doubles.size()).value(), hash_of(doubles));
    floats.back() += 1.0F;
    shared.tail = SharedNumbers(floats).scaled(0.01);
    EXPECT_EQ(first_change(in_one_piece, shared), 5);
}

TEST(InputsHash, SeesThatAConstantIsTheSameAsEqualKeys) {
    EXPECT_EQ(first_change(AnimatedArray::constant({3}), keys({6, 7}, {3, 4})), 7);
    EXPECT_EQ(first_change(AnimatedArray::constant({3}), keys({-2, 70}, {3, 3})), std::nullopt);
}

TEST(InputsHash, CountsFramesBeforeTheFirstAsOne) {
    // What the keys do before the bake begins matters only for the first frame.
    EXPECT_EQ(first_change(keys({-5, 1, 9}, {7, 0, 1}), keys({-5, 1, 9}, {8, 0, 1})), std::nullopt);
}

TEST(InputsHash, IgnoresALongerRange) {
    const AnimatedArray array = keys({1, 4, 8}, {0, 1, 2});
    const InputsHash::Difference difference = of(array, 20).since(of(array, 10));
    EXPECT_THAT(difference.static_names, IsEmpty());
    EXPECT_THAT(difference.animated_names, IsEmpty());
    EXPECT_EQ(difference.first_frame, std::nullopt);
}

TEST(InputsHash, CallsAnotherWidthAStaticChange) {
    EXPECT_THAT(of(keys({1}, {0, 0})).since(of(keys({1}, {0}))).static_names, ElementsAre("pins"));
    EXPECT_THAT(of(keys({1}, {0})).since(of({})).static_names, ElementsAre("pins"));
}

TEST(InputsHash, ComesBackFromJson) {
    const InputsHash inputs = of(keys({1, 4, 8}, {0, 1, 2}));
    const InputsHash read = InputsHash::from_json(inputs.to_json());
    EXPECT_EQ(read.total_hash(), inputs.total_hash());
    EXPECT_EQ(of(keys({1, 4, 8}, {0, 1, 3})).since(read).first_frame, 5);
    for (const char* bad :
         {"[]", "{}", R"({"first_frame": "x", "static": {}, "animated": {}, "frames": []})",
          R"({"first_frame": 1, "static": {"a": "xyz"}, "animated": {}, "frames": []})",
          R"({"first_frame": 1e300, "static": {}, "animated": {}, "frames": 7})"}) {
        EXPECT_EQ(error_of([&] { InputsHash::from_json(nlohmann::json::parse(bad)); }).code(),
                  ErrorCode::File);
    }
}

}  // namespace
}  // namespace sinew::bake::test
