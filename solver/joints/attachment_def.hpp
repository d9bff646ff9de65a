// Definition of an attachment: vertices of a body that are held to another body or to a mover.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "body/animated_array.hpp"
#include "body/body.hpp"

namespace sinew::joints {

struct AttachmentDef : BodyDef {
    static constexpr std::string_view KIND = "attachment";
    /// Of bodies whose vertices it can hold and hold to (BodyKind::offers).
    static constexpr std::string_view OFFER = "surface";

    std::string body;
    std::vector<int> vertices;    ///< of the body
    std::vector<double> weights;  ///< 0 to 1, 1 per vertex; empty: 1
    std::string to;               ///< another body; empty: the mover, or the world
    std::string mover;
    double stiffness = 0.0;  ///< of each vertex [N/m]; 0: firm
    AnimatedArray strength;  ///< factor of it; empty: 1
    bool contact = false;    ///< whether both bodies meet

    std::string_view kind() const override { return KIND; }
    bool follows_others() const override { return true; }
    void collect_problems(std::vector<Problem>& problems) const override;
    void visit_fields(FieldVisitor& visitor) override;
};

const BodyKind& attachment_kind();

}  // namespace sinew::joints
