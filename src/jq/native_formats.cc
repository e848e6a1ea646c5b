// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "jq/native.h"
#include "jq/native_base_codes.h"
#include "jq/native_convert.h"
#include "jq/utf8.h"
#include "json/meter.h"
#include "json/print.h"

namespace karta::jq {

namespace {

using json::Value;
using Arguments = std::span<Value>;

// What stands for each ASCII character, or nullptr for itself.  jq writes NUL as \0 in every
// format.
class Escapes {
 public:
  struct Pair {
    char from;
    const char* to;
  };
  constexpr Escapes(std::initializer_list<Pair> pairs) {
    table_[0] = "\\0";
    for (const Pair& pair : pairs) table_[static_cast<unsigned char>(pair.from)] = pair.to;
  }

  void Append(std::string_view text, std::string* out) const {
    size_t plain = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      const char* to = table_[static_cast<unsigned char>(text[i])];
      if (to == nullptr) continue;
      out->append(text, plain, i - plain).append(to);
      plain = i + 1;
    }
    out->append(text, plain, std::string_view::npos);
  }

 private:
  std::array<const char*, 256> table_{};
};

constexpr Escapes kCsv{{'"', "\"\""}};
constexpr Escapes kTsv{{'\t', "\\t"}, {'\r', "\\r"}, {'\n', "\\n"}, {'\\', "\\\\"}};
constexpr Escapes kHtml{
    {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'\'', "&apos;"}, {'"', "&quot;"}};
constexpr Escapes kShell{{'\'', "'\\''"}};

// The text of the input, or false when it would not fit.
bool InputText(const Value& input, std::string* text, Value* error) {
  if (!json::meter.Allows(3 * input.str().size())) return FailExhausted(error);
  AppendText(input, text);
  const auto steps = static_cast<int64_t>(text->size() / 8);
  return (json::meter.Spend(steps) && json::meter.Allows(3 * text->size())) || FailExhausted(error);
}

bool Give(const std::string& text, Value* result) {
  *result = Value::String(text);
  return true;
}

struct Row {
  std::string_view name;  // in the message
  char separator;
  std::string_view quote;
  const Escapes& escapes;
};

bool FormatRow(const Value& input, const Row& row, Value* result, Value* error) {
  if (!input.is_array()) {
    std::string what = "cannot be ";
    return FailOn(error, input, what.append(row.name).append("-formatted, only array"));
  }
  std::string line;
  bool first = true;
  for (const Value& item : input.items()) {
    if (!first) line.push_back(row.separator);
    first = false;
    if (item.is_container()) return FailOn(error, item, "is not valid in a csv row");
    if (item.is_string()) {
      line.append(row.quote);
      row.escapes.Append(item.str(), &line);
      line.append(row.quote);
    } else if (item.is_boolean() || (item.is_number() && !std::isnan(NumberOf(item)))) {
      AppendText(item, &line);
    }
    if (!json::meter.Spend(1) || !json::meter.Allows(2 * line.size())) return FailExhausted(error);
  }
  return Give(line, result);
}

bool Csv(Value input, Arguments, Value* result, Value* error) {
  return FormatRow(input, {"csv", ',', "\"", kCsv}, result, error);
}

bool Tsv(Value input, Arguments, Value* result, Value* error) {
  return FormatRow(input, {"tsv", '\t', "", kTsv}, result, error);
}

bool AppendShellWord(const Value& item, std::string* line, Value* error) {
  if (item.is_container()) return FailOn(error, item, "can not be escaped for shell");
  if (item.is_string()) {
    line->push_back('\'');
    kShell.Append(item.str(), line);
    line->push_back('\'');
  } else {
    AppendText(item, line);
  }
  return (json::meter.Spend(1) && json::meter.Allows(2 * line->size())) || FailExhausted(error);
}

bool Shell(Value input, Arguments, Value* result, Value* error) {
  std::string line;
  if (!input.is_array()) return AppendShellWord(input, &line, error) && Give(line, result);
  bool first = true;
  for (const Value& item : input.items()) {
    if (!first) line.push_back(' ');
    first = false;
    if (!AppendShellWord(item, &line, error)) return false;
  }
  return Give(line, result);
}

bool Html(Value input, Arguments, Value* result, Value* error) {
  std::string text, escaped;
  if (!InputText(input, &text, error)) return false;
  kHtml.Append(text, &escaped);
  return Give(escaped, result);
}

bool IsUnreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.' || c == '~';
}

bool Uri(Value input, Arguments, Value* result, Value* error) {
  std::string text, encoded;
  if (!InputText(input, &text, error)) return false;
  for (const char c : text) {
    if (IsUnreserved(c)) {
      encoded.push_back(c);
      continue;
    }
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    encoded.append({'%', kDigits[byte >> 4], kDigits[byte & 15]});
  }
  return Give(encoded, result);
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool UriDecode(Value input, Arguments, Value* result, Value* error) {
  std::string text, decoded;
  if (!InputText(input, &text, error)) return false;
  // jq quotes the text it had made of the input.
  const auto fail = [&] {
    return FailOn(error, Value::String(text), "is not a valid uri encoding");
  };
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded.push_back(text[i]);
      continue;
    }
    const int high = i + 1 < text.size() ? HexDigit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? HexDigit(text[i + 2]) : -1;
    if (high < 0 || low < 0) return fail();
    decoded.push_back(static_cast<char>(high << 4 | low));
    i += 2;
  }
  return IsValidUtf8(decoded) ? Give(decoded, result) : fail();
}

bool Encode64(Value input, Arguments, Value* result, Value* error) {
  std::string text;
  return InputText(input, &text, error) && Give(EncodeBase64(text), result);
}

bool Encode32(Value input, Arguments, Value* result, Value* error) {
  std::string text;
  return InputText(input, &text, error) && Give(EncodeBase32(text), result);
}

template <std::string_view (*kDecode)(std::string_view, std::string*)>
bool Decode(Value input, Arguments, Value* result, Value* error) {
  std::string text, decoded, repaired;
  if (!InputText(input, &text, error)) return false;
  const std::string_view problem = kDecode(text, &decoded);
  if (!problem.empty()) return FailOn(error, Value::String(text), problem);
  if (IsValidUtf8(decoded)) return Give(decoded, result);
  AppendRepaired(decoded, &repaired);
  return Give(repaired, result);
}

bool Format(Value input, Arguments arguments, Value* result, Value* error) {
  const Value& name = arguments[0];
  if (!name.is_string()) return FailOn(error, name, "is not a valid format");
  for (const NativeBuiltin& format : FormatNatives()) {
    if (format.arity == 0 && format.name.substr(1) == name.str()) {
      return format.call(std::move(input), {}, result, error);
    }
  }
  return Fail(error, std::string(name.str()) + " is not a valid format");
}

constexpr NativeBuiltin kNatives[] = {
    {"@text", 0, ToString},
    {"@json", 0, ToJson},
    {"@csv", 0, Csv},
    {"@tsv", 0, Tsv},
    {"@html", 0, Html},
    {"@uri", 0, Uri},
    {"@urid", 0, UriDecode},
    {"@sh", 0, Shell},
    {"@base64", 0, Encode64},
    {"@base64d", 0, Decode<DecodeBase64>},
    // Not in jq 1.8; kept from earlier versions.
    {"@base32", 0, Encode32},
    {"@base32d", 0, Decode<DecodeBase32>},
    {"format", 1, Format},
};

}  // namespace

std::span<const NativeBuiltin> FormatNatives() { return kNatives; }

}  // namespace karta::jq
