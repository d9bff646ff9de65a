#include "bake/bake.hpp"

#include "bake/bake_run.hpp"

namespace sinew::bake {

Bake::Bake(const BakeSettings& settings) : m_run(std::make_unique<Run>(settings)) {}
Bake::~Bake() = default;

void Bake::run() {
    m_run->run();
}

void Bake::cancel() noexcept {
    m_run->cancel();
}

BakeProgress Bake::progress() const {
    return m_run->progress();
}

std::string Bake::message(int index) const {
    return m_run->message(index);
}

}  // namespace sinew::bake
