// SPDX-License-Identifier: Apache-2.0
#include <yaml.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "json/yaml.h"
#include "json/yaml_input.h"
#include "json/yaml_scalar.h"

namespace karta::json {
namespace {

constexpr std::string_view kMergeTag = "tag:yaml.org,2002:merge";

std::string_view View(const unsigned char* text) {
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

// One event of the parser, freed with the object.
struct Event {
  yaml_event_t raw{};
  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { yaml_event_delete(&raw); }
};

// How much of a document may come from aliases, the rule of Kubernetes' reader: nearly all of a
// small one, a tenth of a huge one.  Aliases cost us nothing, but whoever walks the document pays
// for each.
double AllowedAliasShare(size_t nodes) {
  constexpr double kLow = 400'000, kHigh = 4'000'000;
  const double place = (static_cast<double>(nodes) - kLow) / (kHigh - kLow);
  return 0.99 - 0.89 * std::clamp(place, 0.0, 1.0);
}

// libyaml looks at every open flow collection for each token, so that a long list deep inside
// others takes time with the product of both.  Documents may cost this many looks, and in the long
// run as many for each event.
constexpr size_t kFreeLooks = 200'000'000, kLooksPerEvent = 64;

// Builds the Value of one document from its events, without recursion.
class DocumentBuilder {
 public:
  explicit DocumentBuilder(const YamlOptions& options) : options_(options) {}

  // True when the document is complete.
  Result<bool> Add(const yaml_event_t& event);
  // Whether nothing at all stood between the document's markers.
  bool empty() const { return empty_; }
  Value Take() { return std::move(root_); }

 private:
  struct Frame {
    Value container;
    Value key;
    bool has_key = false;
    bool merge = false;  // the key is a plain `<<`
    bool flow = false;
    size_t anchor = kNoAnchor;  // place in anchors_
    size_t first_node = 0;      // nodes_ before this one
    size_t height = 1;          // levels from here down
  };
  struct Anchor {
    Value value;
    bool complete = false;
    size_t nodes = 0;  // with aliases put in
    size_t height = 0;
  };
  static constexpr size_t kNoAnchor = static_cast<size_t>(-1);

  Status AddScalar(const yaml_event_t& event);
  Status AddAlias(const yaml_event_t& event);
  Status Open(const yaml_event_t& event, Value container, const unsigned char* anchor, bool flow);
  Status Close(const yaml_mark_t& mark);
  Status Attach(Value node, size_t height, bool alias, const yaml_mark_t& mark);
  Status AttachMember(Frame& frame, Value node, bool alias, const yaml_mark_t& mark);
  Status SetKey(Frame& frame, const Value& node, const yaml_mark_t& mark);
  Status SetMember(Frame& frame, const Value& key, Value node, const yaml_mark_t& mark);
  Status Merge(Frame& frame, const Value& node, bool alias, const yaml_mark_t& mark);
  Status CountNodes(size_t nodes, size_t from_aliases, const yaml_mark_t& mark);
  size_t NewAnchor(const unsigned char* name);
  bool AwaitsKey() const {
    return !stack_.empty() && stack_.back().container.is_object() && !stack_.back().has_key;
  }

  const YamlOptions& options_;
  std::vector<Frame> stack_;
  std::vector<Anchor> anchors_;
  std::unordered_map<std::string, size_t> names_;
  size_t flow_depth_ = 0;
  size_t events_ = 0;
  size_t looks_ = 0;  // see kFreeLooks
  size_t nodes_ = 1;  // the document itself counts
  size_t alias_nodes_ = 0;
  Value root_;
  bool empty_ = false;
};

Result<bool> DocumentBuilder::Add(const yaml_event_t& event) {
  looks_ += flow_depth_;
  if (looks_ > kFreeLooks + kLooksPerEvent * ++events_) {
    return Exhausted(Place(event.start_mark) + ": too long for how deep it is nested")
        .WithReason("DepthLimit");
  }
  switch (event.type) {
    case YAML_SCALAR_EVENT:
      KRT_DO(AddScalar(event));
      break;
    case YAML_ALIAS_EVENT:
      KRT_DO(AddAlias(event));
      break;
    case YAML_SEQUENCE_START_EVENT:
      KRT_DO(Open(event, Value::Array(), event.data.sequence_start.anchor,
                  event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE));
      break;
    case YAML_MAPPING_START_EVENT:
      KRT_DO(Open(event, Value::Object(), event.data.mapping_start.anchor,
                  event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE));
      break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      KRT_DO(Close(event.start_mark));
      break;
    case YAML_DOCUMENT_END_EVENT:
      return true;
    default:
      break;
  }
  return false;
}

Status DocumentBuilder::AddScalar(const yaml_event_t& event) {
  const auto& scalar = event.data.scalar;
  const std::string_view text(reinterpret_cast<const char*>(scalar.value), scalar.length);
  const std::string_view tag = View(scalar.tag);
  const bool plain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
  const bool key = AwaitsKey();

  if (key && text == "<<" && (scalar.plain_implicit != 0 || tag == kMergeTag)) {
    stack_.back().has_key = stack_.back().merge = true;
    return Status();
  }
  KRT_DO(CountNodes(1, 0, event.start_mark));
  Value value;
  if (!tag.empty()) {
    Result<Value> tagged = ResolveTaggedScalar(text, tag);
    if (!tagged.ok()) return std::move(tagged).status().Wrap(Place(event.start_mark));
    value = *std::move(tagged);
  } else if (plain) {
    value = ResolvePlainScalar(text);
    // libyaml drops the tag `!`, which makes any scalar a string: what is left of it is that the
    // node is longer than its text.
    const size_t extent = event.end_mark.index - event.start_mark.index;
    if (!value.is_string() && scalar.anchor == nullptr && extent > text.size() && !text.empty()) {
      value = Value::String(text);
    }
    empty_ = stack_.empty() && text.empty() && scalar.anchor == nullptr;
  } else {
    value = Value::String(text);
  }
  if (!key && value.is_double() && !std::isfinite(value.double_value())) {
    return BadRequest(Place(event.start_mark) + ": JSON has no number for " + std::string(text));
  }
  if (scalar.anchor != nullptr) {
    anchors_[NewAnchor(scalar.anchor)] = {.value = value, .complete = true, .nodes = 1};
  }
  return Attach(std::move(value), 0, false, event.start_mark);
}

Status DocumentBuilder::AddAlias(const yaml_event_t& event) {
  const std::string name(View(event.data.alias.anchor));
  const auto found = names_.find(name);
  if (found == names_.end()) {
    return BadRequest(Place(event.start_mark) + ": unknown anchor '" + name + "'");
  }
  const Anchor& anchor = anchors_[found->second];
  if (!anchor.complete) {
    return BadRequest(Place(event.start_mark) + ": anchor '" + name + "' contains itself");
  }
  KRT_DO(CountNodes(1 + anchor.nodes, anchor.nodes, event.start_mark));
  if (stack_.size() + anchor.height > options_.max_depth)
    return TooDeep(event.start_mark, options_);
  return Attach(anchor.value, anchor.height, true, event.start_mark);
}

Status DocumentBuilder::Open(const yaml_event_t& event, Value container,
                             const unsigned char* anchor, bool flow) {
  if (AwaitsKey()) {
    return BadRequest(Place(event.start_mark) +
                      ": a key must be a scalar, not a list or a mapping");
  }
  if (stack_.size() >= options_.max_depth) return TooDeep(event.start_mark, options_);
  KRT_DO(CountNodes(1, 0, event.start_mark));
  Frame& frame = stack_.emplace_back();
  frame.container = std::move(container);
  frame.first_node = nodes_ - 1;
  frame.flow = flow;
  flow_depth_ += flow ? 1 : 0;
  if (anchor != nullptr) frame.anchor = NewAnchor(anchor);
  return Status();
}

Status DocumentBuilder::Close(const yaml_mark_t& mark) {
  Frame frame = std::move(stack_.back());
  stack_.pop_back();
  flow_depth_ -= frame.flow ? 1 : 0;
  if (frame.anchor != kNoAnchor) {
    anchors_[frame.anchor] = {.value = frame.container,
                              .complete = true,
                              .nodes = nodes_ - frame.first_node,
                              .height = frame.height};
  }
  return Attach(std::move(frame.container), frame.height, false, mark);
}

Status DocumentBuilder::Attach(Value node, size_t height, bool alias, const yaml_mark_t& mark) {
  if (stack_.empty()) {
    root_ = std::move(node);
    return Status();
  }
  Frame& frame = stack_.back();
  frame.height = std::max(frame.height, height + 1);
  if (frame.container.is_object()) return AttachMember(frame, std::move(node), alias, mark);
  frame.container.Append(std::move(node));
  return Status();
}

Status DocumentBuilder::AttachMember(Frame& frame, Value node, bool alias,
                                     const yaml_mark_t& mark) {
  if (!frame.has_key) return SetKey(frame, node, mark);
  frame.has_key = false;
  if (!std::exchange(frame.merge, false)) {
    return SetMember(frame, frame.key, std::move(node), mark);
  }
  return Merge(frame, node, alias, mark);
}

Status DocumentBuilder::SetKey(Frame& frame, const Value& node, const yaml_mark_t& mark) {
  frame.has_key = true;
  if (node.is_string()) {
    frame.key = node;
    return Status();
  }
  if (node.is_container()) {
    return BadRequest(Place(mark) + ": a key must be a scalar, not a list or a mapping");
  }
  const std::optional<std::string> text = ScalarKeyText(node);
  if (!text) {
    return BadRequest(Place(mark) + (node.is_null()
                                         ? ": null cannot be a key"
                                         : ": an integer beyond 64 bits cannot be a key"));
  }
  frame.key = Value::String(*text);
  return Status();
}

Status DocumentBuilder::SetMember(Frame& frame, const Value& key, Value node,
                                  const yaml_mark_t& mark) {
  if (options_.strict && frame.container.Find(key) != nullptr) {
    return BadRequest(Place(mark) + ": key \"" + std::string(key.str()) + "\" is set twice");
  }
  frame.container.Set(key, std::move(node));
  return Status();
}

// Members of a merged mapping are set where the `<<` stands: they win over keys before it and lose
// to keys after it.  Of several mappings the first one wins.
Status DocumentBuilder::Merge(Frame& frame, const Value& node, bool alias,
                              const yaml_mark_t& mark) {
  std::span<const Value> sources(&node, 1);
  if (node.is_array() && !alias) sources = node.items();
  for (auto source = sources.rbegin(); source != sources.rend(); ++source) {
    if (!source->is_object()) {
      return BadRequest(Place(mark) + ": the value of << must be a mapping or a list of mappings");
    }
    for (const Member& member : source->members()) {
      KRT_DO(SetMember(frame, member.key, member.value, mark));
    }
  }
  return Status();
}

Status DocumentBuilder::CountNodes(size_t nodes, size_t from_aliases, const yaml_mark_t& mark) {
  nodes_ += nodes;
  alias_nodes_ += from_aliases;
  if (alias_nodes_ <= 100 || nodes_ <= 1000) return Status();
  const double share = static_cast<double>(alias_nodes_) / static_cast<double>(nodes_);
  if (share <= AllowedAliasShare(nodes_)) return Status();
  return Exhausted(Place(mark) + ": aliases make the document too large").WithReason("AliasLimit");
}

size_t DocumentBuilder::NewAnchor(const unsigned char* name) {
  anchors_.emplace_back();
  names_[std::string(View(name))] = anchors_.size() - 1;
  return anchors_.size() - 1;
}

}  // namespace

struct YamlReader::Impl {
  YamlOptions options;
  YamlInput input;
  size_t delivered = 0;
  bool ended = false;
  Status failure;

  Impl(Source source, YamlOptions yaml_options)
      : options(yaml_options), input(std::move(source), options) {}

  Result<std::optional<Value>> Next();
  // A document, or nullopt for one without content.
  Result<std::optional<Value>> ReadDocument();
};

Result<std::optional<Value>> YamlReader::Impl::Next() {
  while (!ended) {
    Event event;
    KRT_DO(input.NextEvent(&event.raw));
    if (event.raw.type == YAML_STREAM_END_EVENT || event.raw.type == YAML_NO_EVENT) ended = true;
    if (event.raw.type != YAML_DOCUMENT_START_EVENT) continue;
    KRT_TRY(std::optional<Value> document, ReadDocument());
    input.EndDocument();
    if (!document) continue;
    ++delivered;
    return document;
  }
  if (delivered++ == 0) return std::optional<Value>(Value::Null());
  return std::optional<Value>();
}

Result<std::optional<Value>> YamlReader::Impl::ReadDocument() {
  DocumentBuilder builder(options);
  while (true) {
    Event event;
    KRT_DO(input.NextEvent(&event.raw));
    KRT_TRY(const bool complete, builder.Add(event.raw));
    if (complete) break;
  }
  if (builder.empty()) return std::optional<Value>();
  return std::optional<Value>(builder.Take());
}

YamlReader::YamlReader(Source source, YamlOptions options)
    : impl_(std::make_unique<Impl>(std::move(source), options)) {}

YamlReader::~YamlReader() = default;

Result<std::optional<Value>> YamlReader::Next() {
  if (!impl_->failure.ok()) return impl_->failure;
  Result<std::optional<Value>> next = impl_->Next();
  if (!next.ok()) impl_->failure = next.status();
  return next;
}

Result<std::vector<Value>> ParseYaml(std::string_view text, const YamlOptions& options) {
  YamlReader reader(
      [rest = text](char* buffer, size_t size) mutable -> Result<size_t> {
        size = std::min(size, rest.size());
        if (size > 0) std::memcpy(buffer, rest.data(), size);
        rest.remove_prefix(size);
        return size;
      },
      options);
  std::vector<Value> documents;
  while (true) {
    KRT_TRY(std::optional<Value> document, reader.Next());
    if (!document) return documents;
    documents.push_back(*std::move(document));
  }
}

}  // namespace karta::json
