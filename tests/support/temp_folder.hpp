// A folder that lives as long as a test.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sinew::test {

/// Made empty in the system's folder for temporary files, removed with all it holds at the end.
/// Its name has a space and a letter outside ASCII: paths of users have them too.
class TempFolder {
public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    std::filesystem::path operator/(std::string_view name) const { return m_path / name; }

    /// Writes a file and gives its path.
    std::filesystem::path write(std::string_view name, std::string_view content) const;

private:
    std::filesystem::path m_path;
};

/// All bytes of a file; throws when it cannot be read.
std::string read_file(const std::filesystem::path& path);

}  // namespace sinew::test
