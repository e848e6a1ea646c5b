# SPDX-License-Identifier: Apache-2.0
# A module with metadata, constants and functions that use each other.
module {"name": "shapes", "version": 2, "tags": ["area", "é"]};

def pi: 3;
def square($side): $side * $side;
def circle($r): pi * square($r);
def each(f): map(f);
def hidden: "shapes::hidden";
