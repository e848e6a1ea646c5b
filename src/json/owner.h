// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/single_threaded.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace karta::json {

// What a Value's body belongs to: one heap node, or a whole Document.  Counts are atomic only once
// the process has a second thread, which glibc tells without a call.
class Owner {
 public:
  enum class Type : uint8_t { kText, kLongText, kLiteral, kArray, kObject, kDocument, kBuffer };

  explicit Owner(Type type) : type_(type) {}
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;

  void Ref() {
    if (__libc_single_threaded) {
      refs_.store(refs_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    } else {
      refs_.fetch_add(1, std::memory_order_relaxed);
    }
  }
  void Unref() {
    if (__libc_single_threaded) {
      const uint32_t left = refs_.load(std::memory_order_relaxed) - 1;
      refs_.store(left, std::memory_order_relaxed);
      if (left == 0) Destroy();
    } else if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      Destroy();
    }
  }
  bool sole() const { return refs_.load(std::memory_order_acquire) == 1; }
  Type type() const { return type_; }

 private:
  void Destroy();

  std::atomic<uint32_t> refs_{1};
  Type type_;
};

}  // namespace karta::json
