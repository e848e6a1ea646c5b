# SPDX-License-Identifier: Apache-2.0
"""Scenarios that start programs: every engine by turns, so that a noisy moment hits all of them."""

import pathlib
import shlex
import subprocess

from . import engines, timing

SHORT_SECONDS = 0.1   # runs shorter than this are repeated more often
LONG_SECONDS = 3.0    # and runs longer than this less often


def wanted_runs(scenario, runs, first):
    if scenario.runs:
        return scenario.runs
    if first.cpu < SHORT_SECONDS:
        return 2 * runs + 1
    return runs if first.cpu < LONG_SECONDS else 2


def measure(scenario, contenders, options):
    """{engine: figures}; an engine that fails or never ends has {"failed": why} instead."""
    found, samples, argvs, outputs = {}, {}, {}, {}
    for engine in contenders:
        argv = engines.command(engine, scenario, options.documents, options.programs)
        if engine.name.startswith("empty "):
            argv = engine.argv
        first, output = timing.first_run(argv, options.limit)
        if first.expired:
            found[engine.name] = {"failed": f"over {options.limit:g} s"}
        elif first.code != 0:
            found[engine.name] = {"failed": f"exit {first.code}"}
        else:
            argvs[engine.name], outputs[engine.name], samples[engine.name] = argv, output, []
            found[engine.name] = {"planned": wanted_runs(scenario, options.runs, first)}
    turns = max((found[name]["planned"] for name in argvs), default=0)
    for turn in range(turns):
        for name, argv in argvs.items():
            if turn < found[name]["planned"]:
                samples[name].append(timing.run(argv))
    reference = "jq" if "jq" in outputs else next(iter(outputs), None)
    for name in argvs:
        found[name] = timing.figures(samples[name])
        found[name]["same_results"] = timing.same_results(outputs[name], outputs[reference])
    return found


def metric(scenario):
    """CPU time shrugs off what else the machine does; start-up and threads are about waiting."""
    return "wall" if scenario.ours or scenario.group == "startup" else "cpu"


def shown(argv, root):
    """A command as the page shows it: no private paths."""
    words = [pathlib.Path(argv[0]).name] + argv[1:]
    return shlex.join(w.replace(str(root) + "/", "") for w in words)


def build_floors(directory):
    """Programs that do nothing: what the system itself takes to start and end one."""
    floors = []
    source = pathlib.Path(directory, "nothing.c")
    source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
    for name, flags in (("empty static", ["-static"]), ("empty dynamic", [])):
        program = pathlib.Path(directory, name.replace(" ", "-"))
        try:
            done = subprocess.run(["cc", "-O2", *flags, str(source), "-o", str(program)],
                                  capture_output=True, check=False)
        except OSError:
            return []
        if done.returncode == 0:
            floors.append(engines.Engine(name, [str(program)], ""))
    return floors
