// SPDX-License-Identifier: Apache-2.0
#include "jq/contains.h"

#include <algorithm>

#include "jq/native.h"
#include "json/meter.h"

namespace karta::jq {

namespace {

using json::Value;

enum class Answer : uint8_t { kNo, kYes, kTooDeep };

constexpr int kDeepest = 10'000;

// true and false are different kinds to jq, not two values of one.
bool SameKind(const Value& a, const Value& b) {
  return a.type() == b.type() && (!a.is_boolean() || a.is_true() == b.is_true());
}

Answer Search(const Value& a, const Value& b, int depth) {
  if (depth > kDeepest) return Answer::kTooDeep;
  if (!SameKind(a, b) || !json::meter.Spend(1)) return Answer::kNo;
  if (a.is_object()) {
    for (const json::Member& member : b.members()) {
      const Value* found = a.Find(member.key);
      if (found == nullptr) return Answer::kNo;
      const Answer answer = Search(*found, member.value, depth + 1);
      if (answer != Answer::kYes) return answer;
    }
    return Answer::kYes;
  }
  if (a.is_array()) {
    for (const Value& wanted : b.items()) {
      Answer answer = Answer::kNo;
      for (const Value& item : a.items()) {
        answer = Search(item, wanted, depth + 1);
        if (answer != Answer::kNo) break;
      }
      if (answer != Answer::kYes) return answer;
    }
    return Answer::kYes;
  }
  if (a.is_string()) {
    const std::string_view text = a.str();
    json::meter.Spend(static_cast<int64_t>(text.size() / 16));
    return text.find(b.str()) != std::string_view::npos ? Answer::kYes : Answer::kNo;
  }
  return a == b ? Answer::kYes : Answer::kNo;
}

}  // namespace

bool Contains(const Value& a, const Value& b, Value* result, Value* error) {
  if (!SameKind(a, b)) return FailOnBoth(error, a, b, "cannot have their containment checked");
  const Answer answer = Search(a, b, 0);
  if (answer == Answer::kTooDeep) return Fail(error, "Containment check too deep");
  if (json::meter.exhausted) return FailExhausted(error);
  *result = Value::Bool(answer == Answer::kYes);
  return true;
}

}  // namespace karta::jq
