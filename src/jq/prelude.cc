// SPDX-License-Identifier: Apache-2.0
#include "jq/prelude.h"

namespace karta::jq {

namespace {

constexpr PreludeEntry kEntries[] = {
    {"arrays/0", "def arrays: select(type == \"array\");"},
    {"objects/0", "def objects: select(type == \"object\");"},
    {"iterables/0", "def iterables: select(type | . == \"array\" or . == \"object\");"},
    {"booleans/0", "def booleans: select(type == \"boolean\");"},
    {"numbers/0", "def numbers: select(type == \"number\");"},
    {"strings/0", "def strings: select(type == \"string\");"},
    {"nulls/0", "def nulls: select(. == null);"},
    {"values/0", "def values: select(. != null);"},
    {"scalars/0", "def scalars: select(type | . != \"array\" and . != \"object\");"},
    {"normals/0", "def normals: select(isnormal);"},
    {"finites/0", "def finites: select(isfinite);"},

    {"paths/0", "def paths: path(..) | select(length > 0);"},
    {"paths/1", "def paths(f): path(.. | select(f)) | select(length > 0);"},
    {"leaf_paths/0", "def leaf_paths: paths(scalars);"},
    {"tostream/0",
     "def tostream: path(def r: (.[]? | r), .; r) as $p | getpath($p)"
     " | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);"},
    {"fromstream/1",
     "def fromstream(events): {x: null, e: false} as $start"
     " | foreach events as $event ($start;"
     "     if .e then $start else . end"
     "     | if $event | length == 2"
     "       then setpath([\"e\"]; $event[0] | length == 0)"
     "            | setpath([\"x\"] + $event[0]; $event[1])"
     "       else setpath([\"e\"]; $event[0] | length == 1) end;"
     "     if .e then .x else empty end);"},
    {"truncate_stream/1",
     "def truncate_stream(events): . as $depth | null | events | . as $event"
     " | if (.[0] | length) > $depth then setpath([0]; $event[0][$depth:]) else empty end;"},
    {"walk/1",
     "def walk(f): def w: if type == \"object\" then map_values(w)"
     " elif type == \"array\" then map(w) else . end | f; w;"},
    {"combinations/0",
     "def combinations: if length == 0 then []"
     " else .[0][] as $first | (.[1:] | combinations) as $rest | [$first] + $rest end;"},
    {"combinations/1", "def combinations(n): . as $dot | [range(n) | $dot] | combinations;"},
    {"inputs/0",
     "def inputs: try repeat(input) catch if . == \"break\" then empty else error end;"},
    {"debug/1", "def debug(messages): (messages | debug | empty), .;"},
    {"halt_error/0", "def halt_error: halt_error(5);"},

    {"match/2", "def match(re; mode): _match_impl(re; mode; false) | .[];"},
    {"match/1",
     "def match($val): ($val | type) as $vt"
     " | if $vt == \"string\" then match($val; null)"
     " elif $vt == \"array\" and ($val | length) > 1 then match($val[0]; $val[1])"
     " elif $vt == \"array\" and ($val | length) > 0 then match($val[0]; null)"
     " else error($vt + \" not a string or array\") end;"},
    {"capture/2", "def capture(re; mods): _capture_impl(re; mods) | .[];"},
    {"capture/1",
     "def capture($val): ($val | type) as $vt"
     " | if $vt == \"string\" then capture($val; null)"
     " elif $vt == \"array\" and ($val | length) > 1 then capture($val[0]; $val[1])"
     " elif $vt == \"array\" and ($val | length) > 0 then capture($val[0]; null)"
     " else error($vt + \" not a string or array\") end;"},
    {"scan/2", "def scan($re; $flags): _scan_impl($re; $flags) | .[];"},
    {"scan/1", "def scan($re): scan($re; null);"},
    {"splits/2",
     "def splits($re; $flags): .[foreach (match($re; $flags + \"g\"), null) as {$offset, $length}"
     " (null; {start: .next, end: $offset, next: ($offset + $length)})];"},
    {"splits/1", "def splits($re): splits($re; null);"},
    {"sub/3",
     "def sub($re; s; $flags): . as $in | _sub_parts($re; $flags) as $parts"
     " | (reduce $parts[:-1][] as $part ([]; [$part[1] | s] as $inserts"
     "      | reduce range(0; $inserts | length) as $ix (.; .[$ix] += $part[0] + $inserts[$ix]))"
     "    | .[] + $parts[-1]) // $in;"},
    {"sub/2", "def sub($re; s): sub($re; s; \"\");"},
    {"gsub/3", "def gsub($re; s; flags): sub($re; s; flags + \"g\");"},
    {"gsub/2", "def gsub($re; s): sub($re; s; \"g\");"},

    {"INDEX/2",
     "def INDEX(stream; idx_expr): reduce stream as $row ({}; .[$row | idx_expr | tostring] = "
     "$row);"},
    {"INDEX/1", "def INDEX(idx_expr): INDEX(.[]; idx_expr);"},
    {"JOIN/2", "def JOIN($idx; idx_expr): [.[] | [., $idx[idx_expr]]];"},
    {"JOIN/3", "def JOIN($idx; stream; idx_expr): stream | [., $idx[idx_expr]];"},
    {"JOIN/4",
     "def JOIN($idx; stream; idx_expr; join_expr): stream | [., $idx[idx_expr]] | join_expr;"},
    {"IN/1", "def IN(s): any(s == .; .);"},
    {"IN/2", "def IN(src; s): any(src == s; .);"},
};

}  // namespace

std::span<const PreludeEntry> PreludeEntries() { return kEntries; }

std::string_view PreludeSource(std::string_view key) {
  for (const PreludeEntry& entry : kEntries) {
    if (entry.key == key) return entry.text;
  }
  return {};
}

}  // namespace karta::jq
