// SPDX-License-Identifier: Apache-2.0
#include "json/yaml_scalar.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace karta::json {
namespace {

constexpr std::string_view kTagPrefix = "tag:yaml.org,2002:";

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool AnyOf(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

// Words with a meaning.  YAML 1.1 lists the spellings: `yes`, `Yes`, `YES`, but not `yEs`.
std::optional<Value> ResolveWord(std::string_view text) {
  if (text.size() > 5) return std::nullopt;
  if (AnyOf(text, {"", "~", "null", "Null", "NULL"})) return Value::Null();
  if (AnyOf(text, {"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"})) {
    return Value::Bool(true);
  }
  if (AnyOf(text, {"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"})) {
    return Value::Bool(false);
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (AnyOf(text, {".nan", ".NaN", ".NAN"})) {
    return Value::Double(std::numeric_limits<double>::quiet_NaN());
  }
  if (AnyOf(text, {".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"})) {
    return Value::Double(kInfinity);
  }
  if (AnyOf(text, {"-.inf", "-.Inf", "-.INF"})) return Value::Double(-kInfinity);
  return std::nullopt;
}

// Digits of one base, all of `text`; nullopt when there is another character or 64 bits overflow.
std::optional<uint64_t> ParseDigits(std::string_view text, int base) {
  uint64_t magnitude = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, magnitude, base);
  if (error != std::errc() || stop != end) return std::nullopt;
  return magnitude;
}

std::optional<Value> SignedValue(uint64_t magnitude, bool negative) {
  constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();
  if (negative) {
    if (magnitude > kMax + 1) return std::nullopt;
    return Value::Int(static_cast<int64_t>(-magnitude));
  }
  if (magnitude > kMax) return std::nullopt;
  return Value::Int(static_cast<int64_t>(magnitude));
}

// Integers with an optional sign in base 2 (0b), 8 (0o, or just 0), 10 and 16 (0x).
std::optional<Value> ParseInteger(std::string_view text) {
  const bool has_sign = text[0] == '-' || text[0] == '+';
  std::string_view digits = text.substr(has_sign ? 1 : 0);
  if (digits.empty()) return std::nullopt;
  int base = 10;
  if (digits[0] == '0' && digits.size() > 1) {
    const char letter = digits.size() > 2 ? Lower(digits[1]) : '\0';
    base = letter == 'x' ? 16 : letter == 'b' ? 2 : 8;
    digits.remove_prefix(letter == 'x' || letter == 'b' || letter == 'o' ? 2 : 1);
  }
  const std::optional<uint64_t> magnitude = ParseDigits(digits, base);
  if (magnitude) {
    if (auto value = SignedValue(*magnitude, text[0] == '-')) return value;
    if (has_sign) return std::nullopt;
    const std::string exact = std::to_string(*magnitude);
    return Value::Literal(exact, static_cast<double>(*magnitude));
  }
  // A quirk of the reader Kubernetes uses: the sign of a binary number may follow its prefix.
  if (text.starts_with("0b-") || text.starts_with("0b+")) {
    if (const auto bits = ParseDigits(text.substr(3), 2)) return SignedValue(*bits, text[2] == '-');
  }
  return std::nullopt;
}

size_t SkipDigits(std::string_view text, size_t at) {
  while (at < text.size() && IsDigit(text[at])) ++at;
  return at;
}

// [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
bool IsFloat(std::string_view text) {
  size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  const size_t whole = at;
  at = SkipDigits(text, at);
  const bool has_whole = at > whole;
  if (at < text.size() && text[at] == '.') {
    const size_t fraction = ++at;
    at = SkipDigits(text, at);
    if (!has_whole && at == fraction) return false;
  } else if (!has_whole) {
    return false;
  }
  if (at < text.size() && Lower(text[at]) == 'e') {
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    const size_t exponent = at;
    at = SkipDigits(text, at);
    if (at == exponent) return false;
  }
  return at == text.size();
}

// Whether a number that does not fit a double is too small rather than too large.
bool Underflows(std::string_view text) {
  int64_t point = 0;  // decimal exponent of the first digit that is not zero
  bool seen_point = false, seen_digit = false;
  size_t at = 0;
  for (; at < text.size() && Lower(text[at]) != 'e'; ++at) {
    if (text[at] == '.') {
      seen_point = true;
    } else if (IsDigit(text[at])) {
      seen_digit |= text[at] != '0';
      if (seen_digit && !seen_point) ++point;
      if (!seen_digit && seen_point) --point;
    }
  }
  if (at == text.size()) return point < 0;
  std::string_view exponent = text.substr(at + 1);
  const bool negative = exponent[0] == '-';
  if (negative || exponent[0] == '+') exponent.remove_prefix(1);
  int64_t value = 0;
  const auto [stop, error] =
      std::from_chars(exponent.data(), exponent.data() + exponent.size(), value);
  if (error != std::errc()) return negative;
  return (negative ? -value : value) + point < 0;
}

// `text` matches IsFloat.  nullopt when it is too large for a double: such text stays a string.
std::optional<Value> ParseFloat(std::string_view text) {
  if (text[0] == '+') text.remove_prefix(1);
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    if (!Underflows(text)) return std::nullopt;
    return Value::Double(text[0] == '-' ? -0.0 : 0.0);
  }
  if (error != std::errc()) return std::nullopt;
  return Value::Double(value);
}

// Whether each underscore stands between two digits.
bool SeparatesDigits(std::string_view text) {
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '_') continue;
    if (!IsDigit(text[at - 1]) || at + 1 == text.size() || !IsDigit(text[at + 1])) return false;
  }
  return true;
}

std::optional<Value> ResolveNumber(std::string_view text) {
  std::string without;
  if (text.find('_') != std::string_view::npos) {
    // After a leading point the reader Kubernetes uses wants digits on both sides; elsewhere not.
    if (text[0] == '.' && !SeparatesDigits(text)) return std::nullopt;
    without.reserve(text.size());
    std::copy_if(text.begin(), text.end(), std::back_inserter(without),
                 [](char c) { return c != '_'; });
    text = without;
  }
  if (text[0] != '.') {
    if (auto integer = ParseInteger(text)) return integer;
  }
  return IsFloat(text) ? ParseFloat(text) : std::nullopt;
}

std::string_view TypeTag(const Value& value) {
  switch (value.type()) {
    case Type::kNull:
      return "null";
    case Type::kBoolean:
      return "bool";
    case Type::kNumber:
      return value.is_double() ? "float" : "int";
    default:
      return "str";
  }
}

bool IsUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const size_t width = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : 4;
    if (lead >= 0x80 && (lead < 0xC2 || lead > 0xF4)) return false;
    if (at + width > text.size()) return false;
    uint32_t rune = width == 1 ? lead : lead & (0x7F >> width);
    for (size_t k = 1; k < width; ++k) {
      const auto next = static_cast<unsigned char>(text[at + k]);
      if (next >> 6 != 2) return false;
      rune = rune << 6 | (next & 0x3F);
    }
    if (width == 3 && (rune < 0x800 || (rune >= 0xD800 && rune <= 0xDFFF))) return false;
    if (width == 4 && (rune < 0x10000 || rune > 0x10FFFF)) return false;
    at += width;
  }
  return true;
}

int Base64Digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (IsDigit(c)) return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// Standard alphabet with padding; line breaks are skipped.
std::optional<std::string> DecodeBase64(std::string_view text) {
  std::string out;
  uint32_t bits = 0;
  size_t digits = 0, padding = 0;
  for (const char c : text) {
    if (c == '\n' || c == '\r') continue;
    if (c == '=') {
      ++padding;
      continue;
    }
    const int digit = Base64Digit(c);
    if (digit < 0 || padding > 0) return std::nullopt;
    bits = bits << 6 | static_cast<uint32_t>(digit);
    if (++digits % 4 == 0) {
      out += {static_cast<char>(bits >> 16), static_cast<char>(bits >> 8), static_cast<char>(bits)};
    }
  }
  if ((digits + padding) % 4 != 0 || padding > 2) return std::nullopt;
  if (digits % 4 == 2) out += static_cast<char>(bits >> 4);
  if (digits % 4 == 3) out += {static_cast<char>(bits >> 10), static_cast<char>(bits >> 2)};
  return out;
}

Result<Value> ResolveBinary(std::string_view text) {
  const std::optional<std::string> bytes = DecodeBase64(text);
  if (!bytes) return BadRequest("!!binary value is not base64");
  // Kubernetes' reader would put U+FFFD for each bad byte and lose the data without a word.
  if (!IsUtf8(*bytes)) {
    return BadRequest(
        "!!binary value is not UTF-8 text, which JSON cannot hold; "
        "remove the tag to keep it as base64");
  }
  return Value::String(*bytes);
}

// A number in any dialect: bases, underscores, exponents with or without a point, base 60.
bool LooksLikeNumber(std::string_view text) {
  if (text[0] == '-' || text[0] == '+') text.remove_prefix(1);
  if (text.empty()) return false;
  if (text[0] == '0' && text.size() > 2) {
    const char letter = Lower(text[1]);
    const std::string_view allowed = letter == 'x'   ? "0123456789abcdefABCDEF_"
                                     : letter == 'o' ? "01234567_"
                                     : letter == 'b' ? "01_+-"
                                                     : "";
    if (text.find_first_not_of(allowed, 2) == std::string_view::npos) return true;
  }
  size_t digits = 0, at = 0;
  const auto skip = [&] {
    for (; at < text.size() && (IsDigit(text[at]) || text[at] == '_'); ++at) {
      digits += text[at] != '_';
    }
  };
  skip();
  for (; digits > 0 && at < text.size() && text[at] == ':'; skip()) ++at;
  if (at < text.size() && text[at] == '.') {
    ++at;
    skip();
  }
  if (digits == 0) return false;
  if (at < text.size() && Lower(text[at]) == 'e') {
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    const size_t exponent = at;
    skip();
    if (at == exponent) return false;
  }
  return at == text.size();
}

// Moves past `min` to `max` digits; false when there are fewer.
bool TakeDigits(std::string_view* text, size_t min, size_t max) {
  const size_t count = std::min(SkipDigits(*text, 0), max);
  text->remove_prefix(count);
  return count >= min;
}

bool TakeChar(std::string_view* text, std::string_view any) {
  if (text->empty() || any.find(text->front()) == std::string_view::npos) return false;
  text->remove_prefix(1);
  return true;
}

// Whether `text` is nothing, `Z`, or an offset such as ` +01:00` or `-5`.
bool IsZone(std::string_view text) {
  while (TakeChar(&text, " \t")) {
  }
  if (text.empty() || text == "Z") return true;
  if (!TakeChar(&text, "+-") || !TakeDigits(&text, 1, 2)) return false;
  if (text.empty()) return true;
  (void)TakeChar(&text, ":");
  return TakeDigits(&text, 2, 2) && text.empty();
}

}  // namespace

Value ResolvePlainScalar(std::string_view text) {
  if (auto word = ResolveWord(text)) return *word;
  const char first = text[0];
  if (IsDigit(first) || first == '-' || first == '+' || first == '.') {
    if (auto number = ResolveNumber(text)) return *number;
  }
  return Value::String(text);
}

Result<Value> ResolveTaggedScalar(std::string_view text, std::string_view tag) {
  if (!tag.starts_with(kTagPrefix)) return Value::String(text);
  const std::string_view wanted = tag.substr(kTagPrefix.size());
  if (wanted == "binary") return ResolveBinary(text);
  if (wanted == "timestamp" && IsYamlTimestamp(text)) return Value::String(text);
  if (!AnyOf(wanted, {"int", "float", "bool", "null", "timestamp"})) return Value::String(text);
  Value value = ResolvePlainScalar(text);
  const std::string_view found = TypeTag(value);
  if (found == wanted) return value;
  if (wanted == "float" && found == "int") return Value::Double(value.number());
  constexpr size_t kShown = 40;
  std::string shown(text.substr(0, kShown));
  while (text.size() > kShown && !shown.empty() && !IsUtf8(shown)) shown.pop_back();
  if (text.size() > kShown) shown += "...";
  return BadRequest("cannot read !!" + std::string(found) + " `" + shown + "` as a !!" +
                    std::string(wanted));
}

std::optional<std::string> ScalarKeyText(const Value& scalar) {
  if (scalar.is_string()) return std::string(scalar.str());
  if (scalar.is_boolean()) return scalar.is_true() ? "true" : "false";
  if (scalar.is_int()) return std::to_string(scalar.int_value());
  if (!scalar.is_double()) return std::nullopt;
  // Kubernetes' reader prints keys with the precision of a float, so we do too.
  const auto number = static_cast<float>(scalar.double_value());
  if (std::isnan(number)) return ".nan";
  if (std::isinf(number)) return number > 0 ? ".inf" : "-.inf";
  if (number == 0) return std::signbit(number) ? "-0" : "0";
  // Go's %g with the fewest digits: an exponent below 1e-4 and from 1e6 on.
  const float size = std::fabs(number);
  const auto form =
      size < 1e-4F || size >= 1e6F ? std::chars_format::scientific : std::chars_format::fixed;
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number, form).ptr;
  return std::string(buffer, end);
}

bool IsYamlTimestamp(std::string_view text) {
  if (!TakeDigits(&text, 4, 4) || !TakeChar(&text, "-") || !TakeDigits(&text, 1, 2) ||
      !TakeChar(&text, "-") || !TakeDigits(&text, 1, 2)) {
    return false;
  }
  if (text.empty()) return true;
  if (!TakeChar(&text, "Tt \t")) return false;
  while (TakeChar(&text, " \t")) {
  }
  if (!TakeDigits(&text, 1, 2) || !TakeChar(&text, ":") || !TakeDigits(&text, 1, 2) ||
      !TakeChar(&text, ":") || !TakeDigits(&text, 1, 2)) {
    return false;
  }
  if (TakeChar(&text, ".")) text.remove_prefix(SkipDigits(text, 0));
  return IsZone(text);
}

bool ReadsAsNonString(std::string_view text) {
  if (text.size() <= 5) {
    // Without regard to case: some readers (Ruby's) take `yEs` for a boolean.
    std::string word(text);
    std::transform(word.begin(), word.end(), word.begin(), Lower);
    if (AnyOf(word, {"", "~", "null", "y", "yes", "true", "on", "n", "no", "false", "off", "=",
                     "<<", ".nan", ".inf", "+.inf", "-.inf"})) {
      return true;
    }
  }
  const char first = text.empty() ? '\0' : text[0];
  if (!IsDigit(first) && first != '-' && first != '+' && first != '.') return false;
  return LooksLikeNumber(text) || IsYamlTimestamp(text) || !ResolvePlainScalar(text).is_string();
}

}  // namespace karta::json
