// UnreadFields: visits all fields and does nothing with them; visitors that need few kinds of fields begin here.
#pragma once

#include "body/fields.hpp"

namespace sinew {

class UnreadFields : public FieldVisitor {
public:
    void word(const Field&, std::span<const std::string_view>, std::size_t&) override {}
    void flag(const Field&, bool&) override {}
    void number(const Field&, double&, const NumberShape&) override {}
    void integer(const Field&, int&, int, int) override {}
    void words(const Field&, std::span<const std::string_view>, std::span<bool* const>) override {}
    void mover(const Field&, std::string&) override {}
    void body(const Field&, std::string&, const BodyOffer&) override {}
    void bodies(const Field&, std::vector<std::string>&, const BodyOffer&) override {}
    void names(const Field&, std::vector<std::string>&) override {}
    void params(const Field&, const ParamSlots&) override {}
    bool integers(const Field&, std::vector<int>&, const IntegersShape&) override { return true; }
    void integer_lists(const Field&, std::vector<std::vector<int>>&, const ListsWord&) override {}
    bool numbers(const Field&, std::vector<double>&, const NumbersShape&) override { return true; }
    bool vectors(const Field&, std::vector<Eigen::Vector3d>&, const NumbersShape&) override {
        return true;
    }
    void matrix(const Field&, Eigen::Matrix3d&) override {}
    void rotation(const Field&, Eigen::Quaterniond&) override {}
    bool mesh(const Field&, std::vector<Eigen::Vector3d>&, std::vector<Eigen::Vector3i>*) override {
        return true;
    }
    bool tets(const Field&, std::vector<Eigen::Vector3d>&, std::vector<Eigen::Vector4i>&) override {
        return true;
    }
    void points_between(const Field&, std::vector<PointBetween>&) override {}
    void animated(const Field&, AnimatedArray&, const AnimatedShape&) override {}
    void painted(const Field& field, AnimatedArray& array, const AnimatedShape& shape) override {
        animated(field, array, shape);
    }
    void rotations(const Field&, AnimatedRotations&, std::size_t) override {}
    void group(const Field&, const std::function<void()>& visit, bool) override { visit(); }
    void list(const Field&, FieldList& list) override {
        for (std::size_t i = 0; i < list.size(); ++i)
            list.visit(*this, i);
    }
    void together(std::string_view, const std::function<void()>& visit) override { visit(); }
    void derived(double) override {}
};

}  // namespace sinew
