// Numbers that are read once and never change, such as a block of a job's binary file.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <variant>
#include <vector>

namespace sinew {

/// Copies share the storage. It has the precision of the source: single precision takes half the memory, and doubles made of it are
/// the same numbers.
class SharedNumbers {
public:
    SharedNumbers() = default;
    explicit SharedNumbers(std::vector<float> numbers);
    explicit SharedNumbers(std::vector<double> numbers);

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }

    /// Number `index`, times the scale.
    double operator[](std::size_t index) const;
    /// Numbers `begin` to `begin` + out.size(), times the scale.
    void read(std::size_t begin, std::span<double> out) const;

    /// All numbers times `scale`, in the same storage.
    SharedNumbers scaled(double scale) const;
    /// Those after the first `count`, in the same storage.
    SharedNumbers without_first(std::size_t count) const;

    /// Where the storage begins: equal for copies.
    const void* storage() const;

private:
    using Floats = std::shared_ptr<const std::vector<float>>;
    using Doubles = std::shared_ptr<const std::vector<double>>;

    std::variant<Floats, Doubles> m_storage;  ///< null only where there are no numbers
    std::size_t m_first = 0;                  ///< index of the first number in the storage
    std::size_t m_size = 0;
    double m_scale = 1.0;
};

}  // namespace sinew
