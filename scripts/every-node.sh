#!/usr/bin/env bash
# Runs the committed bundle through a whole life on each Node that we promise, side by side: 20, 22, 24 and 26, as the npm package
# "node" supplies them.
set -euo pipefail
cd "$(dirname "$0")/.."
cache=${GPU_LEASE_NODES:-${XDG_CACHE_HOME:-$HOME/.cache}/gpu-lease-nodes}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
majors=(20 22 24 26)
on() { printf '%s/%s/node_modules/node/bin/node' "$cache" "$1"; }
for major in "${majors[@]}"; do
  [ -x "$(on "$major")" ] && continue
  mkdir -p "$cache/$major"
  npm install --silent --no-audit --no-fund --prefix "$cache/$major" "node@$major"
done
life() { PATH=$(dirname "$(on "$1")"):$PATH bin/gpu-lease demo --json --store "$work/demo-$1" >"$work/said-$1" 2>"$work/log-$1"; }
lives=()
for major in "${majors[@]}"; do
  life "$major" &
  lives+=($!)
  # Repositories of one second are one commit, and their runs would have one name.
  sleep 1.1
done
for at in "${!majors[@]}"; do
  major=${majors[$at]}
  wait "${lives[$at]}" || {
    cat "$work/log-$major" >&2
    exit 1
  }
  tail -n 1 "$work/said-$major" >"$work/last"
  printf 'node %s: %s\n' "$("$(on "$major")" --version)" "$(cat "$work/last")"
  grep -q '"state":"released"' "$work/last"
  grep -q '"metersRunning":0' "$work/last"
done
