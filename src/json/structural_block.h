// SPDX-License-Identifier: Apache-2.0
#pragma once

// From character classes to positions: the part that all kernels share.

#include <cstdint>

#include "json/structural.h"

#define KARTA_INLINE inline __attribute__((always_inline))

namespace karta::json {

// One bit for each byte of a block.
struct BlockClasses {
  uint64_t backslash;
  uint64_t quote;
  uint64_t structure;  // {}[]:,
  uint64_t space;
  uint64_t control;  // below 0x20
};

// Bytes that a backslash escapes.
KARTA_INLINE uint64_t FindEscaped(uint64_t backslash, uint64_t* carry) {
  uint64_t escaped = *carry;
  backslash &= ~escaped;
  *carry = 0;
  while (backslash != 0) {
    const uint64_t bit = backslash & (0 - backslash);
    escaped |= bit << 1;
    *carry = bit >> 63;
    backslash &= ~(bit | bit << 1);
  }
  return escaped;
}

// The quotes that begin or end a string.
KARTA_INLINE uint64_t FindQuotes(const BlockClasses& classes, uint32_t position, BlockCarry* carry,
                                 BlockOutput* output) {
  if ((classes.backslash | carry->escaped) == 0) [[likely]]
    return classes.quote;
  if (classes.backslash != 0) output->escapes[output->escape_count++] = position;
  return classes.quote & ~FindEscaped(classes.backslash, &carry->escaped);
}

// The bytes of a block whose positions are wanted.  `parity` has for each bit the parity of that
// bit of `quote` and all below.  `*plain` turns false when a string holds a bare control character.
KARTA_INLINE uint64_t FindStarts(const BlockClasses& classes, uint64_t quote, uint64_t parity,
                                 BlockCarry* carry, bool* plain) {
  // From each opening quote to before its closing one.
  const uint64_t in_string = parity ^ carry->in_string;
  carry->in_string = static_cast<uint64_t>(static_cast<int64_t>(in_string) >> 63);
  const uint64_t scalar = ~(classes.structure | classes.space | quote);
  const uint64_t start = scalar & ~(scalar << 1 | carry->in_scalar);
  carry->in_scalar = scalar >> 63;
  *plain = (classes.control & in_string) == 0;
  return ((classes.structure | start) & ~in_string) | (quote & in_string);
}

}  // namespace karta::json
