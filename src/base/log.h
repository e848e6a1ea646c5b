// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/status.h"

namespace karta {

// error: someone should act.  warn: degraded, still serving.  info: state changed.  debug: each
// step.
enum class LogLevel : int { kDebug, kInfo, kWarn, kError, kOff };

// "debug", "info", "warn", "error" or "off"; kBadRequest names the allowed words.
Result<LogLevel> ParseLogLevel(std::string_view text);

// One key and its value, as in {"run", key}.  It borrows: text must live until the call returns,
// which a temporary in the call's own arguments does.
class Field {
 public:
  Field() = default;
  Field(std::string_view key, std::string_view value) : key_(key), kind_(kText), text_(value) {}
  Field(std::string_view key, const char* value) : Field(key, std::string_view(value)) {}
  Field(std::string_view key, const std::string& value) : Field(key, std::string_view(value)) {}
  Field(std::string_view key, std::same_as<bool> auto value)
      : key_(key), kind_(kBool), int_(value) {}
  template <std::signed_integral T>
  Field(std::string_view key, T value) : key_(key), kind_(kInt), int_(value) {}
  template <std::unsigned_integral T>
    requires(!std::same_as<T, bool>)
  Field(std::string_view key, T value) : key_(key), kind_(kUint), uint_(value) {}
  Field(std::string_view key, std::floating_point auto value)
      : key_(key), kind_(kDouble), double_(value) {}
  // In seconds, so the key should end in _seconds.
  template <class Rep, class Period>
  Field(std::string_view key, std::chrono::duration<Rep, Period> value)
      : Field(key, std::chrono::duration<double>(value).count()) {}
  // The whole chain of an error; give it the key "error".
  Field(std::string_view key, const Status& value) : key_(key), kind_(kStatus), status_(&value) {}

 private:
  friend class Log;
  enum Kind : unsigned char { kNone, kText, kBool, kInt, kUint, kDouble, kStatus };
  void Append(std::string& out, bool json) const;

  std::string_view key_;
  Kind kind_ = kNone;
  union {
    std::string_view text_ = {};
    std::int64_t int_;
    std::uint64_t uint_;
    double double_;
    const Status* status_;
  };
};

struct LogOptions {
  LogLevel level = LogLevel::kInfo;
  bool json = false;
  bool color = false;
  // Takes whole lines with their newline, from one thread at a time.  Standard error when empty.
  std::function<void(std::string_view line)> write = {};

  // Level from KARTA_LOG; text when standard error is a terminal, JSON otherwise; colour unless
  // NO_COLOR is set.  kBadRequest when KARTA_LOG makes no sense.
  static Result<LogOptions> FromEnvironment();
};

// Structured log lines: a constant message plus pairs.
//
//   log.Info("run scheduled", {"run", key}, {"pod", pod.name});
//
// A Log is a small handle: copies write to the same place, from any thread.  One that was default
// constructed is silent.  Values are quoted and escaped, so that no input can forge a line.
class Log {
 public:
  Log() = default;
  explicit Log(LogOptions options);

  bool Enabled(LogLevel level) const { return level >= level_; }

  // clang-format off: the four read best as a table
  void Debug(std::string_view message, Field a = {}, Field b = {}, Field c = {}, Field d = {},
             Field e = {}, Field f = {}) const {
    Write(LogLevel::kDebug, message, {a, b, c, d, e, f});
  }
  void Info(std::string_view message, Field a = {}, Field b = {}, Field c = {}, Field d = {},
            Field e = {}, Field f = {}) const {
    Write(LogLevel::kInfo, message, {a, b, c, d, e, f});
  }
  void Warn(std::string_view message, Field a = {}, Field b = {}, Field c = {}, Field d = {},
            Field e = {}, Field f = {}) const {
    Write(LogLevel::kWarn, message, {a, b, c, d, e, f});
  }
  void Error(std::string_view message, Field a = {}, Field b = {}, Field c = {}, Field d = {},
             Field e = {}, Field f = {}) const {
    Write(LogLevel::kError, message, {a, b, c, d, e, f});
  }
  // clang-format on

  // A Log that adds `field` to every line, before the line's own.
  Log With(Field field) const;

 private:
  struct Sink;
  void Write(LogLevel level, std::string_view message, std::initializer_list<Field> fields) const {
    if (Enabled(level)) [[unlikely]]
      WriteLine(level, message, fields);
  }
  void WriteLine(LogLevel level, std::string_view message,
                 std::initializer_list<Field> fields) const;

  LogLevel level_ = LogLevel::kOff;
  bool json_ = false;
  std::string context_;  // rendered fields of With()
  std::shared_ptr<Sink> sink_;
};

}  // namespace karta
