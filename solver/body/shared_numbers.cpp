#include "body/shared_numbers.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace sinew {

SharedNumbers::SharedNumbers(std::vector<float> numbers) : m_size(numbers.size()) {
    m_storage = std::make_shared<const std::vector<float>>(std::move(numbers));
}

SharedNumbers::SharedNumbers(std::vector<double> numbers) : m_size(numbers.size()) {
    m_storage = std::make_shared<const std::vector<double>>(std::move(numbers));
}

// Neither is inlined: the compiler could fuse the product with sums of the caller (-ffp-contract=fast), and the result would not
// be that of numbers that were scaled before.
[[gnu::noinline]] double SharedNumbers::operator[](std::size_t index) const {
    const std::size_t at = m_first + index;
    const Floats* const floats = std::get_if<Floats>(&m_storage);
    return m_scale * (floats ? double{(**floats)[at]} : (*std::get<Doubles>(m_storage))[at]);
}

[[gnu::noinline]] void SharedNumbers::read(std::size_t begin, std::span<double> out) const {
    assert(begin + out.size() <= m_size);
    if (out.empty()) return;
    std::visit(
        [&](const auto& storage) {
            const auto* const from = storage->data() + m_first + begin;
            std::transform(from, from + out.size(), out.begin(),
                           [this](double number) { return m_scale * number; });
        },
        m_storage);
}

SharedNumbers SharedNumbers::scaled(double scale) const {
    assert(m_scale == 1.0);  // two factors would round twice
    SharedNumbers result = *this;
    result.m_scale = scale;
    return result;
}

SharedNumbers SharedNumbers::without_first(std::size_t count) const {
    assert(count <= m_size);
    SharedNumbers result = *this;
    result.m_first += count;
    result.m_size -= count;
    return result;
}

const void* SharedNumbers::storage() const {
    return std::visit([](const auto& storage) -> const void* { return storage.get(); }, m_storage);
}

}  // namespace sinew
