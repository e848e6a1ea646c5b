# SPDX-License-Identifier: Apache-2.0
def side: 2;
