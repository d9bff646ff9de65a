// StencilPotential: the sum of the energies of elements that come and go, such as contacts.
//
// A step has candidates: all elements that may act in it. At each x some of them do. The pattern of the Hessian has room for all
// candidates, so that elements begin and cease to act within a step without a new pattern; candidates of a later step
// that fit into the pattern keep it as well.
//
// Threads evaluate the active elements into a list, and one thread adds the list up in the order of the candidates. So sums have one
// order, and stencils that live for one step need no colouring (element_chunks.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "math/psd_projection.hpp"
#include "potential/element_potential.hpp"
#include "potential/stencil.hpp"

namespace sinew {

/// An element that knows where it acts.
template <class E>
concept ActiveElement = Element<E> && requires(const E& element, const typename E::Vec& q) {
    /// False where Ψ is zero in a neighbourhood of q, or left out on purpose.
    { element.is_active(q) } -> std::same_as<bool>;
};

template <class Source>
requires ActiveElement<ElementOf<Source>>
class StencilPotential : public Potential {
public:
    using Element = ElementOf<Source>;
    using Stencil = sinew::Stencil<Element::BLOCKS>;
    using Blocks = typename Stencil::Blocks;

    /// All stencils lie in `range`. `source` must outlive this. `name` is a string literal. Without candidates at first.
    StencilPotential(std::string_view name, const Source& source, BlockRange range)
        : m_name(name), m_source(source), m_range(range) {}

    /// source[i] couples candidates[i] from now on. Nothing is active until update_active_set.
    void set_candidates(std::vector<Blocks> candidates) {
        m_candidates = std::move(candidates);
        m_slots.clear();
        m_active_count = 0;
    }
    /// Indices of the candidates that act, ascending.
    std::span<const std::int32_t> active() const {
        return std::span(m_active_list).first(m_active_count);
    }

    std::string_view name() const override { return m_name; }
    BlockRange range() const override { return m_range; }

    void list_pairs(BlockPairs& pairs) const override {
        for (const Blocks& blocks : m_candidates)
            Stencil::list_pairs(blocks, pairs);
    }

    void find_slots(const BlockPattern& pattern) override {
        m_slots.clear();
        fits(pattern);
    }

    bool fits(const BlockPattern& pattern) override {
        if (m_slots.size() == m_candidates.size()) return true;
        m_slots.resize(m_candidates.size());
        for (std::size_t i = 0; i < m_candidates.size(); ++i) {
            if (Stencil::find_slots(pattern, m_candidates[i], m_slots[i])) continue;
            m_slots.clear();
            return false;
        }
        return true;
    }

    void update_active_set(const Eigen::VectorXd& x) override {
        m_active_count =
            parallel_collect(m_candidates.size(), 4 * GRAIN, m_active_list,
                             [&](std::size_t begin, std::size_t end, std::int32_t* out) {
                                 std::int32_t* next = out;
                                 for (std::size_t i = begin; i < end; ++i) {
                                     if (m_source[i].is_active(Stencil::gather(x, m_candidates[i])))
                                         *next++ = static_cast<std::int32_t>(i);
                                 }
                                 return static_cast<std::size_t>(next - out);
                             })
                .size();
    }

    double value(const Eigen::VectorXd& x) const override {
        const std::span<const std::int32_t> acting = active();
        return parallel_sum<double>(acting.size(), GRAIN, [&](std::size_t begin, std::size_t end) {
            double sum = 0.0;
            for (std::size_t k = begin; k < end; ++k)
                sum += m_source[acting[k]].value(gather(x, acting[k]));
            return sum;
        });
    }

    double add_gradient(const Eigen::VectorXd& x, double weight,
                        Eigen::VectorXd& g) const override {
        return sum_of_parts(
            m_gradient_parts,
            [&](std::int32_t i, GradientPart& part) {
                part.value = m_source[i].gradient(gather(x, i), part.g);
            },
            [&](std::int32_t i, const GradientPart& part) {
                Stencil::scatter(weight, part.g, m_candidates[i], g);
            });
    }

    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override {
        return sum_of_parts(
            m_hessian_parts,
            [&](std::int32_t i, HessianPart& part) {
                part.value = m_source[i].hessian(gather(x, i), part.g, part.H);
                if (psd == PsdProjection::Clamp) clamp_to_psd(part.H);
            },
            [&](std::int32_t i, const HessianPart& part) {
                Stencil::scatter(weight, part.g, m_candidates[i], g);
                Stencil::scatter(weight, part.H, m_candidates[i], m_slots[i], H.blocks());
            });
    }

private:
    static constexpr std::size_t GRAIN = 16;
    /// Elements evaluated before they are added up: enough for all threads, few enough for the cache.
    static constexpr std::size_t BATCH = 1024;

    struct GradientPart {
        double value = 0.0;
        typename Stencil::Vec g;
    };
    struct HessianPart {
        double value = 0.0;
        typename Stencil::Vec g;
        typename Stencil::Mat H;
    };

    typename Stencil::Vec gather(const Eigen::VectorXd& x, std::int32_t i) const {
        return Stencil::gather(x, m_candidates[i]);
    }

    /// Sum of the values of all active elements: evaluate(i, part) on any thread, then add(i, part) one after the other.
    template <class Part, class Evaluate, class Add>
    double sum_of_parts(std::vector<Part>& parts, const Evaluate& evaluate, const Add& add) const {
        const std::span<const std::int32_t> acting = active();
        parts.resize(std::max(parts.size(), std::min(BATCH, acting.size())));
        double sum = 0.0;
        for (std::size_t first = 0; first < acting.size(); first += BATCH) {
            const std::size_t count = std::min(BATCH, acting.size() - first);
            parallel_for(count, GRAIN, [&](std::size_t begin, std::size_t end) {
                for (std::size_t k = begin; k < end; ++k)
                    evaluate(acting[first + k], parts[k]);
            });
            for (std::size_t k = 0; k < count; ++k) {
                sum += parts[k].value;
                add(acting[first + k], parts[k]);
            }
        }
        return sum;
    }

    std::string_view m_name;
    const Source& m_source;
    BlockRange m_range;
    std::vector<Blocks> m_candidates;
    std::vector<typename Stencil::Slots>
        m_slots;                              ///< of the candidates; empty until they are found
    std::vector<std::int32_t> m_active_list;  ///< longer than what is active
    std::size_t m_active_count = 0;
    // Scratch: one thread at a time evaluates a total.
    mutable std::vector<GradientPart> m_gradient_parts;
    mutable std::vector<HessianPart> m_hessian_parts;
};

}  // namespace sinew
