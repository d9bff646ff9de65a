// Definition of directors: the rotations at some nodes of a solid or shell, made visible as little crosses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "body/body.hpp"

namespace sinew {

struct DirectorsDef : BodyDef {
    static constexpr std::string_view KIND = "directors";
    static constexpr int MAX_COUNT = 1'000'000;
    /// Points of the output for each node, see DirectorsBody.
    static constexpr int POINTS = 5;

    std::string body;     ///< name of the body that they belong to
    int count = 500;      ///< nodes that are shown, at most
    double length = 0.0;  ///< of a director [m]; 0: half the distance between those shown

    std::string_view kind() const override { return KIND; }
    bool follows_others() const override { return true; }
    void collect_problems(std::vector<Problem>& problems) const override;
    void visit_fields(FieldVisitor& visitor) override;
};

const BodyKind& directors_kind();

}  // namespace sinew
