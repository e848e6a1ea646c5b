# SPDX-License-Identifier: Apache-2.0
import "circle/two" as two;
def f: two::f;
