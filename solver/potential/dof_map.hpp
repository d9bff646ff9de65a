// DofMap: which blocks of unknowns belong to whom.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "potential/block_range.hpp"

namespace sinew {

/// Meaning of the three numbers of a block.
enum class BlockKind {
    Position,  ///< motion over the step [m]; conjugate to a force [N]
    Rotation,  ///< increment of a rotation over the step (math/rotation.hpp) [1]; conjugate to a torque [N m]
    Thickness,  ///< growth of a radius over the step [m], and two numbers that mean nothing; conjugate to a force [N]
};

class DofMap {
public:
    /// The unknowns of one kind of one object. Forces are judged against others of the same range.
    struct Entry {
        std::string owner;  ///< name of the object, for messages
        BlockKind kind = BlockKind::Position;
        BlockRange range;
        double size = 1.0;  ///< scale of the unknown: the object's diameter [m], or 1 rad
        /// Of rotations and thicknesses: the entry of their object's positions, which comes before; −1 if there is none.
        int positions = -1;
    };

    /// Appends `count` blocks. `size` must be positive.
    BlockRange add(std::string_view owner, BlockKind kind, int count, double size);
    void clear();

    int blocks() const { return m_blocks; }
    const std::vector<Entry>& entries() const { return m_entries; }
    /// Index of the first entry that ends behind `block`; the number of entries if there is none.
    std::size_t first_entry_from(int block) const;
    /// Whose block it is.
    const Entry& entry_of(int block) const;
    /// For messages: "Bar, node 7" or "Bar, rotation of node 7".
    std::string describe(int block) const;

private:
    std::vector<Entry> m_entries;
    int m_blocks = 0;
};

}  // namespace sinew
