# SPDX-License-Identifier: Apache-2.0
"""The same generated programs through jq and through our engine: every output and error must agree.

KARTA_DIFF_COUNT (3000) pairs from KARTA_DIFF_SEED (random, printed).  Failing pairs are made smaller
before they are reported.
"""

import os
import random
import re

import pytest

pytest.importorskip("jq", reason="the oracle: pip install jq==1.13.0")

import allowed
import cases
import engine
import reduce
from generate import Generator

COUNT = int(os.environ.get("KARTA_DIFF_COUNT", "3000"))
SEED = int(os.environ.get("KARTA_DIFF_SEED", random.randrange(1 << 32)))
REPORTED = 25  # different failures shown in full


@pytest.fixture(scope="module")
def engines():
    ours = engine.ours(timeout=15)
    if ours is None:
        pytest.skip("jq_batch is not built")
    theirs = engine.oracle(timeout=2)
    yield theirs, ours
    theirs.close()
    ours.close()


def difference(program, text, engines):
    """None when both do the same, or jq itself falls over; else the two answers."""
    theirs = engines[0].ask(program, text, max=200)
    if theirs["k"] in ("hang", "crash"):
        return None
    ours = engines[1].ask(program, text, max=200)
    if theirs["k"] == ours["k"] == "compile":
        theirs["e"], ours["e"] = map(engine.compile_errors, (theirs["e"], ours["e"]))
    if theirs == ours or allowed.explain(program, text, theirs, ours):
        return None
    return theirs, ours


def report(found):
    lines = [f"seed {SEED}: {len(found)} differences"]
    seen = set()
    for program, text, (theirs, ours) in found:
        shape = re.sub(r'"(\\.|[^"\\])*"|[\d.]+|\$\w+', "_", program)
        if shape in seen or len(seen) == REPORTED:
            continue
        seen.add(shape)
        lines += [f"program {program}", f"  input {text}", f"  jq    {theirs}", f"  ours  {ours}"]
    return "\n".join(lines)


def test_generated_programs_agree(engines):
    print(f"seed {SEED}, {COUNT} pairs")
    generator = Generator(SEED)
    found = []
    for _ in range(COUNT):
        program, text = generator.pair()
        if difference(program.text(), text, engines) is None:
            continue
        program, text = reduce.shrink(program, text, lambda p, t: difference(p, t, engines) is not None)
        found.append((program.text(), text, difference(program.text(), text, engines)))
        if len(found) == 4 * REPORTED:
            break
    assert not found, report(found)


TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[\w.$@]+|\s+|.')
SPARE = ["(", ")", "[", "]", "{", "}", "|", ",", ";", ":", ".", "..", "?", "//", "?//", "as", "$x", "if", "then",
         "else", "end", "def", "reduce", "foreach", "try", "catch", "label", "and", "or", "+", "-", "=", "|=", "==",
         "1", "\"", "\\", "@", "é", "f", "::", "%", "<", "__loc__", "$__loc__", "import", "#", "1.2e", "'"]


def mutate(program, rng):
    """`program` with a token or two removed, doubled, replaced or added."""
    tokens = TOKEN.findall(program)
    for _ in range(rng.choice([1, 1, 2])):
        at = rng.randrange(len(tokens) + 1)
        tokens[at:at + rng.choice([0, 1, 1])] = rng.choice([[], [rng.choice(SPARE)], tokens[at:at + 1] * 2])
    return "".join(tokens)


def test_broken_programs_are_reported_alike(engines):
    rng = random.Random(SEED)
    programs = [group.program for path in sorted(cases.DIRECTORY.glob("*.test"))
                for group in cases.read(path)[0] if len(group.program) < 120 and "\u2424" not in group.program
                and not re.search(r"repeat|while|until|range|recurse|inputs?|import|include|1e", group.program)]
    found = []
    for _ in range(COUNT // 3):
        program = mutate(rng.choice(programs), rng)
        answers = difference(program, "null", engines)
        if answers is not None:
            found.append((program, "null", answers))
    assert not found, report(found)


@pytest.mark.parametrize("path", sorted(cases.DIRECTORY.glob("*.test")), ids=lambda path: path.stem)
def test_cases_hold_for_jq(path):
    """The hand-written cases say what jq does, except where they are about our differences."""
    if path.stem in cases.OURS:
        pytest.skip("behaviour of our own")
    runner = engine.oracle()
    wrong = [f"{path.name}:{group.line}: {group.program}" for group in cases.read(path)[0]
             if not cases.run(group, runner)[0]]
    runner.close()
    assert not wrong, "\n".join(wrong)
