# SPDX-License-Identifier: Apache-2.0
def found: "nested/jq/main";
