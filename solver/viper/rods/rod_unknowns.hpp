// A vector of the unknowns of all rods, batch after batch, ROD_UNKNOWNS per point.
#pragma once

#include <span>
#include <vector>

#include "viper/rods/point_ref.hpp"
#include "viper/rods/rod_batch.hpp"

namespace sinew::viper {

class RodUnknowns {
public:
    /// Values are kept where the rods are the same as before, else all are zero.
    void resize(std::span<const RodBatch> batches) {
        bool same = m_first.size() == batches.size() + 1;
        for (std::size_t b = 0; same && b < batches.size(); ++b)
            same = size(b) == size_of(batches[b]);
        if (same) return;
        m_first.assign(1, 0);
        for (const RodBatch& batch : batches)
            m_first.push_back(m_first.back() + size_of(batch));
        m_values.assign(m_first.back(), Pack(0.0));
    }

    std::span<Pack> of(std::size_t batch) {
        return {m_values.data() + m_first[batch], size(batch)};
    }
    std::span<const Pack> of(std::size_t batch) const {
        return {m_values.data() + m_first[batch], size(batch)};
    }

    /// Index of a point's first unknown; it is in the lane of the point.
    std::int32_t index(const PointRef& ref) const {
        return static_cast<std::int32_t>(m_first[ref.batch] + ref.block());
    }
    Pack* data() { return m_values.data(); }
    const Pack* data() const { return m_values.data(); }

private:
    static std::size_t size_of(const RodBatch& batch) {
        return static_cast<std::size_t>(batch.points) * ROD_UNKNOWNS;
    }
    std::size_t size(std::size_t batch) const { return m_first[batch + 1] - m_first[batch]; }

    std::vector<Pack> m_values;
    std::vector<std::size_t> m_first;
};

}  // namespace sinew::viper
