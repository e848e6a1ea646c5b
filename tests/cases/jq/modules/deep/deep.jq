# SPDX-License-Identifier: Apache-2.0
import "inner" as i {search: "./"};
include "side" {search: ["./nowhere", "./"]};

def reach: i::value + side;
