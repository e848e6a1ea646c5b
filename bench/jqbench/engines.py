# SPDX-License-Identifier: Apache-2.0
"""Finds the engines, and says how each is called."""

import dataclasses
import os
import pathlib
import platform
import shutil
import subprocess

VERSIONS = {"jq": "1.8.2", "gojq": "0.12.19", "jaq": "3.1.2"}


@dataclasses.dataclass
class Engine:
    name: str
    argv: list
    version: str


def cache_directory():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(os.environ.get("KARTA_CACHE") or os.path.join(base, "karta"))


def places():
    yield cache_directory() / "peers" / "bin"
    if os.environ.get("KARTA_PEERS"):
        yield pathlib.Path(os.environ["KARTA_PEERS"])


def answer(argv):
    try:
        done = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def find_tool(name):
    """A helper of ours that bench/setup_peers builds, or None."""
    for place in places():
        if os.access(place / name, os.X_OK):
            return str(place / name)
    return None


def find_peer(name):
    """The engine of the right version: from the cache, then $KARTA_PEERS, then PATH."""
    candidates = [str(place / name) for place in places()]
    if shutil.which(name):
        candidates.append(shutil.which(name))
    for path in candidates:
        version = answer([path, "--version"])
        if version and VERSIONS[name] in version:
            return Engine(name, [path], VERSIONS[name])
    return None


def find_krt(path):
    if answer([path, "jq", "-n", "1"]) != "1":
        return None
    version = answer([path, "--version"]) or "unversioned"
    return Engine("krt", [path, "jq"], version.splitlines()[0].removeprefix("krt "))


def command(engine, scenario, documents, programs):
    """The whole argument list.  Every engine gets the same flags."""
    argv = list(engine.argv)
    if scenario.ours:
        argv += scenario.ours.split()
    argv += scenario.flags.split()
    if not scenario.input and "-n" not in argv:
        argv.append("-n")
    if not scenario.indent:
        argv.append("-c")
    if scenario.program_file:
        argv += ["-f", find_file(scenario.program_file, documents, programs)]
    else:
        argv.append(scenario.program)
    if scenario.input:
        argv.append(find_file(scenario.input, documents, programs))
    return argv


def find_file(name, *directories):
    for directory in directories:
        path = os.path.join(directory, name)
        if os.path.exists(path):
            return path
    raise SystemExit(f"bench: no file {name!r} in {' or '.join(map(str, directories))}")


def machine_class():
    """What a reader needs to compare figures; never the name of the machine."""
    model, memory = platform.machine(), 0
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    with open("/proc/meminfo", encoding="utf-8") as lines:
        memory = round(int(lines.readline().split()[1]) / 1024 / 1024)
    return {"cpu": model, "cores": os.cpu_count(), "memory_gib": memory,
            "system": f"{platform.system()} {platform.machine()}"}
