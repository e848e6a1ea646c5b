# SPDX-License-Identifier: Apache-2.0
"""Differences from jq that we keep.  Each has its paragraph in docs/differences.md, under the same name."""

import re


def explain(program, text, theirs, ours):
    """The name of the kept difference that explains two unequal answers, or None."""
    for name, applies in KEPT.items():
        if applies(program, text, theirs, ours):
            return name
    return None


def _mentions(*words):
    pattern = re.compile(r"(?<![\w.])(" + "|".join(map(re.escape, words)) + r")(?!\w)")
    return lambda program, text, theirs, ours: pattern.search(program) is not None


def _break_in_try(program, text, theirs, ours):
    return "break" in program and "catch" in program


def _range_to_nan(program, text, theirs, ours):
    return "range" in program and "nan" in program.lower() + text.lower()


def _minus_two(program, text, theirs, ours):
    return "mktime not supported on this platform" in (theirs["e"] or "")


def _more_reports(program, text, theirs, ours):
    if not theirs["k"] == ours["k"] == "compile":
        return False
    theirs, ours = (set(("\n" + answer["e"]).split("\nerror: ")) for answer in (theirs, ours))
    return theirs <= ours


def _path_identity(program, text, theirs, ours):
    return ((theirs["e"] or "").startswith('"Invalid path expression with result')
            and ours["k"] in (None, "error"))


def _update_internals(program, text, theirs, ours):
    return ((theirs["e"] or "").startswith('"Invalid path expression near attempt to access element 0 of [')
            and (ours["e"] or "").startswith('"Invalid path expression with result') and "=" in program)


def _constant_key(program, text, theirs, ours):
    wrong = re.search(r"Cannot use [^\n]* as object key", theirs["e"] or "")
    return theirs["k"] == "compile" and ours["k"] != "compile" and wrong is not None


def _tabs_in_carets(program, text, theirs, ours):
    return (theirs["k"] == ours["k"] == "compile" and "\t" in program
            and theirs["e"].replace("\t", " ") == ours["e"].replace("\t", " "))


def _break_in_alternatives(program, text, theirs, ours):
    cuts = ("break", "first(", "limit(", "nth(", "isempty(", "any", "all", "until(")
    return "?//" in program and any(word in program for word in cuts)


KEPT = {
    "update-internals": _update_internals,
    "constant-keys": _constant_key,
    "tabs-in-carets": _tabs_in_carets,
    "break-through-alternatives": _break_in_alternatives,
    "mktime-minus-two": _minus_two,
    "more-reports": _more_reports,
    "path-identity": _path_identity,
    "extra-builtins": _mentions(
        "ascii", "date", "dateadd", "datesub", "leaf_paths", "timegm", "toarray", "@base32", "@base32d"),
    "break-through-try": _break_in_try,
    "range-nan": _range_to_nan,
}
