# SPDX-License-Identifier: Apache-2.0
"""Starts a program and measures it; turns many measurements into a few figures."""

import dataclasses
import json
import os
import resource
import signal
import statistics
import tempfile
import threading
import time


@dataclasses.dataclass
class Sample:
    wall: float      # seconds from before the start of the process until it was reaped
    cpu: float       # user and system seconds of the process
    rss_kib: int     # its largest resident set
    code: int        # exit code; negative: the signal that ended it
    expired: bool    # ended at the time limit


def pin(cores):
    """This process and all it starts from now on stay on these cores."""
    os.sched_setaffinity(0, cores)


def run(argv, output="/dev/null", limit=None):
    """`limit` is in seconds of CPU time: elapsed time would blame a program for a busy machine."""
    actions = [(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
               (os.POSIX_SPAWN_OPEN, 1, output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
               (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)]
    hung = threading.Event()
    start = time.perf_counter()
    pid = os.posix_spawn(argv[0], argv, os.environ, file_actions=actions)
    timer = None
    if limit:
        resource.prlimit(pid, resource.RLIMIT_CPU, (int(limit), int(limit)))

        def stop():  # for one that waits for ever and burns nothing
            hung.set()
            os.kill(pid, signal.SIGKILL)
        timer = threading.Timer(20 * limit, stop)
        timer.start()
    _, status, usage = os.wait4(pid, 0)
    wall = time.perf_counter() - start
    if timer:
        timer.cancel()
    cpu = usage.ru_utime + usage.ru_stime
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGKILL, signal.SIGXCPU)
    expired = hung.is_set() or (limit is not None and killed and cpu >= 0.8 * limit)
    return Sample(wall, cpu, usage.ru_maxrss, os.waitstatus_to_exitcode(status), expired)


def first_run(argv, limit):
    """A run that warms the caches and keeps the output: (sample, bytes)."""
    with tempfile.NamedTemporaryFile() as file:
        sample = run(argv, output=file.name, limit=limit)
        with open(file.name, "rb") as output:
            return sample, output.read()


def same_results(a, b):
    """Whether two outputs are the same JSON values; gojq sorts keys, others keep their order."""
    if a == b:
        return True
    for split in (bytes.splitlines, lambda text: [text]):  # one value a line, or one value
        try:
            return [json.loads(v) for v in split(a)] == [json.loads(v) for v in split(b)]
        except ValueError:
            continue
    return False


def summary(values):
    median = statistics.median(values)
    return {"min": min(values), "median": median, "max": max(values),
            "spread": (max(values) - min(values)) / median if median else 0.0}


def figures(samples):
    return {"runs": len(samples),
            "wall": summary([s.wall for s in samples]),
            "cpu": summary([s.cpu for s in samples]),
            "rss_kib": max(s.rss_kib for s in samples)}
