# SPDX-License-Identifier: Apache-2.0
def value: 40;
