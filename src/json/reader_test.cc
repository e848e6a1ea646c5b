// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "json/meter.h"
#include "json/parse_testing.h"

namespace karta::json {
namespace {

constexpr size_t kWhole = SIZE_MAX;

Reader::Source SourceOf(const std::string& text, size_t piece = kWhole) {
  return [&text, piece, position = size_t{0}](char* buffer, size_t size) mutable -> Result<size_t> {
    size = std::min({size, piece, text.size() - position});
    std::memcpy(buffer, text.data() + position, size);
    position += size;
    return size;
  };
}

TEST(Reader, ReadsDocumentsHoweverTheyAreSeparated) {
  EXPECT_EQ(ReadAll("{\"a\":1}\n{\"b\":2}\n", kWhole), "{\"a\":1}\n{\"b\":2}\n");
  EXPECT_EQ(ReadAll("{}{}[][]\"a\"\"b\"1 2\n3[4]5{}", kWhole),
            "{}\n{}\n[]\n[]\n\"a\"\n\"b\"\n1\n2\n3\n[4]\n5\n{}\n");
  EXPECT_EQ(ReadAll("1\"a\"", kWhole), "1\n\"a\"\n");
  EXPECT_EQ(ReadAll("", kWhole), "");
  EXPECT_EQ(ReadAll(" \n ", kWhole), "");
  EXPECT_EQ(ReadAll("\xef\xbb\xbf"
                    "1",
                    1),
            "1\n");
  EXPECT_EQ(ReadAll("\xef\xbb", 1), "");
  EXPECT_EQ(ReadAll("\xef"
                    "1",
                    1),
            "! Malformed BOM\n");
}

TEST(Reader, GivesTheSameForEveryCut) {
  TextMaker maker(5);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (size_t i = maker.Below(5); i > 0; --i)
      text += maker.Document(3) + (maker.Below(2) > 0 ? "\n" : " ");
    if (round % 2 == 1) text = maker.Mutated(text);
    const std::string want = ReadAllCarefully(text);
    ASSERT_EQ(ReadAll(text, kWhole), want) << text;
    for (const size_t piece : {1, 2, 3, 7, 63, 64, 65})
      ASSERT_EQ(ReadAll(text, piece), want) << text;
    ASSERT_EQ(ReadAllCarefully(text, {.stream = true}), ReadAll(text, 3, {.stream = true})) << text;
  }
}

TEST(Reader, DoesNotLookBeyondWhatIsIndexed) {
  // A character is cut off by the end of a block, and the quote behind it is in the next one.
  for (size_t size = 55; size < 70; ++size) {
    for (const std::string& text :
         {'"' + std::string(size, 'x') + "\xe2\"", '"' + std::string(size, 'x') + "\x03\""}) {
      ASSERT_EQ(ReadAll(text, kWhole), ReadAllCarefully(text)) << size;
      ASSERT_EQ(ReadAll(text, 9), ReadAllCarefully(text)) << size;
    }
  }
  // Form feeds end no number, though one bit makes commas of them.
  const std::string text =
      "[1,\x0c"
      "0.0000001 ,2]";
  for (size_t piece = 1; piece < 20; ++piece)
    ASSERT_EQ(ReadAll(text, piece), ReadAllCarefully(text));
}

TEST(Reader, ReadsDocumentsLargerThanItsBuffer) {
  std::string text;
  std::string want;
  for (const size_t size : {10, 1'000'000, 20, 300'000, 5'000'000, 1}) {
    std::string array = "[";
    while (array.size() < size) array += "{\"name\":\"a string that is kept as a slice\",\"n\":1},";
    array += "0]\n";
    text += array;
    want += array;
  }
  EXPECT_EQ(ReadAll(text, kWhole), want);
  EXPECT_EQ(ReadAll(text, 10'007), want);
}

TEST(Reader, KeepsDocumentsThatCallersKeep) {
  std::string text;
  for (int i = 0; i < 20'000; ++i)
    text += "{\"number\":" + std::to_string(i) + ",\"text\":\"not an inline string\"}\n";
  Reader reader(SourceOf(text));
  std::vector<Value> kept;
  while (true) {
    Result<std::optional<Value>> next = reader.Next();
    ASSERT_TRUE(next.ok());
    if (!*next) break;
    const int64_t number = (**next)["number"].int_value();
    if (number % 3 == 0) kept.push_back(**next);
    if (number % 5 == 0) kept.push_back((**next)["text"]);
  }
  EXPECT_EQ(reader.lines(), 20'000u);
  size_t at = 0;
  for (int i = 0; i < 20'000; ++i) {
    if (i % 3 == 0) {
      ASSERT_EQ(kept[at++]["number"].int_value(), i);
    }
    if (i % 5 == 0) {
      ASSERT_EQ(kept[at++].str(), "not an inline string");
    }
  }
}

TEST(Reader, UsesItsMemoryAgain) {
  std::string text;
  for (int i = 0; i < 20'000; ++i)
    text += "{\"a\":[1,2,3],\"b\":\"a string that is kept as a slice\"}\n";
  const int64_t before = meter.live_bytes;
  {
    Reader reader(SourceOf(text));
    int64_t most = 0;
    for (int i = 0; i < 20'000; ++i) {
      ASSERT_TRUE(reader.Next().value());
      most = std::max(most, meter.live_bytes - before);
    }
    EXPECT_LT(most, 300'000);
  }
  EXPECT_EQ(meter.live_bytes, before);
}

TEST(Reader, PlacesErrorsInTheWholeInput) {
  EXPECT_EQ(ReadAll("{\"a\":1}\n{\"b\":\n2}\n[1,\n 2 3]\n", kWhole),
            "{\"a\":1}\n{\"b\":2}\n! Expected separator between values at line 5, column 5\n");
  // Also when the lines before are long gone from the buffer.
  std::string text;
  std::string want;
  for (int i = 0; i < 50'000; ++i) {
    text += "{\"some\":\"document\"}\n";
    want += "{\"some\":\"document\"}\n";
  }
  EXPECT_EQ(ReadAll(text + "  [1,}", kWhole), want + "! Unmatched '}' at line 50001, column 6\n");
}

TEST(Reader, GoesOnAtTheNextLineAfterAnError) {
  const std::string text = "1\n[2,] [3]\n4\nx\n5\n";
  Reader reader(SourceOf(text, 2));
  EXPECT_EQ(reader.Next().value()->int_value(), 1);
  EXPECT_FALSE(reader.Next().ok());
  EXPECT_EQ(reader.Next().value()->int_value(), 4);
  EXPECT_FALSE(reader.Next().ok());
  EXPECT_EQ(reader.Next().value()->int_value(), 5);
  EXPECT_FALSE(reader.Next().value().has_value());
  EXPECT_FALSE(reader.Next().value().has_value());
}

TEST(Reader, CountsTheLineThatADocumentEndsIn) {
  const std::string text = "1 2\n{\"a\":\n3}\n\n4";
  Reader reader(SourceOf(text));
  EXPECT_EQ(reader.lines(), 0u);
  for (const size_t lines : {1, 1, 3, 4}) {
    ASSERT_TRUE(reader.Next().value().has_value());
    EXPECT_EQ(reader.lines(), lines);
  }
  EXPECT_FALSE(reader.Next().value().has_value());
  EXPECT_EQ(reader.lines(), 4u);
}

TEST(Reader, PassesErrorsOfTheSourceOn) {
  int calls = 0;
  Reader reader([&](char* buffer, size_t) -> Result<size_t> {
    if (++calls == 1) {
      std::memcpy(buffer, "1\n[2", 4);
      return size_t{4};
    }
    return Unavailable("disk on fire");
  });
  EXPECT_EQ(reader.Next().value()->int_value(), 1);
  EXPECT_EQ(reader.Next().status().code(), Code::kUnavailable);
}

TEST(Reader, GivesADocumentAsSoonAsItIsThere) {
  // Each call of the source is one line; no document may wait for the next.
  const std::string lines[] = {"{\"a\":1}\n", "\"b\"", "[2]\n", "3\n"};
  size_t calls = 0;
  Reader reader([&](char* buffer, size_t) -> Result<size_t> {
    if (calls == std::size(lines)) return size_t{0};
    const std::string& line = lines[calls++];
    std::memcpy(buffer, line.data(), line.size());
    return line.size();
  });
  for (size_t i = 1; i <= std::size(lines); ++i) {
    ASSERT_TRUE(reader.Next().value().has_value());
    EXPECT_EQ(calls, i);
  }
}

TEST(Reader, StreamsEvents) {
  const ReaderOptions options{.stream = true};
  EXPECT_EQ(ReadAll("{\"a\":[1,{\"b\":2}],\"c\":[]} 3 []", 1, options),
            "[[\"a\",0],1]\n[[\"a\",1,\"b\"],2]\n[[\"a\",1,\"b\"]]\n[[\"a\",1]]\n[[\"c\"],[]]\n[["
            "\"c\"]]\n[[],3]\n[[],[]]\n");
  EXPECT_EQ(ReadAll("[1,2", 1, options),
            "[[0],1]\n! Unfinished JSON term at EOF at line 1, column 4\n");
  EXPECT_EQ(ReadAll("{\"a\":1,}", 1, options),
            "[[\"a\"],1]\n! Expected another key:value pair at line 1, column 8\n");
  EXPECT_EQ(
      ReadAll("[1}\n[2]\n", 1, {.stream_errors = true}),
      "[\"Unmatched '}' in the middle of an array at line 1, column 3\",[0]]\n[[0],2]\n[[0]]\n");
}

TEST(Reader, StreamsDeepDocumentsWithMemoryForTheirDepth) {
  const std::string text = std::string(5'000, '[') + std::string(5'000, ']');
  Reader reader(SourceOf(text), {.stream = true});
  size_t events = 0;
  while (true) {
    const Result<std::optional<Value>> next = reader.Next();
    ASSERT_TRUE(next.ok());
    if (!next->has_value()) break;
    ++events;
  }
  EXPECT_EQ(events, 5'000u);
}

TEST(Reader, ReadsRecordSequences) {
  const ReaderOptions options{.seq = true};
  EXPECT_EQ(ReadAll("\x1e[1]\n\x1e{\"a\":2}\n\x1e"
                    "3\n",
                    1, options),
            "[1]\n{\"a\":2}\n3\n");
  EXPECT_EQ(ReadAll("\x1e[1\x1e[2]\n", 1, options), "! Truncated value at line 1, column 4\n[2]\n");
  EXPECT_EQ(ReadAll("\x1e"
                    "1\x1e"
                    "2\n",
                    1, options),
            "! Potentially truncated top-level numeric value at line 1, column 3\n2\n");
  EXPECT_EQ(ReadAll("\x1e"
                    "1",
                    1, options),
            "! Potentially truncated top-level numeric value at EOF at line 1, column 2\n");
  EXPECT_EQ(ReadAll("abc", 1, options), "! Unfinished abandoned text at EOF at line 1, column 3\n");
  EXPECT_EQ(ReadAll("\x1e]\x1e"
                    "1\n",
                    1, options),
            "! Unmatched ']' at line 1, column 2 (need RS to resync)\n1\n");
}

}  // namespace
}  // namespace karta::json
