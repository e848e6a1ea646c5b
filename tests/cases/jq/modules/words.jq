# SPDX-License-Identifier: Apache-2.0
import "shapes" as shapes;
import "limits" as $limits;

def loud: ascii_upcase + "!";
def area($r): "\(shapes::circle($r))";
def limit_of($name): $limits[0][$name];
def limit_too($name): $limits::limits[0][$name];
def where: $__loc__;
