// SPDX-License-Identifier: Apache-2.0
#pragma once

// Random values for property tests.

#include <rapidcheck.h>

#include <string>
#include <vector>

#include "json/value.h"

namespace karta::json {

// Text made of what quoting, escaping and pointers trip over.
inline rc::Gen<std::string> GenText() {
  const auto piece = rc::gen::elementOf(std::vector<std::string>{
      "a",      "b",    "name", "yes",    "no",         "null",   "~",
      "0",      "12",   "0x1f", "012",    "1e3",        "1.5",    "1_0",
      "1:30",   "-",    "- ",   "?",      "? ",         ":",      ": ",
      "#",      " #",   "&a",   "*a",     "!t",         "|",      ">",
      "'",      "\"",   "%",    "@",      "`",          "{",      "}",
      "[",      "]",    ",",    "\n",     "\n\n",       " ",      "  ",
      "\t",     "---",  "...",  "=",      "<<",         "/",      "~1",
      "\\",     "\r",   "é",    "漢",     "😀",         "\u2028", "\u0085",
      "\ufeff", "\x7f", "\x01", "\uffff", "2001-01-01", ".inf",   "longer words of text",
      "0b1",    "+"});
  return rc::gen::map(rc::gen::resize(4, rc::gen::container<std::vector<std::string>>(piece)),
                      [](const std::vector<std::string>& pieces) {
                        std::string text;
                        for (const std::string& part : pieces) text += part;
                        return text;
                      });
}

inline rc::Gen<Value> GenScalar() {
  return rc::gen::oneOf(
      rc::gen::just(Value::Null()), rc::gen::map<bool>(Value::Bool),
      rc::gen::map<int64_t>(Value::Int), rc::gen::map(rc::gen::inRange<int64_t>(0, 4), Value::Int),
      rc::gen::map<double>(Value::Double),
      rc::gen::map(GenText(), [](const std::string& text) { return Value::String(text); }));
}

// A value of at most `depth` levels.
inline rc::Gen<Value> GenValue(int depth) {
  if (depth == 0) return GenScalar();
  const auto child = rc::gen::lazy([depth] { return GenValue(depth - 1); });
  const auto array = rc::gen::map(rc::gen::resize(6, rc::gen::container<std::vector<Value>>(child)),
                                  [](const std::vector<Value>& items) {
                                    Value array = Value::Array();
                                    for (const Value& item : items) array.Append(item);
                                    return array;
                                  });
  const auto object = rc::gen::map(
      rc::gen::resize(6, rc::gen::container<std::vector<std::pair<std::string, Value>>>(
                             rc::gen::pair(GenText(), child))),
      [](const std::vector<std::pair<std::string, Value>>& members) {
        Value object = Value::Object();
        for (const auto& [key, value] : members) object.Set(key, value);
        return object;
      });
  return rc::gen::weightedOneOf<Value>({{2, GenScalar()}, {3, array}, {3, object}});
}

}  // namespace karta::json
