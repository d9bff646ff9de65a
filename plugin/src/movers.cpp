// Movers: transforms that the caller sets before each step.
#include "body/mover.hpp"

#include <algorithm>
#include <string>

#include "guard.hpp"
#include "sized_struct.hpp"
#include "world_object.hpp"

namespace sinew::plugin {
namespace {

using RowMajor34 = Eigen::Matrix<double, 3, 4, Eigen::RowMajor>;

SinewMoverDef default_mover_def() {
    SinewMoverDef def{};
    def.struct_size = sizeof def;
    def.name = "mover";
    Eigen::Map<RowMajor34>(def.transform) = Eigen::Affine3d::Identity().affine();
    return def;
}

MoverDef to_mover(const SinewMoverDef& def) {
    MoverDef mover;
    not_null(def.name, "name");
    mover.name = def.name;
    mover.transforms =
        AnimatedArray::constant({std::begin(def.transform), std::end(def.transform)});
    return mover;
}

}  // namespace
}  // namespace sinew::plugin

using namespace sinew::plugin;

SinewResult sinew_mover_def_init(SinewMoverDef* def, uint64_t struct_size) {
    return guard([&] { init_struct(def, struct_size, default_mover_def()); });
}

SinewResult sinew_world_add_mover(SinewWorld* world, const SinewMoverDef* def,
                                  SinewMoverId* out_mover) {
    return guard([&] {
        const auto object = held_world(world);
        not_null(out_mover, "out_mover") = 0;
        const auto lock = lock_to_change(*object);
        *out_mover = object->movers.insert(
            object->world.add(to_mover(read_struct(def, default_mover_def()))));
    });
}

SinewResult sinew_world_set_mover_transform(SinewWorld* world, SinewMoverId mover,
                                            const double* transform) {
    return guard([&] {
        const auto object = held_world(world);
        const auto lock = lock_to_change(*object);
        const std::span matrix(&not_null(transform, "transform"), sinew::MOVER_WIDTH);
        object->movers.at(mover, "mover")
            .set_target(object->world.frame() + 1.0, sinew::to_affine(matrix));
    });
}

SinewResult sinew_world_get_mover_transform(SinewWorld* world, SinewMoverId mover,
                                            double* out_transform) {
    return guard([&] {
        const auto object = held_world(world);
        const auto lock = lock_to_read(*object);
        const sinew::Mover& found = object->movers.at(mover, "mover");
        Eigen::Map<RowMajor34>(&not_null(out_transform, "out_transform")) =
            found.at(object->world.frame()).affine();
    });
}
