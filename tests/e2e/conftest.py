# SPDX-License-Identifier: Apache-2.0
"""Finds the program under test: $KARTA_KRT, or build/krt."""

import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def krt():
    path = pathlib.Path(os.environ.get("KARTA_KRT") or ROOT / "build/krt")
    if not path.exists():
        pytest.skip(f"{path} is not built")
    return str(path.resolve())
