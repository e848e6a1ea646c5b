// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>

namespace karta {

// Where chance comes from.  Parts take a Random& so that a test or a simulation can repeat a run.
// All of them may be used from any thread.
class Random {
 public:
  virtual ~Random() = default;
  virtual void Fill(std::span<std::byte> out) = 0;
};

// The kernel's generator: fit for secrets.
class SystemRandom final : public Random {
 public:
  void Fill(std::span<std::byte> out) override;
};

// The same bytes for the same seed, on every machine.  Never for secrets.
class SeededRandom final : public Random {
 public:
  explicit SeededRandom(std::uint64_t seed) : state_(seed) {}
  void Fill(std::span<std::byte> out) override;

 private:
  std::mutex mutex_;
  std::uint64_t state_;
};

// Uniform in [0, bound); `bound` is at least 1.
std::uint64_t NextBelow(Random& random, std::uint64_t bound);

// A version 4 UUID as in metadata.uid: "0b7c6a5e-4a0e-4c3c-9f39-0d1c2b3a4f5e".
std::string NewUuid(Random& random);

// The tail that generateName gets: letters and digits that cannot spell a word, "x7k2p".
std::string NewSuffix(Random& random, std::size_t length = 5);

}  // namespace karta
