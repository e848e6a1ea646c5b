// SPDX-License-Identifier: Apache-2.0
#include "cli/jq_listing.h"

#include <set>
#include <utility>
#include <vector>

#include "jq/ast.h"

namespace karta::cli {

namespace {

// A definition at the outermost level of some text.
struct Known {
  const jq::Definition* definition;
  std::string_view text;
};

// Marks what is called from a place, and from what is called there.  Trees can be very deep, so
// there is a list of what to look at instead of recursion.
class Reach {
 public:
  explicit Reach(const std::vector<Known>& known) : known_(known) {}

  std::set<size_t> From(const jq::Node& main) {
    todo_.push_back({&main, known_.size()});
    while (!todo_.empty()) {
      const auto [node, visible] = todo_.back();
      todo_.pop_back();
      if (node->syntax == jq::Syntax::kCall) Call(*node, visible);
      for (const jq::NodePtr& kid : node->kids) Add(kid.get(), visible);
      if (node->definition) Add(node->definition->body.get(), visible);
      for (const auto& pattern : node->patterns) AddPattern(*pattern, visible);
    }
    return std::move(reached_);
  }

 private:
  // A node, and how many of the definitions it can mean.
  struct Place {
    const jq::Node* node;
    size_t visible;
  };

  void Add(const jq::Node* node, size_t visible) {
    if (node != nullptr) todo_.push_back({node, visible});
  }
  void AddPattern(const jq::Pattern& pattern, size_t visible) {
    for (const jq::Pattern::Entry& entry : pattern.entries) {
      Add(entry.key.get(), visible);
      if (entry.pattern) AddPattern(*entry.pattern, visible);
    }
  }
  void Call(const jq::Node& node, size_t visible) {
    for (size_t i = visible; i-- > 0;) {
      const jq::Definition& definition = *known_[i].definition;
      if (definition.name == node.text && definition.parameters.size() == node.kids.size()) {
        if (reached_.insert(i).second) Add(definition.body.get(), i + 1);
        return;
      }
    }
  }

  const std::vector<Known>& known_;
  std::vector<Place> todo_;
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

  const jq::Node& body = *main.module->main;
  std::string text = "<main>: " + Squeeze(program.substr(body.begin, body.end - body.begin)) + "\n";
  for (const size_t i : Reach(known).From(body)) {
    const jq::Definition& definition = *known[i].definition;
    text += definition.name + "/" + std::to_string(definition.parameters.size()) + ": " +
            Squeeze(known[i].text.substr(definition.begin, definition.end - definition.begin)) +
            "\n";
  }
  return text + "\n";
}

}  // namespace karta::cli
