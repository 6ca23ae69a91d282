#!/bin/sh
# Installs what the zoo of healthy files (test/zoo) needs beyond scripts/frameworks.sh into an environment of its own below
# $GPU_LEASE_ZOO (default ~/.cache/gpu-lease-zoo); torch and its like are taken from there and not installed twice. Several GB with
# TensorFlow, so nothing installs it by itself: `npm run test:long` uses it where it is there. May be run any number of times.
set -eu
here="$(cd "$(dirname "$0")/.." && pwd)"
sh "$here/scripts/frameworks.sh"
frameworks="${GPU_LEASE_FRAMEWORKS:-$HOME/.cache/gpu-lease-frameworks}/env"
place="${GPU_LEASE_ZOO:-$HOME/.cache/gpu-lease-zoo}"
requirements="$here/test/zoo/requirements.txt"
mark="$place/.installed"
cmp -s "$requirements" "$mark" && exit 0
mkdir -p "$place"
[ -x "$place/env/bin/python3" ] || "$frameworks/bin/python3" -m venv "$place/env"
rm -f "$mark"
# Found after its own packages, so that it installs only what is not there.
"$frameworks/bin/python3" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
  >"$("$place/env/bin/python3" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/frameworks.pth"
echo "# installing $(grep -c . "$requirements") packages for test/zoo"
# One after the other: what the registry lacks for this Python must not keep out the rest. The makers that need it are named as absent.
while read -r package; do
  [ -z "$package" ] && continue
  "$place/env/bin/python3" -m pip install --quiet --disable-pip-version-check --no-input \
    --constraint "$here/test/frameworks/requirements.txt" "$package" || echo "# not there: $package"
done <"$requirements"
cp "$requirements" "$mark"
