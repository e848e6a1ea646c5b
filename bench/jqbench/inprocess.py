# SPDX-License-Identifier: Apache-2.0
"""Scenarios inside one process: our Google Benchmark program beside a peer's small timer."""

import json
import os
import subprocess

from . import engines


def lines_of(argv, environment=None):
    done = subprocess.run(argv, capture_output=True, text=True, check=False, env=environment)
    if done.returncode != 0:
        print(f"bench: {argv[0]}: {done.stderr.strip()}")
        return []
    return [json.loads(line) for line in done.stdout.splitlines()]


def ours(scenario, options):
    """The least of five repetitions, in nanoseconds, with the counters; None when not built."""
    if not options.micro or not os.access(options.micro, os.X_OK):
        return None
    argv = [options.micro, f"--benchmark_filter=^{scenario.micro}$", "--benchmark_format=json",
            "--benchmark_repetitions=5", "--benchmark_min_time=0.1"]
    done = subprocess.run(argv, capture_output=True, text=True, check=False,
                          env={**os.environ, "KARTA_BENCH_DOCUMENTS": str(options.documents)})
    try:
        rows = json.loads(done.stdout)["benchmarks"]
    except (ValueError, KeyError):
        print(f"bench: {options.micro} {scenario.micro}: {done.stderr.strip()}")
        return None
    rows = [row for row in rows if row.get("run_type") == "iteration"]
    wrong = [row["error_message"] for row in rows if row.get("error_occurred")]
    if wrong or not rows:
        return {"failed": wrong[0] if wrong else "no such benchmark"}
    best = min(rows, key=lambda row: row["cpu_time"])
    times = [row["cpu_time"] for row in rows]
    figures = {"ns": best["cpu_time"], "spread": (max(times) - min(times)) / min(times)}
    for counter in ("allocations", "node_bytes", "results"):
        if counter in best:
            figures[counter] = int(best[counter])
    return figures


def peer(scenario, options):
    tool = engines.find_tool(scenario.peer)
    if not tool:
        return None
    argv = [tool] + ([scenario.program] if scenario.program else [])
    argv.append(engines.find_file(scenario.input, options.documents))
    rows = lines_of(argv)
    return {"ns": rows[0]["ns_per_op"], "results": rows[0].get("results")} if rows else None


def measure(scenario, options):
    found = {"krt": ours(scenario, options), scenario.peer: peer(scenario, options)}
    return {name: figures for name, figures in found.items() if figures}
