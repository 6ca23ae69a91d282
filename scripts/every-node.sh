#!/usr/bin/env bash
# Runs the committed bundle through a whole life on each Node that we promise: 20, 22, 24 and 26, as the npm package "node"
# supplies them.
set -euo pipefail
cd "$(dirname "$0")/.."
cache=${GPU_LEASE_NODES:-${XDG_CACHE_HOME:-$HOME/.cache}/gpu-lease-nodes}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for major in 20 22 24 26; do
  node=$cache/$major/node_modules/node/bin/node
  if [ ! -x "$node" ]; then
    mkdir -p "$cache/$major"
    npm install --silent --no-audit --no-fund --prefix "$cache/$major" "node@$major"
  fi
  PATH=$(dirname "$node"):$PATH bin/gpu-lease demo --json --store "$work/demo-$major" 2>"$work/log" | tail -n 1 >"$work/last" || {
    cat "$work/log" >&2
    exit 1
  }
  printf 'node %s: %s\n' "$("$node" --version)" "$(cat "$work/last")"
  grep -q '"state":"released"' "$work/last"
  grep -q '"metersRunning":0' "$work/last"
done
