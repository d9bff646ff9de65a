// Where the project's own files are, for tests that read them.
#pragma once

#include <filesystem>

namespace sinew::test {

/// The folder that holds `docs`, `examples` and `tests`.
std::filesystem::path project_folder();

}  // namespace sinew::test
