// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests: JSON texts made up at random, and every way to read one.

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <string_view>

#include "json/parse.h"
#include "json/parse_text.h"
#include "json/print.h"

namespace karta::json {

class TextMaker {
 public:
  explicit TextMaker(uint32_t seed) : random_(seed) {}

  // A document with all kinds of values and white space.
  std::string Document(int depth = 5) {
    switch (Below(depth > 0 ? 9 : 6)) {
      case 0:
        return Pick({"null", "true", "false"});
      case 1:
        return std::to_string(static_cast<int64_t>(random_()) >> Below(64));
      case 2:
        return Pick({"0", "-0", "1.5", "-2.50", "1e3", "0.00001", "12345678901234567890", "1E+400",
                     "3.25", "0.1", "100", "nan", "9007199254740993", "-7"});
      case 3:
      case 4:
      case 5:
        return String();
      case 6:
        return Container('[', ']', depth);
      default:
        return Container('{', '}', depth);
    }
  }

  // `text` with a few bytes changed, dropped or doubled.
  std::string Mutated(std::string text) {
    static constexpr std::string_view kBytes = "{}[]:,\"\\ \n0-.eE+tfn'\x01\x7f\xff\xc3\xa9u/";
    for (size_t i = 0; i < 1 + Below(3) && !text.empty(); ++i) {
      const size_t at = Below(text.size());
      switch (Below(4)) {
        case 0:
          text.erase(at, 1 + Below(3));
          break;
        case 1:
          text.insert(at, 1, kBytes[Below(kBytes.size())]);
          break;
        case 2:
          text[at] = kBytes[Below(kBytes.size())];
          break;
        default:
          text.insert(at, text.substr(at, Below(20)));
          break;
      }
    }
    return text;
  }

  size_t Below(size_t most) { return random_() % most; }

 private:
  std::string Pick(std::initializer_list<const char*> all) {
    return *(all.begin() + Below(all.size()));
  }
  std::string Space() { return Below(3) > 0 ? "" : Pick({" ", "\n", "\t ", "\r\n", "   "}); }
  std::string String() {
    std::string text = "\"";
    const size_t size = Below(4) > 0 ? Below(20) : Below(200);
    while (text.size() < size) {
      text += Below(8) > 0 ? std::string(1, static_cast<char>('a' + Below(26)))
                           : Pick({"\\n", "\\\"", "\\\\", "\\u00e9", "\\ud83d\\ude00", "é", "€",
                                   "\U0001f600", "\\/", "{", "]", ",", "\\u0000", "\\udc00"});
    }
    return text + '"';
  }
  std::string Container(char open, char close, int depth) {
    std::string text(1, open);
    const size_t size = Below(10) > 0 ? Below(5) : Below(30);
    for (size_t i = 0; i < size; ++i) {
      if (i > 0) text += ',' + Space();
      if (open == '{')
        text += (Below(3) > 0 ? String() : Pick({"\"a\"", "\"b\""})) + Space() + ':' + Space();
      text += Document(depth - 1) + Space();
    }
    return text + Space() + close;
  }

  std::mt19937_64 random_;
};

// What a reader gives: the text of each document on a line, and a line for each error.
inline std::string ReadAll(std::string_view text, size_t piece, const ReaderOptions& options = {}) {
  size_t position = 0;
  Reader reader(
      [&](char* buffer, size_t size) -> Result<size_t> {
        size = std::min({size, piece, text.size() - position});
        std::memcpy(buffer, text.data() + position, size);
        position += size;
        return size;
      },
      options);
  std::string all;
  while (true) {
    Result<std::optional<Value>> next = reader.Next();
    if (!next.ok()) {
      all += "! " + next.status().message() + "\n";
      if (!options.seq) return all;
      continue;
    }
    if (!*next) return all;
    all += ToText(**next) + "\n";
  }
}

// The same by the careful parser alone, until the first error.
inline std::string ReadAllCarefully(std::string_view text, const ReaderOptions& options = {}) {
  TextParser parser(options);
  parser.Feed(text, true);
  std::string all;
  Value value;
  std::string error;
  while (true) {
    switch (parser.Next(&value, &error)) {
      case TextParser::Outcome::kValue:
        all += ToText(value) + "\n";
        break;
      case TextParser::Outcome::kError:
        return all + "! " + error + "\n";
      default:
        return all;
    }
  }
}

}  // namespace karta::json
