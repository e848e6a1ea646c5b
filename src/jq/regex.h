// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <oniguruma.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace karta::jq {

// A compiled regular expression in Perl's syntax with named groups, as Oniguruma understands it.
struct Regex {
  std::string pattern;
  OnigOptionType options;
  std::unique_ptr<regex_t, void (*)(regex_t*)> code{nullptr, onig_free};
  std::vector<std::string> names;  // of group 1, 2, ...; "" for those without
};

struct RegexFlags {
  OnigOptionType options = ONIG_OPTION_CAPTURE_GROUP;
  bool global = false;
};

// Reads jq's modifier string; null means none.
bool ParseFlags(const json::Value& modifiers, RegexFlags* flags, json::Value* error);

// The compiled pattern from this thread's cache, which keeps the most recently used ones.  Valid
// until the next call on this thread.  Null with `error` set when the pattern is wrong.
const Regex* CompileRegex(std::string_view pattern, OnigOptionType options, json::Value* error);

// Walks the matches of one pattern in one text.  Both must outlive it.
class RegexSearch {
 public:
  RegexSearch(const Regex& regex, std::string_view text, bool global);

  // Steps to the next match.  False at the end, and when matching failed or was stopped: `*error`
  // is set then and failed() true.
  bool Next(json::Value* error);
  bool failed() const { return failed_; }

  int groups() const { return region_->num_regs; }
  // Byte offsets of a group of the current match; group 0 is the match.  -1 if it took no part.
  int begin(int group) const { return region_->beg[group]; }
  int end(int group) const { return region_->end[group]; }

 private:
  const Regex& regex_;
  std::string_view text_;
  bool global_;
  bool failed_ = false;
  size_t start_ = 0;  // text_.size() + 1 when there is nothing left to search
  std::unique_ptr<OnigRegion, void (*)(OnigRegion*)> region_;
};

// Whether there is any match; cheaper than a search that reports where.
bool TestRegex(const Regex& regex, std::string_view text, bool* found, json::Value* error);

}  // namespace karta::jq
