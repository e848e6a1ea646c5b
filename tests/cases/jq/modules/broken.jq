# SPDX-License-Identifier: Apache-2.0
def broken: 1 +;
