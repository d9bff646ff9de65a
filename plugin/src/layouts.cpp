// Tells bindings where the members of every struct are, so that a mirror can be checked before it
// is used.
#include <fmt/format.h>

#include <string>

#include "guard.hpp"
#include "struct_members.hpp"
#include "texts.hpp"

namespace sinew::plugin {
namespace {

template <class T>
std::string layout() {
    std::string members;
    for (const Member& member : StructMembers<T>::MEMBERS) {
        members +=
            fmt::format("{}\"{}\": {}", members.empty() ? "" : ", ", member.name, member.offset);
    }
    return fmt::format("\"{}\": {{\"size\": {}, \"members\": {{{}}}}}", StructMembers<T>::NAME,
                       sizeof(T), members);
}

template <class... Structs>
std::string layouts() {
    std::string all;
    ((all += (all.empty() ? "" : ", ") + layout<Structs>()), ...);
    return "{" + all + "}";
}

}  // namespace
}  // namespace sinew::plugin

SinewResult sinew_struct_layouts(char* out_json, uint64_t capacity, uint64_t* out_size) {
    using namespace sinew::plugin;
    return guard([&] {
        copy_text(layouts<SinewBufferView, SinewWorldDef, SinewStepReport, SinewTaskDef,
                          SinewTaskProgress, SinewCheckDef, SinewBakeDef, SinewBakeProgress,
                          SinewViperizeDef, SinewViperizeMeasures>(),
                  out_json, capacity, out_size);
    });
}
