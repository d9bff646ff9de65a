// FieldHasher: everything that the motion of a body depends on, as hashes by name.
#pragma once

#include <functional>
#include <string>

#include "bake/hash.hpp"
#include "bake/inputs_hash.hpp"
#include "body/body.hpp"
#include "body/fields.hpp"

namespace sinew::bake {

/// Names are paths of fields in the job: "<prefix>pins[0].positions". Where fields are visited together, all of them are one input.
class FieldHasher final : public FieldVisitor {
public:
    FieldHasher(std::string prefix, InputsHash& inputs)
        : m_prefix(std::move(prefix)), m_inputs(inputs) {}

    void word(const Field& field, std::span<const std::string_view> words,
              std::size_t& index) override;
    void flag(const Field& field, bool& value) override;
    void number(const Field& field, double& value, const NumberShape& shape) override;
    void integer(const Field& field, int& value, int lowest, int highest) override;
    void words(const Field& field, std::span<const std::string_view> words,
               std::span<bool* const> flags) override;
    void mover(const Field& field, std::string& name) override;
    void body(const Field& field, std::string& name, const BodyOffer& offer) override;
    void bodies(const Field& field, std::vector<std::string>& names,
                const BodyOffer& offer) override;
    void names(const Field& field, std::vector<std::string>& names) override;
    void params(const Field& field, const ParamSlots& params) override;
    bool integers(const Field& field, std::vector<int>& values,
                  const IntegersShape& shape) override;
    void integer_lists(const Field& field, std::vector<std::vector<int>>& lists,
                       const ListsWord& word) override;
    bool numbers(const Field& field, std::vector<double>& values,
                 const NumbersShape& shape) override;
    bool vectors(const Field& field, std::vector<Eigen::Vector3d>& values,
                 const NumbersShape& shape) override;
    void matrix(const Field& field, Eigen::Matrix3d& value) override;
    void rotation(const Field& field, Eigen::Quaterniond& value) override;
    bool mesh(const Field& field, std::vector<Eigen::Vector3d>& vertices,
              std::vector<Eigen::Vector3i>* triangles) override;
    bool tets(const Field& field, std::vector<Eigen::Vector3d>& vertices,
              std::vector<Eigen::Vector4i>& tetrahedra) override;
    void points_between(const Field& field, std::vector<PointBetween>& points) override;
    void animated(const Field& field, AnimatedArray& array, const AnimatedShape& shape) override;
    void painted(const Field& field, AnimatedArray& array, const AnimatedShape& shape) override;
    void rotations(const Field& field, AnimatedRotations& array, std::size_t items) override;
    void group(const Field& field, const std::function<void()>& visit, bool present) override;
    void list(const Field& field, FieldList& list) override;
    void together(std::string_view name, const std::function<void()>& visit) override;
    void derived(double value) override;

private:
    /// Adds to what is visited together, or as an input by itself.
    void add(std::string_view name, const std::function<void(Hasher&)>& add_to);
    template <class T>
    void add_array(const Field& field, const std::vector<T>& values);
    /// Visits under a longer prefix.
    void below(const std::string& path, const std::function<void()>& visit);

    std::string m_prefix;
    InputsHash& m_inputs;
    Hasher* m_together = nullptr;
};

/// Under names that begin with `prefix`.
void add_body_inputs(BodyDef& def, const std::string& prefix, InputsHash& inputs);

}  // namespace sinew::bake
