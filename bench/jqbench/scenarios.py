# SPDX-License-Identifier: Apache-2.0
"""Reads bench/scenarios/*.yaml and bench/ranges/*.yaml.

The files use the small part of YAML that a page of code can read, so that the benchmarks need
nothing but Python itself: documents between --- lines, `key: value`, and `key: |` with an indented
block below.
"""

import dataclasses
import pathlib

# The order of the tables.
GROUPS = ("jobsets", "startup", "compiled", "parse", "document", "arrays", "objects", "control",
          "trees", "strings", "json")


@dataclasses.dataclass
class Scenario:
    group: str
    name: str
    program: str = ""
    program_file: str = ""
    flags: str = ""
    input: str = ""
    indent: str = ""
    bar: float = 1
    runs: int = 0
    ours: str = ""
    beside: str = ""
    micro: str = ""
    peer: str = ""
    allocations: str = ""


def read_documents(path):
    """A list of dictionaries with text values."""
    documents, current, block = [], {}, None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if block is not None and (line.startswith("  ") or not line.strip()):
            current[block] += line[2:] + "\n"
            continue
        block = None
        if line == "---":
            documents.append(current)
            current = {}
        elif line.strip() and not line.startswith("#"):
            key, colon, value = line.partition(":")
            if not colon or line[0] == " ":
                raise SystemExit(f"{path}:{number}: expected `key: value`")
            value = value.strip()
            if value == "|":
                block, value = key, ""
            current[key] = value
    documents.append(current)
    return [document for document in documents if document]


def load(directory):
    known = {field.name for field in dataclasses.fields(Scenario)}
    scenarios, names = [], set()
    for group in GROUPS:
        path = pathlib.Path(directory, f"{group}.yaml")
        for fields in read_documents(path):
            unknown = set(fields) - known
            if unknown:
                raise SystemExit(f"{path}: unknown field {sorted(unknown)[0]!r}")
            scenario = Scenario(group=group, **fields)
            scenario.bar, scenario.runs = float(scenario.bar), int(scenario.runs)
            scenario.program = scenario.program.strip()
            if scenario.name in names:
                raise SystemExit(f"{path}: two scenarios are called {scenario.name!r}")
            names.add(scenario.name)
            scenarios.append(scenario)
    return scenarios


def load_ranges(path):
    """{name: (measured ratio, margin)}; empty without the file."""
    path = pathlib.Path(path)
    if not path.exists():
        return {}
    return {d["name"]: (float(d["ratio"]), float(d["margin"])) for d in read_documents(path)}
