# SPDX-License-Identifier: Apache-2.0
"""Rows of results as text for a terminal and as tables in docs/benchmarks.md."""

import re

IN_PROCESS = ("compiled", "parse")


def value_of(row, name):
    """The figure that counts, in ms (in ns for what runs in process), or None."""
    figures = row["engines"].get(name)
    if not figures or "failed" in figures:
        return None
    if "ns" in figures:
        return figures["ns"]
    metric = row["metric"] if name == "krt" else row.get("peer_metric") or row["metric"]
    return figures[metric]["min"] * 1e3


def judge(row, ranges):
    """Fills in best peer, ratio and verdict."""
    peers = {name: value_of(row, name) for name in row["engines"]
             if name != "krt" and not name.startswith("empty ")}
    peers = {name: value for name, value in peers.items() if value is not None}
    mine = value_of(row, "krt")
    row["best_peer"] = min(peers, key=peers.get) if peers else None
    row["ratio"] = peers[row["best_peer"]] / mine if peers and mine else None
    if mine is None:
        failed = row["engines"].get("krt", {}).get("failed")
        row["verdict"] = f"FAILED: {failed}" if failed else "not built"
        return
    reasons = []
    if row["ratio"] is not None and row["bar"] and row["ratio"] < row["bar"]:
        reasons.append("behind" if row["ratio"] < 1 else "below the bar")
    if row["engines"]["krt"].get("same_results") is False:
        reasons.append("OTHER RESULTS")
    allocated = row["engines"]["krt"].get("allocations", 0)
    if row.get("allocations") and allocated > int(row["allocations"]):
        reasons.append(f"{allocated} allocations")
    measured, margin = ranges.get(row["name"], (0, 0))
    if row["ratio"] is not None and row["ratio"] < measured * (1 - margin):
        reasons.append(f"was {measured:.1f}×")
    row["verdict"] = ", ".join(reasons) or "ok"


def number(value):
    return f"{value:,.2f}" if value < 10 else f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def cell(row, name):
    figures = row["engines"].get(name)
    if figures is None:
        return "–"
    if "failed" in figures:
        return figures["failed"]
    mark = "≠" if figures.get("same_results") is False else ""
    return number(value_of(row, name)) + mark


def columns(rows):
    order = ["krt", "jq", "gojq", "jaq", "gojq_compiled", "simdjson_parse", "empty static",
             "empty dynamic"]
    return [name for name in order if name == "krt" or any(name in r["engines"] for r in rows)]


def spread(row):
    figures = row["engines"].get("krt") or {}
    if "ns" in figures:
        return f"{figures['spread']:.0%}"
    return f"{figures[row['metric']]['spread']:.0%}" if row["metric"] in figures else "–"


def table(rows):
    names = columns(rows)
    group = rows[0]["group"]
    unit = "ns" if group in IN_PROCESS else "ms"
    head = ["scenario"] + [f"{name} {unit}" for name in names]
    head += ["spread", "× best peer", "bar", "verdict"]
    if group == "parse":
        head = ["scenario", "krt ns", "simdjson ns", "krt GB/s", "simdjson GB/s", "spread"]
    lines = [head]
    for row in rows:
        cells = [row["name"]] + [cell(row, name) for name in names] + [spread(row)]
        if group == "parse":
            rates = [rate(row, name) for name in ("krt", "simdjson_parse")]
            cells = cells[:1] + [cell(row, "krt"), cell(row, "simdjson_parse"), *rates, spread(row)]
        else:
            ratio = f"{row['ratio']:.2f}" if row["ratio"] is not None else "–"
            cells += [ratio, f"{row['bar']:g}", row["verdict"]]
        lines.append(cells)
    return lines


def rate(row, name):
    value = value_of(row, name)
    return f"{row['bytes'] / value:.2f}" if value else "–"


def as_text(lines):
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    out = []
    for line in lines:
        cells = [line[0].ljust(widths[0])] + [c.rjust(w) for c, w in zip(line[1:], widths[1:])]
        out.append("  ".join(cells).rstrip())
    return "\n".join(out)


def as_markdown(lines):
    rule = ["---"] + ["--:"] * (len(lines[0]) - 1)
    return "\n".join("| " + " | ".join(line) + " |" for line in [lines[0], rule, *lines[1:]])


def commands(rows):
    """The exact command of each row, as a fold below its table."""
    lines = [f"{row['name']}: {row['command']}" for row in rows if row.get("command")]
    if not lines:
        return ""
    text = "\n".join(lines)
    return f"\n\n<details><summary>commands</summary>\n\n```\n{text}\n```\n\n</details>"


def rewrite(page, sections):
    """Replaces what stands between <!-- begin NAME --> and <!-- end NAME -->."""
    for name, text in sections.items():
        pattern = re.compile(rf"(<!-- begin {name} -->\n).*?(<!-- end {name} -->)", re.DOTALL)
        page, count = pattern.subn(lambda m, t=text: m[1] + t + "\n" + m[2], page)
        if count != 1:
            raise SystemExit(f"docs/benchmarks.md: {count} sections called {name!r}")
    return page
