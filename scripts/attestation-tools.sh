#!/bin/sh
# Installs what other people verify attestations with, for test/attest, below $GPU_LEASE_ATTESTATION_TOOLS (default
# ~/.cache/gpu-lease-attestation-tools): sigstore-python and model-signing from PyPI, and a small verifier made of sigstore-go, the
# library of "gh attestation verify". About 300 MB. Development tools: nothing of the product uses them. May be run any number of times,
# also at the same time; without python3 and venv, Go, or a network, the tests skip by name.
set -u
tools=${GPU_LEASE_ATTESTATION_TOOLS:-$HOME/.cache/gpu-lease-attestation-tools}
here=$(cd "$(dirname "$0")/.." && pwd)
python_packages='model-signing==1.1.1 sigstore==4.5.1 pyopenssl'
go_library='github.com/sigstore/sigstore-go@v1.1.4'
mkdir -p "$tools/marks" || exit 0
# macOS has no flock; there two installations at once are on you.
if command -v flock >/dev/null 2>&1; then
  exec 9>"$tools/.lock"
  flock -w 1500 9 || { echo "# another installation into $tools is still running"; exit 0; }
fi

settled() { [ "$(cat "$tools/marks/$1" 2>/dev/null)" = "$2" ]; } # NAME VERSION
settle() { echo "$2" >"$tools/marks/$1"; }

if ! settled python "$python_packages" && command -v python3 >/dev/null 2>&1; then
  echo "# installing $python_packages"
  # shellcheck disable=SC2086 # several packages
  { [ -x "$tools/python/bin/python" ] || python3 -m venv "$tools/python"; } >"$tools/python.log" 2>&1 &&
    "$tools/python/bin/python" -m pip install --quiet --disable-pip-version-check --no-input $python_packages \
      >"$tools/python.log" 2>&1 &&
    settle python "$python_packages" || echo "# not installed: $python_packages ($(tail -n 1 "$tools/python.log"))"
fi

verifier="$go_library $(cksum <"$here/test/attest/sigstore-go/main.go")"
if ! settled sigstore-go "$verifier" && command -v go >/dev/null 2>&1; then
  echo "# building a verifier of $go_library (minutes, once)"
  (
    cp "$here/test/attest/sigstore-go/main.go" "$tools/" && cd "$tools" &&
      { [ -f go.mod ] || go mod init gpu-lease-verifier; } && go get "$go_library" && go mod tidy && go build -o sigstore-go .
  ) >"$tools/sigstore-go.log" 2>&1 &&
    settle sigstore-go "$verifier" || echo "# not built: $go_library ($(tail -n 1 "$tools/sigstore-go.log"))"
fi
exit 0
