// SPDX-License-Identifier: Apache-2.0
#include "cli/jq_command.h"

namespace karta::cli {

std::string_view JqHelp() {
  return R"(krt jq: filter and change JSON with the jq 1.8 language

Usage:
  krt jq [options] <program> [file...]
  krt jq [options] -f <program-file> [file...]
  krt jq [options] <program> --args [string...]
  krt jq [options] <program> --jsonargs [json...]

The program runs once for each document of the input (the files, or standard
input); every result is printed.  Options may stand anywhere, and short ones
may be stacked: -nr.

Examples:
  krt jq . pod.json                             print it indented
  krt jq -r '.items[].metadata.name' list.json  plain text, one name a line
  krt jq -c 'select(.level == "error")' <log    filter a log of JSON lines
  krt jq --arg ns dev '.metadata.namespace = $ns' pod.json
  krt jq --yaml-input --yaml-output '.spec.replicas += 1' deploy.yaml

What is read:
  -n, --null-input         nothing: run once, with null as the input
  -R, --raw-input          lines of text: each one is a string
  -s, --slurp              everything into one array (with -R: one string)
      --stream             documents as [path, leaf] events, in flat memory
      --stream-errors      the same; a syntax error is an event as well
      --seq                records that begin with RS (RFC 7464); printed
                           that way, too
      --yaml-input         YAML documents instead of JSON

What is printed:
  -c, --compact-output     one line a result
  -r, --raw-output         strings as they are, without quotes
  -j, --join-output        the same, without line ends between results
      --raw-output0        the same, with a NUL byte after each result
  -a, --ascii-output       \uXXXX for everything beyond ASCII
  -S, --sort-keys          object keys in order
  -C, --color-output       colours even when this is no terminal
  -M, --monochrome-output  no colours
      --tab                indent with tabs
      --indent <n>         indent with n spaces, at most 7
      --unbuffered         write after each result
      --yaml-output        YAML documents with --- between them

The program and its variables:
  -f, --from-file          the first word names a file with the program
  -L, --library-path <dir> where import and include look
      --arg <name> <text>        $name is the string
      --argjson <name> <json>    $name is the value
      --slurpfile <name> <file>  $name is an array of all documents in it
      --rawfile <name> <file>    $name is the text of the file
      --args, --jsonargs         words after the program are not files but
                                 $ARGS.positional; names are in $ARGS.named

Limits and speed:
      --threads <n>        JSON lines on n threads; output keeps the order
      --max-steps <n>      stop after this much work on one input
      --max-results <n>    stop after this many results from one input
      --max-memory <size>  as in 64M or 2G; otherwise 3/4 of the machine's
      --timeout <time>     of the whole command: 10, 2.5s, 500ms, 3m

Others:
  -e, --exit-status        exit with 1 when the last result is false or null,
                           with 4 when there is none
  -b, --binary             accepted; there is nothing to do
      --run-tests [file]   run tests in jq's own format
      --build-configuration
  -V, --version
  -h, --help
      --                   what follows are words, not options

Exit codes: 0 done, 1 and 4 see -e, 2 usage or a file, 3 the program does not
compile, 5 an error or a limit while running; or what halt_error was given.

Environment: JQ_COLORS, NO_COLOR; ~/.jq is a file of definitions, or a
directory of modules.

See also: docs/guides/jq.md, and https://jqlang.org/manual for the language.)";
}

}  // namespace karta::cli
