// Errors: one exception type for bad input and failed resources.
//
// Outcomes that are normal in numerics (no convergence) are result enums, not exceptions.
// Broken invariants of Sinew itself are assertions.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Kinds of errors that a caller may act on. The values are those of SinewResult in sinew.h, without the sign.
enum class ErrorCode {
    InvalidArgument = 1,
    InvalidHandle = 2,
    Busy = 3,
    Cancelled = 4,
    NotConverged = 5,
    InvalidInitialState = 6,
    OutOfMemory = 7,
    File = 8,
    VersionMismatch = 9,
    Internal = 10,
};

std::string_view to_string(ErrorCode code);

/// One problem in words that a user understands: which object, which field, which value, what to do.
/// Empty parts are left out of the message.
struct Problem {
    ErrorCode code = ErrorCode::InvalidArgument;
    std::string object;  ///< name of the body, collider or file
    std::string field;   ///< path of the field, e.g. "material.density"
    std::string value;   ///< the offending value as text
    std::string remedy;  ///< the allowed values, or advice
    std::vector<int> vertices =
        {};  ///< of the mesh, where the problem is; empty if it has no place

    /// "Rod: material.density is -3: must be greater than 0". Valid UTF-8, whatever the parts are.
    std::string message() const;
};

class Error : public std::exception {
public:
    explicit Error(Problem problem);
    Error(ErrorCode code, std::string remedy);

    const char* what() const noexcept override { return m_message.c_str(); }
    ErrorCode code() const noexcept { return m_problem.code; }
    const Problem& problem() const noexcept { return m_problem; }

private:
    Problem m_problem;
    std::string m_message;
};

}  // namespace sinew
