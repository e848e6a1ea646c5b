// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

// Our words for the levels; spdlog says "warning".
#define SPDLOG_LEVEL_NAMES \
  { "trace", "debug", "info", "warn", "error", "critical", "off" }

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>

// The one file that knows spdlog: it stamps, formats and serialises lines; the pairs are ours.
namespace karta {
namespace {

constexpr std::string_view kLevelWords[] = {"debug", "info", "warn", "error", "off"};

spdlog::level::level_enum ToSpdlog(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarn:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
    case LogLevel::kOff:
      break;
  }
  return spdlog::level::off;
}

// The length of the well-formed UTF-8 character at the start of `text`, or 0.
std::size_t CharLength(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char c = at(0);
  if (c < 0x80) return 1;
  const std::size_t length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
  if (c < 0xc2 || c > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xc0) != 0x80) return 0;
  }
  // Over-long forms, surrogates, and what lies past the last code point.
  if ((c == 0xe0 && at(1) < 0xa0) || (c == 0xed && at(1) > 0x9f)) return 0;
  if ((c == 0xf0 && at(1) < 0x90) || (c == 0xf4 && at(1) > 0x8f)) return 0;
  return length;
}

// A JSON string; broken UTF-8 becomes U+FFFD so that the line stays parseable.
void AppendQuoted(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t length = CharLength(text);
    const char c = text[0];
    if (length == 0) {
      out += "\xef\xbf\xbd";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out += escape;
    } else {
      out.append(text.substr(0, length));
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
}

// In text a plain word stands as it is; anything that could be misread is quoted.
void AppendWord(std::string& out, std::string_view text) {
  bool plain = !text.empty();
  for (char c : text) plain = plain && c > ' ' && c < 0x7f && c != '"' && c != '=' && c != '\\';
  if (plain) {
    out.append(text);
  } else {
    AppendQuoted(out, text);
  }
}

// The message of a text line is ours and constant, but a newline in it must not forge a line.
void AppendPlain(std::string& out, std::string_view text) {
  for (char c : text) out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
}

template <class T>
void AppendNumber(std::string& out, T value) {
  char text[32];
  out.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

class FunctionSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit FunctionSink(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    write_(std::string_view(line.data(), line.size()));
  }
  void flush_() override {}

  std::function<void(std::string_view)> write_;
};

// One write(2) a line, so that lines of several processes on one pipe stay whole.
void WriteToStderr(std::string_view line) {
  while (!line.empty()) {
    const ssize_t wrote = ::write(STDERR_FILENO, line.data(), line.size());
    if (wrote <= 0) return;  // nobody is left to tell
    line.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

std::unique_ptr<spdlog::formatter> MakeFormatter(const LogOptions& options) {
  const char* pattern = options.json    ? R"({"time":"%Y-%m-%dT%H:%M:%S.%fZ","level":"%l",%v})"
                        : options.color ? "%H:%M:%S.%e %^%-5l%$ %v"
                                        : "%H:%M:%S.%e %-5l %v";
  return std::make_unique<spdlog::pattern_formatter>(
      pattern, options.json ? spdlog::pattern_time_type::utc : spdlog::pattern_time_type::local,
      "\n");
}

}  // namespace

Result<LogLevel> ParseLogLevel(std::string_view text) {
  for (int i = 0; i < 5; ++i) {
    if (kLevelWords[i] == text) return static_cast<LogLevel>(i);
  }
  return BadRequest("unknown log level \"" + std::string(text) +
                    "\" (use debug, info, warn, error or off)");
}

Result<LogOptions> LogOptions::FromEnvironment() {
  LogOptions options;
  options.json = !isatty(STDERR_FILENO);
  const char* no_color = std::getenv("NO_COLOR");
  options.color = !options.json && (no_color == nullptr || *no_color == '\0');
  if (const char* level = std::getenv("KARTA_LOG"); level != nullptr && *level != '\0') {
    auto parsed = ParseLogLevel(level);
    if (!parsed.ok()) return std::move(parsed).status().Wrap("KARTA_LOG");
    options.level = *parsed;
  }
  return options;
}

void Field::Append(std::string& out, bool json) const {
  if (kind_ == kNone) return;
  out += json ? ',' : ' ';
  if (json) {
    AppendQuoted(out, key_);
    out += ':';
  } else {
    AppendWord(out, key_);
    out += '=';
  }
  const auto text = [&](std::string_view value) {
    json ? AppendQuoted(out, value) : AppendWord(out, value);
  };
  switch (kind_) {
    case kNone:
      break;
    case kText:
      return text(text_);
    case kStatus:
      return text(status_->ToString());
    case kBool:
      out += int_ != 0 ? "true" : "false";
      break;
    case kInt:
      AppendNumber(out, int_);
      break;
    case kUint:
      AppendNumber(out, uint_);
      break;
    case kDouble:
      if (std::isfinite(double_)) {
        AppendNumber(out, double_);
      } else {
        text(std::isnan(double_) ? "NaN" : double_ > 0 ? "+Inf" : "-Inf");  // JSON has no word
      }
      break;
  }
}

struct Log::Sink {
  explicit Sink(LogOptions options)
      : logger("karta", std::make_shared<FunctionSink>(options.write ? std::move(options.write)
                                                                     : WriteToStderr)) {
    logger.set_level(spdlog::level::trace);  // Log has filtered already
    logger.set_formatter(MakeFormatter(options));
  }
  spdlog::logger logger;
};

Log::Log(LogOptions options) : level_(options.level), json_(options.json) {
  if (level_ != LogLevel::kOff) sink_ = std::make_shared<Sink>(std::move(options));
}

void Log::WriteLine(LogLevel level, std::string_view message,
                    std::initializer_list<Field> fields) const {
  if (!sink_) return;
  std::string line;
  if (json_) {
    line += "\"msg\":";
    AppendQuoted(line, message);
  } else {
    AppendPlain(line, message);
  }
  line += context_;
  for (const Field& field : fields) field.Append(line, json_);
  sink_->logger.log(ToSpdlog(level), spdlog::string_view_t(line.data(), line.size()));
}

Log Log::With(Field field) const {
  Log log = *this;
  field.Append(log.context_, json_);
  return log;
}

}  // namespace karta
