#!/bin/sh
# Installs what other people verify attestations with, for test/attest: sigstore-python and model-signing from PyPI, and a small
# verifier made of sigstore-go, the library of "gh attestation verify". Needs python3 with venv; Go is optional. About 300 MB.
set -eu
tools=${GPU_LEASE_ATTESTATION_TOOLS:-$HOME/.cache/gpu-lease-attestation-tools}
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$tools"
if [ ! -x "$tools/python/bin/python" ]; then
  python3 -m venv "$tools/python"
fi
"$tools/python/bin/pip" install --quiet model-signing==1.1.1 sigstore==4.5.1 pyopenssl
if command -v go >/dev/null; then
  cp "$here"/test/attest/sigstore-go/main.go "$tools/"
  cd "$tools"
  [ -f go.mod ] || go mod init gpu-lease-verifier
  go get github.com/sigstore/sigstore-go@v1.1.4
  go mod tidy
  go build -o sigstore-go .
fi
