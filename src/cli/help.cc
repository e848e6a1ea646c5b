// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/jq_output.h"

namespace karta::cli {

namespace {

constexpr int kUsage = 2;

constexpr std::string_view kCommands[] = {"jq", "help", "version"};
constexpr std::string_view kTopics[] = {"jq", "help", "version", "environment", "exit-codes"};

constexpr std::string_view kOverview = R"(krt: describe, run and serve any AI workload

Usage:
  krt <command> [options]

Commands:
  jq        filter and change JSON and YAML with the jq language
  help      this text, or more on a command or topic
  version   the version of krt

Topics:
  krt help jq            every option of krt jq
  krt help environment   variables that krt looks at
  krt help exit-codes    what the exit code says

Examples:
  krt jq . pod.json
  kubectl get pods -o json | krt jq -r '.items[].metadata.name'
  krt jq --yaml-input '.spec' deploy.yaml
)";

constexpr std::string_view kEnvironment = R"(Variables that krt looks at:

  HOME        ~/.jq is a file with definitions for krt jq, or a directory with modules
  JQ_COLORS   colours of krt jq, as in jq: "0;90:0;39:0;39:0;39:0;32:1;39:1;39:34;1" for
              null:false:true:numbers:strings:arrays:objects:object keys
  NO_COLOR    no colours on terminals, when it is set and not empty
  TZ          time zone of localtime, strflocaltime and mktime
  LC_ALL, LC_TIME, LANG
              names of days and months in strftime and strptime
)";

constexpr std::string_view kExitCodes = R"(Exit codes of krt:

  0    done
  1    failed
  2    wrong usage
  3    not found
  4    access refused
  5    unreachable, or timed out
  130  interrupted

krt jq has the codes of jq instead:

  0    done
  1    -e: the last result was false or null
  2    wrong usage, or a file could not be read or written
  3    the program does not compile
  4    -e: there was no result
  5    the last input ended in an error, or a limit was reached
  n    what the program gave to halt_error
)";

int Print(std::string_view text) {
  Output output(STDOUT_FILENO);
  output.buffer()->append(text);
  return output.Flush() ? 0 : 1;
}

// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const size_t replace = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

int Unknown(std::string_view what, std::string_view name, std::span<const std::string_view> names) {
  std::string text = "krt: unknown " + std::string(what) + " \"" + std::string(name) + "\"\n";
  const std::string_view close = ClosestName(name, names);
  if (!close.empty()) text += "Did you mean \"" + std::string(close) + "\"?\n";
  WriteError(text + "krt help lists what there is.\n");
  return kUsage;
}

}  // namespace

std::string_view ClosestName(std::string_view word, std::span<const std::string_view> names) {
  if (word.size() > 64) return "";
  std::string_view best;
  size_t best_distance = 3;
  for (const std::string_view name : names) {
    const size_t distance = EditDistance(word, name);
    // A short word turned into another one is no misspelling.
    if (distance < best_distance && distance < std::max(name.size(), word.size())) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

int RunHelp(std::span<const char* const> arguments, const Self& self) {
  if (arguments.empty()) return Print(kOverview);
  const std::string_view topic = arguments[0];
  if (topic == "jq") return Print(std::string(JqHelp()) + "\n");
  if (topic == "help") return Print(kOverview);
  if (topic == "version") return RunVersion(self);
  if (topic == "environment") return Print(kEnvironment);
  if (topic == "exit-codes") return Print(kExitCodes);
  return Unknown("help topic", topic, kTopics);
}

int RunVersion(const Self& self) { return Print("krt " + std::string(self.version) + "\n"); }

int UnknownCommand(std::string_view name) { return Unknown("command", name, kCommands); }

}  // namespace karta::cli
