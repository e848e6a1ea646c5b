// SPDX-License-Identifier: Apache-2.0
#include <climits>
#include <cmath>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "jq/native.h"
#include "jq/operators.h"
#include "jq/utf8.h"
#include "json/meter.h"

namespace karta::jq {

namespace {

using json::Value;
using Arguments = std::span<Value>;

// "Broken down time": [year, month from 0, day, hours, minutes, seconds, weekday, day of year].
Value FromTm(const std::tm& tm, double fraction) {
  return Value::ArrayOf({MakeNumber(tm.tm_year + 1900.0), MakeNumber(tm.tm_mon),
                         MakeNumber(tm.tm_mday), MakeNumber(tm.tm_hour), MakeNumber(tm.tm_min),
                         MakeNumber(tm.tm_sec + fraction), MakeNumber(tm.tm_wday),
                         MakeNumber(tm.tm_yday)});
}

// False when an element is not a number.  The C library brings fields outside their range back in.
bool ToTm(const Value& broken_down, bool local, std::tm* tm) {
  *tm = {};
  int* const fields[] = {&tm->tm_year, &tm->tm_mon, &tm->tm_mday, &tm->tm_hour,
                         &tm->tm_min,  &tm->tm_sec, &tm->tm_wday, &tm->tm_yday};
  const auto items = broken_down.items();
  for (size_t i = 0; i < std::size(fields) && i < items.size(); ++i) {
    double number = NumberOf(items[i]);
    if (!items[i].is_number() || std::isnan(number)) return false;
    if (i == 0) number -= 1900;
    *fields[i] = number < INT_MIN ? INT_MIN : number > INT_MAX ? INT_MAX : static_cast<int>(number);
  }
  if (local) {
    tm->tm_isdst = -1;
    mktime(tm);
  } else {
    timegm(tm);
  }
  return true;
}

// Text for the C library, which ends at a NUL.
std::string CText(const Value& text) {
  const std::string_view whole = text.str();
  return std::string(whole.substr(0, whole.find('\0')));
}

using Convert = std::tm* (*)(const time_t*, std::tm*);

bool BreakDown(const Value& input, Convert convert, Value* result, Value* error) {
  const double seconds = NumberOf(input);
  // Towards zero, while the fraction is counted from below: jq shows -1.5 as 59.5 seconds.
  const bool fits = seconds > -0x1p63 && seconds < 0x1p63;
  const time_t whole = fits ? static_cast<time_t>(seconds) : INT64_MIN;
  std::tm tm{};
  if (convert(&whole, &tm) == nullptr) {
    return Fail(error, "error converting number of seconds since epoch to datetime");
  }
  *result = FromTm(tm, seconds - std::floor(seconds));
  return true;
}

bool GmTime(Value input, Arguments, Value* result, Value* error) {
  if (!input.is_number()) return Fail(error, "gmtime() requires numeric inputs");
  return BreakDown(input, gmtime_r, result, error);
}

bool LocalTime(Value input, Arguments, Value* result, Value* error) {
  if (!input.is_number()) return Fail(error, "localtime() requires numeric inputs");
  return BreakDown(input, localtime_r, result, error);
}

bool MakeTime(Value input, Arguments, Value* result, Value* error) {
  if (!input.is_array()) return Fail(error, "mktime requires array inputs");
  std::tm tm;
  if (!ToTm(input, false, &tm)) return Fail(error, "mktime requires parsed datetime inputs");
  const time_t seconds = timegm(&tm);
  if (seconds == -1) return Fail(error, "invalid gmtime representation");
  *result = MakeNumber(static_cast<double>(seconds));
  return true;
}

bool FormatTime(Value input, const Value& format, bool local, Value* result, Value* error) {
  const std::string name = local ? "strflocaltime/1" : "strftime/1";
  if (input.is_number()) {
    Value broken_down;
    if (!BreakDown(input, local ? localtime_r : gmtime_r, &broken_down, error)) return false;
    input = std::move(broken_down);
  } else if (!input.is_array()) {
    return Fail(error, name + " requires parsed datetime inputs");
  }
  if (!format.is_string()) return Fail(error, name + " requires a string format");
  std::tm tm;
  if (!ToTm(input, local, &tm)) return Fail(error, name + " requires parsed datetime inputs");
  const std::string pattern = CText(format);
  if (!json::meter.Allows(2 * pattern.size())) return FailExhausted(error);
  std::vector<char> buffer(pattern.size() + 100);
  const size_t size = strftime(buffer.data(), buffer.size(), pattern.c_str(), &tm);
  if (size == 0 && !pattern.empty()) return Fail(error, name + ": unknown system failure");
  std::string text;
  AppendRepaired({buffer.data(), size}, &text);
  *result = Value::String(text);
  return true;
}

bool StrFTime(Value input, Arguments arguments, Value* result, Value* error) {
  return FormatTime(std::move(input), arguments[0], false, result, error);
}

bool StrFLocalTime(Value input, Arguments arguments, Value* result, Value* error) {
  return FormatTime(std::move(input), arguments[0], true, result, error);
}

// What strptime leaves when the text did not say.
constexpr int kNoWeekday = 8;
constexpr int kNoYearday = 367;

// Gauss's rule as jq applies it, good for 1900-03-01 to 2100-01-01.
int Weekday(const std::tm& tm) {
  const int century = (1900 + tm.tm_year) / 100;
  const int year = (1900 + tm.tm_year) % 100 - (tm.tm_mon < 2 ? 1 : 0);
  const int month = tm.tm_mon < 2 ? tm.tm_mon + 11 : tm.tm_mon - 1;  // March is 1
  const int sum = tm.tm_mday + static_cast<int>(std::floor(2.6 * month - 0.2)) + year +
                  static_cast<int>(std::floor(year / 4.0)) +
                  static_cast<int>(std::floor(century / 4.0)) - 2 * century;
  return (sum % 7 + 7) % 7;
}

int Yearday(const std::tm& tm) {
  constexpr int kBefore[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  const int year = 1900 + tm.tm_year;
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return kBefore[tm.tm_mon] + (tm.tm_mon > 1 && leap ? 1 : 0) + tm.tm_mday - 1;
}

bool ParseTime(const Value& input, const Value& format, Value* result, Value* error) {
  if (!input.is_string() || !format.is_string()) {
    return Fail(error, "strptime/1 requires string inputs and arguments");
  }
  const std::string text = CText(input);
  const std::string pattern = CText(format);
  std::tm tm{};
  tm.tm_wday = kNoWeekday;
  tm.tm_yday = kNoYearday;
  const char* end = strptime(text.c_str(), pattern.c_str(), &tm);
  const auto is_space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  if (end == nullptr || (*end != '\0' && !is_space(*end))) {
    return Fail(error, "date \"" + text + "\" does not match format \"" + pattern + "\"");
  }
  const bool has_day = tm.tm_mday != 0 && tm.tm_mon >= 0 && tm.tm_mon <= 11;
  if (tm.tm_wday == kNoWeekday && has_day) tm.tm_wday = Weekday(tm);
  if (tm.tm_yday == kNoYearday && has_day) tm.tm_yday = Yearday(tm);
  Value broken_down = FromTm(tm, 0);
  if (*end != '\0') broken_down.Append(Value::String(end));
  *result = std::move(broken_down);
  return true;
}

bool StrPTime(Value input, Arguments arguments, Value* result, Value* error) {
  return ParseTime(input, arguments[0], result, error);
}

constexpr std::string_view kIso8601 = "%Y-%m-%dT%H:%M:%SZ";

bool FromIso8601(Value input, Arguments none, Value* result, Value* error) {
  Value broken_down;
  return ParseTime(input, Value::String(kIso8601), &broken_down, error) &&
         MakeTime(std::move(broken_down), none, result, error);
}

bool ToIso8601(Value input, Arguments, Value* result, Value* error) {
  return FormatTime(std::move(input), Value::String(kIso8601), false, result, error);
}

// Not in jq 1.8; kept from earlier versions, where the unit was never looked at.
bool DateAdd(Value input, Arguments arguments, Value* result, Value* error) {
  return Add(std::move(input), std::move(arguments[1]), result, error);
}

bool DateSub(Value input, Arguments arguments, Value* result, Value* error) {
  return Subtract(std::move(input), std::move(arguments[1]), result, error);
}

constexpr NativeBuiltin kNatives[] = {
    {"gmtime", 0, GmTime},           {"localtime", 0, LocalTime},
    {"mktime", 0, MakeTime},         {"timegm", 0, MakeTime},
    {"strftime", 1, StrFTime},       {"strflocaltime", 1, StrFLocalTime},
    {"strptime", 1, StrPTime},       {"fromdateiso8601", 0, FromIso8601},
    {"todateiso8601", 0, ToIso8601}, {"fromdate", 0, FromIso8601},
    {"todate", 0, ToIso8601},        {"date", 0, ToIso8601},
    {"dateadd", 2, DateAdd},         {"datesub", 2, DateSub},
};

}  // namespace

std::span<const NativeBuiltin> DateNatives() { return kNatives; }

}  // namespace karta::jq
