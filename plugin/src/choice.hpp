// Choices of the C API, which are numbers there, as the enums of the solver.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "guard.hpp"

namespace sinew::plugin {

struct ChoiceName {
    std::string object;     ///< name of the body, or of the struct
    const char* field;      ///< name of the member
    const char* constants;  ///< "SINEW_SOLID_LAW_..."
};

/// `Enum` has the values of the constants, which are 0 to `last`; refuses others.
template <class Enum>
Enum to_choice(std::int32_t given, std::int32_t last, const ChoiceName& name) {
    if (given < 0 || given > last) {
        refuse_argument(name.object, name.field, fmt::format("{}", given),
                        fmt::format("must be one of {}", name.constants));
    }
    return static_cast<Enum>(given);
}

}  // namespace sinew::plugin
