#include "joints/joint_element.hpp"

#include <cmath>
#include <numbers>

namespace sinew::joints {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Mat = JointElement::Mat;
using Vec = JointElement::Vec;
using Weights = std::array<double, 8>;

namespace {

constexpr int ELEMENT_BLOCKS = JointElement::BLOCKS;
/// Below this a length has no direction [m].
constexpr double NO_LENGTH = 1e-14;

void add_gradient(const Weights& weights, const Vector3d& force, Vec& g) {
    for (int a = 0; a < ELEMENT_BLOCKS; ++a)
        if (weights[a] != 0.0) g.segment<3>(3L * a) += weights[a] * force;
}

void add_hessian(const Weights& rows, const Weights& columns, const Matrix3d& B, Mat& H) {
    for (int a = 0; a < ELEMENT_BLOCKS; ++a) {
        if (rows[a] == 0.0) continue;
        for (int b = 0; b < ELEMENT_BLOCKS; ++b)
            if (columns[b] != 0.0) H.block<3, 3>(3L * a, 3L * b) += rows[a] * columns[b] * B;
    }
}

/// Of u·v.
Vec product_gradient(const JointVector& u, const JointVector& v, const Vec& q) {
    Vec g = Vec::Zero();
    add_gradient(u.weights, v.at(q), g);
    add_gradient(v.weights, u.at(q), g);
    return g;
}

void add_product_hessian(const JointVector& u, const JointVector& v, double weight, Mat& H) {
    const Matrix3d B = weight * Matrix3d::Identity();
    add_hessian(u.weights, v.weights, B, H);
    add_hessian(v.weights, u.weights, B, H);
}

double product(const ProductTerm& term, const Vec& q) {
    return term.u.at(q).dot(term.v.at(q));
}

/// Adds to g, and to H where it is not null.
void add_product(const ProductTerm& term, const Vec& q, Vec& g, Mat* H) {
    const AxisLaw::Derivatives law = term.law.at(product(term, q));
    const Vec ds = product_gradient(term.u, term.v, q);
    g += law.first * ds;
    if (!H) return;
    *H += law.second * ds * ds.transpose();
    add_product_hessian(term.u, term.v, law.first, *H);
}

void add_angle(const AngleTerm& term, const Vec& q, Vec& g, Mat* H) {
    const double C = term.a.at(q).dot(term.b1.at(q));
    const double S = term.a.at(q).dot(term.b2.at(q));
    const double r2 = C * C + S * S;
    const Vec dC = product_gradient(term.a, term.b1, q);
    const Vec dS = product_gradient(term.a, term.b2, q);
    const AxisLaw::Derivatives law = term.law.at(term.at(q));
    const Vec d = (C * dS - S * dC) / r2;
    g += law.first * d;
    if (!H) return;
    // ∂²θ/∂C² = −∂²θ/∂S²,  ∂²θ/∂C∂S
    const double same = 2.0 * S * C / (r2 * r2);
    const double mixed = (S * S - C * C) / (r2 * r2);
    *H += law.second * d * d.transpose() +
          law.first * (same * (dC * dC.transpose() - dS * dS.transpose()) +
                       mixed * (dC * dS.transpose() + dS * dC.transpose()));
    add_product_hessian(term.a, term.b1, -law.first * S / r2, *H);
    add_product_hessian(term.a, term.b2, law.first * C / r2, *H);
}

void add_length(const LengthTerm& term, const Vec& q, Vec& g, Mat* H) {
    const Vector3d v = term.v.at(q);
    const double length = v.norm();
    const AxisLaw::Derivatives law = term.law.at(length);
    if (length < NO_LENGTH) {
        if (H) {
            const Matrix3d B = law.second * Matrix3d::Identity();
            add_hessian(term.v.weights, term.v.weights, B, *H);
        }
        return;
    }
    const Vector3d n = v / length;
    add_gradient(term.v.weights, law.first * n, g);
    if (!H) return;
    const Matrix3d along = n * n.transpose();
    const Matrix3d B = law.second * along + law.first / length * (Matrix3d::Identity() - along);
    add_hessian(term.v.weights, term.v.weights, B, *H);
}

}  // namespace

Vector3d JointVector::of_side(const Vec& q, int side) const {
    Vector3d sum = start[side];
    const double sign = side == 0 ? 1.0 : -1.0;
    for (int a = 4 * side; a < 4 * side + 4; ++a)
        if (weights[a] != 0.0) sum += sign * weights[a] * q.segment<3>(3L * a);
    return sum;
}

double AngleTerm::at(const Vec& q) const {
    const Vector3d there = a.at(q);
    const double angle = std::atan2(there.dot(b2.at(q)), there.dot(b1.at(q)));
    constexpr double TURN = 2.0 * std::numbers::pi;
    return angle + TURN * std::round((centre - angle) / TURN);
}

double JointElement::value(const Vec& q) const {
    double sum = 0.0;
    for (const VectorTerm& term : vectors)
        sum += 0.5 * term.stiffness * term.v.at(q).squaredNorm();
    for (const ProductTerm& term : products)
        sum += term.law.at(product(term, q)).value;
    if (angle) sum += angle->law.at(angle->at(q)).value;
    if (length) sum += length->law.at(length->v.at(q).norm()).value;
    return sum;
}

double JointElement::gradient(const Vec& q, Vec& g) const {
    g.setZero();
    for (const VectorTerm& term : vectors)
        add_gradient(term.v.weights, term.stiffness * term.v.at(q), g);
    for (const ProductTerm& term : products)
        add_product(term, q, g, nullptr);
    if (angle) add_angle(*angle, q, g, nullptr);
    if (length) add_length(*length, q, g, nullptr);
    return value(q);
}

double JointElement::hessian(const Vec& q, Vec& g, Mat& H) const {
    g.setZero();
    H.setZero();
    for (const VectorTerm& term : vectors) {
        add_gradient(term.v.weights, term.stiffness * term.v.at(q), g);
        add_hessian(term.v.weights, term.v.weights, term.stiffness * Matrix3d::Identity(), H);
    }
    for (const ProductTerm& term : products)
        add_product(term, q, g, &H);
    if (angle) add_angle(*angle, q, g, &H);
    if (length) add_length(*length, q, g, &H);
    return value(q);
}

}  // namespace sinew::joints
