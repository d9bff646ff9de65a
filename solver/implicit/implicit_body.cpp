#include "implicit/implicit_body.hpp"

#include "implicit/implicit_system.hpp"

namespace sinew {

ImplicitBody::~ImplicitBody() {
    if (m_system) m_system->remove(*this);
}

void ImplicitBody::save(ByteWriter& out) const {
    m_motion.save(out);
    save_state(out);
}

void ImplicitBody::load(ByteReader& in) {
    MotionHistory motion = m_motion;
    motion.load(in);
    load_state(in);
    m_motion = std::move(motion);
}

}  // namespace sinew
