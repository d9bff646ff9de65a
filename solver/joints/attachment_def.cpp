#include "joints/attachment_def.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "body/def_checker.hpp"
#include "body/fields.hpp"

namespace sinew::joints {

namespace {

class AttachmentChecker : DefChecker {
public:
    AttachmentChecker(const AttachmentDef& def, std::vector<Problem>& problems)
        : DefChecker(def.name, problems), m_def(def) {}

    void check() {
        if (m_def.vertices.empty()) report("vertices", "empty", "name the vertices that it holds");
        // How many the body has is found out when it is there.
        check_indices("vertices", m_def.vertices, std::numeric_limits<int>::max(), "vertex");
        if (!m_def.weights.empty()) {
            check_count("weights", m_def.weights.size(), m_def.vertices.size());
            list_offenders("weights", m_def.weights, "a weight must be between 0 and 1",
                           [](double weight) { return weight >= 0.0 && weight <= 1.0; });
        }
        if (!m_def.to.empty() && m_def.to == m_def.body)
            report("to", m_def.to, "an attachment needs two different bodies");
        if (!m_def.to.empty() && !m_def.mover.empty())
            report("mover", m_def.mover, "give a body or a mover");
        if (!(m_def.stiffness >= 0.0) || !std::isfinite(m_def.stiffness))
            report("stiffness", fmt::format("{}", m_def.stiffness),
                   "must be a finite number, 0 or more");
        check_animated("strength", m_def.strength, std::array<std::size_t, 1>{1});
        if (!m_def.strength.all_of([](double strength) { return strength >= 0.0; }))
            report("strength", "below 0", "must be 0 or more");
    }

private:
    const AttachmentDef& m_def;
};

}  // namespace

void AttachmentDef::collect_problems(std::vector<Problem>& problems) const {
    AttachmentChecker(*this, problems).check();
}

void AttachmentDef::visit_fields(FieldVisitor& visitor) {
    visitor.body({.name = "body",
                  .meaning = "Solid, shell or rigid body whose vertices are held.",
                  .required = true},
                 body, {.name = OFFER});
    visitor.body({.name = "to",
                  .meaning = "Body that holds them.",
                  .details = "A rigid body carries each vertex along. On a solid or shell the "
                             "vertex keeps its place above the nearest triangle at rest."},
                 to, {.name = OFFER});
    visitor.mover({.name = "mover",
                   .meaning = "Mover that holds them, instead of a body.",
                   .details = "Without a body and a mover they stay where they are at rest."},
                  mover);
    visitor.number({.name = "stiffness",
                    .meaning = "Of the spring that holds a vertex.",
                    .unit = "N/m",
                    .details = "0: ten thousand times as firm as what it joins."},
                   stiffness, {.least = 0.0});
    visitor.animated({"strength", "Factor of the stiffness; absent: 1. At 0 it lets go.", "1"},
                     strength, {.items = 1});
    visitor.flag({"contact", "Whether the two bodies meet each other."}, contact);
    if (!visitor.integers({.name = "vertices",
                           .meaning = "Vertices that are held.",
                           .required = true,
                           .details = "Of the `mesh` of a shell or a rigid body, of the `surface` "
                                      "of a solid, or of the border of its `tets`."},
                          vertices))
        return;
    visitor.numbers({.name = "weights",
                     .meaning = "How firmly each vertex is held; absent: 1.",
                     .unit = "1",
                     .details = "With a `stiffness`, its factor. Without one, ½ is as firm as what "
                                "the vertex is part of."},
                    weights, {.items = vertices.size(), .one_number = true, .per = "held vertex"});
}

}  // namespace sinew::joints
