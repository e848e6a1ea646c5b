# SPDX-License-Identifier: Apache-2.0
def first_one: 1;
def same: "first";
def uses_same: same;
def same: "second";
