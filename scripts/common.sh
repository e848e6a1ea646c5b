# SPDX-License-Identifier: Apache-2.0
# Sourced by the scripts beside it.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${KARTA_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/karta}

say() { printf '%s\n' "$*"; }
die() { printf '%s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# quietly <label> <command>...: keeps the command's output in a log, shows that time passes, and
# shows the end of the log when the command fails.
quietly() {
  local label=$1 log status=0 start=$SECONDS shown=0 pid
  shift
  log=$(mktemp)
  "$@" >"$log" 2>&1 </dev/null &
  pid=$!
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.2
    if ((SECONDS - start >= 2)) && [[ -t 1 ]]; then
      printf '\r%s … %d s ' "$label" $((SECONDS - start))
      shown=1
    elif ((SECONDS - start >= 10 * (shown + 1))); then
      shown=$(((SECONDS - start) / 10))
      printf '%s … %d s\n' "$label" $((SECONDS - start))
    fi
  done
  wait "$pid" || status=$?
  if [[ -t 1 ]] && ((shown)); then printf '\r\033[K'; fi
  if ((status)); then
    printf '%s: failed (exit %d)\n' "$label" "$status" >&2
    tail -n 25 "$log" >&2
  fi
  rm -f "$log"
  return "$status"
}

# The newest known clang with libFuzzer; prints its major version, or fails.
clang_version() {
  local v
  for v in 16 17 18 19 20 21 15; do
    if have "clang++-$v"; then echo "$v"; return; fi
  done
  return 1
}
