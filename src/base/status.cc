// SPDX-License-Identifier: Apache-2.0
#include "base/status.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ostream>
#include <vector>

namespace karta {
namespace {

struct Row {
  Code code;
  std::string_view name;
  int http;
  std::string_view reason;
  int grpc;
  int exit;
};

// 499 is what proxies log for a client that went away; it is never sent to anyone.
constexpr std::array<Row, 15> kRows = {{
    {Code::kOk, "OK", 200, "", 0, 0},
    {Code::kBadRequest, "BadRequest", 400, "BadRequest", 3, 1},
    {Code::kInvalid, "Invalid", 422, "Invalid", 3, 1},
    {Code::kUnauthenticated, "Unauthenticated", 401, "Unauthorized", 16, 4},
    {Code::kForbidden, "Forbidden", 403, "Forbidden", 7, 4},
    {Code::kNotFound, "NotFound", 404, "NotFound", 5, 3},
    {Code::kAlreadyExists, "AlreadyExists", 409, "AlreadyExists", 6, 1},
    {Code::kConflict, "Conflict", 409, "Conflict", 10, 1},
    {Code::kGone, "Gone", 410, "Expired", 11, 1},
    {Code::kExhausted, "Exhausted", 429, "TooManyRequests", 8, 1},
    {Code::kUnsupported, "Unsupported", 405, "MethodNotAllowed", 12, 1},
    {Code::kUnavailable, "Unavailable", 503, "ServiceUnavailable", 14, 5},
    {Code::kTimeout, "Timeout", 504, "Timeout", 4, 5},
    {Code::kCancelled, "Cancelled", 499, "Cancelled", 1, 130},
    {Code::kInternal, "Internal", 500, "InternalError", 13, 1},
}};

constexpr bool RowsFollowTheEnum() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<std::size_t>(kRows[i].code) != i) return false;
  }
  return static_cast<std::size_t>(Code::kInternal) + 1 == kRows.size();
}
static_assert(RowsFollowTheEnum());

const Row& RowOf(Code code) { return kRows[static_cast<std::size_t>(code)]; }

}  // namespace

std::string_view CodeName(Code code) { return RowOf(code).name; }
int HttpStatus(Code code) { return RowOf(code).http; }
std::string_view KubernetesReason(Code code) { return RowOf(code).reason; }
int GrpcCode(Code code) { return RowOf(code).grpc; }
int ExitCode(Code code) { return RowOf(code).exit; }

struct Status::Error {
  Code code;
  std::string message;
  std::string reason;  // empty: that of the code
  std::vector<Cause> causes;
  std::chrono::milliseconds retry_after{0};
};

void Status::Delete::operator()(Error* error) const noexcept { delete error; }

Status::Status(Code code, std::string message) {
  if (code == Code::kOk) return;
  error_.reset(new Error{code, std::move(message), {}, {}, {}});
}

Status::Status(const Status& other) : error_(other.error_ ? new Error(*other.error_) : nullptr) {}

Status& Status::operator=(const Status& other) {
  if (this != &other) error_.reset(other.error_ ? new Error(*other.error_) : nullptr);
  return *this;
}

Code Status::code() const { return error_ ? error_->code : Code::kOk; }

const std::string& Status::message() const {
  static const std::string kEmpty;
  return error_ ? error_->message : kEmpty;
}

std::string_view Status::reason() const {
  if (!error_) return {};
  return error_->reason.empty() ? KubernetesReason(error_->code) : error_->reason;
}

std::span<const Cause> Status::causes() const {
  return error_ ? std::span<const Cause>(error_->causes) : std::span<const Cause>();
}

std::chrono::milliseconds Status::retry_after() const {
  return error_ ? error_->retry_after : std::chrono::milliseconds(0);
}

Status Status::WithReason(std::string reason) && {
  if (error_) error_->reason = std::move(reason);
  return std::move(*this);
}

Status Status::WithCause(Cause cause) && {
  if (error_) error_->causes.push_back(std::move(cause));
  return std::move(*this);
}

Status Status::WithRetryAfter(std::chrono::milliseconds wait) && {
  if (error_) error_->retry_after = wait;
  return std::move(*this);
}

Status Status::Wrap(std::string_view context) && {
  if (error_ && !context.empty()) {
    std::string& message = error_->message;
    std::string whole;
    whole.reserve(context.size() + 2 + message.size());
    whole.append(context);
    if (!message.empty()) whole.append(": ").append(message);
    message = std::move(whole);
  }
  return std::move(*this);
}

std::string Status::ToString() const {
  if (!error_) return "OK";
  std::string text(CodeName(error_->code));
  if (!error_->reason.empty()) text.append(" (").append(error_->reason).append(")");
  text.append(": ").append(error_->message);
  for (const Cause& cause : error_->causes) {
    text.append("; ").append(cause.field).append(": ").append(cause.message);
  }
  return text;
}

std::ostream& operator<<(std::ostream& out, const Status& status) {
  return out << status.ToString();
}

Status BadRequest(std::string message) { return {Code::kBadRequest, std::move(message)}; }
Status Invalid(std::string message) { return {Code::kInvalid, std::move(message)}; }
Status Unauthenticated(std::string message) { return {Code::kUnauthenticated, std::move(message)}; }
Status Forbidden(std::string message) { return {Code::kForbidden, std::move(message)}; }
Status NotFound(std::string message) { return {Code::kNotFound, std::move(message)}; }
Status AlreadyExists(std::string message) { return {Code::kAlreadyExists, std::move(message)}; }
Status Conflict(std::string message) { return {Code::kConflict, std::move(message)}; }
Status Gone(std::string message) { return {Code::kGone, std::move(message)}; }
Status Exhausted(std::string message) { return {Code::kExhausted, std::move(message)}; }
Status Unsupported(std::string message) { return {Code::kUnsupported, std::move(message)}; }
Status Unavailable(std::string message) { return {Code::kUnavailable, std::move(message)}; }
Status Timeout(std::string message) { return {Code::kTimeout, std::move(message)}; }
Status Cancelled(std::string message) { return {Code::kCancelled, std::move(message)}; }
Status Internal(std::string message) { return {Code::kInternal, std::move(message)}; }

namespace internal {

const Status& UnsetStatus() {
  static const Status kUnset(Code::kInternal, "result was never set");
  return kUnset;
}

const Status& OkStatus() {
  static const Status kOk;
  return kOk;
}

void AssertFailed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
  std::abort();
}

void NoValue(const Status& status) {
  std::fprintf(stderr, "value() of a failed result: %s\n", status.ToString().c_str());
  std::abort();
}

}  // namespace internal
}  // namespace karta
