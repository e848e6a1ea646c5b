// SPDX-License-Identifier: Apache-2.0
#include "cli/jq_listing.h"

#include <set>
#include <vector>

#include "jq/ast.h"

namespace karta::cli {

namespace {

// A definition at the outermost level of some text.
struct Known {
  const jq::Definition* definition;
  std::string_view text;
};

class Reach {
 public:
  explicit Reach(std::vector<Known> known) : known_(std::move(known)) {}

  // Marks what `node` calls; only the first `visible` definitions can be meant.
  void Follow(const jq::Node& node, size_t visible) {
    if (node.syntax == jq::Syntax::kCall) {
      for (size_t i = visible; i-- > 0;) {
        const jq::Definition& definition = *known_[i].definition;
        if (definition.name != node.text || definition.parameters.size() != node.kids.size()) {
          continue;
        }
        if (reached_.insert(i).second) Follow(*definition.body, i + 1);
        break;
      }
    }
    for (const jq::NodePtr& kid : node.kids) {
      if (kid) Follow(*kid, visible);
    }
    if (node.definition) Follow(*node.definition->body, visible);
    for (const auto& pattern : node.patterns) FollowPattern(*pattern, visible);
  }

  const std::set<size_t>& reached() const { return reached_; }

 private:
  void FollowPattern(const jq::Pattern& pattern, size_t visible) {
    for (const jq::Pattern::Entry& entry : pattern.entries) {
      if (entry.key) Follow(*entry.key, visible);
      if (entry.pattern) FollowPattern(*entry.pattern, visible);
    }
  }

  std::vector<Known> known_;
  std::set<size_t> reached_;
};

// On one line, with single spaces.
std::string Squeeze(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) {
      line.push_back(c);
    } else if (!line.empty() && line.back() != ' ') {
      line.push_back(' ');
    }
  }
  return line;
}

}  // namespace

std::string ListProgram(std::string_view program, std::string_view prelude) {
  const jq::ParseOutcome home = jq::ParseSource(prelude);
  const jq::ParseOutcome main = jq::ParseSource(program);
  if (!main.module || !main.module->main || !home.module) return "";
  std::vector<Known> known;
  for (const auto& definition : home.module->definitions)
    known.push_back({definition.get(), prelude});
  for (const auto& definition : main.module->definitions)
    known.push_back({definition.get(), program});

  Reach reach(known);
  reach.Follow(*main.module->main, known.size());
  const jq::Node& body = *main.module->main;
  std::string text = "<main>: " + Squeeze(program.substr(body.begin, body.end - body.begin)) + "\n";
  for (const size_t i : reach.reached()) {
    const jq::Definition& definition = *known[i].definition;
    text += definition.name + "/" + std::to_string(definition.parameters.size()) + ": " +
            Squeeze(known[i].text.substr(definition.begin, definition.end - definition.begin)) +
            "\n";
  }
  return text + "\n";
}

}  // namespace karta::cli
