// SPDX-License-Identifier: Apache-2.0
#include "json/yaml_input.h"

#include <algorithm>
#include <utility>

namespace karta::json {
namespace {

// libyaml reads ahead by this much.
constexpr size_t kReadAhead = size_t{64} << 10;
constexpr ptrdiff_t kMostTagDirectives = 1'000;
// In UTF-8, in bytes.
constexpr size_t kLongestCharacter = 4;

std::string Place(size_t line, size_t column) {
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// Moves a place over `text`; columns count characters, not bytes.
void Advance(std::string_view text, size_t* line, size_t* column) {
  const size_t last = text.rfind('\n');
  if (last != std::string_view::npos) {
    *line += static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
    *column = 1;
    text.remove_prefix(last + 1);
  }
  *column += static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace

std::string Place(const yaml_mark_t& mark) { return Place(mark.line + 1, mark.column + 1); }

Status TooDeep(const yaml_mark_t& mark, const YamlOptions& options) {
  return Exhausted(Place(mark) + ": nested deeper than " + std::to_string(options.max_depth) +
                   " levels")
      .WithReason("DepthLimit");
}

YamlInput::YamlInput(YamlReader::Source source, const YamlOptions& options)
    : source_(std::move(source)), options_(options) {
  ready_ = yaml_parser_initialize(&parser_) != 0;
  if (ready_) yaml_parser_set_input(&parser_, &YamlInput::Read, this);
}

YamlInput::~YamlInput() {
  if (ready_) yaml_parser_delete(&parser_);
}

int YamlInput::Read(void* self, unsigned char* buffer, size_t size, size_t* size_read) {
  return static_cast<YamlInput*>(self)->ReadChunk(reinterpret_cast<char*>(buffer), size, size_read);
}

int YamlInput::ReadChunk(char* buffer, size_t size, size_t* size_read) {
  // libyaml compares each new directive with all before it.
  if (parser_.tag_directives.top - parser_.tag_directives.start > kMostTagDirectives) {
    source_failure_ = BadRequest(Place(parser_.mark) + ": too many %TAG directives");
    return 0;
  }
  if (document_bytes_ / kLongestCharacter > options_.max_document_size + kReadAhead) {
    source_failure_ = TooLarge();
    return 0;
  }
  Result<size_t> got = source_(buffer, size);
  if (!got.ok()) {
    source_failure_ = std::move(got).status();
    return 0;
  }
  *size_read = *got;
  document_bytes_ += *got;
  // A bad character may have begun in the chunk before.
  const size_t done = chunk_.size() - std::min(chunk_.size(), kLongestCharacter - 1);
  Advance(std::string_view(chunk_).substr(0, done), &chunk_line_, &chunk_column_);
  chunk_offset_ += done;
  chunk_.erase(0, done);
  chunk_.append(buffer, *got);
  return 1;
}

Status YamlInput::NextEvent(yaml_event_t* event) {
  if (!ready_) return Exhausted("no memory for a YAML parser");
  if (yaml_parser_parse(&parser_, event) == 0) return Failure();
  if (event->end_mark.index - document_start_ > options_.max_document_size) return TooLarge();
  return Status();
}

void YamlInput::EndDocument() {
  document_start_ = parser_.mark.index;
  document_bytes_ = 0;
}

Status YamlInput::TooLarge() const {
  return Exhausted(Place(parser_.mark) + ": document larger than " +
                   std::to_string(options_.max_document_size) + " characters")
      .WithReason("SizeLimit");
}

std::string YamlInput::PlaceOfByte(size_t offset) const {
  size_t line = chunk_line_, column = chunk_column_;
  if (offset > chunk_offset_) {
    Advance(std::string_view(chunk_).substr(0, offset - chunk_offset_), &line, &column);
  }
  return Place(line, column);
}

Status YamlInput::Failure() const {
  if (!source_failure_.ok()) return source_failure_;
  if (parser_.error == YAML_MEMORY_ERROR) return Exhausted("no memory for a YAML document");
  std::string problem = parser_.problem == nullptr ? "unknown problem" : parser_.problem;
  if (parser_.error == YAML_READER_ERROR) {
    if (parser_.problem_value != -1) {
      char number[24];
      std::snprintf(number, sizeof number, " (0x%X)", static_cast<unsigned>(parser_.problem_value));
      problem += number;
    }
    return BadRequest(PlaceOfByte(parser_.problem_offset) + ": " + problem);
  }
  std::string message = Place(parser_.problem_mark) + ": " + problem;
  if (parser_.context != nullptr) {
    message += ", ";
    message += parser_.context;
    if (parser_.context_mark.line != parser_.problem_mark.line) {
      message += " that began at " + Place(parser_.context_mark);
    }
  }
  return BadRequest(message);
}

}  // namespace karta::json
