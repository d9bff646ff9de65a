#include "viperize/min_cost_matching.hpp"

#include <limits>

namespace sinew::viperize {

namespace {

/// Rows and columns count from 1 inside; column 0 stands for the row that looks for a partner.
class Matcher {
public:
    explicit Matcher(const Eigen::MatrixXd& costs)
        : m_costs(costs),
          m_count(static_cast<int>(costs.rows())),
          m_row_price(m_count + 1, 0.0),
          m_column_price(m_count + 1, 0.0),
          m_row_of(m_count + 1, 0) {}

    std::vector<int> solve() {
        for (int row = 1; row <= m_count; ++row)
            find_partner(row);
        std::vector<int> column_of(m_count, 0);
        for (int column = 1; column <= m_count; ++column)
            column_of[m_row_of[column] - 1] = column - 1;
        return column_of;
    }

private:
    /// Grows a tree of cheapest alternating paths until it reaches a free column, then swaps along the path.
    void find_partner(int row) {
        constexpr double INFINITE = std::numeric_limits<double>::infinity();
        std::vector<double> slack(m_count + 1, INFINITE);
        std::vector<int> before(m_count + 1, 0);
        std::vector<char> in_tree(m_count + 1, 0);
        m_row_of[0] = row;
        int column = 0;
        do {
            in_tree[column] = 1;
            const int tree_row = m_row_of[column];
            double least = INFINITE;
            int next = 0;
            for (int j = 1; j <= m_count; ++j) {
                if (in_tree[j] != 0) continue;
                const double reduced =
                    m_costs(tree_row - 1, j - 1) - m_row_price[tree_row] - m_column_price[j];
                if (reduced < slack[j]) {
                    slack[j] = reduced;
                    before[j] = column;
                }
                if (slack[j] < least) {
                    least = slack[j];
                    next = j;
                }
            }
            for (int j = 0; j <= m_count; ++j) {
                if (in_tree[j] != 0) {
                    m_row_price[m_row_of[j]] += least;
                    m_column_price[j] -= least;
                } else {
                    slack[j] -= least;
                }
            }
            column = next;
        } while (m_row_of[column] != 0);
        while (column != 0) {
            m_row_of[column] = m_row_of[before[column]];
            column = before[column];
        }
    }

    const Eigen::MatrixXd& m_costs;
    int m_count;
    std::vector<double> m_row_price;
    std::vector<double> m_column_price;
    std::vector<int> m_row_of;  ///< row that a column is paired with, 0 for none
};

}  // namespace

std::vector<int> min_cost_matching(const Eigen::MatrixXd& costs) {
    return Matcher(costs).solve();
}

}  // namespace sinew::viperize
