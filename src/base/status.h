// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace karta {

// The few ways in which an operation fails, chosen by what the caller does next.  The finer cause
// is Status::reason().  One table in status.cc maps each code to HTTP, Kubernetes, gRPC and exit
// codes, so that an error means the same thing across every border.
enum class Code : unsigned char {
  kOk,
  kBadRequest,       // the request as a whole makes no sense: fix it
  kInvalid,          // well-formed, but fields are wrong: fix the ones named in causes()
  kUnauthenticated,  // who are you?
  kForbidden,        // known, and not allowed
  kNotFound,         // often means "nothing to do"
  kAlreadyExists,    // read the existing one
  kConflict,         // changed meanwhile: read again, redo
  kGone,             // that revision is no longer kept: list again, watch on
  kExhausted,        // a limit or quota was reached: wait retry_after(), or ask for less
  kUnsupported,      // this is not offered: retrying does not help
  kUnavailable,      // not reachable right now: retry with backoff
  kTimeout,          // took too long: retry with backoff
  kCancelled,        // the caller itself asked to stop: stop quietly
  kInternal,         // our own bug or a broken machine: report
};

std::string_view CodeName(Code code);          // "NotFound"
int HttpStatus(Code code);                     // 404
std::string_view KubernetesReason(Code code);  // "NotFound"; "" for kOk
int GrpcCode(Code code);                       // 5
int ExitCode(Code code);                       // 3; usage errors (2) belong to the command line

// One wrong field of a kInvalid object, as in the causes of a Kubernetes Status.
struct Cause {
  std::string field;    // "spec.replicas"
  std::string message;  // "must be at least 1"
  std::string reason;   // "FieldValueInvalid"
};

// Success, or an error with a message for people and a code for programs.
//
// The message is a lower-case sentence that names the thing: `run "hello": no ready pod`.
// A success is a null pointer: free to make, copy and test.  Distinct objects may be used from
// different threads; one object follows the rules of any value.
class [[nodiscard]] Status {
 public:
  Status() = default;
  // `code` kOk gives a success and drops the message.
  Status(Code code, std::string message);

  Status(const Status& other);
  Status& operator=(const Status& other);
  Status(Status&&) noexcept = default;
  Status& operator=(Status&&) noexcept = default;

  bool ok() const { return error_ == nullptr; }
  Code code() const;

  // The views below live as long as this status is neither changed nor destroyed.
  const std::string& message() const;
  // What WithReason() set, else the Kubernetes reason of the code; "" on success.
  std::string_view reason() const;
  std::span<const Cause> causes() const;
  // How long the caller should wait before trying again; zero when nobody said.
  std::chrono::milliseconds retry_after() const;

  // Each of these leaves a success as it is.
  Status WithReason(std::string reason) &&;
  Status WithCause(Cause cause) &&;
  Status WithRetryAfter(std::chrono::milliseconds wait) &&;
  // Puts `context` before the message, as in "load snapshot: file not found".
  Status Wrap(std::string_view context) &&;

  // For logs and tests: `NotFound: run "hello" not found`.
  std::string ToString() const;

 private:
  struct Error;
  struct Delete {
    void operator()(Error* error) const noexcept;
  };
  std::unique_ptr<Error, Delete> error_;
};

static_assert(sizeof(Status) == sizeof(void*));

std::ostream& operator<<(std::ostream& out, const Status& status);

Status BadRequest(std::string message);
Status Invalid(std::string message);
Status Unauthenticated(std::string message);
Status Forbidden(std::string message);
Status NotFound(std::string message);
Status AlreadyExists(std::string message);
Status Conflict(std::string message);
Status Gone(std::string message);
Status Exhausted(std::string message);
Status Unsupported(std::string message);
Status Unavailable(std::string message);
Status Timeout(std::string message);
Status Cancelled(std::string message);
Status Internal(std::string message);

namespace internal {
// The status of a Result that holds neither a value nor an error.
const Status& UnsetStatus();
const Status& OkStatus();
[[noreturn]] void AssertFailed(const char* condition, const char* file, int line);
[[noreturn]] void NoValue(const Status& status);
}  // namespace internal

// A value, or the reason why there is none.
//
// A default-constructed Result is an "unset" kInternal error: coroutine machinery needs an empty
// state, and forgetting to fill it must not look like success.
template <class T>
class [[nodiscard]] Result {
  static_assert(!std::is_reference_v<T>, "return a pointer instead");
  static_assert(!std::is_same_v<std::remove_cv_t<T>, Status>, "return Status itself");

 public:
  using value_type = T;

  Result() = default;

  template <class U = T>
    requires(std::is_convertible_v<U, T> && !std::is_same_v<std::remove_cvref_t<U>, Result> &&
             !std::is_same_v<std::remove_cvref_t<U>, Status>)
  Result(U&& value) : value_(std::forward<U>(value)) {}  // implicit: `return value;`

  // `status` should be an error; a success carries no value, so it leaves the result unset.
  Result(Status status) : status_(std::move(status)) {}  // implicit: `return NotFound(...);`

  bool ok() const { return value_.has_value(); }

  // Asking for a value that is not there is a bug and ends the process with the error's text.
  T& value() & { return Checked(), *value_; }
  const T& value() const& { return Checked(), *value_; }
  T&& value() && { return Checked(), *std::move(value_); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  template <class U>
  T value_or(U&& fallback) const& {
    return ok() ? *value_ : static_cast<T>(std::forward<U>(fallback));
  }
  template <class U>
  T value_or(U&& fallback) && {
    return ok() ? *std::move(value_) : static_cast<T>(std::forward<U>(fallback));
  }

  const Status& status() const& {
    if (ok()) return internal::OkStatus();
    return status_.ok() ? internal::UnsetStatus() : status_;
  }
  Status status() && {
    if (ok()) return Status();
    return status_.ok() ? internal::UnsetStatus() : std::move(status_);
  }

  // Adds context to an error and passes a value through.
  Result Wrap(std::string_view context) && {
    if (!ok()) return std::move(*this).status().Wrap(context);
    return std::move(*this);
  }

 private:
  void Checked() const {
    if (!ok()) [[unlikely]]
      internal::NoValue(status());
  }

  Status status_;
  std::optional<T> value_;
};

}  // namespace karta

#define KRT_CONCAT_INNER_(a, b) a##b
#define KRT_CONCAT_(a, b) KRT_CONCAT_INNER_(a, b)

#define KRT_TRY_IMPL_(leave, result, decl, ...) \
  auto result = (__VA_ARGS__);                  \
  if (!result.ok()) [[unlikely]]                \
    leave std::move(result).status();           \
  decl = *std::move(result)

#define KRT_DO_IMPL_(leave, ...)                                          \
  do {                                                                    \
    if (auto krt_status_ = (__VA_ARGS__); !krt_status_.ok()) [[unlikely]] \
      leave krt_status_;                                                  \
  } while (false)

// KRT_TRY(Kind* kind, Lookup(path)): names the value of a Result, or returns its error.
// A statement of its own line, never the body of an `if`.  `decl` may hold no bare comma.
#define KRT_TRY(decl, ...) \
  KRT_TRY_IMPL_(return, KRT_CONCAT_(krt_result_, __COUNTER__), decl, __VA_ARGS__)
#define KRT_CO_TRY(decl, ...) \
  KRT_TRY_IMPL_(co_return, KRT_CONCAT_(krt_result_, __COUNTER__), decl, __VA_ARGS__)

// KRT_DO(Check(object)): goes on after a success, returns a failed Status.
#define KRT_DO(...) KRT_DO_IMPL_(return, __VA_ARGS__)
#define KRT_CO_DO(...) KRT_DO_IMPL_(co_return, __VA_ARGS__)

// For our own bugs only; never reached by bad input.  Stays on in release builds.
#define KRT_ASSERT(...)           \
  (static_cast<bool>(__VA_ARGS__) \
       ? static_cast<void>(0)     \
       : ::karta::internal::AssertFailed(#__VA_ARGS__, __FILE__, __LINE__))
