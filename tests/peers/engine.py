# SPDX-License-Identifier: Apache-2.0
"""Long-lived batch engines: jq itself and ours, behind one call.

An engine is a program that answers one JSON line per JSON line (see oracle.py for the fields).  It
may hang or die on a request; then the answer says so and the next request meets a fresh process.
"""

import json
import os
import pathlib
import re
import select
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# What cases may see of the outside: the same for every engine, on every machine.  The zone is
# spelled as a rule so that no zone files are needed.
ENVIRONMENT = {"KARTA_CASE": "hello", "TZ": "CET-1CEST,M3.5.0,M10.5.0/3", "LC_ALL": "C", "PAGER": "less"}


class Engine:
    def __init__(self, command, timeout=10.0):
        self.command = command
        self.timeout = timeout
        self._process = None
        self._buffer = b""

    def ask(self, program, text="null", **more):
        """One answer; kind "hang" or "crash" when the process did not live to give one."""
        if self._process is None:
            self._start()
        line = json.dumps({"p": program, "i": text, **more}) + "\n"
        try:
            self._process.stdin.write(line.encode("utf-8", "surrogatepass"))
            self._process.stdin.flush()
        except BrokenPipeError:
            return self._lost("crash")
        deadline = time.monotonic() + self.timeout
        while b"\n" not in self._buffer:
            ready, _, _ = select.select([self._process.stdout], [], [],
                                        max(0.0, deadline - time.monotonic()))
            if not ready:
                return self._lost("hang")
            data = os.read(self._process.stdout.fileno(), 1 << 16)
            if not data:
                return self._lost("crash")
            self._buffer += data
        answer, self._buffer = self._buffer.split(b"\n", 1)
        return json.loads(answer)

    def close(self):
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            self._buffer = b""

    def _start(self):
        self._process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, **ENVIRONMENT})

    def _lost(self, kind):
        self.close()
        return {"o": [], "k": kind, "e": None, "d": []}


def oracle(timeout=10.0):
    return Engine([sys.executable, str(HERE / "oracle.py")], timeout)


def ours(timeout=10.0):
    """Our engine, or None while it is not built.  KARTA_JQ_BATCH names another binary."""
    named = os.environ.get("KARTA_JQ_BATCH")
    candidates = [pathlib.Path(named)] if named else [
        ROOT / "build/release/bin/jq_batch", *sorted(ROOT.glob("build/*/bin/jq_batch"))]
    for path in candidates:
        if path.is_file() and os.access(path, os.X_OK):
            return Engine([str(path)], timeout)
    return None


def pick(name, timeout=10.0):
    engine = oracle(timeout) if name == "oracle" else ours(timeout)
    if engine is None:
        raise SystemExit("jq_batch is not built (or name it with KARTA_JQ_BATCH)")
    return engine


def compile_errors(text):
    """The reports in a compile error, without jq's own name and its closing count."""
    text = re.sub(r"\n?(jq: )?\d+ compile errors?\s*$", "", text or "")
    return re.sub(r"(?m)^jq: ", "", text).strip("\n")
