#include "bake/version.hpp"

namespace sinew::bake {

std::string_view version_text() {
    return SINEW_VERSION_TEXT;
}

}  // namespace sinew::bake
