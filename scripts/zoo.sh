#!/bin/sh
# Installs what the zoo of healthy files (test/zoo) needs beyond scripts/frameworks.sh into environments of its own below
# $GPU_LEASE_ZOO (default ~/.cache/gpu-lease-zoo); torch and its like are taken from there and not installed twice. Several GB with
# TensorFlow, so nothing installs it by itself: `npm run test:long` uses it where it is there. May be run any number of times.
set -eu
here="$(cd "$(dirname "$0")/.." && pwd)"
sh "$here/scripts/frameworks.sh"
frameworks="${GPU_LEASE_FRAMEWORKS:-$HOME/.cache/gpu-lease-frameworks}/env"
place="${GPU_LEASE_ZOO:-$HOME/.cache/gpu-lease-zoo}"

# made PLACE: a virtual environment is there.
made() { [ -x "$1/bin/python3" ] || "$frameworks/bin/python3" -m venv "$1"; }
# installed PLACE REQUIREMENTS [OPTION...]
installed() {
  env="$1" requirements="$2"
  shift 2
  echo "# installing $(grep -c . "$requirements") packages of ${requirements#"$here"/}"
  # One after the other: what the registry lacks for this Python must not keep out the rest. The makers that need it are named as absent.
  while read -r package; do
    [ -z "$package" ] && continue
    "$env/bin/python3" -m pip install --quiet --disable-pip-version-check --no-input "$@" "$package" || echo "# not there: $package"
  done <"$requirements"
}

mkdir -p "$place"
requirements="$here/test/zoo/requirements.txt"
if ! cmp -s "$requirements" "$place/.installed"; then
  made "$place/env"
  rm -f "$place/.installed"
  # Found after its own packages, so that it installs only what is not there.
  "$frameworks/bin/python3" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
    >"$("$place/env/bin/python3" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/frameworks.pth"
  installed "$place/env" "$requirements" --constraint "$here/test/frameworks/requirements.txt"
  cp "$requirements" "$place/.installed"
fi
# Alone: TensorFlow asks for another h5py than the frameworks have.
tensorflow="$here/test/zoo/tensorflow.txt"
if ! cmp -s "$tensorflow" "$place/.installed-tensorflow"; then
  made "$place/tensorflow"
  rm -f "$place/.installed-tensorflow"
  installed "$place/tensorflow" "$tensorflow"
  cp "$tensorflow" "$place/.installed-tensorflow"
fi
