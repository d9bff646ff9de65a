// Vectors, quaternions and 3×3 matrices over any scalar, for kernels that run on Pack or on double.
//
// Eigen stays the vocabulary type of the library. This is only for kernels that run on packs: with a
// pack as its scalar, Eigen compiles slowly and misses the fused operations.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace sinew {

template <class T>
struct Vec3 {
    T x{}, y{}, z{};

    Vec3& operator+=(const Vec3& b) {
        x += b.x;
        y += b.y;
        z += b.z;
        return *this;
    }
    Vec3& operator-=(const Vec3& b) {
        x -= b.x;
        y -= b.y;
        z -= b.z;
        return *this;
    }
    friend Vec3 operator+(const Vec3& a, const Vec3& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    friend Vec3 operator-(const Vec3& a, const Vec3& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    friend Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
    friend Vec3 operator*(const T& s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
    /// Component by component.
    friend Vec3 scaled(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
    friend T dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
    friend Vec3 cross(const Vec3& a, const Vec3& b) {
        return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    }
};

/// Row major: m[row][column].
template <class T>
struct Mat3 {
    T m[3][3]{};

    friend Vec3<T> operator*(const Mat3& a, const Vec3<T>& v) {
        return {a.m[0][0] * v.x + a.m[0][1] * v.y + a.m[0][2] * v.z,
                a.m[1][0] * v.x + a.m[1][1] * v.y + a.m[1][2] * v.z,
                a.m[2][0] * v.x + a.m[2][1] * v.y + a.m[2][2] * v.z};
    }
    /// aᵀ v
    friend Vec3<T> transposed_times(const Mat3& a, const Vec3<T>& v) {
        return {a.m[0][0] * v.x + a.m[1][0] * v.y + a.m[2][0] * v.z,
                a.m[0][1] * v.x + a.m[1][1] * v.y + a.m[2][1] * v.z,
                a.m[0][2] * v.x + a.m[1][2] * v.y + a.m[2][2] * v.z};
    }
    friend Mat3 operator*(const Mat3& a, const Mat3& b) {
        Mat3 c;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                c.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
            }
        }
        return c;
    }
    Mat3& operator+=(const Mat3& b) {
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                m[i][j] += b.m[i][j];
        }
        return *this;
    }
};

/// aᵀ b
template <class T>
Mat3<T> transposed_times(const Mat3<T>& a, const Mat3<T>& b) {
    Mat3<T> c;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            c.m[i][j] = a.m[0][i] * b.m[0][j] + a.m[1][i] * b.m[1][j] + a.m[2][i] * b.m[2][j];
        }
    }
    return c;
}

/// diag·I + [v]×, so that the product with u is diag·u + v×u.
template <class T>
Mat3<T> cross_matrix(const T& diagonal, const Vec3<T>& v) {
    Mat3<T> c;
    c.m[0][0] = c.m[1][1] = c.m[2][2] = diagonal;
    c.m[0][1] = -v.z;
    c.m[0][2] = v.y;
    c.m[1][0] = v.z;
    c.m[1][2] = -v.x;
    c.m[2][0] = -v.y;
    c.m[2][1] = v.x;
    return c;
}

/// Unit quaternion w + v, see math/rotation.hpp for the conventions.
template <class T>
struct Quat {
    T w{};
    Vec3<T> v{};

    friend Quat conjugate(const Quat& q) { return {q.w, -q.v}; }
    friend Quat operator*(const Quat& a, const Quat& b) {
        return {a.w * b.w - dot(a.v, b.v), a.w * b.v + b.w * a.v + cross(a.v, b.v)};
    }
    friend Quat normalized(const Quat& q) {
        using std::sqrt;
        const T inverse = T(1.0) / sqrt(q.w * q.w + dot(q.v, q.v));
        return {inverse * q.w, inverse * q.v};
    }
};

template <class T>
Mat3<T> rotation_matrix(const Quat<T>& q) {
    const Vec3<T>& v = q.v;
    const T two(2.0);
    const T one(1.0);
    Mat3<T> r;
    r.m[0][0] = one - two * (v.y * v.y + v.z * v.z);
    r.m[0][1] = two * (v.x * v.y - q.w * v.z);
    r.m[0][2] = two * (v.x * v.z + q.w * v.y);
    r.m[1][0] = two * (v.x * v.y + q.w * v.z);
    r.m[1][1] = one - two * (v.x * v.x + v.z * v.z);
    r.m[1][2] = two * (v.y * v.z - q.w * v.x);
    r.m[2][0] = two * (v.x * v.z - q.w * v.y);
    r.m[2][1] = two * (v.y * v.z + q.w * v.x);
    r.m[2][2] = one - two * (v.x * v.x + v.y * v.y);
    return r;
}

/// q turned by the rotation vector θ given in its own (material) axes, to third order in θ and
/// exactly of unit length: q·(1, θ/2)/|…|. Enough inside an iteration that is repeated until it converges.
template <class T>
Quat<T> turned_in_material_axes(const Quat<T>& q, const Vec3<T>& theta) {
    return normalized(q * Quat<T>{T(1.0), T(0.5) * theta});
}

/// To and from the library's own vectors, one lane at a time.
inline Eigen::Vector3d eigen(const Vec3<double>& v) {
    return {v.x, v.y, v.z};
}
inline Vec3<double> plain(const Eigen::Vector3d& v) {
    return {v.x(), v.y(), v.z()};
}

}  // namespace sinew
