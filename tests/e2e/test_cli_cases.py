# SPDX-License-Identifier: Apache-2.0
"""Runs tests/cases/cli/*.yaml: command lines with what they must print, word for word.

A case:

    name: what a user sees, in words
    args: [jq, -c, .]           # of krt
    input: text for standard input; input_base64 for bytes that are no text
    files: {name: text}         # made in an empty directory, which is the working directory
    env: {NAME: value}          # on top of a small fixed environment
    stdout: exact text          # "" when left out; stdout_base64 for bytes
    stderr: exact text          # "" when left out; or stderr_has: [pieces]
    exit: 0
    ours: true                  # jq itself behaves differently here, on purpose

KARTA_PEER_JQ=/usr/bin/jq runs the cases that are not `ours` with that jq instead of `krt jq`, which
shows that the cases tell the truth.
"""

import base64
import os
import pathlib
import subprocess

import pytest
import yaml

CASES = pathlib.Path(__file__).resolve().parents[1] / "cases/cli"
PEER = os.environ.get("KARTA_PEER_JQ")
KNOWN = {"name", "args", "input", "input_base64", "files", "env", "stdout", "stdout_base64",
         "stderr", "stderr_has", "exit", "ours"}


def load():
    for path in sorted(CASES.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            unknown = set(case) - KNOWN
            assert not unknown, f"{path.name}: {case.get('name')}: unknown fields {unknown}"
            yield pytest.param(case, id=f"{path.stem}: {case['name']}")


def command(case, krt):
    args = [str(arg) for arg in case["args"]]
    if not PEER:
        return [krt, *args]
    if case.get("ours") or args[0] != "jq":
        pytest.skip("ours only")
    return [PEER, *args[1:]]


def blob(case, field):
    if field + "_base64" in case:
        return base64.b64decode(case[field + "_base64"])
    return case.get(field, "").encode()


@pytest.mark.parametrize("case", list(load()))
def test_case(case, krt, tmp_path):
    for name, text in case.get("files", {}).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LC_ALL": "C", "TZ": "UTC"}
    for name, value in case.get("env", {}).items():
        env[name] = value.replace("$PWD", str(tmp_path))
    done = subprocess.run(command(case, krt), input=blob(case, "input"), capture_output=True,
                          cwd=tmp_path, env=env, timeout=60)
    stderr = done.stderr.decode("utf-8", "surrogateescape").replace(str(tmp_path), "$PWD")
    assert done.stdout == blob(case, "stdout").replace(b"$PWD", str(tmp_path).encode()), stderr
    if "stderr_has" in case:
        for piece in case["stderr_has"]:
            assert piece in stderr
    else:
        want = case.get("stderr", "")
        if PEER:  # the pointer to the help text differs
            stderr = stderr.replace(
                "Use jq --help for help with command-line options,\n"
                "or see the jq manpage, or online docs at https://jqlang.org\n",
                "Use krt jq --help for help with command-line options.\n")
        assert stderr == want
    assert done.returncode == case.get("exit", 0)
