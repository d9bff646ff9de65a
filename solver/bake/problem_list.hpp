// Everything that is wrong with a job, up to a number that a person can read.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace sinew::bake {

class ProblemList {
public:
    /// A file of garbage could have millions of problems; nobody reads beyond the first hundreds.
    static constexpr std::size_t MAX_LISTED = 500;

    void add(Problem problem) {
        ++m_count;
        if (m_problems.size() < MAX_LISTED) m_problems.push_back(std::move(problem));
    }
    void add(std::vector<Problem> problems) {
        for (Problem& problem : problems)
            add(std::move(problem));
    }
    bool empty() const { return m_count == 0; }
    /// All problems, also those not listed.
    std::size_t count() const { return m_count; }
    const std::vector<Problem>& listed() const { return m_problems; }

    /// The first problem, with the number of the others.
    Error to_error() const {
        Problem first = m_problems.front();
        if (m_count > 1) {
            first.remedy += fmt::format(" (and {} more problem{}; `sinew check` lists all)",
                                        m_count - 1, m_count == 2 ? "" : "s");
        }
        return Error(std::move(first));
    }

private:
    std::vector<Problem> m_problems;
    std::size_t m_count = 0;
};

}  // namespace sinew::bake
