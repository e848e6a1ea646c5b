# SPDX-License-Identifier: Apache-2.0
"""Runs every `console` block of docs/guides, and keeps docs/cli.md equal to the help texts.

In a block, `$ command` is followed by what it prints, standard error included, and `[exit N]` when
that is not 0.  KARTA_UPDATE_CASES=1 rewrites docs/cli.md.
"""

import os
import pathlib
import re
import subprocess

import pytest

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
TOPICS = [("krt", ["help"]), ("krt jq", ["help", "jq"]), ("Environment", ["help", "environment"]),
          ("Exit codes", ["help", "exit-codes"])]


def blocks():
    for path in sorted((DOCS / "guides").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for match in re.finditer(r"^```console\n(.*?)^```$", text, re.M | re.S):
            line = text.count("\n", 0, match.start()) + 1
            yield pytest.param(match.group(1), id=f"{path.name}:{line}")


def commands(block):
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


@pytest.mark.parametrize("block", list(blocks()))
def test_guide(block, krt, tmp_path):
    bin_dir = tmp_path / "bin"
    bin_dir.mkdir()
    (bin_dir / "krt").symlink_to(krt)
    work = tmp_path / "work"
    work.mkdir()
    env = {"PATH": f"{bin_dir}:{os.environ['PATH']}", "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    for command, want in commands(block):
        done = subprocess.run(["sh", "-c", command], cwd=work, env=env, timeout=60,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        got = done.stdout.decode()
        if done.returncode != 0:
            got += f"[exit {done.returncode}]\n"
        assert [line.rstrip() for line in got.splitlines()] == want.splitlines(), command


def reference(krt):
    parts = ["# The command line\n\nGenerated from the help texts; do not edit. "
             "[guides/jq.md](guides/jq.md) is the place to begin.\n"]
    for title, args in TOPICS:
        text = subprocess.run([krt, *args], capture_output=True, timeout=60, check=True).stdout
        parts.append(f"## {title}\n\n```text\n{text.decode()}```\n")
    return "\n".join(parts)


def test_reference_is_the_help_text(krt):
    path = DOCS / "cli.md"
    text = reference(krt)
    if os.environ.get("KARTA_UPDATE_CASES"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, "KARTA_UPDATE_CASES=1 rewrites it"
