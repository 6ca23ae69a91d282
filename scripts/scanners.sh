#!/bin/sh
# Installs what other people scan models with, for bench/scanners.mjs, below $GPU_LEASE_SCANNERS (default ~/.cache/gpu-lease-scanners):
# picklescan (with py7zr, by which it reads 7z), modelscan and fickling from PyPI, beside the frameworks of scripts/frameworks.sh, which
# make the files. Development tools: nothing of the product uses them. May be run any number of times; without python3 and venv, or a network, the benchmark skips by name.
set -u
tools=${GPU_LEASE_SCANNERS:-$HOME/.cache/gpu-lease-scanners}
frameworks=${GPU_LEASE_FRAMEWORKS:-$HOME/.cache/gpu-lease-frameworks}
packages='picklescan modelscan fickling py7zr'
mkdir -p "$tools" || exit 0
python=$frameworks/env/bin/python3
[ -x "$python" ] || { echo "# no frameworks in $frameworks: sh scripts/frameworks.sh makes them"; exit 0; }
[ -x "$tools/python/bin/python" ] || "$python" -m venv "$tools/python" || exit 0
# shellcheck disable=SC2086 # several packages
"$tools/python/bin/python" -m pip install --quiet --disable-pip-version-check --no-input $packages >"$tools/python.log" 2>&1 ||
  { echo "# not installed: $packages ($(tail -n 1 "$tools/python.log"))"; exit 0; }
for site in "$frameworks"/env/lib/python3*/site-packages; do
  echo "$site" >"$(echo "$tools"/python/lib/python3*/site-packages)/frameworks.pth"
done
