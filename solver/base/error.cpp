#include "base/error.hpp"

#include <utility>

#include "base/utf8.hpp"

namespace sinew {

std::string_view to_string(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidArgument: return "invalid argument";
        case ErrorCode::InvalidHandle: return "invalid handle";
        case ErrorCode::Busy: return "busy";
        case ErrorCode::Cancelled: return "cancelled";
        case ErrorCode::NotConverged: return "not converged";
        case ErrorCode::InvalidInitialState: return "invalid initial state";
        case ErrorCode::OutOfMemory: return "out of memory";
        case ErrorCode::File: return "file error";
        case ErrorCode::VersionMismatch: return "version mismatch";
        case ErrorCode::Internal: return "internal error";
    }
    return "unknown error";
}

std::string Problem::message() const {
    std::string text;
    const auto append = [&text](std::string_view separator, std::string_view part) {
        if (part.empty()) return;
        if (!text.empty()) text += separator;
        text += part;
    };
    append("", object);
    append(": ", field);
    append(field.empty() ? ": " : " is ", value);
    append(": ", remedy);
    return text.empty() ? std::string(to_string(code)) : valid_utf8(text);
}

Error::Error(Problem problem) : m_problem(std::move(problem)), m_message(m_problem.message()) {}

Error::Error(ErrorCode code, std::string remedy)
    : Error(Problem{
          .code = code, .object = {}, .field = {}, .value = {}, .remedy = std::move(remedy)}) {}

}  // namespace sinew
