#include "bake/field_hasher.hpp"

#include <fmt/format.h>

#include <utility>

namespace sinew::bake {

void FieldHasher::add(std::string_view name, const std::function<void(Hasher&)>& add_to) {
    if (m_together) {
        add_to(*m_together);
        return;
    }
    Hasher hasher;
    add_to(hasher);
    m_inputs.add_static(m_prefix + std::string(name), hasher.value());
}

template <class T>
void FieldHasher::add_array(const Field& field, const std::vector<T>& values) {
    add(field.name, [&](Hasher& hasher) {
        if (field.hash == HashForm::Digest)
            hasher.add_word(hash_of(values));
        else
            hasher.add_array(std::span<const T>(values));
    });
}

void FieldHasher::below(const std::string& path, const std::function<void()>& visit) {
    const std::string before = std::exchange(m_prefix, m_prefix + path + ".");
    visit();
    m_prefix = before;
}

void FieldHasher::word(const Field& field, std::span<const std::string_view> /*words*/,
                       std::size_t& index) {
    add(field.name, [&](Hasher& hasher) { hasher.add_word(index); });
}

void FieldHasher::flag(const Field& field, bool& value) {
    add(field.name, [&](Hasher& hasher) { hasher.add_word(value ? 1 : 0); });
}

void FieldHasher::number(const Field& field, double& value, const NumberShape& /*shape*/) {
    add(field.name, [&](Hasher& hasher) { hasher.add_number(value); });
}

void FieldHasher::integer(const Field& field, int& value, int /*lowest*/, int /*highest*/) {
    add(field.name, [&](Hasher& hasher) {
        if (field.hash == HashForm::Word)
            hasher.add_word(static_cast<std::uint64_t>(value));
        else
            hasher.add_number(value);
    });
}

void FieldHasher::words(const Field& field, std::span<const std::string_view> /*words*/,
                        std::span<bool* const> flags) {
    add(field.name, [&](Hasher& hasher) {
        for (const bool* const flag : flags)
            hasher.add_word(*flag ? 1 : 0);
    });
}

void FieldHasher::mover(const Field& field, std::string& name) {
    add(field.name, [&](Hasher& hasher) { hasher.add_text(name); });
}

void FieldHasher::body(const Field& field, std::string& name, const BodyOffer& /*offer*/) {
    add(field.name, [&](Hasher& hasher) { hasher.add_text(name); });
}

void FieldHasher::bodies(const Field& field, std::vector<std::string>& names,
                         const BodyOffer& /*offer*/) {
    add(field.name, [&](Hasher& hasher) {
        for (const std::string& name : names)
            hasher.add_text(name);
    });
}

void FieldHasher::names(const Field& field, std::vector<std::string>& names) {
    add(field.name, [&](Hasher& hasher) {
        for (const std::string& name : names)
            hasher.add_text(name);
    });
}

void FieldHasher::params(const Field& field, const ParamSlots& params) {
    if (m_together) {
        Hasher hasher;
        for (const ParamSlot& slot : params.slots)
            hasher.add_number(*slot.value);
        m_together->add_word(hasher.value());
        return;
    }
    below(std::string(field.name), [&] {
        for (const ParamSlot& slot : params.slots)
            add(slot.info.name, [&](Hasher& hasher) { hasher.add_number(*slot.value); });
    });
}

bool FieldHasher::integers(const Field& field, std::vector<int>& values,
                           const IntegersShape& /*shape*/) {
    add_array(field, values);
    return true;
}

void FieldHasher::integer_lists(const Field& field, std::vector<std::vector<int>>& lists,
                                const ListsWord& /*word*/) {
    add(field.name, [&](Hasher& hasher) {
        for (const std::vector<int>& list : lists)
            hasher.add_array(std::span<const int>(list)).add_word(list.size());
    });
}

bool FieldHasher::numbers(const Field& field, std::vector<double>& values,
                          const NumbersShape& /*shape*/) {
    add_array(field, values);
    return true;
}

bool FieldHasher::vectors(const Field& field, std::vector<Eigen::Vector3d>& values,
                          const NumbersShape& /*shape*/) {
    add_array(field, values);
    return true;
}

void FieldHasher::matrix(const Field& field, Eigen::Matrix3d& value) {
    add(field.name, [&](Hasher& hasher) {
        for (const double entry : value.reshaped())
            hasher.add_number(entry);
    });
}

void FieldHasher::rotation(const Field& field, Eigen::Quaterniond& value) {
    add(field.name, [&](Hasher& hasher) {
        for (const double entry : value.coeffs())
            hasher.add_number(entry);
    });
}

bool FieldHasher::mesh(const Field& field, std::vector<Eigen::Vector3d>& vertices,
                       std::vector<Eigen::Vector3i>* triangles) {
    if (!triangles) {
        add_array(field, vertices);
        return true;
    }
    add(field.name, [&](Hasher& hasher) {
        hasher.add_word(hash_of(vertices));
        if (field.hash == HashForm::Digest)
            hasher.add_word(hash_of(*triangles));
        else
            hasher.add_array(std::span<const Eigen::Vector3i>(*triangles));
    });
    return true;
}

bool FieldHasher::tets(const Field& field, std::vector<Eigen::Vector3d>& vertices,
                       std::vector<Eigen::Vector4i>& tetrahedra) {
    add(field.name, [&](Hasher& hasher) {
        hasher.add_word(hash_of(vertices)).add_array(std::span<const Eigen::Vector4i>(tetrahedra));
    });
    return true;
}

void FieldHasher::points_between(const Field& field, std::vector<PointBetween>& points) {
    add(field.name, [&](Hasher& hasher) {
        for (const PointBetween& point : points) {
            for (const int vertex : point.vertices)
                hasher.add_word(static_cast<std::uint64_t>(vertex));
            for (const double x : point.position)
                hasher.add_number(x);
        }
    });
}

void FieldHasher::animated(const Field& field, AnimatedArray& array, const AnimatedShape& shape) {
    const std::string path = m_prefix + std::string(field.name);
    if (array.empty() && shape.absent) {
        const std::vector<double> values(shape.items * shape.widths.front(), *shape.absent);
        m_inputs.add_animated(path, AnimatedArray::constant(values));
    } else {
        m_inputs.add_animated(path, array);
    }
}

void FieldHasher::painted(const Field& field, AnimatedArray& array, const AnimatedShape& shape) {
    animated(field, array, shape);
}

void FieldHasher::rotations(const Field& field, AnimatedRotations& array, std::size_t /*items*/) {
    m_inputs.add_animated(m_prefix + std::string(field.name), array);
}

void FieldHasher::group(const Field& field, const std::function<void()>& visit, bool present) {
    if (!present) return;
    if (field.hash == HashForm::Together)
        together(field.name, visit);
    else
        below(std::string(field.name), visit);
}

void FieldHasher::list(const Field& field, FieldList& list) {
    if (field.hash == HashForm::Together) {
        together(field.name, [&] {
            for (std::size_t i = 0; i < list.size(); ++i)
                list.visit(*this, i);
        });
        return;
    }
    add(field.name, [&](Hasher& hasher) { hasher.add_word(list.size()); });
    for (std::size_t i = 0; i < list.size(); ++i)
        below(fmt::format("{}[{}]", field.name, i), [&] { list.visit(*this, i); });
}

void FieldHasher::together(std::string_view name, const std::function<void()>& visit) {
    add(name, [&](Hasher& hasher) {
        Hasher* const before = std::exchange(m_together, &hasher);
        visit();
        m_together = before;
    });
}

void FieldHasher::derived(double value) {
    add("derived", [&](Hasher& hasher) { hasher.add_number(value); });
}

void add_body_inputs(BodyDef& def, const std::string& prefix, InputsHash& inputs) {
    FieldHasher hasher(prefix, inputs);
    def.visit_fields(hasher);
}

}  // namespace sinew::bake
