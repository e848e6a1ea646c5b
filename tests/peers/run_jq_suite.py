#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs jq's own test collection, which stays outside this tree, against an engine.

  run_jq_suite.py PATH/TO/jq/tests [--engine ours|oracle] [FILE.test ...]

A group is a program, an input and the outputs; results are compared as jq's runner compares them:
as values, so key order and the spelling of numbers do not count, and an error after the last
expected output is no failure.  After %%FAIL the program must not compile and the last report must
be the lines that follow.
"""

import argparse
import collections
import pathlib
import sys

import engine


def blank(line):
    return not line.strip(" \t\n") or line.lstrip(" \t").startswith("#")


def groups(path):
    """(line, mode, program, input, wanted lines) of each group; mode is "", "message" or "any"."""
    with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        lines = file.read().split("\n")
    at, mode = 0, ""
    while at < len(lines):
        line = lines[at]
        at += 1
        if blank(line):
            continue
        if line in ("%%FAIL", "%%FAIL IGNORE MSG"):
            mode = "message" if line == "%%FAIL" else "any"
            continue
        start, text = at, ""
        if not mode:
            text = lines[at]
            at += 1
        wanted = []
        while at < len(lines) and not blank(lines[at]):
            wanted.append(lines[at])
            at += 1
        yield start, mode, line, text, wanted
        mode = ""


def same_values(judge, wanted, got):
    """Whether jq's own `==` holds between two JSON texts."""
    if wanted == got:
        return True
    answer = judge.ask(". as $a | input | . == $a", f"{got}\n{wanted}")
    return answer["o"] == ["true"]


def last_report(text):
    reports = [part for part in ("\n" + text).split("\nerror: ") if part.strip()]
    return ("jq: error: " + reports[-1]).rstrip("\n") if reports else ""


def check(group, runner, judge, modules):
    """None when the group passes, else what went wrong."""
    _, mode, program, text, wanted = group
    answer = runner.ask(program, text, l=[str(modules)], max=20000)
    if answer["k"] in ("hang", "crash"):
        return answer["k"]
    if mode:
        if answer["k"] != "compile":
            return "compiled, but should not"
        report = last_report(engine.compile_errors(answer["e"]))
        if mode == "message" and report != "\n".join(wanted):
            return f"reported\n{report}\n  instead of\n" + "\n".join(wanted)
        return None
    if answer["k"] in ("compile", "input"):
        return f"{answer['k']}: {answer['e']}"
    got = answer["o"]
    if len(got) != len(wanted) or not all(map(lambda w, g: same_values(judge, w, g), wanted, got)):
        return (f"got {got}" + (f" then error {answer['e']}" if answer["k"] else "")
                + f"\n  instead of {wanted}")
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tests", type=pathlib.Path, help="jq's tests directory")
    parser.add_argument("files", nargs="*", help="only these of its *.test files")
    parser.add_argument("--engine", choices=["ours", "oracle"], default="ours")
    parser.add_argument("--quiet", action="store_true", help="only the totals")
    options = parser.parse_args()
    runner, judge = engine.pick(options.engine), engine.oracle()
    failed = collections.Counter()
    passed = collections.Counter()
    paths = [options.tests / name for name in options.files] or sorted(options.tests.glob("*.test"))
    for path in paths:
        for group in groups(path):
            problem = check(group, runner, judge, options.tests / "modules")
            (failed if problem else passed)[path.name] += 1
            if problem and not options.quiet:
                print(f"{path.name}:{group[0]}: {group[2]}\n  input {group[3]}\n  {problem}")
    for path in paths:
        total = passed[path.name] + failed[path.name]
        print(f"{path.name}: {passed[path.name]} of {total} passed")
    runner.close()
    judge.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
