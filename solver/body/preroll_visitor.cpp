#include "body/preroll_visitor.hpp"

#include "body/body.hpp"

namespace sinew {

void PrerollVisitor::animated(const Field& /*field*/, AnimatedArray& array,
                              const AnimatedShape& shape) {
    if (!array.empty() && shape.rest)
        array.prepend_rest(m_first_frame, m_frames, shape.rest(array.width));
}

void PrerollVisitor::rotations(const Field& /*field*/, AnimatedRotations& array,
                               std::size_t items) {
    array.prepend_rest(m_first_frame, m_frames, items);
}

void BodyDef::add_preroll(double first_frame, double frames) {
    PrerollVisitor visitor(first_frame, frames);
    visit_fields(visitor);
}

}  // namespace sinew
