// ElementPotential: the sum of the energies of many elements. The one loop over elements that the library has.
//
// An element is the mathematics of a few nodes: fixed size, no loops over the mesh, no state that changes while a step
// is solved. It says in which order it wants its blocks; `blocks` of ElementPotential gives them in that order.
// Elements come from a source: anything where source[i] is an element, be it a vector of them or a body that makes light
// views onto its own arrays.
//
// How threads share the work: element_chunks.hpp.
//
// Stress as an unknown. Newton's method turns nodes along straight lines. A turn by θ leaves a strain of about θ²/2 that is
// not there at the solution; in a thin sheet it is far larger than the strain that is. The exact Hessian has its stress in the
// geometric part G, is much too stiff across the sheet, and whole steps creep. With a stress S of each element as an unknown
// beside q, Newton's method on S:E(q) − ½ S:C⁻¹S has, once S is eliminated, the steps
//
//   (Bᵀ C B + G(S_k)) δq = −∂Ψ/∂q            the same energy, gradient and minimum; only S in G differs
//   S_{k+1} = S(q_k) + C B(q_k) δq            E strain, B = ∂E/∂q, C = ∂S/∂E: what the linearised step promises
//
// S_0 is the stress at the start of the time step, not where the prediction leads. Elements that can, have
//   stress(q)             S(q)
//   promised(q, dq)       S(q) + C B(q) dq
//   hessian(q, S, g, H)   with S in the geometric part
// and `take_stress` makes ElementPotential use them.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "math/psd_projection.hpp"
#include "potential/element_chunks.hpp"
#include "potential/potential.hpp"
#include "potential/stencil.hpp"

namespace sinew {

/// q holds the unknowns of BLOCKS blocks.
template <class E>
concept Element = std::same_as<typename E::Vec, Eigen::Matrix<double, 3 * E::BLOCKS, 1>> &&
    std::same_as<typename E::Mat, Eigen::Matrix<double, 3 * E::BLOCKS, 3 * E::BLOCKS>> &&
    requires(const E& element, const typename E::Vec& q, typename E::Vec& g, typename E::Mat& H) {
    /// Ψ(q) [J].
    { element.value(q) } -> std::same_as<double>;
    /// Sets g = ∂Ψ/∂q and returns Ψ.
    { element.gradient(q, g) } -> std::same_as<double>;
    /// Sets g and the whole symmetric H = ∂²Ψ/∂q², and returns Ψ.
    { element.hessian(q, g, H) } -> std::same_as<double>;
};

/// An element whose stress can be an unknown.
template <class E>
concept StressElement = Element<E> &&
    requires(const E& element, const typename E::Vec& q, const typename E::Stress& S,
             typename E::Vec& g, typename E::Mat& H) {
    { element.stress(q) } -> std::same_as<typename E::Stress>;
    { element.promised(q, q) } -> std::same_as<typename E::Stress>;
    { element.hessian(q, S, g, H) } -> std::same_as<double>;
};

/// For elements that are none.
struct NoStress {};
template <class E>
struct StressOf {
    using Type = NoStress;
};
template <StressElement E>
struct StressOf<E> {
    using Type = typename E::Stress;
};

template <class Source>
using ElementOf = std::remove_cvref_t<decltype(std::declval<const Source&>()[std::size_t{}])>;

template <class Source>
concept ElementSource = Element<ElementOf<Source>>;

template <ElementSource Source>
class ElementPotential : public Potential {
public:
    using Element = ElementOf<Source>;
    static constexpr int BLOCKS = Element::BLOCKS;
    using Stencil = sinew::Stencil<BLOCKS>;
    using Blocks = typename Stencil::Blocks;

    /// `source` must outlive this and give an element for each of `blocks`, whose blocks differ. `name` is a string
    /// literal.
    ElementPotential(std::string_view name, const Source& source, const std::vector<Blocks>& blocks)
        : m_name(name), m_source(source) {
        static_assert(sizeof(Blocks) == BLOCKS * sizeof(std::int32_t));
        m_chunks = make_element_chunks(
            {reinterpret_cast<const std::int32_t*>(blocks.data()), BLOCKS * blocks.size()}, BLOCKS,
            CHUNK_SIZE);
        m_blocks.reserve(blocks.size());
        for (const std::int32_t element : m_chunks.order) {
            m_blocks.push_back(blocks[element]);
            for (const std::int32_t block : blocks[element])
                m_range.include(block);
        }
    }

    std::string_view name() const override { return m_name; }
    BlockRange range() const override { return m_range; }

    void list_pairs(BlockPairs& pairs) const override {
        for (const Blocks& blocks : m_blocks)
            Stencil::list_pairs(blocks, pairs);
    }

    void find_slots(const BlockPattern& pattern) override {
        m_slots.resize(m_blocks.size());
        parallel_for(m_blocks.size(), 4 * CHUNK_SIZE, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) {
                [[maybe_unused]] const bool found =
                    Stencil::find_slots(pattern, m_blocks[k], m_slots[k]);
                assert(found);
            }
        });
    }

    double value(const Eigen::VectorXd& x) const override {
        return parallel_sum<double>(m_blocks.size(), 4 * CHUNK_SIZE,
                                    [&](std::size_t begin, std::size_t end) {
                                        double sum = 0.0;
                                        for (std::size_t k = begin; k < end; ++k)
                                            sum += m_source[m_chunks.order[k]].value(gather(x, k));
                                        return sum;
                                    });
    }

    double add_gradient(const Eigen::VectorXd& x, double weight,
                        Eigen::VectorXd& g) const override {
        return for_each_element([&](std::size_t k) {
            typename Element::Vec element_g;
            const double value = m_source[m_chunks.order[k]].gradient(gather(x, k), element_g);
            Stencil::scatter(weight, element_g, m_blocks[k], g);
            return value;
        });
    }

    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override {
        return for_each_element([&](std::size_t k) {
            typename Element::Vec element_g;
            typename Element::Mat element_H;
            const double value = hessian_of(k, gather(x, k), element_g, element_H);
            if (psd == PsdProjection::Clamp) clamp_to_psd(element_H);
            Stencil::scatter(weight, element_g, m_blocks[k], g);
            Stencil::scatter(weight, element_H, m_blocks[k], m_slots[k], H.blocks());
            return value;
        });
    }

    void take_stress() override {
        if constexpr (StressElement<Element>) {
            m_stress.resize(m_blocks.size());
            set_stress([&](std::size_t k) {
                return m_source[m_chunks.order[k]].stress(Element::Vec::Zero());
            });
        }
    }

    void promise_stress(const Eigen::VectorXd& x, const Eigen::VectorXd& dx) override {
        if constexpr (StressElement<Element>) {
            if (m_stress.empty()) return;
            set_stress([&](std::size_t k) {
                return m_source[m_chunks.order[k]].promised(gather(x, k), gather(dx, k));
            });
        }
    }

private:
    /// Small enough to keep two threads busy on a few thousand elements, large enough to stay in the cache.
    static constexpr int CHUNK_SIZE = 16;
    using Stress = typename StressOf<Element>::Type;

    double hessian_of(std::size_t k, const typename Element::Vec& q, typename Element::Vec& g,
                      typename Element::Mat& H) const {
        const auto& element = m_source[m_chunks.order[k]];
        if constexpr (StressElement<Element>) {
            if (!m_stress.empty()) return element.hessian(q, m_stress[k], g, H);
        }
        return element.hessian(q, g, H);
    }

    template <class Make>
    void set_stress(const Make& make) {
        parallel_for(m_stress.size(), 4 * CHUNK_SIZE, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k)
                m_stress[k] = make(k);
        });
    }

    /// Sum of work(k) over all k, the k-th in the order of the chunks; no two at a time share a block.
    template <class Work>
    double for_each_element(Work&& work) const {
        std::vector<double> chunk_sum(m_chunks.chunks(), 0.0);
        for (int color = 0; color < m_chunks.colors(); ++color) {
            const std::size_t first = m_chunks.color_start[color];
            const std::size_t count = m_chunks.color_start[color + 1] - first;
            parallel_for(count, 1, [&](std::size_t begin, std::size_t end) {
                for (std::size_t chunk = first + begin; chunk < first + end; ++chunk) {
                    for (int k = m_chunks.chunk_start[chunk]; k < m_chunks.chunk_start[chunk + 1];
                         ++k)
                        chunk_sum[chunk] += work(static_cast<std::size_t>(k));
                }
            });
        }
        double sum = 0.0;
        for (const double part : chunk_sum)
            sum += part;
        return sum;
    }

    typename Element::Vec gather(const Eigen::VectorXd& x, std::size_t k) const {
        return Stencil::gather(x, m_blocks[k]);
    }

    std::string_view m_name;
    const Source& m_source;
    ElementChunks m_chunks;
    std::vector<Blocks> m_blocks;                  ///< in the order of the chunks
    BlockRange m_range;                            ///< of all elements
    std::vector<typename Stencil::Slots> m_slots;  ///< likewise
    std::vector<Stress> m_stress;                  ///< likewise: promised; empty before take_stress
};

}  // namespace sinew
