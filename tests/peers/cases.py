# SPDX-License-Identifier: Apache-2.0
"""Reads and writes the case files of tests/cases/jq (format: the README.md there)."""

import dataclasses
import json
import re

import engine

DIRECTORY = engine.ROOT / "tests" / "cases" / "jq"
FAIL = "%%FAIL"
OURS = {"differences"}  # files about behaviour that jq does not have


@dataclasses.dataclass
class Group:
    line: int  # of the program, from 1
    program: str
    input: str = "null"
    want: list = dataclasses.field(default_factory=list)  # lines; the last may be an ending
    fails: bool = False     # does not compile: `want` is the report
    notes: list = dataclasses.field(default_factory=list)  # comment and empty lines before it


def is_blank(line):
    return not line.strip() or line.lstrip(" \t").startswith("#")


def read(path):
    """The groups of a file, and the lines after the last one."""
    groups, notes = [], []
    lines = path.read_text(encoding="utf-8").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    at = 0
    while at < len(lines):
        if is_blank(lines[at]):
            notes.append(lines[at])
            at += 1
            continue
        fails = lines[at] == FAIL
        at += fails
        group = Group(line=at + 1, program=lines[at], fails=fails, notes=notes)
        notes = []
        at += 1
        if not fails:
            if at >= len(lines):
                raise ValueError(f"{path}:{group.line}: no input line")
            group.input = lines[at]
            at += 1
        while at < len(lines) and not is_blank(lines[at]):
            group.want.append(lines[at])
            at += 1
        groups.append(group)
    return groups, notes


def write(path, groups, rest):
    out = []
    for group in groups:
        out += group.notes
        if group.fails:
            out += [FAIL, group.program]
        else:
            out += [group.program, group.input]
        out += group.want
    path.write_text("\n".join(out + rest).rstrip("\n") + "\n", encoding="utf-8")


def expectation(answer):
    """The lines an answer puts below the program and input."""
    kind = answer["k"]
    if kind == "compile":
        return [line.rstrip() for line in engine.compile_errors(answer["e"]).split("\n")]
    if kind is None:
        return answer["o"]
    if kind in ("error", "halt"):
        return answer["o"] + [("!! " if kind == "error" else "!halt ") + answer["e"]]
    return answer["o"] + [f"!{kind}"]


def run(group, engine_):
    """Whether `engine_` does what the group wants, and what it did."""
    answer = engine_.ask(decode(group.program), group.input, l=[str(DIRECTORY / "modules")],
                         v={"ARGS": {"named": {}, "positional": []}}, max=2000)
    got = expectation(answer)
    if (answer["k"] == "compile") != group.fails:
        got = got + [f"!{answer['k']}"]
    return got == group.want, got


def decode(program):
    """A program of several lines is written in one, its line ends as the symbol U+2424."""
    return re.sub("\u2424", "\n", program)
