// PrerollVisitor: gives all animated fields a way from rest to their values at the first frame.
#pragma once

#include "body/unread_fields.hpp"

namespace sinew {

class PrerollVisitor final : public UnreadFields {
public:
    PrerollVisitor(double first_frame, double frames)
        : m_first_frame(first_frame), m_frames(frames) {}

    void animated(const Field& field, AnimatedArray& array, const AnimatedShape& shape) override;
    void rotations(const Field& field, AnimatedRotations& array, std::size_t items) override;

private:
    double m_first_frame;
    double m_frames;
};

}  // namespace sinew
