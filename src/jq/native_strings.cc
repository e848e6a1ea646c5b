// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "jq/access.h"
#include "jq/native.h"
#include "jq/native_convert.h"
#include "jq/operators.h"
#include "jq/utf8.h"
#include "json/meter.h"

namespace karta::jq {

namespace {

using json::Value;
using Arguments = std::span<Value>;

bool SpendText(std::string_view text) {
  return json::meter.Spend(static_cast<int64_t>(text.size() / 16));
}

bool Utf8ByteLength(Value input, Arguments, Value* result, Value* error) {
  if (!input.is_string()) return FailOn(error, input, "only strings have UTF-8 byte length");
  *result = MakeCount(input.str().size());
  return true;
}

template <char kFirst, char kLast>
bool FlipCase(Value input, Arguments, Value* result, Value* error) {
  if (!input.is_string()) return Fail(error, "explode input must be a string");
  const std::string_view text = input.str();
  const auto flips = [](char c) { return c >= kFirst && c <= kLast; };
  if (!SpendText(text) || !json::meter.Allows(text.size())) return FailExhausted(error);
  const auto first = std::find_if(text.begin(), text.end(), flips);
  if (first == text.end()) {
    *result = std::move(input);
    return true;
  }
  std::string changed(text);
  // Branch-free, so that it vectorises: bit 5 is what tells the cases apart.
  for (char& c : changed) c = static_cast<char>(c ^ (flips(c) ? 0x20 : 0));
  *result = Value::String(changed);
  return true;
}

bool Explode(Value input, Arguments, Value* result, Value* error) {
  if (!input.is_string()) return Fail(error, "explode input must be a string");
  const std::string_view text = input.str();
  const size_t count = CountCharacters(text);
  if (!json::meter.Spend(static_cast<int64_t>(count)) ||
      !json::meter.Allows(count * sizeof(Value))) {
    return FailExhausted(error);
  }
  Value characters = Value::Array(count);
  for (size_t at = 0; at < text.size();) {
    const uint32_t c = NextCharacter(text, &at);
    characters.Append(MakeCount(c));
  }
  *result = std::move(characters);
  return true;
}

bool Implode(Value input, Arguments, Value* result, Value* error) {
  if (!input.is_array()) return Fail(error, "implode input must be an array");
  if (!json::meter.Spend(static_cast<int64_t>(input.size())) || !json::meter.Allows(input.size())) {
    return FailExhausted(error);
  }
  std::string text;
  text.reserve(input.size());
  for (const Value& item : input.items()) {
    const double number = NumberOf(item);
    if (!item.is_number() || std::isnan(number)) {
      return FailOn(error, item, "can't be imploded, unicode codepoint needs to be numeric");
    }
    // Towards zero: -0.5 is a NUL character, as it is in C.
    const bool in_range = number > -1 && number < 0x110000;
    const auto c = in_range ? static_cast<uint32_t>(number) : 0xfffd;
    AppendCharacter(c >= 0xd800 && c <= 0xdfff ? 0xfffd : c, &text);
  }
  *result = Value::String(text);
  return true;
}

// Value::Substring of the whole is the value itself.
Value Cut(Value text, size_t offset, size_t count) {
  if (count == text.str().size()) return text;
  Value part = text.Substring(offset, count);
  part.MakeCounted();
  return part;
}

bool StartsWith(Value input, Arguments arguments, Value* result, Value* error) {
  if (!input.is_string() || !arguments[0].is_string()) {
    return Fail(error, "startswith() requires string inputs");
  }
  *result = Value::Bool(input.str().starts_with(arguments[0].str()));
  return true;
}

bool EndsWith(Value input, Arguments arguments, Value* result, Value* error) {
  if (!input.is_string() || !arguments[0].is_string()) {
    return Fail(error, "endswith() requires string inputs");
  }
  *result = Value::Bool(input.str().ends_with(arguments[0].str()));
  return true;
}

bool LeftTrimText(Value input, Arguments arguments, Value* result, Value* error) {
  Value starts;
  if (!StartsWith(input, arguments, &starts, error)) return false;
  const size_t cut = starts.is_true() ? arguments[0].str().size() : 0;
  const size_t left = input.str().size() - cut;
  *result = Cut(std::move(input), cut, left);
  return true;
}

bool RightTrimText(Value input, Arguments arguments, Value* result, Value* error) {
  Value ends;
  if (!EndsWith(input, arguments, &ends, error)) return false;
  const size_t left = input.str().size() - (ends.is_true() ? arguments[0].str().size() : 0);
  *result = Cut(std::move(input), 0, left);
  return true;
}

bool TrimText(Value input, Arguments arguments, Value* result, Value* error) {
  Value left;
  return LeftTrimText(std::move(input), arguments, &left, error) &&
         RightTrimText(std::move(left), arguments, result, error);
}

template <bool kLeft, bool kRight>
bool TrimSpace(Value input, Arguments, Value* result, Value* error) {
  if (!input.is_string()) return Fail(error, "trim input must be a string");
  const std::string_view text = input.str();
  size_t begin = 0;
  size_t end = text.size();
  while (kLeft && begin < end) {
    size_t next = begin;
    if (!IsWhiteSpace(NextCharacter(text, &next))) break;
    begin = next;
  }
  while (kRight && begin < end) {
    size_t last = end - 1;
    while (IsContinuation(text[last])) --last;
    size_t at = last;
    if (!IsWhiteSpace(NextCharacter(text, &at))) break;
    end = last;
  }
  *result = Cut(std::move(input), begin, end - begin);
  return true;
}

bool Split(Value input, Arguments arguments, Value* result, Value* error) {
  if (!input.is_string() || !arguments[0].is_string()) {
    return Fail(error, "split input and separator must be strings");
  }
  return SplitText(input, arguments[0], result, error);
}

// Appends what join makes of one element; false for those it cannot join.
bool AppendJoined(const Value& item, std::string* out) {
  if (item.is_string()) {
    out->append(item.str());
  } else if (item.is_number() || item.is_boolean()) {
    AppendText(item, out);
  } else {
    return item.is_null();
  }
  return true;
}

bool Join(Value input, Arguments arguments, Value* result, Value* error) {
  if (!input.is_container()) return FailToIterate(error, input);
  const Value& separator = arguments[0];
  const bool separable = separator.is_string() || separator.is_null();
  const std::string_view between = separator.str();
  std::string text;
  bool first = true;
  const auto add = [&](const Value& item) {
    if (!first && !separable) {
      return FailOnBoth(error, Value::String(text), separator, "cannot be added");
    }
    if (!first) text.append(between);
    first = false;
    if (!AppendJoined(item, &text)) {
      return FailOnBoth(error, Value::String(text), item, "cannot be added");
    }
    if (text.size() >= kLongestText) return Fail(error, "String too long");
    return (json::meter.Spend(1) && json::meter.Allows(2 * text.size())) || FailExhausted(error);
  };
  for (const Value& item : input.items()) {
    if (!add(item)) return false;
  }
  for (const json::Member& member : input.members()) {
    if (!add(member.value)) return false;
  }
  *result = Value::String(text);
  return true;
}

// Calls `found` with the code point offset of each place where `part` stands, until it says no.
template <typename Found>
void EachPlace(std::string_view text, std::string_view part, Found found) {
  size_t counted_to = 0;
  size_t characters = 0;
  for (size_t from = 0; !part.empty() && from < text.size();) {
    const void* hit = memmem(text.data() + from, text.size() - from, part.data(), part.size());
    if (hit == nullptr) return;
    const size_t at = static_cast<size_t>(static_cast<const char*>(hit) - text.data());
    characters += CountCharacters(text.substr(counted_to, at - counted_to));
    counted_to = at;
    if (!json::meter.Spend(1) || !found(characters)) return;
    from = at + 1;  // places may overlap
  }
}

bool TextIndices(Value input, Arguments arguments, Value* result, Value* error) {
  if (!input.is_string()) return FailOn(error, input, "cannot be searched, as it is not a string");
  if (!arguments[0].is_string()) return FailOn(error, arguments[0], "is not a string");
  const std::string_view text = input.str();
  const std::string_view part = arguments[0].str();
  // One pass to count single bytes is cheaper than growing the array.
  const auto most = part.size() == 1 ? std::count(text.begin(), text.end(), part[0]) : 0;
  if (!SpendText(text) || !json::meter.Allows(static_cast<size_t>(most) * sizeof(Value))) {
    return FailExhausted(error);
  }
  Value places = Value::Array(static_cast<size_t>(most));
  EachPlace(text, part, [&](size_t at) {
    places.Append(MakeCount(at));
    return json::meter.Allows(0);
  });
  *result = std::move(places);
  return true;
}

bool Indices(Value input, Arguments arguments, Value* result, Value* error) {
  const Value& wanted = arguments[0];
  if (input.is_string() && wanted.is_string()) {
    return TextIndices(std::move(input), arguments, result, error);
  }
  if (input.is_array() && !wanted.is_array()) {
    return FindRuns(input, Value::ArrayOf({wanted}), result, error);
  }
  return GetIndex(input, wanted, result, error);
}

bool Index(Value input, Arguments arguments, Value* result, Value* error) {
  if (input.is_string() && arguments[0].is_string()) {
    Value first;
    EachPlace(input.str(), arguments[0].str(), [&](size_t at) {
      first = MakeCount(at);
      return false;
    });
    *result = std::move(first);
    return true;
  }
  Value all;
  return Indices(std::move(input), arguments, &all, error) &&
         GetIndex(all, Value::Int(0), result, error);
}

bool RightIndex(Value input, Arguments arguments, Value* result, Value* error) {
  if (input.is_string() && arguments[0].is_string()) {
    const std::string_view text = input.str();
    const std::string_view part = arguments[0].str();
    SpendText(text);
    const size_t at = part.empty() ? std::string_view::npos : text.rfind(part);
    *result =
        at == std::string_view::npos ? Value() : MakeCount(CountCharacters(text.substr(0, at)));
    return true;
  }
  Value all, last;
  const Value slice = Value::ObjectOf({{"start", Value::Int(-1)}, {"end", Value()}});
  return Indices(std::move(input), arguments, &all, error) && GetIndex(all, slice, &last, error) &&
         GetIndex(last, Value::Int(0), result, error);
}

// Not in jq 1.8; kept from earlier versions: a code point below 128 as a string.
bool Ascii(Value input, Arguments, Value* result, Value* error) {
  return Implode(Value::ArrayOf({std::move(input)}), {}, result, error);
}

constexpr NativeBuiltin kNatives[] = {
    {"length", 0, Length},
    {"utf8bytelength", 0, Utf8ByteLength},
    {"ascii_downcase", 0, FlipCase<'A', 'Z'>},
    {"ascii_upcase", 0, FlipCase<'a', 'z'>},
    {"ascii", 0, Ascii},
    {"explode", 0, Explode},
    {"implode", 0, Implode},
    {"startswith", 1, StartsWith},
    {"endswith", 1, EndsWith},
    {"ltrimstr", 1, LeftTrimText},
    {"rtrimstr", 1, RightTrimText},
    {"trimstr", 1, TrimText},
    {"trim", 0, TrimSpace<true, true>},
    {"ltrim", 0, TrimSpace<true, false>},
    {"rtrim", 0, TrimSpace<false, true>},
    {"split", 1, Split},
    {"join", 1, Join},
    {"_strindices", 1, TextIndices},
    {"indices", 1, Indices},
    {"index", 1, Index},
    {"rindex", 1, RightIndex},
    {"tojson", 0, ToJson},
    {"fromjson", 0, FromJson},
    {"tostring", 0, ToString},
    {"tonumber", 0, ToNumber},
    {"toboolean", 0, ToBoolean},
};

}  // namespace

std::span<const NativeBuiltin> StringNatives() { return kNatives; }

}  // namespace karta::jq
