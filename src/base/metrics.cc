// SPDX-License-Identifier: Apache-2.0
#include "base/metrics.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <utility>

#include "base/status.h"

namespace karta {
namespace {

constexpr std::size_t kMaxSeries = 10'000;

bool IsName(std::string_view name, bool colon_allowed) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  return std::all_of(name.begin(), name.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (colon_allowed && c == ':');
  });
}

void AppendEscaped(std::string& out, std::string_view text, bool quotes) {
  for (char c : text) {
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '"' && quotes) {
      out += "\\\"";
    } else {
      out += c;
    }
  }
}

void AppendNumber(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "NaN";
  } else if (std::isinf(value)) {
    out += value > 0 ? "+Inf" : "-Inf";
  } else {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    out.append(text, end);
  }
}

// `labels` is empty or `a="b",c="d"`.
void AppendSample(std::string& out, std::string_view name, std::string_view labels, double value) {
  out += name;
  if (!labels.empty()) out.append("{").append(labels).append("}");
  out += ' ';
  AppendNumber(out, value);
  out += '\n';
}

void AppendSeries(std::string& out, const MetricSpec& spec, const std::string& labels,
                  const Counter& counter) {
  AppendSample(out, spec.name, labels, counter.value());
}

void AppendSeries(std::string& out, const MetricSpec& spec, const std::string& labels,
                  const Gauge& gauge) {
  AppendSample(out, spec.name, labels, gauge.value());
}

void AppendSeries(std::string& out, const MetricSpec& spec, const std::string& labels,
                  const Histogram& histogram) {
  std::uint64_t below = 0;
  const std::string prefix = labels.empty() ? "le=\"" : labels + ",le=\"";
  for (std::size_t i = 0; i <= histogram.bounds().size(); ++i) {
    below += histogram.bucket(i);
    std::string with_bound = prefix;
    if (i < histogram.bounds().size()) {
      AppendNumber(with_bound, histogram.bounds()[i]);
    } else {
      with_bound += "+Inf";
    }
    with_bound += '"';
    AppendSample(out, spec.name + "_bucket", with_bound, static_cast<double>(below));
  }
  AppendSample(out, spec.name + "_sum", labels, histogram.sum());
  // From the same reads as the buckets, so that a scrape never contradicts itself.
  AppendSample(out, spec.name + "_count", labels, static_cast<double>(below));
}

bool Happened(const Counter& counter) { return counter.value() != 0; }
bool Happened(const Gauge& gauge) { return gauge.value() != 0; }
bool Happened(const Histogram& histogram) { return histogram.count() != 0; }

template <class M>
constexpr std::string_view TypeName() {
  if constexpr (std::is_same_v<M, Counter>) return "counter";
  if constexpr (std::is_same_v<M, Gauge>) return "gauge";
  if constexpr (std::is_same_v<M, Histogram>) return "histogram";
}

void CheckSpec(const MetricSpec& spec) {
  KRT_ASSERT(IsName(spec.name, true));
  std::size_t series = 1;
  for (const Label& label : spec.labels) {
    KRT_ASSERT(IsName(label.name, false) && label.name != "le");
    series *= label.values.size() + 1;
    KRT_ASSERT(series <= kMaxSeries);
  }
}

}  // namespace

Histogram::Histogram(std::vector<double> bounds)
    : bounds_(std::move(bounds)),
      buckets_(std::make_unique<std::atomic<std::uint64_t>[]>(bounds_.size() + 1)) {
  KRT_ASSERT(std::adjacent_find(bounds_.begin(), bounds_.end(), std::greater_equal<double>()) ==
             bounds_.end());
}

void Histogram::Observe(double value) {
  if (std::isnan(value)) return;  // would poison the sum for good
  const auto at = std::lower_bound(bounds_.begin(), bounds_.end(), value);
  buckets_[static_cast<std::size_t>(at - bounds_.begin())].fetch_add(1, std::memory_order_relaxed);
  sum_.fetch_add(value, std::memory_order_relaxed);
}

std::uint64_t Histogram::count() const {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i <= bounds_.size(); ++i) total += bucket(i);
  return total;
}

// Series are numbered like the digits of a mixed-radix number, last label fastest; the highest
// digit of each label is "other".
template <class M>
Family<M>::Family(MetricSpec spec, const std::vector<double>* bounds) : spec_(std::move(spec)) {
  CheckSpec(spec_);
  std::size_t count = 1;
  for (const Label& label : spec_.labels) count *= label.values.size() + 1;
  series_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_same_v<M, Histogram>) {
      series_.push_back(std::make_unique<M>(*bounds));
    } else {
      series_.push_back(std::make_unique<M>());
    }
  }
}

template <class M>
std::size_t Family<M>::IndexOf(std::initializer_list<std::string_view> values) const {
  KRT_ASSERT(values.size() == spec_.labels.size());
  std::size_t index = 0;
  auto label = spec_.labels.begin();
  for (std::string_view value : values) {
    const auto at = std::find(label->values.begin(), label->values.end(), value);
    index =
        index * (label->values.size() + 1) + static_cast<std::size_t>(at - label->values.begin());
    ++label;
  }
  return index;
}

template <class M>
void Family<M>::Render(std::string& out) const {
  out.append("# HELP ").append(spec_.name).append(" ");
  AppendEscaped(out, spec_.help, false);
  out.append("\n# TYPE ").append(spec_.name).append(" ").append(TypeName<M>()).append("\n");
  for (std::size_t i = 0; i < series_.size(); ++i) {
    std::string labels;
    bool other = false;
    std::size_t rest = i;
    for (auto label = spec_.labels.rbegin(); label != spec_.labels.rend(); ++label) {
      const std::size_t radix = label->values.size() + 1;
      const std::size_t digit = rest % radix;
      rest /= radix;
      std::string pair = label->name + "=\"";
      if (digit + 1 == radix) other = true;
      AppendEscaped(pair, digit + 1 == radix ? "other" : label->values[digit], true);
      pair += '"';
      labels = labels.empty() ? pair : pair + "," + labels;
    }
    if (other && !Happened(*series_[i])) continue;
    AppendSeries(out, spec_, labels, *series_[i]);
  }
}

struct Metrics::Entry {
  std::string name;
  std::shared_ptr<void> family;  // remembers how to destroy what it holds
  std::function<void(std::string&)> render;
};

Metrics::Metrics() = default;
Metrics::~Metrics() = default;

void Metrics::Insert(std::unique_ptr<Entry> entry) {
  std::lock_guard lock(mutex_);
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), entry->name,
                                   [](const auto& e, const std::string& n) { return e->name < n; });
  KRT_ASSERT(at == entries_.end() || (*at)->name != entry->name);
  entries_.insert(at, std::move(entry));
}

template <class M>
Family<M>& Metrics::Add(MetricSpec spec, const std::vector<double>* bounds) {
  std::shared_ptr<Family<M>> family(new Family<M>(std::move(spec), bounds));
  Family<M>* const raw = family.get();
  Insert(std::make_unique<Entry>(
      Entry{raw->spec_.name, std::move(family), [raw](std::string& out) { raw->Render(out); }}));
  return *raw;
}

Family<Counter>& Metrics::AddCounters(MetricSpec spec) {
  return Add<Counter>(std::move(spec), nullptr);
}

Family<Gauge>& Metrics::AddGauges(MetricSpec spec) { return Add<Gauge>(std::move(spec), nullptr); }

Family<Histogram>& Metrics::AddHistograms(MetricSpec spec, std::vector<double> bounds) {
  return Add<Histogram>(std::move(spec), &bounds);
}

Counter& Metrics::AddCounter(std::string name, std::string help) {
  return AddCounters({std::move(name), std::move(help), {}}).At({});
}

Gauge& Metrics::AddGauge(std::string name, std::string help) {
  return AddGauges({std::move(name), std::move(help), {}}).At({});
}

Histogram& Metrics::AddHistogram(std::string name, std::string help, std::vector<double> bounds) {
  return AddHistograms({std::move(name), std::move(help), {}}, std::move(bounds)).At({});
}

std::string Metrics::Render() const {
  std::lock_guard lock(mutex_);
  std::string out;
  for (const auto& entry : entries_) entry->render(out);
  return out;
}

std::vector<double> LatencyBounds() {
  return {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
}

template class Family<Counter>;
template class Family<Gauge>;
template class Family<Histogram>;

}  // namespace karta
