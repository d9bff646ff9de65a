#include "bake/rods_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "bake/animated_reader.hpp"
#include "bake/array_reader.hpp"
#include "bake/mesh_reader.hpp"
#include "bake/mover_reader.hpp"
#include "bake/param_reader.hpp"
#include "base/task.hpp"
#include "viper/rods_def.hpp"

namespace sinew::bake {

namespace {

using viper::ROD_PARAM_TABLE;
using viper::RodPins;
using viper::RodsDef;

constexpr int MAX_GROUP = 1'000'000;
/// What a point costs a simulation, measured with 20,000 of them [bytes].
constexpr double BYTES_PER_POINT = 3000.0;

/// Reads one body. What cannot be read keeps its default, which is valid, so that the checks of the
/// definition complain only about what is there.
class RodsReader {
public:
    explicit RodsReader(const JsonField& body)
        : m_body(body), m_context(body.context()), m_def(std::make_unique<RodsDef>()) {
        m_def->name = body.object();
    }

    std::unique_ptr<RodsDef> read() {
        m_body.expect_object(RODS_BODY_FIELDS);
        if (const auto material = m_body.find("material"))
            read_params(*material, ROD_PARAM_TABLE, m_def->params);
        read_pins();
        if (const auto surface = m_body.find("surface")) {
            if (auto mesh = read_mesh(*surface)) {
                m_def->surface = std::move(mesh->vertices);
                m_def->surface_triangles = std::move(mesh->triangles);
            }
        }
        std::vector<Problem> problems;
        if (read_geometry()) {
            read_radial_force();
            read_initial();
            read_bundling();
            read_activation();
            read_attachments();
            read_collision();
            m_def->collect_problems(problems);
        } else {
            // Without points nothing else can be said about the rods.
            collect_problems(m_def->params, ROD_PARAM_TABLE, m_def->name, "material.", problems);
        }
        m_context.problems.add(std::move(problems));
        return std::move(m_def);
    }

private:
    /// True if the points could be read.
    bool read_geometry() {
        const auto rods = m_body.require("rods");
        if (!rods || !rods->expect_object(RODS_GEOMETRY_FIELDS)) return false;
        const auto points = rods->require("points");
        const auto radii = rods->require("radii");
        const auto counts = rods->find("counts");
        if (!points ||
            !store(read_vectors(*points, std::nullopt, m_context.length), m_def->points)) {
            return false;
        }
        const std::size_t count = m_def->points.size();
        claim_memory(BYTES_PER_POINT * static_cast<double>(count), m_def->name, "rods.points");
        m_def->radii.assign(count, 1.0);
        if (radii) {
            const ArraySpec spec{.width = 1, .items = count, .one_number = true};
            store(read_array(*radii, spec, m_context.length), m_def->radii);
        }
        m_def->counts = {static_cast<int>(count)};
        if (counts) store(read_integers(*counts), m_def->counts);
        return true;
    }

    void read_initial() {
        const auto initial = m_body.find("initial");
        if (!initial || !initial->expect_object(RODS_INITIAL_FIELDS)) return;
        const std::size_t count = m_def->points.size();
        if (const auto field = initial->find("positions")) {
            store(read_vectors(*field, count, m_context.length), m_def->initial_positions);
        }
        if (const auto field = initial->find("velocities")) {
            store(read_vectors(*field, count, 1.0), m_def->initial_velocities);
        }
        if (const auto field = initial->find("scales")) {
            const ArraySpec spec{.width = 1, .items = count, .one_number = true};
            store(read_array(*field, spec), m_def->initial_scales);
        }
    }

    void read_pins() {
        const auto pins = m_body.find("pins");
        if (!pins) return;
        pins->for_each([&](const JsonField& field) {
            RodPins pin;
            read_pin(field, pin);
            m_def->pins.push_back(std::move(pin));
        });
    }

    void read_pin(const JsonField& field, RodPins& pin) const {
        if (!field.expect_object(RODS_PIN_FIELDS)) return;
        read_pin_what(field, pin);
        if (const auto release = field.find("release_frame")) {
            store(release->number(), pin.release_frame);
        }
        const auto points = field.require("points");
        if (!points || !store(read_integers(*points), pin.points)) return;
        const std::size_t count = pin.points.size();
        if (const auto positions = field.find("positions")) {
            const AnimatedSpec spec{.widths = {3}, .items = count, .scale = m_context.length};
            store(read_animated(*positions, spec), pin.positions);
        }
        if (const auto rotations = field.find("rotations")) {
            const AnimatedSpec spec{.widths = {3, 4}, .items = count};
            if (auto keys = read_animated(*rotations, spec)) pin.rotations = std::move(*keys);
        }
        if (const auto scales = field.find("scales")) {
            const AnimatedSpec spec{.widths = {1}, .items = count, .one_number = true};
            store(read_animated(*scales, spec), pin.scales);
        }
    }

    static void read_pin_what(const JsonField& field, RodPins& pin) {
        const auto what = field.find("what");
        if (!what) return;
        bool held[std::size(RODS_PIN_WHAT)] = {};
        bool good = what->value().is_array();
        what->for_each([&](const JsonField& word) {
            const auto index = word.choice(RODS_PIN_WHAT);
            if (index) held[*index] = true;
            good = good && index.has_value();
        });
        if (!good) return;
        pin.position = held[0];
        pin.frame = held[1];
        pin.scale = held[2];
    }

    void read_bundling() {
        viper::RodBundling& bundling = m_def->bundling;
        if (const auto field = m_body.find("sections")) read_sections(*field);
        const auto field = m_body.find("bundling");
        if (!field || !field->expect_object(RODS_BUNDLING_FIELDS)) return;
        if (const auto stiffness = field->find("stiffness")) {
            store(stiffness->number(), bundling.stiffness);
        }
        if (const auto matching = field->find("matching")) {
            if (const auto index = matching->choice(RODS_MATCHING_NAMES))
                bundling.matching = static_cast<viper::SectionMatching>(*index);
        }
    }

    void read_sections(const JsonField& field) {
        std::vector<std::vector<int>>& sections = m_def->bundling.sections;
        const std::vector<int>& counts = m_def->counts;
        if (!field.value().is_string()) {
            field.for_each([&](const JsonField& item) {
                std::vector<int> section;
                if (store(read_integers(item), section)) sections.push_back(std::move(section));
            });
            return;
        }
        if (!field.choice(std::array<std::string_view, 1>{"levels"})) return;
        // Whatever the counts say, there are no more sections than points: what does not add up is a problem of the
        // counts, which the definition reports.
        if (!m_def->counts_add_up()) return;
        const bool even = std::all_of(counts.begin(), counts.end(),
                                      [&](int count) { return count == counts.front(); });
        if (!even || counts.empty()) {
            field.complain("all rods must have the same number of points, or list the sections");
            return;
        }
        sections = viper::RodBundling::levels(static_cast<int>(counts.size()), counts.front());
    }

    void read_activation() {
        viper::RodActivation& activation = m_def->activation;
        if (const auto field = m_body.find("activation")) {
            const AnimatedSpec spec{
                .widths = {1}, .items = m_def->counts.size(), .one_number = true};
            store(read_animated(*field, spec), activation.level);
        }
        if (const auto field = m_body.find("activation_map")) {
            const ArraySpec spec{.width = 1, .items = m_def->points.size(), .one_number = true};
            store(read_array(*field, spec), activation.map);
        }
        if (const auto field = m_body.find("shortening"))
            store(field->number(), activation.shortening);
    }

    void read_attachments() {
        if (const auto follow = m_body.find("follow")) store(follow->number(), m_def->follow);
        const auto attachments = m_body.find("attachments");
        if (!attachments) return;
        attachments->for_each([&](const JsonField& field) {
            viper::RodAttachment attachment;
            if (!field.expect_object(RODS_ATTACHMENT_FIELDS)) return;
            const auto mover = field.require("mover");
            const auto points = field.require("points");
            const bool named = mover && store(read_mover_name(*mover), attachment.mover);
            const bool placed = points && store(read_integers(*points), attachment.points);
            if (const auto mode = field.find("mode"))
                attachment.sliding = mode->choice(RODS_ATTACHMENT_MODES).value_or(0) == 1;
            if (const auto normals = field.find("normals"); normals && placed)
                store(read_vectors(*normals, attachment.points.size(), 1.0), attachment.normals);
            if (const auto surface = field.find("surface"))
                store(read_mesh(*surface), attachment.surface);
            if (const auto hinge = field.find("hinge")) store(hinge->number(), attachment.hinge);
            if (named && placed) m_def->attachments.push_back(std::move(attachment));
        });
    }

    void read_collision() {
        viper::RodCollision& collision = m_def->collision;
        if (const auto field = m_body.find("collides")) store(field->boolean(), collision.enabled);
        if (const auto field = m_body.find("friction")) store(field->number(), collision.friction);
        const auto group = m_body.find("collision_group");
        if (!group) return;
        if (group->value().is_number()) {
            int number = 0;
            if (store(group->integer(0, MAX_GROUP), number))
                collision.groups.assign(m_def->counts.size(), number);
            return;
        }
        store(read_integers(*group), collision.groups);
        for (const int number : collision.groups) {
            if (number >= 0 && number <= MAX_GROUP) continue;
            group->complain(fmt::format("a group is a number from 0 to {}", MAX_GROUP));
            break;
        }
    }

    void read_radial_force() {
        const auto force = m_body.find("radial_force");
        if (!force) return;
        const AnimatedSpec spec{.widths = {1}, .items = m_def->points.size(), .one_number = true};
        store(read_animated(*force, spec), m_def->radial_force);
    }

    const JsonField& m_body;
    ReadContext& m_context;
    std::unique_ptr<RodsDef> m_def;
};

}  // namespace

std::unique_ptr<BodyDef> read_rods(const JsonField& body) {
    return RodsReader(body).read();
}

}  // namespace sinew::bake
