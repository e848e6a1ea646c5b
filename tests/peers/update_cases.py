#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the expectations of tests/cases/jq against jq, or writes them.

  update_cases.py [FILE...]            report every group where jq disagrees with the file
  update_cases.py --write [FILE...]    replace the expectations by what jq does; review the diff
  update_cases.py --engine ours ...    the same check against our own engine
"""

import argparse
import pathlib
import sys

import cases
import engine


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--engine", choices=["oracle", "ours"], default="oracle")
    options = parser.parse_args()
    runner = engine.pick(options.engine)
    total = wrong = 0
    for path in options.files or sorted(cases.DIRECTORY.glob("*.test")):
        if path.stem in cases.OURS and options.engine == "oracle":
            continue
        groups, rest = cases.read(path)
        for group in groups:
            good, got = cases.run(group, runner)
            total += 1
            if good:
                continue
            wrong += 1
            if not options.write:
                print(f"{path.name}:{group.line}: {group.program}\n  input {group.input}")
                print("  want", *group.want, sep="\n    ")
                print("  got", *got, sep="\n    ")
            elif not group.fails and got[-1:] == ["!compile"]:
                # Found out to be no program: make it a group that says so.
                group.fails, group.want = True, got[:-1]
            else:
                group.want = got
        if options.write:
            cases.write(path, groups, rest)
    runner.close()
    verb = "rewritten" if options.write else "disagree"
    print(f"{total} groups, {wrong} {verb}")
    return 0 if options.write or not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
