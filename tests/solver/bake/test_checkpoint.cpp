#include "bake/checkpoint.hpp"

#include <gmock/gmock.h>

#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

using sinew::test::TempFolder;
using testing::HasSubstr;

std::vector<std::byte> bytes_of(const std::string& text) {
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

class Checkpoint : public testing::Test {
protected:
    Checkpoint() {
        write_checkpoint(Folder(m_folder.path()), 42, -7, bytes_of("the state of a world"));
    }
    std::string refusal(std::uint64_t inputs, int frame) const {
        const Error error =
            error_of([&] { read_checkpoint(Folder(m_folder.path()), inputs, frame); });
        EXPECT_EQ(error.code(), ErrorCode::File);
        return error.what();
    }
    TempFolder m_folder;
    std::filesystem::path m_path = m_folder / checkpoint_name(-7);
};

TEST_F(Checkpoint, ComesBack) {
    EXPECT_EQ(m_path.filename(), "-00007.bin");
    EXPECT_EQ(checkpoint_name(12), "000012.bin");
    EXPECT_EQ(read_checkpoint(Folder(m_folder.path()), 42, -7), bytes_of("the state of a world"));
    EXPECT_EQ(std::filesystem::file_size(m_path), checkpoint_file_size(20));
    EXPECT_EQ(Folder(m_folder.path()).names(), std::vector<std::string>{"-00007.bin"});
    EXPECT_EQ(checkpoint_frame("-00007.bin"), -7);
    EXPECT_EQ(checkpoint_frame("7.bin"), std::nullopt);
}

TEST_F(Checkpoint, IsOfOneJobAndOneFrame) {
    EXPECT_THAT(refusal(43, -7), HasSubstr("another job"));
    m_folder.write(checkpoint_name(7), sinew::test::read_file(m_path));
    EXPECT_THAT(refusal(42, 7), HasSubstr("another frame"));
}

TEST_F(Checkpoint, NoticesEveryBitAndEveryLength) {
    const std::string good = sinew::test::read_file(m_path);
    for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
        std::string bad = good;
        bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
        m_folder.write("-00007.bin", bad);
        refusal(42, -7);
    }
    for (std::size_t size = 0; size < good.size(); ++size) {
        m_folder.write("-00007.bin", good.substr(0, size));
        refusal(42, -7);
    }
    m_folder.write("-00007.bin", good + "x");
    refusal(42, -7);
}

}  // namespace
}  // namespace sinew::bake::test
