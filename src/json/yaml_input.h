// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml.h>

#include <cstddef>
#include <string>

#include "base/status.h"
#include "json/yaml.h"

namespace karta::json {

// "line 3, column 5", counted from 1 as people count.
std::string Place(const yaml_mark_t& mark);
Status TooDeep(const yaml_mark_t& mark, const YamlOptions& options);

// libyaml's parser over a source: events in, errors with places out.  Private to json/.
class YamlInput {
 public:
  // `options` must outlive this.
  YamlInput(YamlReader::Source source, const YamlOptions& options);
  ~YamlInput();
  YamlInput(const YamlInput&) = delete;
  YamlInput& operator=(const YamlInput&) = delete;

  // The caller frees the event.  YAML_NO_EVENT after the end.
  Status NextEvent(yaml_event_t* event);
  // What comes now belongs to the next document, which may be as large as the limit again.
  void EndDocument();

 private:
  static int Read(void* self, unsigned char* buffer, size_t size, size_t* size_read);
  int ReadChunk(char* buffer, size_t size, size_t* size_read);
  Status Failure() const;
  Status TooLarge() const;
  std::string PlaceOfByte(size_t offset) const;

  YamlReader::Source source_;
  const YamlOptions& options_;
  yaml_parser_t parser_;
  bool ready_ = false;
  Status source_failure_;
  size_t document_start_ = 0;  // in characters
  size_t document_bytes_ = 0;  // read since then
  // libyaml names the place of a bad byte by offset only: the last chunk, and where it began, give
  // line and column back.
  std::string chunk_;
  size_t chunk_offset_ = 0;
  size_t chunk_line_ = 1;
  size_t chunk_column_ = 1;
};

}  // namespace karta::json
