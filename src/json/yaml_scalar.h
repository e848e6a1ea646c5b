// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"
#include "json/value.h"

namespace karta::json {

// What YAML scalars mean to Kubernetes tools.  Private to json/.

// A plain scalar without a tag.  Infinities and NaN come back as such: they may be keys.
Value ResolvePlainScalar(std::string_view text);

// A scalar with an explicit tag, the long form ("tag:yaml.org,2002:int") for the standard ones.
// Tags that nobody knows give strings.  kBadRequest when the text does not fit the tag.
Result<Value> ResolveTaggedScalar(std::string_view text, std::string_view tag);

// A scalar as the key of an object: numbers and booleans become their text.  nullopt for null and
// for integers beyond int64, which Kubernetes tools refuse as keys.
std::optional<std::string> ScalarKeyText(const Value& scalar);

// Whether some reader (YAML 1.1 or 1.2) takes the plain scalar `text` for anything but a string, or
// for a merge key.  Wider than ResolvePlainScalar: it knows dates, 1:30 and other readers' habits.
bool ReadsAsNonString(std::string_view text);

// A date or a date with time in the forms of YAML 1.1.
bool IsYamlTimestamp(std::string_view text);

}  // namespace karta::json
