# SPDX-License-Identifier: Apache-2.0
import "circle/one" as one;
def f: one::f;
