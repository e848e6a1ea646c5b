// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace karta {

// Numbers that describe a running process, in Prometheus' text form.
//
// A part makes its metrics once, in its constructor, out of a `Metrics&` it is given, and hides
// them behind a small class with domain verbs (`metrics_.Scheduled(runtime, waited)`).  Label
// values come from closed sets, so every series is there from the start, at zero, and recording
// neither locks nor allocates.  Recording and rendering may happen on any thread.

// Goes up only.
class Counter {
 public:
  void Add(double by = 1) { value_.fetch_add(by, std::memory_order_relaxed); }
  double value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<double> value_{0};
};

// Goes up and down.
class Gauge {
 public:
  void Set(double value) { value_.store(value, std::memory_order_relaxed); }
  void Add(double by) { value_.fetch_add(by, std::memory_order_relaxed); }
  double value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<double> value_{0};
};

// How many observations fell at or below each bound, and their sum.
class Histogram {
 public:
  // `bounds` rise strictly; a last bucket without bound is added.
  explicit Histogram(std::vector<double> bounds);

  void Observe(double value);
  // Durations are recorded in seconds, the base unit.
  template <class Rep, class Period>
  void Observe(std::chrono::duration<Rep, Period> value) {
    Observe(std::chrono::duration<double>(value).count());
  }

  const std::vector<double>& bounds() const { return bounds_; }
  // Observations in bucket `i` alone; i == bounds().size() is the one without bound.
  std::uint64_t bucket(std::size_t i) const { return buckets_[i].load(std::memory_order_relaxed); }
  std::uint64_t count() const;
  double sum() const { return sum_.load(std::memory_order_relaxed); }

 private:
  const std::vector<double> bounds_;
  const std::unique_ptr<std::atomic<std::uint64_t>[]> buckets_;
  std::atomic<double> sum_{0};
};

// One label and all the values it takes.  A value outside the set is counted under "other", which
// shows up only once it happened.
struct Label {
  std::string name;
  std::vector<std::string> values;
};

struct MetricSpec {
  std::string name;  // karta_<part>_<thing>_<unit> or ..._total
  std::string help;
  std::vector<Label> labels = {};
};

// The series of one metric, one for each combination of label values.
template <class M>
class Family {
 public:
  // `values` in the order of the spec's labels.
  M& At(std::initializer_list<std::string_view> values) { return *series_[IndexOf(values)]; }
  const M& At(std::initializer_list<std::string_view> values) const {
    return *series_[IndexOf(values)];
  }

 private:
  friend class Metrics;
  Family(MetricSpec spec, const std::vector<double>* bounds);
  std::size_t IndexOf(std::initializer_list<std::string_view> values) const;
  void Render(std::string& out) const;

  const MetricSpec spec_;
  std::vector<std::unique_ptr<M>> series_;
};

// The metrics of one process (or of one test).  References it hands out live as long as it does.
// A malformed or repeated name, or more than 10,000 series, is a bug and ends the process.
class Metrics {
 public:
  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  Family<Counter>& AddCounters(MetricSpec spec);
  Family<Gauge>& AddGauges(MetricSpec spec);
  Family<Histogram>& AddHistograms(MetricSpec spec, std::vector<double> bounds);

  // Without labels.
  Counter& AddCounter(std::string name, std::string help);
  Gauge& AddGauge(std::string name, std::string help);
  Histogram& AddHistogram(std::string name, std::string help, std::vector<double> bounds);

  // Everything in Prometheus' text exposition format 0.0.4, sorted by name.
  std::string Render() const;

 private:
  struct Entry;
  template <class M>
  Family<M>& Add(MetricSpec spec, const std::vector<double>* bounds);
  void Insert(std::unique_ptr<Entry> entry);

  mutable std::mutex mutex_;  // guards entries_, not the numbers
  std::vector<std::unique_ptr<Entry>> entries_;
};

// Seconds from half a millisecond to ten: requests and reconcile passes, in steps of about two.
std::vector<double> LatencyBounds();

}  // namespace karta
