// SPDX-License-Identifier: Apache-2.0
#include <string_view>
#include <vector>

#include "json/print.h"

namespace karta::json {

const Colors& Colors::Default() {
  static const Colors colors{{"0;90", "0;39", "0;39", "0;39", "0;32", "1;39", "1;39", "1;34"}};
  return colors;
}

bool Colors::Parse(std::string_view spec) {
  std::vector<std::string_view> given;
  size_t from = 0;
  while (true) {
    const size_t end = std::min(spec.find_first_not_of("0123456789;", from), spec.size());
    const bool last = end == spec.size() || given.size() + 1 == sequences.size();
    // An empty one at the very end, as in "" and "0:", does not count.
    if (!last || end > from) given.push_back(spec.substr(from, end - from));
    if (last) break;
    if (spec[end] != ':') return false;
    from = end + 1;
  }
  *this = Default();
  for (size_t i = 0; i < given.size(); ++i) sequences[i] = given[i];
  return true;
}

}  // namespace karta::json
