// SPDX-License-Identifier: Apache-2.0
#include "jq/regex.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "jq/native.h"
#include "json/meter.h"

namespace karta::jq {

namespace {

using json::Value;

constexpr size_t kMostCached = 64;
constexpr size_t kLongestCached = 4'096;  // longer patterns are rare and not worth keeping
// Oniguruma's own limit on backtracking from one position, which is what jq has.
constexpr int64_t kRetriesInMatch = 10'000'000;
// Against patterns that stay below it at each of many positions, where somebody counts at all: what
// one search may backtrack, some seconds' worth.
constexpr int64_t kRetriesInSearch = 200'000'000;
constexpr int64_t kRetriesPerByte = 16;
// Steps of backtracking that cost as much as one step of the Meter.
constexpr int64_t kRetriesPerStep = 4;
constexpr int64_t kBytesPerFrame = 64;  // of Oniguruma's backtracking stack, rounded up

const OnigUChar* Bytes(std::string_view text) {
  return reinterpret_cast<const OnigUChar*>(text.data());
}

void StartOniguruma() {
  // It initialises itself on first use, but not safely from several threads.
  static const int started = [] {
    OnigEncoding utf8 = ONIG_ENCODING_UTF8;
    return onig_initialize(&utf8, 1);
  }();
  (void)started;
}

std::string ErrorText(int code, OnigErrorInfo* info) {
  OnigUChar buffer[ONIG_MAX_ERROR_MESSAGE_LEN];
  const int size = info == nullptr ? onig_error_code_to_str(buffer, code)
                                   : onig_error_code_to_str(buffer, code, info);
  return "Regex failure: " +
         std::string(reinterpret_cast<const char*>(buffer), static_cast<size_t>(std::max(size, 0)));
}

int AddName(const OnigUChar* name, const OnigUChar* end, int count, int* groups, regex_t*,
            void* to) {
  auto* names = static_cast<std::vector<std::string>*>(to);
  for (int i = 0; i < count; ++i) {
    (*names)[static_cast<size_t>(groups[i]) - 1].assign(reinterpret_cast<const char*>(name),
                                                        static_cast<size_t>(end - name));
  }
  return 0;
}

// Whether an interpreter counts the steps, or at least the memory, of this thread.
bool CountsSteps() { return json::meter.work_left < INT64_MAX / 2; }
bool CountsMemory() { return json::meter.limit_bytes != INT64_MAX; }

// How far one search may go, from what the Meter has left.
class SearchLimits {
 public:
  explicit SearchLimits(size_t text_bytes) : param_(onig_new_match_param(), onig_free_match_param) {
    onig_initialize_match_param(param_.get());
    int64_t retries = kRetriesInSearch + kRetriesPerByte * static_cast<int64_t>(text_bytes);
    const int64_t steps =
        std::clamp<int64_t>(json::meter.work_left, 1, INT64_MAX / kRetriesPerStep);
    if (CountsSteps()) retries = std::min(retries, steps * kRetriesPerStep);
    const auto in_match = static_cast<unsigned long>(std::min(retries, kRetriesInMatch));
    onig_set_retry_limit_in_match_of_match_param(param_.get(), in_match);
    onig_set_retry_limit_in_search_of_match_param(param_.get(),
                                                  static_cast<unsigned long>(retries));
    if (!CountsMemory()) return;
    const int64_t frames = (json::meter.limit_bytes - json::meter.live_bytes) / kBytesPerFrame;
    onig_set_match_stack_limit_size_of_match_param(
        param_.get(), static_cast<unsigned int>(std::clamp<int64_t>(frames, 1, UINT32_MAX)));
  }
  OnigMatchParam* get() { return param_.get(); }

 private:
  std::unique_ptr<OnigMatchParam, void (*)(OnigMatchParam*)> param_;
};

int SearchText(const Regex& regex, std::string_view text, size_t start, OnigRegion* region) {
  const OnigUChar* begin = Bytes(text);
  const OnigUChar* end = begin + text.size();
  json::meter.Spend(static_cast<int64_t>((text.size() - start) / 64) + 1);
  if (!CountsSteps() && !CountsMemory()) {
    return onig_search(regex.code.get(), begin, end, begin + start, end, region, ONIG_OPTION_NONE);
  }
  SearchLimits limits(text.size());
  return onig_search_with_param(regex.code.get(), begin, end, begin + start, end, region,
                                ONIG_OPTION_NONE, limits.get());
}

bool ReportSearchError(int code, Value* error) {
  const bool steps =
      code == ONIGERR_RETRY_LIMIT_IN_MATCH_OVER || code == ONIGERR_RETRY_LIMIT_IN_SEARCH_OVER;
  if (steps && (CountsSteps() || code == ONIGERR_RETRY_LIMIT_IN_SEARCH_OVER)) {
    json::meter.exhausted |= CountsSteps();
    return Fail(error, "regular expression needs too many steps");
  }
  if (CountsMemory() && code == ONIGERR_MATCH_STACK_LIMIT_OVER) {
    json::meter.exhausted = true;
    return Fail(error, "regular expression needs too much memory");
  }
  return Fail(error, ErrorText(code, nullptr));
}

bool NewRegex(std::string_view pattern, OnigOptionType options, Regex* regex, Value* error) {
  StartOniguruma();
  regex_t* code = nullptr;
  OnigErrorInfo info{};
  const int status = onig_new(&code, Bytes(pattern), Bytes(pattern) + pattern.size(), options,
                              ONIG_ENCODING_UTF8, ONIG_SYNTAX_PERL_NG, &info);
  if (status != ONIG_NORMAL) return Fail(error, ErrorText(status, &info));
  regex->pattern = pattern;
  regex->options = options;
  regex->code.reset(code);
  regex->names.assign(static_cast<size_t>(onig_number_of_captures(code)), "");
  onig_foreach_name(code, AddName, &regex->names);
  return true;
}

}  // namespace

bool ParseFlags(const Value& modifiers, RegexFlags* flags, Value* error) {
  if (modifiers.is_null()) return true;
  if (!modifiers.is_string()) return FailOn(error, modifiers, "is not a string");
  for (const char c : modifiers.str()) {
    switch (c) {
      case 'g':
        flags->global = true;
        break;
      case 'i':
        flags->options |= ONIG_OPTION_IGNORECASE;
        break;
      case 'x':
        flags->options |= ONIG_OPTION_EXTEND;
        break;
      case 'm':
        flags->options |= ONIG_OPTION_MULTILINE;
        break;
      case 's':
        flags->options |= ONIG_OPTION_SINGLELINE;
        break;
      case 'p':
        flags->options |= ONIG_OPTION_MULTILINE | ONIG_OPTION_SINGLELINE;
        break;
      case 'l':
        flags->options |= ONIG_OPTION_FIND_LONGEST;
        break;
      case 'n':
        flags->options |= ONIG_OPTION_FIND_NOT_EMPTY;
        break;
      default:
        return Fail(error, std::string(modifiers.str()) + " is not a valid modifier string");
    }
  }
  return true;
}

const Regex* CompileRegex(std::string_view pattern, OnigOptionType options, Value* error) {
  // The one in front was used last; a pattern in a loop is found at once.
  static thread_local std::vector<std::unique_ptr<Regex>> cache;
  static thread_local std::unique_ptr<Regex> large;  // too large to keep many of
  const auto fits = [&](const std::unique_ptr<Regex>& regex) {
    return regex->options == options && regex->pattern == pattern;
  };
  if (large != nullptr && fits(large)) return large.get();
  if (const auto found = std::find_if(cache.begin(), cache.end(), fits); found != cache.end()) {
    std::rotate(cache.begin(), found, found + 1);
    return cache.front().get();
  }
  if (!json::meter.Spend(static_cast<int64_t>(pattern.size())) ||
      !json::meter.Allows(16 * pattern.size())) {
    FailExhausted(error);
    return nullptr;
  }
  auto regex = std::make_unique<Regex>();
  if (!NewRegex(pattern, options, regex.get(), error)) return nullptr;
  if (pattern.size() > kLongestCached) {
    large = std::move(regex);
    return large.get();
  }
  if (cache.size() == kMostCached) cache.pop_back();
  cache.insert(cache.begin(), std::move(regex));
  return cache.front().get();
}

RegexSearch::RegexSearch(const Regex& regex, std::string_view text, bool global)
    : regex_(regex),
      text_(text),
      global_(global),
      region_(onig_region_new(), [](OnigRegion* region) { onig_region_free(region, 1); }) {}

bool RegexSearch::Next(Value* error) {
  if (start_ > text_.size()) return false;
  const int status = SearchText(regex_, text_, start_, region_.get());
  if (status == ONIG_MISMATCH) return false;
  if (status < 0 || json::meter.exhausted) {
    failed_ = true;
    return status < 0 ? ReportSearchError(status, error) : FailExhausted(error);
  }
  // After an empty match jq goes on one byte later, even inside a character.
  start_ = static_cast<size_t>(end(0)) + (end(0) == begin(0) ? 1 : 0);
  if (!global_) start_ = text_.size() + 1;
  return true;
}

bool TestRegex(const Regex& regex, std::string_view text, bool* found, Value* error) {
  const int status = SearchText(regex, text, 0, nullptr);
  if (status < 0 && status != ONIG_MISMATCH) return ReportSearchError(status, error);
  *found = status >= 0;
  return true;
}

}  // namespace karta::jq
