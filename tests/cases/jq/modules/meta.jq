# SPDX-License-Identifier: Apache-2.0
module {"a": 1};
import "shapes" as s {search: "./", extra: [1]};
import "limits" as $d;
include "order";
def f: 1; def g(x): 2; def h($a; $b): 3;
