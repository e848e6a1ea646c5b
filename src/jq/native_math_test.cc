// SPDX-License-Identifier: Apache-2.0
#include "jq/test_native.h"

namespace karta::jq {
namespace {

TEST(NativeMath, FunctionsOfOneNumber) {
  CheckNatives({
      {"floor", "1.7", {}, "1"},
      {"floor", "-1.2", {}, "-2"},
      {"floor", "9007199254740993", {}, "9007199254740992"},
      {"ceil", "-0.5", {}, "-0"},
      {"round", "2.5", {}, "3"},
      {"nearbyint", "2.5", {}, "2"},
      {"sqrt", "16", {}, "4"},
      {"exp10", "2", {}, "100"},
      {"log2", "8", {}, "3"},
      {"significand", "10", {}, "1.25"},
      {"logb", "10", {}, "3"},
      {"gamma", "4", {}, "1.791759469228055"},
      {"sqrt", "-1", {}, "null"},
      {"floor", R"("a")", {}, "error: string (\"a\") number required"},
  });
}

TEST(NativeMath, FunctionsOfMoreNumbersIgnoreTheInput) {
  CheckNatives({
      {"pow", "null", {"2", "10"}, "1024"},
      {"pow", "null", {"2", R"("a")"}, "error: string (\"a\") number required"},
      {"fma", "null", {"2", "3", "4"}, "10"},
      {"ldexp", "null", {"1", "3"}, "8"},
      {"scalb", "null", {"1", "3"}, "8"},
      {"scalbln", "null", {"1", "1e30"}, "0"},
      {"drem", "null", {"5", "3"}, "-1"},
      {"nexttoward", "null", {"1", "2"}, "1.0000000000000002"},
      {"jn", "null", {"1", "2"}, "0.5767248077568733"},
  });
}

TEST(NativeMath, FunctionsThatGiveTwoNumbers) {
  CheckNatives({
      {"frexp", "8", {}, "[0.5,4]"},
      {"modf", "-3.5", {}, "[-0.5,-3]"},
      {"lgamma_r", "-0.5", {}, "[1.2655121234846454,-1]"},
  });
}

TEST(NativeMath, AbsKeepsSpellingAndTakesWhatIsNotBelowZero) {
  CheckNatives({
      {"abs", "-1.10", {}, "1.10"},
      {"abs", "-0", {}, "-0"},
      {"abs", R"("a")", {}, R"("a")"},
      {"abs", "null", {}, "error: null (null) cannot be negated"},
  });
}

TEST(NativeMath, KindsOfNumbers) {
  CheckNatives({
      {"infinite", "null", {}, "1.7976931348623157e+308"},
      {"nan", "null", {}, "null"},
      {"isinfinite", "1e1000", {}, "true"},
      {"isnan", "nan", {}, "true"},
      {"isnormal", "0", {}, "false"},
      {"isnormal", R"("a")", {}, "false"},
      {"isfinite", "nan", {}, "true"},
      {"have_decnum", "null", {}, "true"},
  });
}

}  // namespace
}  // namespace karta::jq
