#include "optimize/elimination_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sinew::optimize {

namespace {

/// Parent of each position: the first one that its column of the factor couples it to [multifrontal].
std::vector<int> elimination_tree(const EliminationGraph& graph, const std::vector<int>& order,
                                  const std::vector<int>& position) {
    const int n = graph.nodes();
    std::vector<int> parent(n, -1);
    std::vector<int> ancestor(n, -1);  // with path compression
    for (int i = 0; i < n; ++i)
        for (const int node : graph.neighbours(order[i])) {
            int k = position[node];
            while (k != -1 && k < i) {
                const int next = ancestor[k];
                ancestor[k] = i;
                if (next == -1) parent[k] = i;
                k = next;
            }
        }
    return parent;
}

/// Children of each node, ascending, as linked lists.
struct ChildLists {
    std::vector<int> first;
    std::vector<int> next;

    explicit ChildLists(const std::vector<int>& parent)
        : first(parent.size(), -1), next(parent.size(), -1) {
        for (int i = static_cast<int>(parent.size()) - 1; i >= 0; --i)
            if (parent[i] >= 0) {
                next[i] = first[parent[i]];
                first[parent[i]] = i;
            }
    }
};

/// Children before parents, subtrees without gaps. Iterative: a chain is as deep as it is long.
std::vector<int> postorder(const std::vector<int>& parent) {
    ChildLists children(parent);
    std::vector<int> result;
    result.reserve(parent.size());
    std::vector<int> stack;
    for (int root = 0; root < static_cast<int>(parent.size()); ++root) {
        if (parent[root] >= 0) continue;
        stack.push_back(root);
        while (!stack.empty()) {
            const int top = stack.back();
            const int child = children.first[top];
            if (child >= 0) {
                children.first[top] = children.next[child];
                stack.push_back(child);
            } else {
                result.push_back(top);
                stack.pop_back();
            }
        }
    }
    return result;
}

std::vector<int> inverse(const std::vector<int>& order) {
    std::vector<int> position(order.size());
    for (int i = 0; i < static_cast<int>(order.size()); ++i)
        position[order[i]] = i;
    return position;
}

/// For each position the block rows below the diagonal of its column, from the row subtrees.
std::vector<long> column_counts(const EliminationGraph& graph, const std::vector<int>& order,
                                const std::vector<int>& position, const std::vector<int>& parent) {
    const int n = graph.nodes();
    std::vector<long> count(n, 0);
    std::vector<int> mark(n, -1);
    for (int i = 0; i < n; ++i) {
        mark[i] = i;
        for (const int node : graph.neighbours(order[i]))
            for (int k = position[node]; k < i && mark[k] != i; k = parent[k]) {
                mark[k] = i;
                count[k] += graph.weight[order[i]];
            }
    }
    return count;
}

/// Groups of consecutive positions, while they are merged along the tree.
struct Group {
    int first;  ///< its own positions, before merging
    int last;
    int parent;   ///< a group, −1 for a root
    long pivots;  ///< block rows
    long rows;    ///< block rows below the pivots
    int into;     ///< the group that it was merged into, itself if none
};

/// Positions whose columns have the same rows are one group. Positions must be in postorder.
std::vector<Group> groups_of(const std::vector<int>& parent, const std::vector<long>& count,
                             const std::vector<int>& weight) {
    const int n = static_cast<int>(parent.size());
    std::vector<Group> groups;
    std::vector<int> group_of(n);
    for (int i = 0; i < n; ++i) {
        const bool joins = i > 0 && parent[i - 1] == i && count[i - 1] == count[i] + weight[i];
        const int index = static_cast<int>(groups.size());
        if (!joins) groups.push_back({i, i, -1, 0, 0, index});
        Group& group = groups.back();
        group.last = i;
        group.pivots += weight[i];
        group.rows = count[i];
        group_of[i] = static_cast<int>(groups.size()) - 1;
    }
    for (Group& group : groups)
        if (parent[group.last] >= 0) group.parent = group_of[parent[group.last]];
    return groups;
}

/// Merges children into parents while the estimate says that it saves time.
void amalgamate(std::vector<Group>& groups) {
    const auto cost = [](long pivots, long rows) {
        return front_cost(3.0 * static_cast<double>(pivots),
                          3.0 * static_cast<double>(pivots + rows));
    };
    std::vector<std::vector<int>> children(groups.size());
    for (int g = 0; g < static_cast<int>(groups.size()); ++g) {
        Group& parent = groups[g];
        // Those that share most with the parent first: they add the fewest zeros.
        std::ranges::stable_sort(children[g],
                                 [&](int a, int b) { return groups[a].rows > groups[b].rows; });
        for (const int c : children[g]) {
            Group& child = groups[c];
            const double apart = cost(child.pivots, child.rows) + cost(parent.pivots, parent.rows);
            if (cost(child.pivots + parent.pivots, parent.rows) <= apart) {
                parent.pivots += child.pivots;
                child.into = g;
            }
        }
        if (parent.parent >= 0) children[parent.parent].push_back(g);
    }
    // Parents have higher numbers, so following `into` from the top resolves chains.
    for (int g = static_cast<int>(groups.size()) - 1; g >= 0; --g)
        groups[g].into = groups[groups[g].into].into;
}

/// Fronts with their pivots and parents, numbered in postorder; fills `node_at`.
void number_fronts(const std::vector<Group>& groups, const std::vector<int>& order,
                   AssemblyTree& tree) {
    const int n = static_cast<int>(groups.size());
    // The tree of the groups that are left.
    std::vector<int> parent(n, -1);
    for (int g = 0; g < n; ++g)
        if (groups[g].into == g && groups[g].parent >= 0) parent[g] = groups[groups[g].parent].into;
    std::vector<std::vector<int>> members(n);
    for (int g = 0; g < n; ++g)
        members[groups[g].into].push_back(g);  // ascending: children before parents

    std::vector<int> front_of(n, -1);
    std::vector<int> visited;
    for (const int g : postorder(parent)) {
        if (groups[g].into != g) continue;
        front_of[g] = static_cast<int>(tree.fronts.size());
        visited.push_back(g);
        FrontNode& front = tree.fronts.emplace_back();
        front.first = static_cast<int>(tree.node_at.size());
        for (const int member : members[g])
            for (int i = groups[member].first; i <= groups[member].last; ++i)
                tree.node_at.push_back(order[i]);
        front.count = static_cast<int>(tree.node_at.size()) - front.first;
    }
    for (int f = 0; f < static_cast<int>(visited.size()); ++f) {
        const int above = parent[visited[f]];
        if (above < 0) continue;
        tree.fronts[f].parent = front_of[above];
        tree.fronts[front_of[above]].children.push_back(f);
    }
    tree.subtree_first.resize(tree.fronts.size());
    for (int f = 0; f < static_cast<int>(tree.fronts.size()); ++f) {
        const FrontNode& front = tree.fronts[f];
        tree.subtree_first[f] =
            front.children.empty() ? f : tree.subtree_first[front.children.front()];
    }
}

/// The rows of each front: couplings of its pivots in the matrix and those that its children leave behind.
void find_rows(const EliminationGraph& graph, AssemblyTree& tree) {
    const std::vector<int> position = inverse(tree.node_at);
    std::vector<int> mark(graph.nodes(), -1);
    for (int f = 0; f < static_cast<int>(tree.fronts.size()); ++f) {
        FrontNode& front = tree.fronts[f];
        const int end = front.first + front.count;
        const auto take = [&](int i) {
            if (i < end || mark[i] == f) return;
            mark[i] = f;
            front.rows.push_back(i);
        };
        for (int i = front.first; i < end; ++i)
            for (const int node : graph.neighbours(tree.node_at[i]))
                take(position[node]);
        for (const int child : front.children)
            for (const int i : tree.fronts[child].rows)
                take(i);
        std::ranges::sort(front.rows);
    }
}

}  // namespace

double front_cost(double pivots, double rows) {
    // In tiles of 12×12, as optimize/front_tiles.hpp computes them. The constants were fitted on fronts of 12 to
    // 700 rows; only the ratios matter.
    constexpr double TILE = 12.0;
    constexpr double CYCLES_PER_PRODUCT = 1.0 / 6.0;
    constexpr double CYCLES_PER_TILE = 250.0;
    constexpr double CYCLES_PER_FRONT = 2000.0;
    const double k = std::ceil(pivots / TILE);
    const double u = std::ceil((rows - pivots) / TILE);
    const double panel_tiles = k * (k + 1.0) / 2.0 + k * u;
    const double left_tiles = u * (u + 1.0) / 2.0;
    // Σₜ (k − t + u)·t over the tile columns t, each product of two tiles being 12³ multiplications.
    const double products = k * (k - 1.0) * (k + 1.0) / 6.0 + u * k * (k - 1.0) / 2.0 +
                            0.5 * panel_tiles + left_tiles * pivots / TILE;
    return products * TILE * TILE * TILE * CYCLES_PER_PRODUCT +
           (panel_tiles + 2.0 * left_tiles) * CYCLES_PER_TILE + CYCLES_PER_FRONT;
}

AssemblyTree assembly_tree(const EliminationGraph& graph, const std::vector<int>& given) {
    // Renumber so that subtrees are without gaps; this changes nothing in the factor.
    std::vector<int> order = given;
    {
        const std::vector<int> parent = elimination_tree(graph, order, inverse(order));
        std::vector<int> renumbered;
        renumbered.reserve(order.size());
        for (const int i : postorder(parent))
            renumbered.push_back(order[i]);
        order = std::move(renumbered);
    }
    const std::vector<int> position = inverse(order);
    const std::vector<int> parent = elimination_tree(graph, order, position);
    const std::vector<long> count = column_counts(graph, order, position, parent);
    std::vector<int> weight(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        weight[i] = graph.weight[order[i]];

    std::vector<Group> groups = groups_of(parent, count, weight);
    amalgamate(groups);
    AssemblyTree tree;
    tree.node_at.reserve(order.size());
    number_fronts(groups, order, tree);
    find_rows(graph, tree);
    return tree;
}

}  // namespace sinew::optimize
