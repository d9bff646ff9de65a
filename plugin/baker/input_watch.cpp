#include "input_watch.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <thread>
#include <utility>

namespace sinew::baker {

namespace {

void wait_for_end_of_input() {
    std::array<char, 256> ignored{};
    while (true) {
        const ssize_t got = ::read(STDIN_FILENO, ignored.data(), ignored.size());
        if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) return;
        pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
        ::poll(&input, 1, -1);  // a pipe of the caller may not block
    }
}

}  // namespace

void watch_input(std::function<void()> on_end) {
    // Nothing waits for the thread: it ends with the program, which may well be before the input does.
    std::thread([end = std::move(on_end)] {
        wait_for_end_of_input();
        end();
    }).detach();
}

}  // namespace sinew::baker
