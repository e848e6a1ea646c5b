// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <ctime>

#include "jq/test_native.h"

namespace karta::jq {
namespace {

TEST(NativeDates, BrokenDownTimeBothWays) {
  CheckNatives({
      {"gmtime", "1425599621.678", {}, "[2015,2,5,23,53,41.67799997329712,4,63]"},
      {"gmtime", "-1.5", {}, "[1969,11,31,23,59,59.5,3,364]"},
      {"gmtime", "1e20", {}, "error: error converting number of seconds since epoch to datetime"},
      {"gmtime", "nan", {}, "error: error converting number of seconds since epoch to datetime"},
      {"gmtime", R"("a")", {}, "error: gmtime() requires numeric inputs"},
      {"mktime", "[2015,2,5,23,51,47,4,63]", {}, "1425599507"},
      {"mktime", "[2024,14,1]", {}, "1740787200"},
      {"mktime", "[1969,11,31,23,59,59]", {}, "error: invalid gmtime representation"},
      {"mktime", R"(["a"])", {}, "error: mktime requires parsed datetime inputs"},
      {"mktime", "5", {}, "error: mktime requires array inputs"},
  });
}

TEST(NativeDates, ParseAndFormat) {
  CheckNatives({
      {"strptime",
       R"("2015-03-05T23:51:47Z")",
       {R"("%Y-%m-%dT%H:%M:%SZ")"},
       "[2015,2,5,23,51,47,4,63]"},
      {"strptime", R"("10:20 rest")", {R"("%H:%M")"}, R"([1900,0,0,10,20,0,8,367," rest"])"},
      {"strptime", R"("x")", {R"("%Y")"}, R"(error: date "x" does not match format "%Y")"},
      {"strptime", "1", {R"("%Y")"}, "error: strptime/1 requires string inputs and arguments"},
      {"strftime", "1425599621", {R"("%A, %B %d, %Y")"}, R"("Thursday, March 05, 2015")"},
      {"strftime", "[2024,1,15]", {R"("%j %Z")"}, R"("046 GMT")"},
      {"strftime", "0", {R"("")"}, R"("")"},
      {"strftime", "0", {"1"}, "error: strftime/1 requires a string format"},
      {"strftime", R"("a")", {R"("%Y")"}, "error: strftime/1 requires parsed datetime inputs"},
      {"todate", "1425599621.9", {}, R"("2015-03-05T23:53:41Z")"},
      {"fromdate", R"("2015-03-05T23:51:47Z")", {}, "1425599507"},
      {"dateadd", "10", {R"("seconds")", "5"}, "15"},
  });
}

TEST(NativeDates, LocalTimeFollowsTheTimeZone) {
  const char* before = std::getenv("TZ");
  const std::string saved = before == nullptr ? "" : before;
  setenv("TZ", "EST5", 1);
  tzset();
  CheckNatives({
      {"localtime", "0", {}, "[1969,11,31,19,0,0,3,364]"},
      {"strflocaltime", "0", {R"("%H %Z %z")"}, R"("19 EST -0500")"},
      {"strftime", "0", {R"("%H %Z")"}, R"("00 GMT")"},
  });
  if (before == nullptr) {
    unsetenv("TZ");
  } else {
    setenv("TZ", saved.c_str(), 1);
  }
  tzset();
}

}  // namespace
}  // namespace karta::jq
