// SPDX-License-Identifier: Apache-2.0

// The kernel for x86 with AVX2 and carry-less multiplication, after the published methods: Langdale
// and Lemire, "Parsing Gigabytes of JSON per Second" (2019); Keiser and Lemire, "Validating UTF-8
// in Less Than One Instruction Per Byte" (2021).

#include "json/structural_block.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include <cstring>

#define KARTA_AVX2 __attribute__((target("avx2,bmi,pclmul,popcnt")))
#define KARTA_AVX2_INLINE inline __attribute__((always_inline, target("avx2,bmi,pclmul,popcnt")))

namespace karta::json {

namespace {

KARTA_AVX2_INLINE __m256i Twice(const unsigned char (&table)[16]) {
  __m128i half;
  std::memcpy(&half, table, 16);
  return _mm256_broadcastsi128_si256(half);
}

KARTA_AVX2_INLINE uint64_t Bits(__m256i low, __m256i high) {
  return static_cast<uint32_t>(_mm256_movemask_epi8(low)) |
         static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_epi8(high))) << 32;
}

KARTA_AVX2_INLINE uint64_t Equal(__m256i low, __m256i high, char c) {
  const __m256i wanted = _mm256_set1_epi8(c);
  return Bits(_mm256_cmpeq_epi8(low, wanted), _mm256_cmpeq_epi8(high, wanted));
}

// Each table holds, at the low half-byte of a wanted character, that character (with bit 5 set for
// the structural ones, which brings brackets and braces together).  The other entries match
// nothing.
constexpr unsigned char kSpaces[16] = {' ', 16,   16,   16, 16, 16,   16, 16,
                                       16,  '\t', '\n', 16, 16, '\r', 16, 16};
constexpr unsigned char kStructure[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0};

KARTA_AVX2_INLINE BlockClasses Classify(__m256i low, __m256i high) {
  const __m256i spaces = Twice(kSpaces);
  const __m256i structure = Twice(kStructure);
  const __m256i bit5 = _mm256_set1_epi8(0x20);
  const __m256i last_control = _mm256_set1_epi8(0x1f);
  BlockClasses classes;
  classes.backslash = Equal(low, high, '\\');
  classes.quote = Equal(low, high, '"');
  classes.space = Bits(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(spaces, low), low),
                       _mm256_cmpeq_epi8(_mm256_shuffle_epi8(spaces, high), high));
  classes.structure =
      Bits(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(structure, low), _mm256_or_si256(low, bit5)),
           _mm256_cmpeq_epi8(_mm256_shuffle_epi8(structure, high), _mm256_or_si256(high, bit5)));
  classes.control = Bits(_mm256_cmpeq_epi8(_mm256_min_epu8(low, last_control), low),
                         _mm256_cmpeq_epi8(_mm256_min_epu8(high, last_control), high));
  // Bit 5 also makes a comma of 0x0c and a colon of 0x1a.
  classes.structure &= ~classes.control;
  return classes;
}

// What can be wrong with a byte and the one before it, seen from each half-byte.  A bit that
// survives the AND of the three tables is an error.
enum : unsigned char {
  kTooShort = 1,  // lead byte not followed by a continuation
  kTooLong = 2,   // ASCII followed by a continuation
  kOverlong3 = 4,
  kTooLarge = 8,
  kSurrogate = 16,
  kOverlong2 = 32,
  kTooLarge1000 = 64,
  kOverlong4 = 64,
  kTwoContinuations = 128,
  kAnyway = kTooShort | kTooLong | kTwoContinuations,
};
constexpr unsigned char kFirstHigh[16] = {kTooLong,
                                          kTooLong,
                                          kTooLong,
                                          kTooLong,
                                          kTooLong,
                                          kTooLong,
                                          kTooLong,
                                          kTooLong,
                                          kTwoContinuations,
                                          kTwoContinuations,
                                          kTwoContinuations,
                                          kTwoContinuations,
                                          kTooShort | kOverlong2,
                                          kTooShort,
                                          kTooShort | kOverlong3 | kSurrogate,
                                          kTooShort | kTooLarge | kTooLarge1000 | kOverlong4};
constexpr unsigned char kFirstLow[16] = {kAnyway | kOverlong3 | kOverlong2 | kOverlong4,
                                         kAnyway | kOverlong2,
                                         kAnyway,
                                         kAnyway,
                                         kAnyway | kTooLarge,
                                         kAnyway | kTooLarge | kTooLarge1000,
                                         kAnyway | kTooLarge | kTooLarge1000,
                                         kAnyway | kTooLarge | kTooLarge1000,
                                         kAnyway | kTooLarge | kTooLarge1000,
                                         kAnyway | kTooLarge | kTooLarge1000,
                                         kAnyway | kTooLarge | kTooLarge1000,
                                         kAnyway | kTooLarge | kTooLarge1000,
                                         kAnyway | kTooLarge | kTooLarge1000,
                                         kAnyway | kTooLarge | kTooLarge1000 | kSurrogate,
                                         kAnyway | kTooLarge | kTooLarge1000,
                                         kAnyway | kTooLarge | kTooLarge1000};
constexpr unsigned char kSecondHigh[16] = {
    kTooShort,
    kTooShort,
    kTooShort,
    kTooShort,
    kTooShort,
    kTooShort,
    kTooShort,
    kTooShort,
    kTooLong | kOverlong2 | kTwoContinuations | kOverlong3 | kTooLarge1000 | kOverlong4,
    kTooLong | kOverlong2 | kTwoContinuations | kOverlong3 | kTooLarge,
    kTooLong | kOverlong2 | kTwoContinuations | kSurrogate | kTooLarge,
    kTooLong | kOverlong2 | kTwoContinuations | kSurrogate | kTooLarge,
    kTooShort,
    kTooShort,
    kTooShort,
    kTooShort};

// `input` moved up by N bytes, with the last N of `before` in front.
template <int N>
KARTA_AVX2_INLINE __m256i Before(__m256i input, __m256i before) {
  return _mm256_alignr_epi8(input, _mm256_permute2x128_si256(before, input, 0x21), 16 - N);
}

KARTA_AVX2_INLINE __m256i HighHalf(__m256i bytes) {
  return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0f));
}

// Not zero where the UTF-8 of `input` is wrong.
KARTA_AVX2_INLINE __m256i Utf8Errors(__m256i input, __m256i before) {
  const __m256i prev1 = Before<1>(input, before);
  const __m256i low_half = _mm256_and_si256(prev1, _mm256_set1_epi8(0x0f));
  const __m256i pairs =
      _mm256_and_si256(_mm256_and_si256(_mm256_shuffle_epi8(Twice(kFirstHigh), HighHalf(prev1)),
                                        _mm256_shuffle_epi8(Twice(kFirstLow), low_half)),
                       _mm256_shuffle_epi8(Twice(kSecondHigh), HighHalf(input)));
  // The third and fourth bytes of a sequence must be continuations, and are the only ones that may
  // follow another continuation.
  const __m256i third = _mm256_subs_epu8(Before<2>(input, before), _mm256_set1_epi8(0xe0 - 0x80));
  const __m256i fourth = _mm256_subs_epu8(Before<3>(input, before), _mm256_set1_epi8(0xf0 - 0x80));
  const __m256i must = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8(-0x80));
  return _mm256_xor_si256(must, pairs);
}

// Not zero when `input` ends inside a sequence.
KARTA_AVX2_INLINE __m256i Unfinished(__m256i input) {
  const __m256i most =
      _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                       -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, static_cast<char>(0xef),
                       static_cast<char>(0xdf), static_cast<char>(0xbf));
  return _mm256_subs_epu8(input, most);
}

KARTA_AVX2_INLINE uint64_t PrefixXor(uint64_t bits) {
  const __m128i product =
      _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<int64_t>(bits)), _mm_set1_epi8(-1), 0);
  return static_cast<uint64_t>(_mm_cvtsi128_si64(product));
}

// Writes positions eight at a time whether or not they exist: cheaper than a branch for each.
KARTA_AVX2_INLINE void WritePositions(uint64_t bits, uint32_t position, BlockOutput* output) {
  uint32_t* out = output->positions + output->count;
  const auto found = static_cast<size_t>(_mm_popcnt_u64(bits));
  output->count += found;
  size_t written = 0;
  do {
    for (int i = 0; i < 8; ++i) {
      out[i] = position + static_cast<uint32_t>(_tzcnt_u64(bits));
      bits = _blsr_u64(bits);
    }
    out += 8;
    written += 8;
  } while (written < found);
}

KARTA_AVX2 size_t IndexBlocksAvx2(const char* text, uint32_t position, size_t blocks,
                                  BlockCarry* carry, BlockOutput* output) {
  BlockCarry local = *carry;
  BlockOutput out = *output;
  __m256i before = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(carry->last));
  __m256i unfinished = Unfinished(before);
  size_t done = 0;
  for (; done < blocks; ++done, text += 64, position += 64) {
    const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text));
    const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + 32));
    __m256i errors = unfinished;
    if (_mm256_movemask_epi8(_mm256_or_si256(low, high)) != 0) [[unlikely]] {
      errors = _mm256_or_si256(Utf8Errors(low, before), Utf8Errors(high, low));
      unfinished = Unfinished(high);
    }
    before = high;
    const BlockClasses classes = Classify(low, high);
    const uint64_t quote = FindQuotes(classes, position, &local, &out);
    bool plain;
    const uint64_t bits = FindStarts(classes, quote, PrefixXor(quote), &local, &plain);
    if (!plain || !_mm256_testz_si256(errors, errors)) [[unlikely]]
      break;
    WritePositions(bits, position, &out);
  }
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(local.last), before);
  *carry = local;
  *output = out;
  return done;
}

}  // namespace

BlockKernel FastestKernel() {
  static const BlockKernel kernel = __builtin_cpu_supports("avx2") &&
                                            __builtin_cpu_supports("bmi") &&
                                            __builtin_cpu_supports("pclmul")
                                        ? IndexBlocksAvx2
                                        : IndexBlocksPortably;
  return kernel;
}

}  // namespace karta::json

#else

namespace karta::json {

BlockKernel FastestKernel() { return IndexBlocksPortably; }

}  // namespace karta::json

#endif
