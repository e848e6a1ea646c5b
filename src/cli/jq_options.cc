// SPDX-License-Identifier: Apache-2.0
#include "cli/jq_options.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>

#include "cli/text_files.h"
#include "json/parse.h"

namespace karta::cli {

namespace {

using json::Value;

// What an option does beyond setting a flag.
enum class Option : uint8_t {
  kFlag,
  kRawOutput0,
  kJoinOutput,
  kCompact,
  kLibraryPath,
  kBinary,
  kIndent,
  kStreamErrors,
  kArgs,
  kJsonArgs,
  kArg,
  kArgJson,
  kRawFile,
  kSlurpFile,
  kHelp,
  kVersion,
  kBuildConfiguration,
  kRunTests,
  kThreads,
  kMaxSteps,
  kMaxResults,
  kMaxMemory,
  kTimeout,
};

struct Spec {
  char letter;  // 0: long form only
  std::string_view name;
  Option option;
  bool JqOptions::*flag = nullptr;
};

constexpr Spec kSpecs[] = {
    {'s', "slurp", Option::kFlag, &JqOptions::slurp},
    {'r', "raw-output", Option::kFlag, &JqOptions::raw_output},
    {0, "raw-output0", Option::kRawOutput0},
    {'j', "join-output", Option::kJoinOutput},
    {'c', "compact-output", Option::kCompact},
    {'C', "color-output", Option::kFlag, &JqOptions::color},
    {'M', "monochrome-output", Option::kFlag, &JqOptions::monochrome},
    {'a', "ascii-output", Option::kFlag, &JqOptions::ascii},
    {0, "unbuffered", Option::kFlag, &JqOptions::unbuffered},
    {'S', "sort-keys", Option::kFlag, &JqOptions::sort_keys},
    {'R', "raw-input", Option::kFlag, &JqOptions::raw_input},
    {'n', "null-input", Option::kFlag, &JqOptions::null_input},
    {'f', "from-file", Option::kFlag, &JqOptions::from_file},
    {'L', "library-path", Option::kLibraryPath},
    {'b', "binary", Option::kBinary},
    {0, "tab", Option::kFlag, &JqOptions::tab},
    {0, "indent", Option::kIndent},
    {0, "seq", Option::kFlag, &JqOptions::seq},
    {0, "stream", Option::kFlag, &JqOptions::stream},
    {0, "stream-errors", Option::kStreamErrors},
    {'e', "exit-status", Option::kFlag, &JqOptions::exit_status},
    {0, "args", Option::kArgs},
    {0, "jsonargs", Option::kJsonArgs},
    {0, "arg", Option::kArg},
    {0, "argjson", Option::kArgJson},
    {0, "rawfile", Option::kRawFile},
    {0, "slurpfile", Option::kSlurpFile},
    {'h', "help", Option::kHelp},
    {'V', "version", Option::kVersion},
    {0, "build-configuration", Option::kBuildConfiguration},
    {0, "run-tests", Option::kRunTests},
    {0, "debug-dump-disasm", Option::kFlag, &JqOptions::list_program},
    {0, "yaml-input", Option::kFlag, &JqOptions::yaml_input},
    {0, "yaml-output", Option::kFlag, &JqOptions::yaml_output},
    {0, "threads", Option::kThreads},
    {0, "max-steps", Option::kMaxSteps},
    {0, "max-results", Option::kMaxResults},
    {0, "max-memory", Option::kMaxMemory},
    {0, "timeout", Option::kTimeout},
};

// --name=value is accepted for our own options; jq's take their parameters as words only.
bool IsAssignable(Option option) { return option >= Option::kThreads; }

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// "-" and "-1" are words: a file and, most often, a mistake that will say so itself.
bool LooksLikeOption(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && (word[1] == '-' || IsLetter(word[1]));
}

// A whole number as strtol reads it, all of `text`.
std::optional<int64_t> ParseInteger(const char* text) {
  if (*text == '\0' || *text == ' ' || (*text >= '\t' && *text <= '\r')) return std::nullopt;
  char* end = nullptr;
  errno = 0;
  const long long value = std::strtoll(text, &end, 10);
  if (errno != 0 || end == text || *end != '\0') return std::nullopt;
  return value;
}

// A number that is not negative, and what follows it.
std::optional<std::pair<double, std::string>> SplitNumber(std::string_view text) {
  const std::string copy(text);
  if (copy.empty() || !((copy[0] >= '0' && copy[0] <= '9') || copy[0] == '.')) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  if (!std::isfinite(value)) return std::nullopt;
  return std::pair(value, std::string(end));
}

class Parser {
 public:
  explicit Parser(std::span<const char* const> words) : words_(words) {}

  Result<JqOptions> Parse() {
    for (; next_ < words_.size() && !finished_;) {
      const char* word = words_[next_++];
      if (only_words_ || !LooksLikeOption(word)) {
        KRT_DO(TakeWord(word));
      } else if (std::string_view(word) == "--") {
        only_words_ = true;
      } else if (word[1] == '-') {
        KRT_DO(TakeLong(word + 2));
      } else {
        KRT_DO(TakeShort(word + 1));
      }
    }
    if (!finished_) KRT_DO(CheckCombinations());
    return std::move(options_);
  }

 private:
  enum class Rest : uint8_t { kFiles, kStrings, kJson };

  Status TakeWord(const char* word) {
    if (!options_.program) {
      options_.program = word;
    } else if (rest_ == Rest::kFiles) {
      options_.files.emplace_back(word);
    } else if (rest_ == Rest::kStrings) {
      options_.positional.push_back(TextValue(word));
    } else {
      Result<Value> value = json::Parse(word);
      if (!value.ok()) return BadRequest("jq: invalid JSON text passed to --jsonargs");
      options_.positional.push_back(*std::move(value));
    }
    return {};
  }

  Status TakeLong(std::string_view text) {
    for (const Spec& spec : kSpecs) {
      if (text == spec.name) return Apply(spec, nullptr);
      if (IsAssignable(spec.option) && text.starts_with(spec.name) &&
          text[spec.name.size()] == '=') {
        return Apply(spec, text.data() + spec.name.size() + 1);
      }
    }
    return BadRequest("jq: Unknown option --" + std::string(text));
  }

  Status TakeShort(const char* letters) {
    while (*letters != '\0' && !finished_) {
      const Spec* found = nullptr;
      for (const Spec& spec : kSpecs) {
        if (spec.letter == *letters) found = &spec;
      }
      if (found == nullptr) return BadRequest("jq: Unknown option -" + std::string(1, *letters));
      ++letters;
      if (found->option == Option::kLibraryPath && *letters != '\0') {  // -Ldir
        return Apply(*found, letters);
      }
      KRT_DO(Apply(*found, nullptr));
    }
    return {};
  }

  // The next `count` words as parameters, or nullptr when there are fewer.
  const char* const* Parameters(size_t count) {
    if (words_.size() - next_ < count) return nullptr;
    const char* const* first = words_.data() + next_;
    next_ += count;
    return first;
  }

  Status Apply(const Spec& spec, const char* attached) {
    switch (spec.option) {
      case Option::kFlag:
        options_.*spec.flag = true;
        return {};
      case Option::kRawOutput0:
        options_.raw_output0 = true;
        [[fallthrough]];
      case Option::kJoinOutput:
        options_.raw_output = options_.no_newline = true;
        return {};
      case Option::kCompact:
        options_.tab = false;
        options_.indent = -1;
        return {};
      case Option::kLibraryPath:
        return AddLibraryPath(attached);
      case Option::kBinary:  // only Windows tells text from bytes
        return {};
      case Option::kIndent:
        return SetIndent();
      case Option::kStreamErrors:
        options_.stream = options_.stream_errors = true;
        return {};
      case Option::kArgs:
        rest_ = Rest::kStrings;
        return {};
      case Option::kJsonArgs:
        rest_ = Rest::kJson;
        return {};
      case Option::kArg:
      case Option::kArgJson:
        return BindText(spec);
      case Option::kRawFile:
      case Option::kSlurpFile:
        return BindFile(spec);
      case Option::kHelp:
        return Finish(JqOptions::Action::kHelp);
      case Option::kVersion:
        return Finish(JqOptions::Action::kVersion);
      case Option::kBuildConfiguration:
        return Finish(JqOptions::Action::kBuildConfiguration);
      case Option::kRunTests:
        while (next_ < words_.size()) options_.test_arguments.emplace_back(words_[next_++]);
        return Finish(JqOptions::Action::kRunTests);
      default:
        return SetBound(spec, attached);
    }
  }

  // Options after this one do not matter, not even wrong ones.
  Status Finish(JqOptions::Action action) {
    options_.action = action;
    finished_ = true;
    return {};
  }

  Status AddLibraryPath(const char* attached) {
    if (attached == nullptr) {
      const char* const* parameters = Parameters(1);
      if (parameters == nullptr) {
        return BadRequest("-L takes a parameter: (e.g. -L /search/path or -L/search/path)");
      }
      attached = parameters[0];
    }
    if (!options_.library_paths) options_.library_paths.emplace();
    options_.library_paths->push_back(RealPath(attached));
    return {};
  }

  Status SetIndent() {
    const char* const* parameters = Parameters(1);
    if (parameters == nullptr) return BadRequest("jq: --indent takes one parameter");
    const std::optional<int64_t> indent = ParseInteger(parameters[0]);
    if (!indent || *indent < -1 || *indent > 7) {
      return BadRequest("jq: --indent takes a number between -1 and 7");
    }
    options_.tab = *indent == -1;
    options_.indent = static_cast<int>(*indent);
    return {};
  }

  bool IsBound(std::string_view name) const {
    for (const auto& [known, value] : options_.named) {
      if (known == name) return true;
    }
    return false;
  }

  // --arg and --argjson.  The first value of a name wins; later ones are not even looked at.
  Status BindText(const Spec& spec) {
    const bool is_json = spec.option == Option::kArgJson;
    const char* const* parameters = Parameters(2);
    if (parameters == nullptr) {
      return BadRequest(is_json ? "jq: --argjson takes two parameters (e.g. --argjson varname text)"
                                : "jq: --arg takes two parameters (e.g. --arg varname value)");
    }
    if (IsBound(parameters[0])) return {};
    if (!is_json) {
      options_.named.emplace_back(parameters[0], TextValue(parameters[1]));
      return {};
    }
    Result<Value> value = json::Parse(parameters[1]);
    if (!value.ok()) return BadRequest("jq: invalid JSON text passed to --argjson");
    options_.named.emplace_back(parameters[0], *std::move(value));
    return {};
  }

  // --rawfile and --slurpfile.
  Status BindFile(const Spec& spec) {
    const std::string flag = "--" + std::string(spec.name);
    const char* const* parameters = Parameters(2);
    if (parameters == nullptr) {
      return BadRequest("jq: " + flag + " takes two parameters (e.g. " + flag +
                        " varname filename)");
    }
    if (IsBound(parameters[0])) return {};
    const auto bad = [&](const Status& why) {
      return NotFound("jq: Bad JSON in " + flag + " " + parameters[0] + " " + parameters[1] + ": " +
                      why.message());
    };
    Result<std::string> text = ReadTextFile(parameters[1]);
    if (!text.ok()) return bad(text.status());
    if (spec.option == Option::kRawFile) {
      options_.named.emplace_back(parameters[0], TextValue(*text));
      return {};
    }
    Result<Value> documents = ReadAllDocuments(*text);
    if (!documents.ok()) return bad(documents.status());
    options_.named.emplace_back(parameters[0], *std::move(documents));
    return {};
  }

  Status SetBound(const Spec& spec, const char* attached) {
    const std::string flag = "jq: --" + std::string(spec.name);
    if (attached == nullptr) {
      const char* const* parameters = Parameters(1);
      if (parameters == nullptr) return BadRequest(flag + " takes one parameter");
      attached = parameters[0];
    }
    const std::optional<int64_t> number = ParseInteger(attached);
    switch (spec.option) {
      case Option::kThreads:
        if (!number || *number < 1 || *number > 1'024) {
          return BadRequest(flag + " takes a number between 1 and 1024");
        }
        options_.threads = static_cast<int>(*number);
        return {};
      case Option::kMaxSteps:
      case Option::kMaxResults:
        if (!number || *number < 0) return BadRequest(flag + " takes a number, not negative");
        (spec.option == Option::kMaxSteps ? options_.max_steps : options_.max_results) = number;
        return {};
      case Option::kMaxMemory:
        options_.max_memory = ParseBytes(attached);
        if (!options_.max_memory) {
          return BadRequest(flag + " takes a number of bytes, as in 500000, 64M or 2G");
        }
        return {};
      default:
        options_.timeout = ParseDuration(attached);
        if (!options_.timeout) {
          return BadRequest(flag + " takes a duration, as in 10, 2.5s, 500ms or 3m");
        }
        return {};
    }
  }

  // Only our own options refuse company; jq's combine in any way, however little sense it makes.
  Status CheckCombinations() const {
    const JqOptions& o = options_;
    const auto refuse = [](const char* ours, const char* theirs) {
      return BadRequest(std::string("jq: ") + ours + " cannot be used together with " + theirs);
    };
    if (o.yaml_input) {
      if (o.raw_input) return refuse("--yaml-input", "--raw-input");
      if (o.stream) return refuse("--yaml-input", "--stream");
      if (o.seq) return refuse("--yaml-input", "--seq");
    }
    if (o.yaml_output) {
      if (o.no_newline) return refuse("--yaml-output", "--join-output or --raw-output0");
      if (o.seq) return refuse("--yaml-output", "--seq");
    }
    if (o.threads > 1) {
      if (o.null_input) return refuse("--threads", "--null-input: there is one input only");
      if (o.slurp) return refuse("--threads", "--slurp: there is one input only");
      if (o.stream) return refuse("--threads", "--stream: events depend on those before them");
      if (o.seq) return refuse("--threads", "--seq: records may span lines");
      if (o.yaml_input) return refuse("--threads", "--yaml-input: documents span lines");
    }
    return {};
  }

  std::span<const char* const> words_;
  size_t next_ = 0;
  bool only_words_ = false;
  bool finished_ = false;
  Rest rest_ = Rest::kFiles;
  JqOptions options_;
};

}  // namespace

std::optional<int64_t> ParseBytes(std::string_view text) {
  const auto parts = SplitNumber(text);
  if (!parts) return std::nullopt;
  const auto& [number, unit] = *parts;
  double scale = 0;
  if (unit.empty() || unit == "B") scale = 1;
  if (unit == "K" || unit == "k" || unit == "Ki" || unit == "KiB") scale = 1 << 10;
  if (unit == "M" || unit == "Mi" || unit == "MiB") scale = 1 << 20;
  if (unit == "G" || unit == "Gi" || unit == "GiB") scale = 1 << 30;
  if (scale == 0 || number * scale >= 9e18) return std::nullopt;
  return static_cast<int64_t>(number * scale);
}

std::optional<std::chrono::nanoseconds> ParseDuration(std::string_view text) {
  const auto parts = SplitNumber(text);
  if (!parts) return std::nullopt;
  const auto& [number, unit] = *parts;
  double scale = 0;
  if (unit.empty() || unit == "s") scale = 1e9;
  if (unit == "ms") scale = 1e6;
  if (unit == "us") scale = 1e3;
  if (unit == "m") scale = 60e9;
  if (unit == "h") scale = 3600e9;
  if (scale == 0 || number * scale >= 9e18) return std::nullopt;
  return std::chrono::nanoseconds(static_cast<int64_t>(number * scale));
}

Result<JqOptions> ParseJqOptions(std::span<const char* const> arguments) {
  return Parser(arguments).Parse();
}

}  // namespace karta::cli
