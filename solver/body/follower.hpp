// Follower: a body whose motion follows from other bodies and movers.
#pragma once

namespace sinew {

class Follower {
public:
    virtual ~Follower() = default;
    /// Takes the state that the others have reached at `frame`. World calls it after every frame and when a
    /// state was loaded.
    virtual void follow(double frame) = 0;
};

}  // namespace sinew
