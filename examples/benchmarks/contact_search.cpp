// Times the search for contact candidates and their CCD on a mesh and a motion: benchmark_contact_search SCENE [RESULT].
//
// SCENE is written by contact_search.py: numbers of points, edges and triangles (int32), the reach (float64), positions from and to (float64), edges
// and triangles (int32). Layers are 20 reaches apart; "derivatives" are those of the barriers of all pairs that are nearer than a little more than that, with
// the Hessian's positive part, added up into the sparse matrix. "close" is the earliest impact where a pair keeps at most 0.1 mm of its gap. Prints JSON; times are CPU time of all threads, the quickest of several runs. RESULT gets all pairs and their times.
#include "contact/additive_ccd.hpp"
#include "contact/contact_candidates.hpp"
#include "contact/contact_potential.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "quickest.hpp"

namespace {

using Eigen::Vector3d;

constexpr int RUNS = 25;

template <class T>
void read(std::ifstream& file, T* values, std::size_t count) {
    file.read(reinterpret_cast<char*>(values), static_cast<std::streamsize>(count * sizeof(T)));
    if (!file) throw std::runtime_error("the scene is too short");
}

template <class T>
void write(std::ofstream& file, const std::vector<T>& values) {
    file.write(reinterpret_cast<const char*>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof(T)));
}

struct Scene {
    sinew::ContactMesh mesh;
    std::vector<Vector3d> from, to, displacements;
    std::vector<double> reach;

    explicit Scene(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        std::int32_t counts[3];
        double width = 0.0;
        read(file, counts, 3);
        read(file, &width, 1);
        mesh.points = counts[0];
        from.resize(counts[0]);
        to.resize(counts[0]);
        read(file, from.data(), from.size());
        read(file, to.data(), to.size());
        mesh.edges.resize(counts[1]);
        mesh.triangles.resize(counts[2]);
        read(file, mesh.edges.data(), mesh.edges.size());
        read(file, mesh.triangles.data(), mesh.triangles.size());
        reach.assign(counts[0], width);
        for (int i = 0; i < counts[0]; ++i)
            displacements.push_back(to[i] - from[i]);
    }
};

/// Barriers of the layers as they lie on each other.
class Layers {
public:
    explicit Layers(const Scene& scene)
        : m_contact({surface(scene)}, scene.mesh.points),
          m_x(Eigen::VectorXd::Zero(3L * scene.mesh.points)) {
        std::copy(scene.from.begin(), scene.from.end(), m_contact.start_positions(0).begin());
        std::copy(scene.from.begin(), scene.from.end(), m_contact.end_positions(0).begin());
        const int points = scene.mesh.points;
        m_contact.set_stiffness([points] {
            return std::vector<Eigen::Matrix3d>(points, 100.0 * Eigen::Matrix3d::Identity());
        });
        m_contact.set_motion(m_x);
        m_contact.update_active_set(m_x);
        sinew::BlockPairs pairs;
        m_contact.list_pairs(pairs);
        m_matrix = sinew::BlockMatrix(std::make_shared<const sinew::BlockPattern>(
            sinew::BlockPattern::from_pairs(scene.mesh.points, pairs)));
        m_contact.find_slots(m_matrix.pattern());
    }

    std::size_t pairs() const { return m_contact.active_count(); }
    void update() { m_contact.update_active_set(m_x); }
    void gradient() {
        m_gradient.setZero(m_x.size());
        m_contact.add_gradient(m_x, 1.0, m_gradient);
    }
    void derivatives() {
        m_gradient.setZero(m_x.size());
        m_contact.add_hessian(m_x, 1.0, sinew::PsdProjection::Barriers, m_gradient, m_matrix);
    }

private:
    static sinew::ContactSurface surface(const Scene& scene) {
        constexpr double NEARER_THAN = 20.5;  // reaches
        sinew::ContactSurface layers{.name = "Scroll"};
        const auto points = static_cast<std::size_t>(scene.mesh.points);
        for (std::size_t i = 0; i < points; ++i) {
            // Far apart at rest: only neighbours of the same layer never meet.
            layers.rest.push_back(100.0 * scene.from[i]);
            layers.points.push_back(sinew::NodePoint::at(static_cast<int>(i)));
        }
        layers.range = {.first = 0, .count = scene.mesh.points};
        layers.triangles = scene.mesh.triangles;
        layers.radii.assign(points, 0.0);
        layers.reach = NEARER_THAN * scene.reach.front();
        layers.meets_itself = true;
        return layers;
    }

    sinew::ContactPotential m_contact;
    Eigen::VectorXd m_x, m_gradient;
    sinew::BlockMatrix m_matrix{std::make_shared<const sinew::BlockPattern>()};
};

void run(const std::string& scene_path, const std::string& result_path) {
    const Scene scene(scene_path);
    sinew::CandidateSearch search(scene.mesh);
    sinew::ContactCandidates candidates;
    const Quickest search_time =
        Quickest::of(RUNS, [&] { search.find(scene.from, scene.to, scene.reach, candidates); });

    sinew::ImpactSearch impacts(scene.mesh);
    sinew::ImpactTimes times;
    double earliest = 0.0;
    const Quickest earliest_time = Quickest::of(
        RUNS, [&] { earliest = impacts.earliest(candidates, scene.from, scene.displacements); });
    const Quickest all_time = Quickest::of(
        RUNS, [&] { impacts.all(candidates, scene.from, scene.displacements, times); });
    sinew::ImpactSearch close_impacts(scene.mesh, {.largest_kept_gap = 1e-4});
    const double close = close_impacts.earliest(candidates, scene.from, scene.displacements);
    Layers layers(scene);
    const Quickest update_time = Quickest::of(RUNS, [&] { layers.update(); });
    const Quickest gradient_time = Quickest::of(RUNS, [&] { layers.gradient(); });
    const Quickest derivatives_time = Quickest::of(RUNS, [&] { layers.derivatives(); });
    std::printf(
        "{\"contacts\": %zu, \"update_ms\": %.3f, \"gradient_ms\": %.3f, \"derivatives_ms\": "
        "%.3f, ",
        layers.pairs(), update_time.cpu_ms, gradient_time.cpu_ms, derivatives_time.cpu_ms);
    std::printf(
        "\"point_triangles\": %zu, \"edge_edges\": %zu, \"search_ms\": %.3f, \"search_wall_ms\": "
        "%.3f, \"earliest_ms\": %.3f, \"all_ms\": %.3f, \"earliest\": %.17g, \"close\": %.17g}\n",
        candidates.point_triangles.size(), candidates.edge_edges.size(), search_time.cpu_ms,
        search_time.wall_ms, earliest_time.cpu_ms, all_time.cpu_ms, earliest, close);
    if (result_path.empty()) return;
    std::ofstream file(result_path, std::ios::binary);
    write(file, candidates.point_triangles);
    write(file, candidates.edge_edges);
    write(file, times.point_triangles);
    write(file, times.edge_edges);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2 && argc != 3) {
        std::fprintf(stderr, "usage: benchmark_contact_search SCENE [RESULT]\n");
        return 2;
    }
    try {
        run(argv[1], argc == 3 ? argv[2] : "");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
