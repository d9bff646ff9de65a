// The compiled half of {fmt}, built once into Sinew.
//
// Header-only {fmt} costs every file that formats a message three to four seconds; Debian's shared library
// would be one more file beside the add-on's, with symbols that Blender's own copy might answer to. Compiled
// here, with hidden symbols, it is neither.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

template FMT_API auto dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;
template FMT_API auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;

}  // namespace detail
FMT_END_NAMESPACE
