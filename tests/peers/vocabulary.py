# SPDX-License-Identifier: Apache-2.0
"""What generated programs are made of: keys, texts, numbers, and calls with holes to fill.

A hole is ~name~: num, str, arr, obj, any (an expression of that kind), path, test, regex, flags, lit (a
string literal), int (an index), val (a literal value).
"""

KEYS = ["a", "b", "c", "k", "v", "é", "a b", "key", "value", "name", "0", ""]
TEXTS = ["", "a", "b", "abc", "aXbXc", "a,b,c", "a, b", "é", "😀", "aé😀z", "hello world", "1", "12.50",
         "-3", "1e1000", "nan", "null", "true", "[1,2]", "{\"a\":1}", "test 123 test", "A-B_c", "  pad ",
         "\n", "tab\tx", "quote\"s", "back\\slash", "<b>&'", "2015-03-05T23:51:47Z", "YWJj", "a%20b",
         "\u0000", "\u007f", "e\u0301", "ABCabc", "aaaa", "foo bar foo", "=", "k=v"]
PLAIN_NUMBERS = ["0", "1", "2", "3", "4", "5", "10", "-1", "-2", "0.5", "1.5", "2.5", "100", "7"]
# None between 1e5 and 1e12: they would make arrays and strings that no machine should build.
NUMBERS = ["-0", "0.1", "0.2", "1.0", "1.000", "1e2", "1E-3", "3.14159", "9007199254740992",
           "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808",
           "18446744073709551616", "100000000000000000000000000000001", "1e1000", "-1e1000", "1e-400",
           "5e-324", "1.7976931348623157e308", "1e17", "123456789012345678", "0.30000000000000004",
           "1e-7", "12345.678", "65536", "2.2250738585072014e-308", "1425599621", "-1.5", "1e15"]
INDEXES = ["0", "1", "2", "-1", "-2", "5", "0,1", "1.5", "null", "\"a\"", "nan", "(1,0)"]
BOUNDS = ["", "", "0", "1", "2", "-1", "-2", "1.5", "null", "10"]
TESTS = [". == null", ". > 1", ". != 2", ". < \"b\"", "type == \"number\"", "type == \"string\"", "length > 1",
         ".", "true", "false", "null", "not", "(true,false)", "has(\"a\")?", ".a?", "isempty(.[]?)",
         "any", "all", "IN(1,2,\"a\")", "type == \"array\"", "empty"]
REGEXES = ["a", "b", "[a-z]+", "\\d+", "(a)(b)?", "(?<x>[a-z])", "(?<x>\\d)(?<y>.)?", "", "^", "$", "X|,", "\\s+",
           "é", ".", "(?<n>a|b)", "a*", "[^a]", "\\w", "(", "(?<x>.)(?<x>.)", "\\b", "(?=b)", "t(es)t"]
FLAGS = ["null", "\"g\"", "\"i\"", "\"gi\"", "\"x\"", "\"n\"", "\"gn\"", "\"s\"", "\"l\"", "\"p\"", "\"q\"", "\"\""]

HOLES = {"num", "str", "arr", "obj", "any", "path", "test", "regex", "flags", "lit", "int", "val"}

STRING_CALLS = [
    "tostring", "tojson", "(~str~ | ascii_downcase)", "(~str~ | ascii_upcase)", "(~arr~ | join(~lit~))",
    "(~str~ | ltrimstr(~lit~))", "(~str~ | rtrimstr(~lit~))", "(~str~ | trimstr(~lit~))", "(~str~ | trim)",
    "(~str~ | ltrim)", "(~str~ | rtrim)", "(~str~ | explode | implode)", "(~arr~ | implode)",
    "(~str~ | sub(~regex~; ~lit~))", "(~str~ | sub(~regex~; \"<\\(.)>\"; ~flags~))",
    "(~str~ | gsub(~regex~; \"<\\(.)>\"))", "(~str~ | gsub(~regex~; ~str~))",
    "(~str~ | gsub(\"(?<x>[a-z])\"; \"\\(.x)1\", \"\\(.x)2\"))",
    "(~str~ | .[~int~:~int~])", "type", "@text", "@json", "(~arr~ | @csv)", "(~arr~ | @tsv)", "(~any~ | @html)",
    "(~any~ | @uri)", "(~str~ | @urid)", "(~any~ | @sh)", "(~any~ | @base64)", "(~str~ | @base64d)",
    "(~num~ | todate)", "(~num~ | strftime(\"%Y-%m-%d %H:%M:%S\"))",
    "(~str~ | split(~lit~) | join(\"-\"))", "(~str~ * ~num~)", "(~str~ | reverse)", "~lit~",
    "(~num~ | tostring)", "(~num~ | tojson)", "([~str~, ~str~] | add)", "(~str~ | test(~regex~) | tostring)",
    "([~str~ | splits(~regex~)] | join(\"|\"))", "(~str~ | @json)", "(~arr~ | map(tostring) | join(\",\"))",
    "(~obj~ | keys | join(\",\"))", "(~arr~ | min // \"none\" | tostring)", "(~str~ | .[~int~:])",
]

ARRAY_CALLS = [
    "map(~any~)", "(~arr~ | map(~any~))", "(~arr~ | sort)", "(~arr~ | sort_by(~any~))", "(~arr~ | group_by(~any~))",
    "(~arr~ | unique)", "(~arr~ | unique_by(~any~))", "(~arr~ | reverse)", "(~arr~ | flatten)",
    "(~arr~ | flatten(~int~))", "(~any~ | keys)", "(~any~ | keys_unsorted)", "(~obj~ | to_entries)", "[paths]",
    "[paths(~test~)]", "[~path~]", "[path(~path~)]", "(~str~ | explode)", "(~str~ | split(~lit~))",
    "(~str~ | split(~regex~; ~flags~))", "(~str~ | [match(~regex~; ~flags~)])", "(~str~ | [scan(~regex~)])",
    "(~str~ | [scan(~regex~; ~flags~)])", "(~str~ | [splits(~regex~)])", "(~str~ | [capture(~regex~; ~flags~)])",
    "(~any~ | indices(~any~))", "[tostream]", "[fromstream(tostream)]", "[1 | truncate_stream(~val~ | tostream)]",
    "[range(~num~ | if . > 20 then 20 else . end)]", "[range(0; 10; ~num~)] | .[:5]", "[limit(~int~; ~any~)]",
    "[skip(~int~; ~any~)]", "[.[]? | select(~test~)]", "(~arr~ | transpose)", "[~arr~ | combinations] | .[:5]",
    "(~arr~ - ~arr~)", "(~arr~ + ~arr~)", "(~arr~ | .[~int~:])", "(~arr~ | .[:~int~])", "[..]", "[recurse]",
    "[recurse(.[]?; ~test~)]", "(~num~ | gmtime)", "(~arr~ | del(~path~))", "[.[]?]", "[~any~, ~any~]",
    "([~any~] | add(.[]))", "(~arr~ | to_entries)", "[~any~ | numbers]", "(~arr~ | walk(~any~))",
    "[splits(~regex~)]", "(~arr~ | map_values(~any~))", "[first(~any~), last(~any~)]", "[~arr~ | .[] as $q | $q]",
    "(~str~ / ~lit~)", "[getpath(~val~)]", "[~arr~ | JOIN({\"1\":2,\"a\":3}; .[]; tostring)]", "[env | type]",
    "[foreach ~arr~[] as $q (0; . + 1; [$q, .])]", "([~num~, ~num~] | sort)", "[$__loc__]", "[~arr~ | first, last]",
]

OBJECT_CALLS = [
    "with_entries(~any~)", "(~obj~ | with_entries(.value |= ~any~))", "(~obj~ | with_entries(select(~test~)))",
    "(~obj~ | map_values(~any~))", "(~obj~ | del(~path~))", "(~obj~ | pick(~path~))", "(~arr~ | from_entries)",
    "(~obj~ | to_entries | from_entries)", "(~obj~ + ~obj~)", "(~obj~ * ~obj~)", "(~arr~ | INDEX(~any~))",
    "(~obj~ | walk(~any~))", "(~str~ | capture(~regex~))", "(~obj~ | setpath(~val~; ~any~))",
    "(~obj~ | delpaths([~val~]))", "(reduce ~arr~[] as $q ({}; .[$q | tostring] += 1))", "{a: ~any~}",
    "(~obj~ | .a = ~any~)", "(~obj~ | tojson | fromjson)", "(~str~ | match(~regex~))", "(~obj~ | fromstream(tostream))",
    "({} | ~path~ |= ~any~)", "(null | ~path~ = ~any~)", "(~obj~ | map_values(empty))", "{(~str~): ~any~}",
    "(~obj~ | with_entries(.key |= ascii_upcase))", "{a: (1,2), b: ~any~}", "(~obj~ | .[] |= ~any~)",
]

NUMBER_CALLS = [
    "length", "(~any~ | length)", "(~str~ | utf8bytelength)", "(~num~ | floor)", "(~num~ | ceil)", "(~num~ | round)",
    "(~num~ | sqrt)", "(~num~ | abs)", "(~num~ | fabs)", "(~num~ | trunc)", "(~str~ | tonumber)", "(~any~ | tonumber?)",
    "pow(~num~; ~num~)", "(~num~ | log2)", "(~num~ | exp10)", "(~num~ | significand)", "(~num~ | logb)",
    "(~num~ | frexp | .[1])", "(~num~ | modf | .[0])", "ldexp(~num~; ~int~)", "fmin(~num~; ~num~)", "(~arr~ | add)",
    "(~arr~ | min)", "(~arr~ | max)", "(~arr~ | min_by(~any~))", "(~arr~ | max_by(~any~))", "(~any~ | index(~any~))",
    "(~any~ | rindex(~any~))", "(~arr~ | bsearch(~any~))", "(~arr~ | first)", "(~arr~ | last)", "(~arr~ | nth(~int~))",
    "nan", "infinite", "-infinite", "(~num~ | tojson | fromjson)", "(~str~ | fromdate)", "(~arr~ | mktime)",
    "fma(~num~; ~num~; ~num~)", "(~num~ % ~num~)", "(~num~ / ~num~)", "(~num~ * ~num~)", "(~num~ - ~num~)",
    "(reduce range(4) as $q (~num~; . + $q))", "(~num~ | until(. > 100; . * 2 + 1))", "(~num~ | cbrt)", "-(~num~)",
    "(~num~ | logb)", "(~num~ | exp2)", "atan2(~num~; ~num~)", "(~num~ | rint)", "(~num~ | nearbyint)",
    "copysign(~num~; ~num~)", "drem(~num~; ~num~)", "scalb(~num~; ~int~)", "fmod(~num~; ~num~)",
]

ANY_CALLS = [
    "getpath(~val~)", "setpath(~val~; ~any~)", "delpaths([~val~])", "del(~path~)", "pick(~path~)", "path(~path~)",
    "first(~any~)", "last(~any~)", "nth(~int~; ~any~)", "isempty(~any~)", "any(~test~)", "all(~test~)", "any", "all",
    "any(~any~; ~test~)", "all(~any~; ~test~)", "has(~val~)", "in(~any~)", "contains(~any~)", "inside(~any~)",
    "select(~test~)", "recurse", "..", "walk(~any~)", "map_values(~any~)", "(~str~ | test(~regex~))",
    "(~str~ | test(~regex~; ~flags~))", "(~str~ | startswith(~lit~))", "(~str~ | endswith(~lit~))", "type", "not",
    "isnan", "isinfinite", "isnormal", "(~str~ | fromjson)", "(~str~ | toboolean)", "tojson", "tostring", "(~arr~ | IN(~any~))",
    "IN(~any~; ~any~)", "limit(~int~; ~any~)", "skip(~int~; ~any~)", "error", "error(~any~)", "empty", "add(~any~)", "add",
    "splits(~regex~)", "ascii_downcase", "arrays", "objects", "iterables", "booleans", "numbers", "normals", "finites",
    "strings", "nulls", "values", "scalars", "(~any~ | debug)", "(~any~ | debug(~any~))", "tostream", "to_entries",
    "from_entries", "input", "[inputs]", "$__loc__", "getpath([\"a\",0])", "min_by(~any~)", "max_by(~any~)", "group_by(~any~)",
    "(~any~ | tojson | fromjson)", "((~any~) as [$q] | $q)", "((~any~) as {a: $q} | $q)", "ltrimstr(~any~)", "trim", "abs",
    "(~any~ == ~any~)", "(~any~ < ~any~)", "([~any~] | sort)", "flatten", "reverse", "keys", "length", "floor", "explode",
    "(try error(~any~) catch .)", "(~any~)?", "halt_error", "(~str~ | strptime(\"%Y-%m-%dT%H:%M:%SZ\"))", "@json", "@csv",
    "tonumber", "transpose", "unique", "sort", "min", "max", "implode", "utf8bytelength", "join(~any~)", "split(~any~)",
    "flatten(~any~)", "range(~int~; ~int~)", "range(~int~; ~int~; ~int~)", "sort_by(~any~, ~any~)", "indices(~any~)",
    "combinations(~int~)", "bsearch(~any~)", "test(~any~)", "has(~any~)", "env.KARTA_CASE", "ascii_upcase", "sqrt",
]
