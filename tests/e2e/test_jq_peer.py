# SPDX-License-Identifier: Apache-2.0
"""Random command lines and random input, good and bad, through `krt jq` and through jq itself.

Needs KARTA_PEER_JQ=<path of jq 1.8>; KARTA_PEER_CASES is how many (2,000).
"""

import os
import random
import re
import subprocess

import pytest

PEER = os.environ.get("KARTA_PEER_JQ")
CASES = int(os.environ.get("KARTA_PEER_CASES", "2000"))
GROUP = 50

pytestmark = pytest.mark.skipif(not PEER, reason="KARTA_PEER_JQ is not set")

OPTIONS = ["-n", "-r", "-j", "-a", "-s", "-c", "-C", "-M", "-S", "-e", "-R", "--tab", "--raw-output0",
           "--seq", "--stream", "--stream-errors", "--indent 0", "--indent 1", "--indent 7",
           "--indent -1", "--arg a b", "--argjson a [1]", "-ce", "-rS", "-nr", "-sR", "--unbuffered", "-b",
           "--args", "--jsonargs", "-h -V", "--", "-x", "--nope", "--indent", "--arg a"]
PROGRAMS = [".", ".[]?", ".a", ".a?", "..", "input", "[inputs]", "[., input]", "input_line_number",
            "[., input_line_number]", "input_filename", "error", "error(null)", "empty", "null", "false",
            "halt", "halt_error", "halt_error(3)", "debug", "stderr", "tojson", "try input catch .",
            "first(inputs)", "$ARGS", "$a", "1, 2", "., error(\"x\")", "select(. == 2)", "length",
            "keys", "\"\\(.)\"", "@json", "[limit(3; repeat(1))]", "{a: .}", ". as [$x] | $x", "(",
            ". |", "foo", "$__loc__", "def f: 1;", "tostream", "fromstream(inputs)", "reduce inputs as $x (0; . + 1)",
            "implode?", "@base64d?", "ltrimstr(\"a\")", "\"\\u00e9\\u0000\\ud83d\\ude00\""]
PIECES = ["1", "2", "null", "true", "false", "\"a\"", "\"é\"", "\"\\u0000\"", "[]", "{}", "[1,2]", "{\"a\":1}",
          "{\"b\":{\"a\":[1,{\"c\":null}]},\"a\":\"x\"}", "1.000", "-0", "1e1000", "100000000000000000000", "nan",
          "[", "]", "{", "}", ",", ":", "\"", "tru", "nul", "01", "1.", "-", "'", "\\", "\x1e", "\x00", "\x01",
          "\"\x01\"", "\"\\q\"", "\"\\ud800\"", "\ufeff", "[1,", "{\"a\"", "{\"a\":", "{1:2}", "NaN", "Infinity"]
GAPS = [" ", "\n", "", "\r\n", "\t", "\n\n"]


def text(rng):
    good = PIECES[:18]
    pool = good if rng.random() < 0.6 else PIECES
    out = []
    for _ in range(rng.randrange(6)):
        out += [rng.choice(pool), rng.choice(GAPS[:3] if pool is good else GAPS)]
    data = "".join(out).encode()
    if rng.random() < 0.1:
        at = rng.randrange(len(data) + 1)
        data = data[:at] + rng.choice([b"\xff", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80"]) + data[at:]
    return data


def run(argv, case, directory):
    done = subprocess.run(argv + case["args"], input=case["input"], capture_output=True, cwd=directory,
                          timeout=60, env={"HOME": str(directory), "PATH": "/usr/bin", "LC_ALL": "C"})
    errors = done.stderr
    for line in (b"Use jq --help for help with command-line options,\n",
                 b"or see the jq manpage, or online docs at https://jqlang.org\n",
                 b"Use krt jq --help for help with command-line options.\n"):
        errors = errors.replace(line, b"")
    # jq cuts its messages at NUL bytes, and does not count lines that it skips after a syntax error.
    errors = re.sub(rb"\x00[^\n]*", b"", errors)
    if (errors + done.stdout).count(b" at line ") + errors.count(b" EOF at ") > 1:
        errors = re.sub(rb"\bline \d+, column \d+", b"line L", errors)
        done.stdout = re.sub(rb"\bline \d+, column \d+", b"line L", done.stdout)
    out = b"" if b"-h" in b" ".join(a.encode() for a in case["args"]) else done.stdout
    return out, errors, done.returncode


def make(rng):
    args = []
    for _ in range(rng.randrange(4)):
        args += rng.choice(OPTIONS).split()
    args.insert(rng.randrange(len(args) + 1) if rng.random() < 0.2 else 0, rng.choice(PROGRAMS))
    # Files end their last line: jq forgets the rest of a file after a syntax error, we that of a line.
    files = {name: text(rng) + b"\n" for name in ("a.json", "b.json")} if rng.random() < 0.4 else {}
    args += list(files)
    if rng.random() < 0.05:
        args.insert(rng.randrange(len(args) + 1), rng.choice(["none.json", ".", "-"]))
    return {"args": args, "files": files, "input": text(rng)}


@pytest.mark.parametrize("group", range(CASES // GROUP))
def test_agrees_with_jq(krt, tmp_path, group):
    rng = random.Random(f"cli {group}")
    different = []
    for _ in range(GROUP):
        case = make(rng)
        for name, data in case["files"].items():
            (tmp_path / name).write_bytes(data)
        want, got = run([PEER], case, tmp_path), run([krt, "jq"], case, tmp_path)
        if want != got:
            different.append(f"{case}\n  jq  {want}\n  krt {got}")
    assert not different, "\n".join(different)
