# SPDX-License-Identifier: Apache-2.0
"""Differences from jq that we keep.  Each has its paragraph in docs/differences.md, under the same name."""


def explain(program, text, theirs, ours):
    """The name of the kept difference that explains two unequal answers, or None."""
    for name, applies in KEPT.items():
        if applies(program, text, theirs, ours):
            return name
    return None


KEPT = {}
