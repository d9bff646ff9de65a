#include "support/project_folder.hpp"

namespace sinew::test {

std::filesystem::path project_folder() {
    return SINEW_SOURCE_DIR;
}

}  // namespace sinew::test
