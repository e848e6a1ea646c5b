# SPDX-License-Identifier: Apache-2.0
def uses_missing: missing_function;
