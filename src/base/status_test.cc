// SPDX-License-Identifier: Apache-2.0
#include "base/status.h"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace karta {
namespace {

TEST(Status, DefaultIsSuccess) {
  const Status status;
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(status.code(), Code::kOk);
  EXPECT_EQ(status.message(), "");
  EXPECT_EQ(status.reason(), "");
  EXPECT_TRUE(status.causes().empty());
  EXPECT_EQ(status.retry_after().count(), 0);
  EXPECT_EQ(status.ToString(), "OK");
}

TEST(Status, OkCodeDropsTheMessage) {
  const Status status(Code::kOk, "ignored");
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(status.message(), "");
}

TEST(Status, CarriesCodeMessageAndKubernetesReason) {
  const Status status = NotFound("run \"hello\" not found");
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.code(), Code::kNotFound);
  EXPECT_EQ(status.message(), "run \"hello\" not found");
  EXPECT_EQ(status.reason(), "NotFound");
  EXPECT_EQ(status.ToString(), "NotFound: run \"hello\" not found");
}

TEST(Status, OwnReasonWinsOverThatOfTheCode) {
  const Status status = Exhausted("too many steps").WithReason("StepLimit");
  EXPECT_EQ(status.reason(), "StepLimit");
  EXPECT_EQ(status.ToString(), "Exhausted (StepLimit): too many steps");
}

TEST(Status, KeepsCausesAndRetryAfter) {
  const Status status = Invalid("run is invalid")
                            .WithCause({"spec.replicas", "must be at least 1", "FieldValueInvalid"})
                            .WithCause({"spec.image", "is required", "FieldValueRequired"})
                            .WithRetryAfter(std::chrono::seconds(2));
  ASSERT_EQ(status.causes().size(), 2u);
  EXPECT_EQ(status.causes()[1].field, "spec.image");
  EXPECT_EQ(status.causes()[1].reason, "FieldValueRequired");
  EXPECT_EQ(status.retry_after(), std::chrono::milliseconds(2000));
  EXPECT_EQ(status.ToString(),
            "Invalid: run is invalid; spec.replicas: must be at least 1; spec.image: is required");
}

TEST(Status, WrapPutsContextInFront) {
  EXPECT_EQ(NotFound("no file").Wrap("read config").Wrap("start").message(),
            "start: read config: no file");
  EXPECT_EQ(NotFound("").Wrap("read config").message(), "read config");
  EXPECT_EQ(NotFound("no file").Wrap("").message(), "no file");
}

TEST(Status, SuccessStaysSuccessUnderEveryDecoration) {
  EXPECT_TRUE(Status().Wrap("x").WithReason("y").WithCause({}).ok());
  EXPECT_TRUE(Status().WithRetryAfter(std::chrono::seconds(1)).ok());
}

TEST(Status, CopiesAreIndependent) {
  Status original = Conflict("changed");
  Status copy = original;
  copy = std::move(copy).Wrap("copy");
  EXPECT_EQ(original.message(), "changed");
  EXPECT_EQ(copy.message(), "copy: changed");
  original = copy;
  EXPECT_EQ(original.message(), "copy: changed");
  const Status& self = original;
  original = self;
  EXPECT_EQ(original.message(), "copy: changed");
}

TEST(Status, PrintsIntoStreams) {
  std::ostringstream out;
  out << Gone("too old");
  EXPECT_EQ(out.str(), "Gone: too old");
}

struct Border {
  Status status;
  Code code;
  int http;
  const char* reason;
  int grpc;
  int exit;
};

TEST(Status, MeansTheSameAcrossEveryBorder) {
  const std::vector<Border> borders = {
      {Status(), Code::kOk, 200, "", 0, 0},
      {BadRequest("m"), Code::kBadRequest, 400, "BadRequest", 3, 1},
      {Invalid("m"), Code::kInvalid, 422, "Invalid", 3, 1},
      {Unauthenticated("m"), Code::kUnauthenticated, 401, "Unauthorized", 16, 4},
      {Forbidden("m"), Code::kForbidden, 403, "Forbidden", 7, 4},
      {NotFound("m"), Code::kNotFound, 404, "NotFound", 5, 3},
      {AlreadyExists("m"), Code::kAlreadyExists, 409, "AlreadyExists", 6, 1},
      {Conflict("m"), Code::kConflict, 409, "Conflict", 10, 1},
      {Gone("m"), Code::kGone, 410, "Expired", 11, 1},
      {Exhausted("m"), Code::kExhausted, 429, "TooManyRequests", 8, 1},
      {Unsupported("m"), Code::kUnsupported, 405, "MethodNotAllowed", 12, 1},
      {Unavailable("m"), Code::kUnavailable, 503, "ServiceUnavailable", 14, 5},
      {Timeout("m"), Code::kTimeout, 504, "Timeout", 4, 5},
      {Cancelled("m"), Code::kCancelled, 499, "Cancelled", 1, 130},
      {Internal("m"), Code::kInternal, 500, "InternalError", 13, 1},
  };
  for (const Border& border : borders) {
    SCOPED_TRACE(CodeName(border.code));
    EXPECT_EQ(border.status.code(), border.code);
    EXPECT_EQ(HttpStatus(border.code), border.http);
    EXPECT_EQ(KubernetesReason(border.code), border.reason);
    EXPECT_EQ(border.status.reason(), border.reason);
    EXPECT_EQ(GrpcCode(border.code), border.grpc);
    EXPECT_EQ(ExitCode(border.code), border.exit);
  }
}

TEST(Result, HoldsAValueOrAnError) {
  Result<int> value = 7;
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(*value, 7);
  EXPECT_TRUE(value.status().ok());
  EXPECT_EQ(value.value_or(1), 7);

  Result<int> error = NotFound("no seven");
  ASSERT_FALSE(error.ok());
  EXPECT_EQ(error.status().code(), Code::kNotFound);
  EXPECT_EQ(error.value_or(1), 1);
}

TEST(Result, DefaultIsUnset) {
  const Result<std::string> unset;
  EXPECT_FALSE(unset.ok());
  EXPECT_EQ(unset.status().code(), Code::kInternal);
  EXPECT_EQ(unset.status().message(), "result was never set");
}

TEST(Result, SuccessWithoutValueIsUnset) {
  const Result<int> result = Status();
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), Code::kInternal);
}

TEST(Result, ConvertsAsTheValueTypeDoes) {
  const Result<std::string> text = "literal";
  EXPECT_EQ(text->size(), 7u);
  const Result<std::unique_ptr<const int>> owner = std::make_unique<int>(3);
  EXPECT_EQ(**owner, 3);
}

TEST(Result, MovesOutWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 5);
}

TEST(Result, WrapTouchesErrorsOnly) {
  EXPECT_EQ(*Result<int>(4).Wrap("context"), 4);
  EXPECT_EQ(Result<int>(NotFound("x")).Wrap("context").status().message(), "context: x");
}

TEST(ResultDeathTest, ValueOfAnErrorEndsTheProcess) {
  const Result<int> error = NotFound("no seven");
  EXPECT_DEATH(static_cast<void>(error.value()), "NotFound: no seven");
}

Result<int> Half(int n) {
  if (n % 2 != 0) return BadRequest("odd");
  return n / 2;
}

Result<std::string> Quarter(int n) {
  KRT_TRY(const int half, Half(n));
  KRT_TRY(int quarter, Half(half));
  return std::to_string(quarter);
}

Status CheckEven(int n) {
  KRT_TRY([[maybe_unused]] int half, Half(n));
  return Status();
}

Result<std::unique_ptr<int>> Checked(int n) {
  if (n > 0) KRT_DO(CheckEven(n));
  return std::make_unique<int>(n);
}

TEST(Macros, TryNamesTheValueOrReturnsTheError) {
  EXPECT_EQ(*Quarter(8), "2");
  EXPECT_EQ(Quarter(6).status().message(), "odd");
  EXPECT_EQ(Quarter(7).status().code(), Code::kBadRequest);
}

TEST(Macros, DoGoesOnAfterSuccess) {
  EXPECT_EQ(**Checked(4), 4);
  EXPECT_EQ(**Checked(-3), -3);
  EXPECT_EQ(Checked(3).status().message(), "odd");
}

TEST(MacrosDeathTest, AssertNamesTheConditionAndPlace) {
  const int n = 1;
  KRT_ASSERT(n == 1);
  EXPECT_DEATH(KRT_ASSERT(n == 2), "status_test.cc:[0-9]+: assertion failed: n == 2");
}

}  // namespace
}  // namespace karta
