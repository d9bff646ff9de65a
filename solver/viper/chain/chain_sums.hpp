// Adding the derivatives of a term to the gradient and the Hessian of a chain.
#pragma once

#include "math/lane_geometry.hpp"
#include "viper/chain/chain_matrix.hpp"

namespace sinew::viper {

// Columns of a block: the scale, and the turn of the frame.
inline constexpr int S = 3;
inline constexpr int T = 4;

[[gnu::always_inline]] inline void add(Pack* g, const Vec3p& v) {
    g[0] += v.x;
    g[1] += v.y;
    g[2] += v.z;
}

/// h(rows j, t…t+2; columns back, u…u+2) += m
[[gnu::always_inline]] inline void add_block(ChainMatrix& h, int j, int t, int back, int u,
                                             const Mat3p& m) {
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b)
            h.at(j, t + a, back, u + b) += m.m[a][b];
    }
}

/// Lower triangle of a symmetric diagonal block.
[[gnu::always_inline]] inline void add_diagonal_block(ChainMatrix& h, int j, int t,
                                                      const Mat3p& m) {
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b <= a; ++b)
            h.at(j, t + a, 0, t + b) += m.m[a][b];
    }
}

/// One row of three entries: h(row j, t; columns back, u…u+2) += v
[[gnu::always_inline]] inline void add_row(ChainMatrix& h, int j, int t, int back, int u,
                                           const Vec3p& v) {
    h.at(j, t, back, u) += v.x;
    h.at(j, t, back, u + 1) += v.y;
    h.at(j, t, back, u + 2) += v.z;
}

/// One column of three entries: h(rows j, t…t+2; column back, u) += v
[[gnu::always_inline]] inline void add_column(ChainMatrix& h, int j, int t, int back, int u,
                                              const Vec3p& v) {
    h.at(j, t, back, u) += v.x;
    h.at(j, t + 1, back, u) += v.y;
    h.at(j, t + 2, back, u) += v.z;
}

}  // namespace sinew::viper
