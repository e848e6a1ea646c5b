// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>
#include <utility>

#include "jq/native.h"
#include "jq/operators.h"
#include "jq/regex.h"
#include "jq/utf8.h"
#include "json/meter.h"

namespace karta::jq {

namespace {

using json::Value;
using Arguments = std::span<Value>;

// Turns byte offsets into code point offsets.  Matches come in order, so counting from the last
// answer makes a whole walk linear.
class CharacterCounter {
 public:
  explicit CharacterCounter(std::string_view text) : text_(text) {}

  // Characters that start before `byte`.
  size_t Before(size_t byte) {
    if (byte >= byte_) {
      characters_ += CountCharacters(text_.substr(byte_, byte - byte_));
    } else {
      characters_ -= CountCharacters(text_.substr(byte, byte_ - byte));
    }
    byte_ = byte;
    return characters_;
  }

 private:
  std::string_view text_;
  size_t byte_ = 0;
  size_t characters_ = 0;
};

// A match or a group, in code points, and in bytes as far as those code points reach.
struct Span {
  size_t offset = 0;
  size_t length = 0;
  size_t begin = 0;
  size_t end = 0;
};

// An input with a pattern, both checked, ready to be searched.
class Job {
 public:
  bool Prepare(Value input, const Value& pattern, const Value& modifiers, Value* error) {
    if (!input.is_string()) return FailOn(error, input, "cannot be matched, as it is not a string");
    if (!pattern.is_string()) return FailOn(error, pattern, "is not a string");
    if (!ParseFlags(modifiers, &flags_, error)) return false;
    regex_ = CompileRegex(pattern.str(), flags_.options, error);
    input_ = std::move(input);
    return regex_ != nullptr;
  }

  const Regex& regex() const { return *regex_; }
  const Value& input() const { return input_; }
  std::string_view text() const { return input_.str(); }
  bool global() const { return flags_.global; }

  Span Locate(size_t begin, size_t end, CharacterCounter* counter) const {
    const std::string_view whole = text();
    const bool inside = begin < whole.size() && IsContinuation(whole[begin]);
    if (!inside) {
      const size_t offset = counter->Before(begin);
      return {offset, CountCharacters(whole.substr(begin, end - begin)), begin, end};
    }
    // jq steps into the middle of a character after an empty match.  An empty match there belongs
    // to the next character; one with bytes is counted from the start of the text.
    const size_t to = OffsetOfCharacter(whole, CountCharacters(whole.substr(0, end)));
    if (begin == end) return {CountCharacters(whole.substr(0, begin)), 0, to, to};
    return {0, CountCharacters(whole.substr(0, end)), 0, to};
  }

  // The matched text.  Half characters become U+FFFD.
  Value Text(size_t begin, size_t end) const {
    const std::string_view whole = text();
    const auto at_border = [&](size_t i) { return i >= whole.size() || !IsContinuation(whole[i]); };
    if (at_border(begin) && at_border(end)) {
      Value part = input_.Substring(begin, end - begin);
      part.MakeCounted();
      return part;
    }
    std::string repaired;
    AppendRepaired(whole.substr(begin, end - begin), &repaired);
    return Value::String(repaired);
  }

 private:
  Value input_;
  RegexFlags flags_;
  const Regex* regex_ = nullptr;
};

Value CaptureName(const Job& job, int group) {
  const std::string& name = job.regex().names[static_cast<size_t>(group) - 1];
  return name.empty() ? Value() : Value::String(name);
}

// What `.captures[].string` holds for a group of the current match.
Value CaptureText(const Job& job, const RegexSearch& search, int group) {
  if (search.begin(group) == -1) return Value();
  // jq reports every group of an empty match as empty, whatever it caught by looking around.
  if (search.begin(0) == search.end(0)) return Value::String("");
  return job.Text(static_cast<size_t>(search.begin(group)), static_cast<size_t>(search.end(group)));
}

Value CaptureValue(const Job& job, const RegexSearch& search, int group, size_t match_offset,
                   CharacterCounter* counter) {
  Value capture = Value::Object(4);
  const auto begin = static_cast<size_t>(search.begin(group));
  const auto end = static_cast<size_t>(search.end(group));
  const bool matched = search.begin(group) != -1;
  if (matched && search.begin(0) != search.end(0) && begin != end) {
    const Span span = job.Locate(begin, end, counter);
    capture.Set("offset", MakeCount(span.offset));
    capture.Set("length", MakeCount(span.length));
    capture.Set("string", job.Text(begin, end));
  } else {
    size_t offset = match_offset;
    if (matched && search.begin(0) != search.end(0)) offset = counter->Before(begin);
    capture.Set("offset", matched ? MakeCount(offset) : Value::Int(-1));
    capture.Set("string", matched ? Value::String("") : Value());
    capture.Set("length", MakeCount(0));
  }
  capture.Set("name", CaptureName(job, group));
  return capture;
}

Value MatchValue(const Job& job, const RegexSearch& search, CharacterCounter* counter) {
  const auto begin = static_cast<size_t>(search.begin(0));
  const auto end = static_cast<size_t>(search.end(0));
  const Span span = job.Locate(begin, end, counter);
  Value captures = Value::Array(static_cast<size_t>(search.groups()) - 1);
  for (int group = 1; group < search.groups(); ++group) {
    captures.Append(CaptureValue(job, search, group, span.offset, counter));
  }
  counter->Before(begin);  // groups may lie before or behind; the next match starts from here
  Value match = Value::Object(4);
  match.Set("offset", MakeCount(span.offset));
  match.Set("length", MakeCount(span.length));
  match.Set("string", job.Text(begin, end));
  match.Set("captures", std::move(captures));
  return match;
}

// The object of named groups that `capture` gives and `sub` hands to its replacement.
Value NamedCaptures(const Job& job, const RegexSearch& search) {
  Value named = Value::Object();
  for (int group = 1; group < search.groups(); ++group) {
    const std::string& name = job.regex().names[static_cast<size_t>(group) - 1];
    if (!name.empty()) named.Set(name, CaptureText(job, search, group));
  }
  return named;
}

// Runs `each` over the matches.
template <typename Each>
bool ForEachMatch(const Job& job, bool global, Value* error, Each each) {
  RegexSearch search(job.regex(), job.text(), global);
  while (search.Next(error)) {
    each(search);
    if (!json::meter.Allows(0)) return FailExhausted(error);
  }
  return !search.failed();
}

bool Test(const Job& job, Value* result, Value* error) {
  bool found = false;
  if (!TestRegex(job.regex(), job.text(), &found, error)) return false;
  *result = Value::Bool(found);
  return true;
}

// _match_impl(regex; modifiers; test): all matches, or whether there is one.
bool MatchImpl(Value input, Arguments arguments, Value* result, Value* error) {
  Job job;
  if (!job.Prepare(std::move(input), arguments[0], arguments[1], error)) return false;
  if (arguments[2].is_true()) return Test(job, result, error);
  Value matches = Value::Array();
  CharacterCounter counter(job.text());
  const bool ok = ForEachMatch(job, job.global(), error, [&](const RegexSearch& search) {
    matches.Append(MatchValue(job, search, &counter));
  });
  if (ok) *result = std::move(matches);
  return ok;
}

bool TestWith(Value input, Arguments arguments, Value* result, Value* error) {
  Job job;
  return job.Prepare(std::move(input), arguments[0], arguments[1], error) &&
         Test(job, result, error);
}

// test("re"), test(["re"]) and test(["re", "flags"]).
bool TestOne(Value input, Arguments arguments, Value* result, Value* error) {
  const Value& pattern = arguments[0];
  if (!pattern.is_string() && (!pattern.is_array() || pattern.empty())) {
    return Fail(error, std::string(json::TypeName(pattern.type())) + " not a string or array");
  }
  Value both[2] = {pattern, Value()};
  if (pattern.is_array()) {
    both[0] = pattern[size_t{0}];
    both[1] = pattern[size_t{1}];
  }
  return TestWith(std::move(input), both, result, error);
}

// _capture_impl(regex; modifiers): what capture/2 gives, as an array.
bool CaptureImpl(Value input, Arguments arguments, Value* result, Value* error) {
  Job job;
  if (!job.Prepare(std::move(input), arguments[0], arguments[1], error)) return false;
  Value captures = Value::Array();
  const bool ok = ForEachMatch(job, job.global(), error, [&](const RegexSearch& search) {
    captures.Append(NamedCaptures(job, search));
  });
  if (ok) *result = std::move(captures);
  return ok;
}

// _scan_impl(regex; modifiers): what scan/2 gives, as an array.
bool ScanImpl(Value input, Arguments arguments, Value* result, Value* error) {
  Value modifiers;
  if (!Add(Value::String("g"), arguments[1], &modifiers, error)) return false;
  Job job;
  if (!job.Prepare(std::move(input), arguments[0], modifiers, error)) return false;
  Value found = Value::Array();
  const bool ok = ForEachMatch(job, true, error, [&](const RegexSearch& search) {
    if (search.groups() == 1) {
      found.Append(
          job.Text(static_cast<size_t>(search.begin(0)), static_cast<size_t>(search.end(0))));
      return;
    }
    Value groups = Value::Array(static_cast<size_t>(search.groups()) - 1);
    for (int group = 1; group < search.groups(); ++group) {
      groups.Append(CaptureText(job, search, group));
    }
    found.Append(std::move(groups));
  });
  if (ok) *result = std::move(found);
  return ok;
}

// The text between matches: what `.[from:to]` would give, which is "" when they run backwards.
Value Gap(const Job& job, size_t from, size_t to) {
  Value gap = job.input().Substring(from, to > from ? to - from : 0);
  gap.MakeCounted();
  return gap;
}

// split/2: the parts between matches, as an array.
bool SplitByRegex(Value input, Arguments arguments, Value* result, Value* error) {
  Value modifiers;
  if (!Add(arguments[1], Value::String("g"), &modifiers, error)) return false;
  Job job;
  if (!job.Prepare(std::move(input), arguments[0], modifiers, error)) return false;
  Value parts = Value::Array();
  CharacterCounter counter(job.text());
  size_t previous = 0;
  const bool ok = ForEachMatch(job, true, error, [&](const RegexSearch& search) {
    const Span span = job.Locate(static_cast<size_t>(search.begin(0)),
                                 static_cast<size_t>(search.end(0)), &counter);
    parts.Append(Gap(job, previous, span.begin));
    previous = span.end;
  });
  if (!ok) return false;
  parts.Append(Gap(job, previous, job.text().size()));
  *result = std::move(parts);
  return true;
}

// _sub_parts(regex; modifiers): [[text before, named captures], ..., text after], for sub and gsub.
bool SubParts(Value input, Arguments arguments, Value* result, Value* error) {
  Job job;
  if (!job.Prepare(std::move(input), arguments[0], arguments[1], error)) return false;
  Value parts = Value::Array();
  CharacterCounter counter(job.text());
  size_t previous = 0;
  const bool ok = ForEachMatch(job, job.global(), error, [&](const RegexSearch& search) {
    const Span span = job.Locate(static_cast<size_t>(search.begin(0)),
                                 static_cast<size_t>(search.end(0)), &counter);
    parts.Append(Value::ArrayOf({Gap(job, previous, span.begin), NamedCaptures(job, search)}));
    previous = span.end;
  });
  if (!ok) return false;
  parts.Append(Gap(job, previous, job.text().size()));
  *result = std::move(parts);
  return true;
}

constexpr NativeBuiltin kNatives[] = {
    {"_match_impl", 3, MatchImpl},     {"test", 1, TestOne},        {"test", 2, TestWith},
    {"_capture_impl", 2, CaptureImpl}, {"_scan_impl", 2, ScanImpl}, {"split", 2, SplitByRegex},
    {"_sub_parts", 2, SubParts},
};

}  // namespace

std::span<const NativeBuiltin> RegexNatives() { return kNatives; }

}  // namespace karta::jq
