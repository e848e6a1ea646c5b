// SPDX-License-Identifier: Apache-2.0
#include "base/id.h"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <limits>
#include <string_view>

#include "base/status.h"

namespace karta {
namespace {

// No vowels and no digits that look like them: the alphabet Kubernetes uses.
constexpr std::string_view kAlphabet = "bcdfghjklmnpqrstvwxz2456789";

std::uint64_t Next(Random& random) {
  std::array<std::byte, 8> bytes;
  random.Fill(bytes);
  std::uint64_t value = 0;
  for (std::byte byte : bytes) value = value << 8 | std::to_integer<std::uint64_t>(byte);
  return value;
}

}  // namespace

void SystemRandom::Fill(std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t got = getrandom(out.data(), out.size(), 0);
    if (got < 0) {
      // Without flags the call blocks rather than fails; anything but a signal is a broken machine.
      KRT_ASSERT(errno == EINTR);
      continue;
    }
    out = out.subspan(static_cast<std::size_t>(got));
  }
}

void SeededRandom::Fill(std::span<std::byte> out) {
  std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < out.size();) {
    // SplitMix64: tiny, and good enough for anything that is no secret.
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    z ^= z >> 31;
    for (int shift = 0; shift < 64 && i < out.size(); shift += 8, ++i) {
      out[i] = static_cast<std::byte>(z >> shift);
    }
  }
}

std::uint64_t NextBelow(Random& random, std::uint64_t bound) {
  KRT_ASSERT(bound > 0);
  // Values above the last whole multiple of `bound` would favour small results: draw again.
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t limit = kMax - kMax % bound;
  std::uint64_t value = Next(random);
  while (value >= limit) value = Next(random);
  return value % bound;
}

std::string NewUuid(Random& random) {
  std::array<std::byte, 16> bytes;
  random.Fill(bytes);
  bytes[6] = (bytes[6] & std::byte{0x0f}) | std::byte{0x40};
  bytes[8] = (bytes[8] & std::byte{0x3f}) | std::byte{0x80};
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string text;
  text.reserve(36);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text.push_back('-');
    text.push_back(kHex[std::to_integer<unsigned>(bytes[i] >> 4)]);
    text.push_back(kHex[std::to_integer<unsigned>(bytes[i] & std::byte{0x0f})]);
  }
  return text;
}

std::string NewSuffix(Random& random, std::size_t length) {
  std::string text(length, ' ');
  for (char& c : text) c = kAlphabet[NextBelow(random, kAlphabet.size())];
  return text;
}

}  // namespace karta
