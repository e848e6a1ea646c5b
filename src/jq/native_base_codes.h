// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace karta::jq {

// RFC 4648, as lenient as jq is: padding may be missing, and what follows the first '=' is ignored.

std::string EncodeBase64(std::string_view bytes);
std::string EncodeBase32(std::string_view bytes);

// Decode into `*bytes`.  What is wrong with the text, worded as jq words it; "" when nothing is.
std::string_view DecodeBase64(std::string_view text, std::string* bytes);
std::string_view DecodeBase32(std::string_view text, std::string* bytes);

}  // namespace karta::jq
