# SPDX-License-Identifier: Apache-2.0
"""Makes a failing program and its input smaller while they still fail."""

import json

from generate import Node


def shrink(program, text, fails, tries=300):
    """The smallest (program Node, input text) found for which `fails` still holds."""
    left = [tries]

    def still(candidate, candidate_text):
        left[0] -= 1
        return left[0] > 0 and fails(candidate.text(), candidate_text)

    changed = True
    while changed and left[0] > 0:
        program, smaller = _shrink_program(program, text, still)
        text, shorter = _shrink_input(program, text, still)
        changed = smaller or shorter
    return program, text


def _replacements(node):
    yield Node(".", term=True)
    yield from node.kids()
    for at, part in enumerate(node.parts):
        if isinstance(part, Node):
            for smaller in _replacements(part):
                yield Node(*node.parts[:at], smaller, *node.parts[at + 1:], term=node.term)


def _shrink_program(program, text, still):
    shrunk = False
    while True:
        size = len(program.text())
        for candidate in _replacements(program):
            if len(candidate.text()) < size and still(candidate, text):
                program, shrunk = candidate, True
                break
        else:
            return program, shrunk


def _smaller_values(value):
    if isinstance(value, list):
        yield from value
        for at in range(len(value)):
            yield value[:at] + value[at + 1:]
    elif isinstance(value, dict):
        yield from value.values()
        for key in value:
            yield {k: v for k, v in value.items() if k != key}
    if value is not None:
        yield None


def _shrink_input(program, text, still):
    shrunk = False
    while True:
        try:
            value = json.loads(text)
        except ValueError:
            return text, shrunk
        for smaller in _smaller_values(value):
            candidate = json.dumps(smaller, ensure_ascii=False)
            if len(candidate) < len(text) and still(program, candidate):
                text, shrunk = candidate, True
                break
        else:
            return text, shrunk
