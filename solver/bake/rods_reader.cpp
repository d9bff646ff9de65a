#include "bake/rods_reader.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "bake/animated_reader.hpp"
#include "bake/array_reader.hpp"
#include "bake/hash.hpp"
#include "bake/mesh_reader.hpp"
#include "base/param_table.hpp"
#include "viper/rods_def.hpp"

namespace sinew::bake {

namespace {

using Eigen::Vector3d;
using viper::ROD_PARAM_TABLE;
using viper::RodPins;
using viper::RodsDef;

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
        read_material();
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
            m_def->collect_problems(problems);
        } else {
            // Without points nothing else can be said about the rods.
            collect_problems(m_def->params, ROD_PARAM_TABLE, m_def->name, "material.", problems);
        }
        for (Problem& problem : problems) {
            m_context.problems.add(std::move(problem));
        }
        return std::move(m_def);
    }

private:
    void read_material() {
        const auto material = m_body.find("material");
        if (!material) return;
        std::vector<std::string_view> names;
        for (const auto& info : ROD_PARAM_TABLE) {
            names.push_back(info.name);
        }
        if (!material->expect_object(names)) return;
        for (const auto& info : ROD_PARAM_TABLE) {
            const auto field = material->find(info.name);
            if (field) store(field->number(), m_def->params.*info.member);
        }
    }

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
            store(read_animated(*rotations, spec), pin.rotations);
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

void add_rods_inputs(const BodyDef& def, const std::string& prefix, InputsHash& inputs) {
    const auto& rods = static_cast<const RodsDef&>(def);
    inputs.add_static(prefix + "rods.points", hash_of(rods.points));
    inputs.add_static(prefix + "rods.radii", hash_of(rods.radii));
    inputs.add_static(prefix + "rods.counts", hash_of(rods.counts));
    inputs.add_static(
        prefix + "surface",
        Hasher().add_word(hash_of(rods.surface)).add_word(hash_of(rods.surface_triangles)).value());
    for (const auto& info : ROD_PARAM_TABLE) {
        inputs.add_static(fmt::format("{}material.{}", prefix, info.name),
                          Hasher().add_number(rods.params.*info.member).value());
    }
    inputs.add_static(prefix + "initial.positions", hash_of(rods.initial_positions));
    inputs.add_static(prefix + "initial.velocities", hash_of(rods.initial_velocities));
    inputs.add_static(prefix + "initial.scales", hash_of(rods.initial_scales));
    inputs.add_static(prefix + "pins", Hasher().add_word(rods.pins.size()).value());
    for (std::size_t i = 0; i < rods.pins.size(); ++i) {
        const RodPins& pin = rods.pins[i];
        const std::string pin_prefix = fmt::format("{}pins[{}].", prefix, i);
        inputs.add_static(pin_prefix + "points", hash_of(pin.points));
        inputs.add_static(pin_prefix + "what", Hasher()
                                                   .add_word(pin.position ? 1 : 0)
                                                   .add_word(pin.frame ? 1 : 0)
                                                   .add_word(pin.scale ? 1 : 0)
                                                   .value());
        inputs.add_static(pin_prefix + "release_frame",
                          Hasher().add_number(pin.release_frame).value());
        inputs.add_animated(pin_prefix + "positions", pin.positions);
        inputs.add_animated(pin_prefix + "rotations", pin.rotations);
        inputs.add_animated(pin_prefix + "scales", pin.scales);
    }
    inputs.add_animated(prefix + "radial_force", rods.radial_force);
}

}  // namespace sinew::bake
