#!/bin/sh
# Installs the training frameworks into an environment of their own below $GPU_LEASE_FRAMEWORKS (default
# ~/.cache/gpu-lease-frameworks), for the tests in test/frameworks that train with them. Several GB, so nothing installs it by itself:
# `npm run test:long` uses it where it is there, and those tests skip by name where it is not. May be run any number of times.
set -eu
requirements="$(cd "$(dirname "$0")/.." && pwd)/test/frameworks/requirements.txt"
place="${GPU_LEASE_FRAMEWORKS:-$HOME/.cache/gpu-lease-frameworks}"
mark="$place/.installed"
cmp -s "$requirements" "$mark" && exit 0
mkdir -p "$place"
[ -x "$place/env/bin/python3" ] || python3 -m venv "$place/env"
rm -f "$mark"
echo "# installing $(grep -c == "$requirements") packages for test/frameworks"
"$place/env/bin/python3" -m pip install --quiet --disable-pip-version-check --no-input --requirement "$requirements"
cp "$requirements" "$mark"
