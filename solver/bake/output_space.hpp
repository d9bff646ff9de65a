// The space in which the vertices of a body are stored: that of the object that plays them.
//
// A point cache in the object's own space fails safe. When its file is missing or does not fit, the player leaves the mesh
// as it is, and the object stands where its own transform puts it.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "bake/inputs_hash.hpp"
#include "bake/json_field.hpp"
#include "body/animated_array.hpp"
#include "body/body.hpp"

namespace sinew::bake {

inline constexpr std::string_view OUTPUT_SPACE_FIELDS[] = {"body", "transforms"};

struct OutputSpace {
    std::size_t body = 0;  ///< index into the bodies of the job
    AnimatedArray
        transforms;  ///< MOVER_WIDTH numbers a key: from the object's space to the world [m]
};

/// `bodies` are those of the job. Complains about all that is wrong.
std::vector<OutputSpace> read_output_spaces(const JsonField& field,
                                            const std::vector<std::unique_ptr<BodyDef>>& bodies);

void add_output_space_inputs(const std::vector<OutputSpace>& spaces,
                             const std::vector<std::unique_ptr<BodyDef>>& bodies,
                             InputsHash& inputs);

/// From the world to the object's space at `frame`. Exactly the identity where the transform is.
Eigen::Affine3d to_object(const OutputSpace& space, double frame);

}  // namespace sinew::bake
