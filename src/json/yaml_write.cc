// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>

#include "json/print.h"
#include "json/yaml.h"
#include "json/yaml_scalar.h"

namespace karta::json {
namespace {

constexpr size_t kIndent = 2;
// Beyond this depth a document goes on in flow style.
constexpr size_t kBlockLevels = 100;
// Readers look for the `:` of a key only so far (1,024 characters); longer keys need `? `.  128 is
// where libyaml's own writer begins.
constexpr size_t kLongKey = 128;

// The character that starts at `at`, which moves past it.  `text` is valid UTF-8.
uint32_t NextRune(std::string_view text, size_t* at) {
  const auto lead = static_cast<unsigned char>(text[*at]);
  const size_t width = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  uint32_t rune = width == 1 ? lead : lead & (0x7F >> width);
  for (size_t k = 1; k < width && *at + k < text.size(); ++k) {
    rune = rune << 6 | (static_cast<unsigned char>(text[*at + k]) & 0x3F);
  }
  *at = std::min(*at + width, text.size());
  return rune;
}

// Whether a character may stand in YAML as it is and is no line break to any reader.
bool IsPrintable(uint32_t rune) {
  if (rune < 0x80) return rune >= 0x20 && rune != 0x7F;
  if (rune < 0xA0 || rune == 0x2028 || rune == 0x2029 || rune == 0xFEFF) return false;
  return rune != 0xFFFE && rune != 0xFFFF;
}

enum class Style { kPlain, kSingle, kDouble, kLiteral };

// Whether a plain scalar in block context would be taken for syntax.
bool LooksLikeSyntax(std::string_view text) {
  constexpr std::string_view kIndicators = ",[]{}#&*!|>'\"%@`";
  if (kIndicators.find(text[0]) != std::string_view::npos) return true;
  const bool alone = text.size() == 1 || text[1] == ' ';
  if ((text[0] == '-' || text[0] == '?' || text[0] == ':') && alone) return true;
  if (text.starts_with("---") || text.starts_with("...")) return true;
  if (text.front() == ' ' || text.back() == ' ' || text.back() == ':') return true;
  return text.find(": ") != std::string_view::npos || text.find(" #") != std::string_view::npos;
}

Style ChooseStyle(std::string_view text, bool may_span_lines) {
  bool lines = false, tabs = false, words = false;
  for (size_t at = 0; at < text.size();) {
    const uint32_t rune = NextRune(text, &at);
    if (rune == '\n') {
      lines = true;
    } else if (rune == '\t') {
      tabs = true;
    } else if (!IsPrintable(rune)) {
      return Style::kDouble;
    } else {
      words = true;
    }
  }
  if (lines) return may_span_lines && words ? Style::kLiteral : Style::kDouble;
  if (tabs || ReadsAsNonString(text)) return Style::kDouble;
  return LooksLikeSyntax(text) ? Style::kSingle : Style::kPlain;
}

void AppendEscape(uint32_t rune, std::string* out) {
  switch (rune) {
    case 0x00:
      *out += "\\0";
      return;
    case 0x07:
      *out += "\\a";
      return;
    case 0x08:
      *out += "\\b";
      return;
    case 0x09:
      *out += "\\t";
      return;
    case 0x0A:
      *out += "\\n";
      return;
    case 0x0B:
      *out += "\\v";
      return;
    case 0x0C:
      *out += "\\f";
      return;
    case 0x0D:
      *out += "\\r";
      return;
    case 0x1B:
      *out += "\\e";
      return;
    case '"':
      *out += "\\\"";
      return;
    case '\\':
      *out += "\\\\";
      return;
    case 0x85:
      *out += "\\N";
      return;
    case 0x2028:
      *out += "\\L";
      return;
    case 0x2029:
      *out += "\\P";
      return;
    default:
      break;
  }
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, rune > 0xFF ? "\\u%04X" : "\\x%02X", rune);
  *out += buffer;
}

void AppendDouble(std::string_view text, std::string* out) {
  *out += '"';
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const uint32_t rune = NextRune(text, &at);
    if (rune == '"' || rune == '\\' || !IsPrintable(rune)) {
      AppendEscape(rune, out);
    } else {
      out->append(text, start, at - start);
    }
  }
  *out += '"';
}

void AppendSingle(std::string_view text, std::string* out) {
  *out += '\'';
  for (const char c : text) {
    if (c == '\'') *out += '\'';
    *out += c;
  }
  *out += '\'';
}

// `|` and the lines.  `indent` is where the lines begin; the last line break is left to the caller.
void AppendLiteral(std::string_view text, size_t indent, std::string* out) {
  *out += '|';
  const bool starts_blank = text[0] == ' ' || text[0] == '\t' || text[0] == '\n';
  if (starts_blank) *out += static_cast<char>('0' + kIndent);
  if (!text.ends_with('\n')) {
    *out += '-';
  } else {
    text.remove_suffix(1);
    if (text.ends_with('\n')) *out += '+';
  }
  while (true) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    *out += '\n';
    if (!line.empty()) out->append(indent, ' ').append(line);
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

// Numbers as JSON prints them, with the point and the sign that YAML 1.1 wants beside an exponent:
// `1e+30` is text to a strict reader, `1.0e+30` is a number to all.
void AppendYamlNumber(const Value& number, std::string* out) {
  const size_t start = out->size();
  // Too large for a double: readers would make a string of it.
  const bool overflows = number.is_literal() && std::isinf(number.number());
  AppendNumber(overflows ? Value::Double(number.number()) : number, out);
  if (std::string_view(*out).substr(start) == "-0") *out += ".0";
  const size_t exponent = out->find_first_of("eE", start);
  if (exponent == std::string::npos) return;
  const char sign = exponent + 1 < out->size() ? (*out)[exponent + 1] : '+';
  if (sign != '+' && sign != '-') out->insert(exponent + 1, "+");
  if (out->find('.', start) == std::string::npos) out->insert(exponent, ".0");
}

// `indent` is where the lines of a literal begin; 0 when there must be no line break.
void AppendScalar(const Value& value, size_t indent, std::string* out) {
  switch (value.type()) {
    case Type::kNull:
      *out += "null";
      return;
    case Type::kBoolean:
      *out += value.is_true() ? "true" : "false";
      return;
    case Type::kNumber:
      AppendYamlNumber(value, out);
      return;
    case Type::kArray:
      *out += "[]";
      return;
    case Type::kObject:
      *out += "{}";
      return;
    case Type::kString:
      break;
  }
  const std::string_view text = value.str();
  switch (ChooseStyle(text, indent > 0)) {
    case Style::kPlain:
      *out += text;
      return;
    case Style::kSingle:
      AppendSingle(text, out);
      return;
    case Style::kDouble:
      AppendDouble(text, out);
      return;
    case Style::kLiteral:
      AppendLiteral(text, indent, out);
      return;
  }
}

// go-yaml's order of keys, which kubectl shows: letters after everything else, runs of digits by
// their number.
bool KeyLess(std::string_view a, std::string_view b) {
  const auto is_letter = [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
  };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const size_t common = std::min(a.size(), b.size());
  const size_t at = static_cast<size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<ptrdiff_t>(common), b.begin()).first -
      a.begin());
  if (at == common) return a.size() < b.size();
  const auto ca = static_cast<unsigned char>(a[at]), cb = static_cast<unsigned char>(b[at]);
  if (is_letter(ca) && is_letter(cb)) return ca < cb;
  if (is_letter(ca) || is_letter(cb)) return is_letter(cb);
  uint64_t number_a = 0, number_b = 0;
  if (ca == '0' || cb == '0') {
    for (size_t before = at; before > 0 && is_digit(a[before - 1]); --before) {
      if (a[before - 1] != '0') {
        number_a = number_b = 1;
        break;
      }
    }
  }
  size_t end_a = at, end_b = at;
  for (; end_a < a.size() && is_digit(a[end_a]); ++end_a)
    number_a = number_a * 10 + (a[end_a] - '0');
  for (; end_b < b.size() && is_digit(b[end_b]); ++end_b)
    number_b = number_b * 10 + (b[end_b] - '0');
  if (number_a != number_b) return number_a < number_b;
  if (end_a != end_b) return end_a < end_b;
  return ca < cb;
}

class Writer {
 public:
  Writer(const YamlPrintOptions& options, std::string* out) : options_(options), out_(*out) {}

  void Document(const Value& root);

 private:
  struct Frame {
    const Value* container;
    size_t indent;
    size_t next = 0;
    bool flow = false;
    std::vector<uint32_t> order{};  // of the members, when sorted
  };

  void Push(const Value& container, size_t indent, bool flow);
  // Writes what stands before the next child of the top frame, and returns the child.
  const Value& Begin(Frame& frame);
  const Value& BeginFlow(Frame& frame);
  void WriteKey(const Value& key, size_t indent);
  void WriteChild(const Value& child);
  const Member& MemberAt(const Frame& frame) const {
    const size_t place = frame.order.empty() ? frame.next : frame.order[frame.next];
    return frame.container->members()[place];
  }

  const YamlPrintOptions& options_;
  std::string& out_;
  std::vector<Frame> stack_;
  bool inline_ = true;      // the next child continues the line, as after `- `
  bool after_key_ = false;  // the next child follows `key:`
};

void Writer::Document(const Value& root) {
  if (options_.document_start) out_ += "---\n";
  if (root.empty()) {
    // Lines of a literal that begin with blanks would need an indentation mark, and readers
    // disagree on what that means for a document that is nothing but text.
    const std::string_view text = root.str();
    const bool blank = !text.empty() && (text[0] == ' ' || text[0] == '\t' || text[0] == '\n');
    AppendScalar(root, blank ? 0 : kIndent, &out_);
    out_ += '\n';
    return;
  }
  Push(root, 0, false);
  while (!stack_.empty()) {
    Frame& frame = stack_.back();
    if (frame.next == frame.container->size()) {
      const bool flow = frame.flow;
      if (flow) out_ += frame.container->is_array() ? ']' : '}';
      stack_.pop_back();
      if (flow && (stack_.empty() || !stack_.back().flow)) out_ += '\n';
      continue;
    }
    const Value& child = frame.flow ? BeginFlow(frame) : Begin(frame);
    ++frame.next;
    WriteChild(child);
  }
}

void Writer::Push(const Value& container, size_t indent, bool flow) {
  Frame& frame =
      stack_.emplace_back(Frame{.container = &container, .indent = indent, .flow = flow});
  if (flow) out_ += container.is_array() ? '[' : '{';
  if (!options_.sort_keys || !container.is_object()) return;
  const std::span<const Member> members = container.members();
  frame.order.resize(members.size());
  std::iota(frame.order.begin(), frame.order.end(), 0);
  std::stable_sort(frame.order.begin(), frame.order.end(), [&](uint32_t a, uint32_t b) {
    return KeyLess(members[a].key.str(), members[b].key.str());
  });
}

const Value& Writer::Begin(Frame& frame) {
  if (!inline_) out_.append(frame.indent, ' ');
  inline_ = false;
  if (frame.container->is_array()) {
    out_ += "- ";
    inline_ = true;
    return frame.container->items()[frame.next];
  }
  const Member& member = MemberAt(frame);
  WriteKey(member.key, frame.indent);
  return member.value;
}

void Writer::WriteKey(const Value& key, size_t indent) {
  const bool is_long = key.str().size() > kLongKey;
  if (is_long) out_ += "? ";
  AppendScalar(key, 0, &out_);
  if (is_long) {
    out_ += '\n';
    out_.append(indent, ' ').append(": ");
    inline_ = true;
  } else {
    out_ += ':';
    after_key_ = true;
  }
}

const Value& Writer::BeginFlow(Frame& frame) {
  if (frame.next > 0) out_ += ", ";
  if (frame.container->is_array()) return frame.container->items()[frame.next];
  const Member& member = MemberAt(frame);
  if (member.key.str().size() > kLongKey) out_ += "? ";
  AppendDouble(member.key.str(), &out_);
  out_ += ": ";
  return member.value;
}

void Writer::WriteChild(const Value& child) {
  const Frame& parent = stack_.back();
  const bool after_key = std::exchange(after_key_, false);
  const size_t indent = parent.indent;
  if (child.empty()) {
    if (parent.flow) {
      if (child.is_string()) {
        AppendDouble(child.str(), &out_);
      } else {
        AppendScalar(child, 0, &out_);
      }
      return;
    }
    if (after_key) out_ += ' ';
    AppendScalar(child, indent + kIndent, &out_);
    out_ += '\n';
    inline_ = false;
    return;
  }
  if (parent.flow || stack_.size() >= kBlockLevels) {
    if (after_key) out_ += ' ';
    inline_ = false;
    Push(child, indent, true);
    return;
  }
  if (after_key) out_ += '\n';
  // A list right below a key keeps the key's indentation.
  Push(child, after_key && child.is_array() ? indent : indent + kIndent, false);
}

}  // namespace

std::string PrintYaml(const Value& value, const YamlPrintOptions& options) {
  std::string out;
  Writer(options, &out).Document(value);
  return out;
}

}  // namespace karta::json
