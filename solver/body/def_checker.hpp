// DefChecker: how the checks of a definition say what is wrong, and the checks that all definitions need.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "body/animated_array.hpp"
#include "body/animated_rotations.hpp"

namespace sinew {

class DefChecker {
public:
    /// `object` is the name of the body.
    DefChecker(std::string object, std::vector<Problem>& problems)
        : m_object(std::move(object)), m_problems(problems) {}

protected:
    /// How many offenders a message lists.
    static constexpr std::size_t LISTED = 5;

    /// `vertices` are where the problem is, if it has a place.
    void report(std::string field, std::string value, std::string remedy,
                std::vector<int> vertices = {});

    void check_count(const std::string& field, std::size_t count, std::size_t expected);
    /// One of the widths, all values finite, keys in order. Absent is fine.
    void check_animated(const std::string& field, const AnimatedArray& array,
                        std::span<const std::size_t> widths);
    /// Rotations of so many items, see AnimatedRotations. Absent is fine.
    void check_rotations(const std::string& field, const AnimatedRotations& rotations,
                         std::size_t items);
    /// Indices from 0 to count − 1, each once; `item` is what they name, "vertex".
    void check_indices(const std::string& field, std::span<const int> indices, std::size_t count,
                       const std::string& item);
    void check_finite(const std::string& field, std::span<const Eigen::Vector3d> points);

    /// One problem with the first few items that are not valid.
    template <class Items, class IsValid>
    void list_offenders(const std::string& field, const Items& items, const std::string& remedy,
                        IsValid&& is_valid) {
        std::vector<std::size_t> offenders;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (!is_valid(items[i])) offenders.push_back(i);
        }
        report_offenders(field, offenders, remedy);
    }

    std::vector<Problem>& problems() { return m_problems; }
    const std::string& object() const { return m_object; }

private:
    void report_offenders(const std::string& field, const std::vector<std::size_t>& offenders,
                          const std::string& remedy);

    std::string m_object;
    std::vector<Problem>& m_problems;
};

}  // namespace sinew
