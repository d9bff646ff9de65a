#include "support/finite_differences.hpp"

#include <algorithm>
#include <cmath>

namespace sinew::test {

namespace {

double step_of(double x, double step) {
    return step * std::max(1.0, std::abs(x));
}

}  // namespace

Eigen::VectorXd numeric_gradient(const ScalarFunction& f, const Eigen::VectorXd& x, double step) {
    Eigen::VectorXd gradient(x.size());
    Eigen::VectorXd moved = x;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        const double h = step_of(x[i], step);
        moved[i] = x[i] + h;
        const double above = f(moved);
        moved[i] = x[i] - h;
        const double below = f(moved);
        moved[i] = x[i];
        gradient[i] = (above - below) / (2.0 * h);
    }
    return gradient;
}

Eigen::MatrixXd numeric_jacobian(const VectorFunction& f, const Eigen::VectorXd& x, double step) {
    Eigen::MatrixXd jacobian;
    Eigen::VectorXd moved = x;
    for (Eigen::Index j = 0; j < x.size(); ++j) {
        const double h = step_of(x[j], step);
        moved[j] = x[j] + h;
        const Eigen::VectorXd above = f(moved);
        moved[j] = x[j] - h;
        const Eigen::VectorXd below = f(moved);
        moved[j] = x[j];
        if (j == 0) jacobian.resize(above.size(), x.size());
        jacobian.col(j) = (above - below) / (2.0 * h);
    }
    return jacobian;
}

testing::AssertionResult matrices_agree(const Eigen::MatrixXd& analytic,
                                        const Eigen::MatrixXd& numeric,
                                        const DifferenceTolerance& tolerance) {
    if (analytic.rows() != numeric.rows() || analytic.cols() != numeric.cols()) {
        return testing::AssertionFailure()
               << "analytic is " << analytic.rows() << "×" << analytic.cols() << ", numeric is "
               << numeric.rows() << "×" << numeric.cols();
    }
    // Eigen's max() may skip a NaN, so look for it before.
    if (!analytic.allFinite() || !numeric.allFinite()) {
        return testing::AssertionFailure() << "not finite; analytic\n"
                                           << analytic << "\nnumeric\n"
                                           << numeric;
    }
    if (analytic.size() == 0) return testing::AssertionFailure() << "nothing to compare";

    const double scale = std::max(analytic.cwiseAbs().maxCoeff(), numeric.cwiseAbs().maxCoeff());
    const double allowed = tolerance.absolute + tolerance.relative * scale;
    Eigen::Index row = 0;
    Eigen::Index col = 0;
    const double worst = (analytic - numeric).cwiseAbs().maxCoeff(&row, &col);
    if (worst <= allowed) return testing::AssertionSuccess();
    return testing::AssertionFailure()
           << "entry (" << row << ", " << col << "): analytic " << analytic(row, col)
           << ", numeric " << numeric(row, col) << ", difference " << worst << " > " << allowed
           << " allowed";
}

testing::AssertionResult gradient_matches(const ScalarFunction& value,
                                          const Eigen::VectorXd& gradient, const Eigen::VectorXd& x,
                                          const DifferenceTolerance& tolerance) {
    return matrices_agree(gradient, numeric_gradient(value, x, tolerance.step), tolerance);
}

testing::AssertionResult jacobian_matches(const VectorFunction& function,
                                          const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& x,
                                          const DifferenceTolerance& tolerance) {
    return matrices_agree(jacobian, numeric_jacobian(function, x, tolerance.step), tolerance);
}

}  // namespace sinew::test
