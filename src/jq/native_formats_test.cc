// SPDX-License-Identifier: Apache-2.0
#include "jq/test_native.h"

namespace karta::jq {
namespace {

TEST(NativeFormats, RowsOfValues) {
  CheckNatives({
      {"@csv",
       R"([1,"a\"b",null,true,1.50,nan,"c,d"])",
       {},
       R"("1,\"a\"\"b\",,true,1.50,,\"c,d\"")"},
      {"@tsv", R"([1,"a\tb\\",null,false,"\n\r"])", {}, R"("1\ta\\tb\\\\\t\tfalse\t\\n\\r")"},
      {"@csv", "[[1]]", {}, "error: array ([1]) is not valid in a csv row"},
      {"@csv", "5", {}, "error: number (5) cannot be csv-formatted, only array"},
      {"@tsv", R"({"a":1})", {}, "error: object ({\"a\":1}) cannot be tsv-formatted, only array"},
      {"@sh", R"(["it's",1,null])", {}, R"("'it'\\''s' 1 null")"},
      {"@sh", R"("a")", {}, R"("'a'")"},
      {"@sh", "[[1]]", {}, "error: array ([1]) can not be escaped for shell"},
  });
}

TEST(NativeFormats, MarkupAndAddresses) {
  CheckNatives({
      {"@html", R"("<&'\"é>")", {}, R"("&lt;&amp;&apos;&quot;é&gt;")"},
      {"@html", R"("a\u0000b")", {}, R"("a\\0b")"},
      {"@uri", R"("é /?a-_.~")", {}, R"("%C3%A9%20%2F%3Fa-_.~")"},
      {"@urid", R"("%C3%a9+%41")", {}, R"("é+A")"},
      {"@urid", R"("%e9")", {}, "error: string (\"%e9\") is not a valid uri encoding"},
      {"@urid", R"("%4")", {}, "error: string (\"%4\") is not a valid uri encoding"},
      {"@json", R"(["a"])", {}, R"("[\"a\"]")"},
      {"@text", R"("a")", {}, R"("a")"},
  });
}

TEST(NativeFormats, BaseCodes) {
  CheckNatives({
      {"@base64", R"("hello")", {}, R"("aGVsbG8=")"},
      {"@base64", "[1,2]", {}, R"("WzEsMl0=")"},
      {"@base64d", R"("aGVsbG8")", {}, R"("hello")"},
      {"@base64d", R"("aGVsbG8=junk")", {}, R"("hello")"},
      {"@base64d", R"("/////w==")", {}, R"("����")"},
      {"@base64d", R"("a")", {}, "error: string (\"a\") trailing base64 byte found"},
      {"@base64d", R"("a b")", {}, "error: string (\"a b\") is not valid base64 data"},
      {"@base64d", R"("")", {}, R"("")"},
      {"@base32", R"("foob")", {}, R"("MZXW6YQ=")"},
      {"@base32d", R"("MZXW6YQ=")", {}, R"("foob")"},
  });
}

TEST(NativeFormats, ByName) {
  CheckNatives({
      {"format", "[1]", {R"("csv")"}, R"("1")"},
      {"format", "1", {R"("nope")"}, "error: nope is not a valid format"},
      {"format", "1", {"2"}, "error: number (2) is not a valid format"},
  });
}

}  // namespace
}  // namespace karta::jq
