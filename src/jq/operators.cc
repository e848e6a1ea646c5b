// SPDX-License-Identifier: Apache-2.0
#include "jq/operators.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "jq/native.h"
#include "jq/utf8.h"
#include "json/meter.h"
#include "json/number.h"

namespace karta::jq {

namespace {

using json::Value;

constexpr size_t kLongestArray = INT_MAX >> 2;
constexpr int kDeepestMerge = 10'000;

bool IsExact(int64_t i) { return i > -kExactLimit && i < kExactLimit; }
bool BothExact(const Value& a, const Value& b) {
  return a.is_int() && b.is_int() && IsExact(a.int_value()) && IsExact(b.int_value());
}

Value FromSum(int64_t sum) {
  if (sum != 0 && IsExact(sum)) return Value::Int(sum);
  return Value::Double(static_cast<double>(sum));
}

bool AddStrings(Value a, const Value& b, Value* result, Value* error) {
  const std::string_view more = b.str();
  const size_t total = a.str().size() + more.size();
  if (total >= kLongestText) return Fail(error, "String too long");
  if (!json::meter.Allows(more.size())) return FailExhausted(error);
  if (!more.empty()) a.AppendText(more);
  *result = std::move(a);
  return true;
}

bool AddArrays(Value a, const Value& b, Value* result, Value* error) {
  const size_t more = b.size();
  if (a.size() + more > kLongestArray) return Fail(error, "Array index too large");
  if (!json::meter.Spend(static_cast<int64_t>(more)) ||
      !json::meter.Allows((a.unique() ? more : a.size() + more) * sizeof(Value))) {
    return FailExhausted(error);
  }
  if (a.empty()) {
    *result = b;
    return true;
  }
  if (more > 1) a.Reserve(a.size() + more);
  // `b` may be `a` itself; it is a second reference then, so the items stay where they are.
  for (const Value& item : b.items()) a.Append(item);
  *result = std::move(a);
  return true;
}

bool AddObjects(Value a, const Value& b, Value* result, Value* error) {
  if (!json::meter.Spend(static_cast<int64_t>(b.size())) ||
      !json::meter.Allows((a.unique() ? b.size() : a.size() + b.size()) * sizeof(json::Member))) {
    return FailExhausted(error);
  }
  if (a.empty()) {
    *result = b;
    return true;
  }
  for (const json::Member& member : b.members()) a.Set(member.key, member.value);
  *result = std::move(a);
  return true;
}

// Elements of an array for "is it in there" questions: most are found without a scan.
class Members {
 public:
  explicit Members(const Value& array) : array_(array) {
    if (array.size() < 8) return;
    indexed_ = true;
    for (const Value& item : array.items()) {
      if (item.is_string()) {
        texts_.insert(item.str());
      } else if (item.is_int() && IsExact(item.int_value())) {
        integers_.insert(item.int_value());
      } else {
        rest_.push_back(&item);
      }
    }
  }

  bool Contain(const Value& item) const {
    if (!indexed_ || item.is_literal()) {
      const auto items = array_.items();
      json::meter.Spend(static_cast<int64_t>(items.size()));
      return std::any_of(items.begin(), items.end(), [&](const Value& x) { return x == item; });
    }
    if (item.is_string()) return texts_.contains(item.str());
    if (const auto i = item.integer(); i && integers_.contains(*i)) return true;
    json::meter.Spend(static_cast<int64_t>(rest_.size()));
    return std::any_of(rest_.begin(), rest_.end(), [&](const Value* x) { return *x == item; });
  }

 private:
  const Value& array_;
  bool indexed_ = false;
  std::unordered_set<std::string_view> texts_;
  std::unordered_set<int64_t> integers_;
  std::vector<const Value*> rest_;
};

bool SubtractArrays(const Value& a, const Value& b, Value* result, Value* error) {
  const Members removed(b);
  Value kept = Value::Array();
  for (const Value& item : a.items()) {
    if (!removed.Contain(item)) kept.Append(item);
    if (!json::meter.Spend(1)) return FailExhausted(error);
  }
  *result = std::move(kept);
  return true;
}

bool RepeatText(const Value& text, double times, Value* result, Value* error) {
  if (times < 0 || std::isnan(times)) {
    *result = Value::Null();
    return true;
  }
  const std::string_view unit = text.str();
  const auto count = static_cast<uint64_t>(std::min(times, static_cast<double>(INT_MAX)));
  const uint64_t total = unit.size() * count;
  if (total >= kLongestText) return Fail(error, "Repeat string result too long");
  if (!json::meter.Allows(2 * total)) return FailExhausted(error);
  if (count == 1) {
    *result = text;
    return true;
  }
  std::string repeated;
  repeated.reserve(total);
  if (total > 0) repeated.append(unit);
  while (repeated.size() < total) {
    repeated.append(repeated, 0, std::min(total - repeated.size(), repeated.size()));
  }
  *result = Value::String(repeated);
  return true;
}

bool MergeDeep(Value a, const Value& b, int depth, Value* result, Value* error) {
  if (depth > kDeepestMerge) return Fail(error, "Object merge too deep");
  if (!json::meter.Spend(static_cast<int64_t>(b.size()) + 1) ||
      !json::meter.Allows((a.unique() ? b.size() : a.size() + b.size()) * sizeof(json::Member))) {
    return FailExhausted(error);
  }
  for (const json::Member& member : b.members()) {
    const Value* old = member.value.is_object() ? a.Find(member.key) : nullptr;
    if (old == nullptr || !old->is_object()) {
      a.Set(member.key, member.value);
      continue;
    }
    Value merged;
    if (!MergeDeep(a.Take(member.key), member.value, depth + 1, &merged, error)) return false;
    a.Set(member.key, std::move(merged));
  }
  *result = std::move(a);
  return true;
}

// jq's way to an integer: towards zero, and to the ends when out of range.
int64_t ToInteger(double d) {
  if (d < -0x1p63) return INT64_MIN;
  if (d >= 0x1p63) return INT64_MAX;
  return static_cast<int64_t>(d);
}

}  // namespace

bool Add(Value a, Value b, Value* result, Value* error) {
  if (BothExact(a, b)) {
    *result = FromSum(a.int_value() + b.int_value());
    return true;
  }
  if (a.is_null() || b.is_null()) {
    *result = std::move(a.is_null() ? b : a);
    return true;
  }
  if (a.is_number() && b.is_number()) {
    *result = MakeNumber(NumberOf(a) + NumberOf(b));
    return true;
  }
  if (a.is_string() && b.is_string()) return AddStrings(std::move(a), b, result, error);
  // An alias of `a` itself must count, or `a` would look unshared and be changed under it.
  b.MakeCounted();
  if (a.is_array() && b.is_array()) return AddArrays(std::move(a), b, result, error);
  if (a.is_object() && b.is_object()) return AddObjects(std::move(a), b, result, error);
  return FailOnBoth(error, a, b, "cannot be added");
}

bool Subtract(Value a, Value b, Value* result, Value* error) {
  if (BothExact(a, b)) {
    *result = FromSum(a.int_value() - b.int_value());
    return true;
  }
  if (a.is_number() && b.is_number()) {
    *result = MakeNumber(NumberOf(a) - NumberOf(b));
    return true;
  }
  if (a.is_array() && b.is_array()) return SubtractArrays(a, b, result, error);
  return FailOnBoth(error, a, b, "cannot be subtracted");
}

bool Multiply(Value a, Value b, Value* result, Value* error) {
  if (a.is_number() && b.is_number()) {
    *result = MakeNumber(NumberOf(a) * NumberOf(b));
    return true;
  }
  if (a.is_string() && b.is_number()) return RepeatText(a, NumberOf(b), result, error);
  if (a.is_number() && b.is_string()) return RepeatText(b, NumberOf(a), result, error);
  b.MakeCounted();  // see Add
  if (a.is_object() && b.is_object()) return MergeDeep(std::move(a), b, 0, result, error);
  return FailOnBoth(error, a, b, "cannot be multiplied");
}

bool Divide(Value a, Value b, Value* result, Value* error) {
  if (a.is_number() && b.is_number()) {
    const double divisor = NumberOf(b);
    if (divisor == 0) {
      return FailOnBoth(error, a, b, "cannot be divided because the divisor is zero");
    }
    *result = MakeNumber(NumberOf(a) / divisor);
    return true;
  }
  if (a.is_string() && b.is_string()) return SplitText(a, b, result, error);
  return FailOnBoth(error, a, b, "cannot be divided");
}

bool Modulo(Value a, Value b, Value* result, Value* error) {
  if (!a.is_number() || !b.is_number()) {
    return FailOnBoth(error, a, b, "cannot be divided (remainder)");
  }
  const double x = NumberOf(a);
  const double y = NumberOf(b);
  if (std::isnan(x) || std::isnan(y)) {
    *result = Value::Double(std::nan(""));
    return true;
  }
  const int64_t divisor = ToInteger(y);
  if (divisor == 0) {
    return FailOnBoth(error, a, b, "cannot be divided (remainder) because the divisor is zero");
  }
  // -1 apart: the smallest integer has no quotient by it.
  *result = FromSum(divisor == -1 ? 0 : ToInteger(x) % divisor);
  return true;
}

bool Negate(Value a, Value* result, Value* error) {
  if (a.is_int()) {
    // A zero that was read stays 0, and the smallest integer has no opposite of 64 bits.
    if (a.int_value() != INT64_MIN) {
      *result = Value::Int(-a.int_value());
    } else {
      *result = Value::Literal("9223372036854775808", 0x1p63);
    }
    return true;
  }
  if (!a.is_number()) return FailOn(error, a, "cannot be negated");
  *result = a.is_literal() ? json::NegateLiteral(a) : MakeNumber(-a.double_value());
  return true;
}

bool SplitText(const Value& text, const Value& separator, Value* result, Value* error) {
  const std::string_view whole = text.str();
  const std::string_view mark = separator.str();
  // One pass to count single bytes is cheaper than growing the array.
  const size_t most = mark.size() == 1
                          ? static_cast<size_t>(std::count(whole.begin(), whole.end(), mark[0])) + 1
                          : 0;
  if (!json::meter.Spend(static_cast<int64_t>(whole.size() / 16)) ||
      !json::meter.Allows(most * sizeof(Value))) {
    return FailExhausted(error);
  }
  Value parts = Value::Array(most);
  const auto add = [&](size_t from, size_t size) {
    parts.Append(text.Substring(from, size));
    return json::meter.Spend(1) && json::meter.Allows(0);
  };
  if (mark.empty()) {
    for (size_t at = 0; at < whole.size();) {
      const size_t size = CharacterBytes(whole[at]);
      if (!add(at, size)) return FailExhausted(error);
      at += size;
    }
  } else if (!whole.empty()) {
    size_t from = 0;
    for (;;) {
      const void* found =
          memmem(whole.data() + from, whole.size() - from, mark.data(), mark.size());
      if (found == nullptr) break;
      const size_t at = static_cast<size_t>(static_cast<const char*>(found) - whole.data());
      if (!add(from, at - from)) return FailExhausted(error);
      from = at + mark.size();
    }
    if (!add(from, whole.size() - from)) return FailExhausted(error);
  }
  *result = std::move(parts);
  return true;
}

}  // namespace karta::jq
