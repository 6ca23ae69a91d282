#!/bin/sh
# Installs what the tests of actions and workflows run, below $GPU_LEASE_TOOLS (default ~/.cache/gpu-lease-tools): an
# executor, linters, GitHub's artifact client, its published REST description, and an S3-compatible server for the stores.
# Development tools: nothing of the product uses them. May be run any number of times, also at the same time; without Go 1.25,
# python3 and pip, or npm, or without a network, the tests skip by name. Says in the end what is there and where.
set -u
tools="${GPU_LEASE_TOOLS:-$HOME/.cache/gpu-lease-tools}"
mkdir -p "$tools/bin" "$tools/marks" || exit 0
# Two test runs that start together must not build the same program into the same file. macOS has no flock; there it is on you.
if command -v flock >/dev/null 2>&1; then
  exec 9>"$tools/.lock"
  flock -w 1500 9 || { echo "# another installation into $tools is still running"; exit 0; }
fi

settled() { [ "$(cat "$tools/marks/$1" 2>/dev/null)" = "$2" ]; } # NAME VERSION
settle() { echo "$2" >"$tools/marks/$1"; }

install_go() { # NAME MODULE/PATH@VERSION: bin/NAME afterwards
  command -v go >/dev/null 2>&1 || return
  settled "$1" "$2" && return
  echo "# building $2 (minutes, once)"
  if GOBIN="$tools/bin" GOFLAGS=-mod=mod CGO_ENABLED=0 go install -ldflags '-s -w' "$2" >"$tools/$1.log" 2>&1; then
    settle "$1" "$2"
  else
    echo "# not built: $2 ($(tail -n 1 "$tools/$1.log"))"
  fi
}

install_python() { # NAME REQUIREMENT [--no-deps]: NAME/bin/NAME, and modules in NAME, afterwards
  python3 -m pip --version >/dev/null 2>&1 || return
  settled "$1" "$2" && return
  echo "# installing $2"
  rm -rf "${tools:?}/$1"
  python3 -m pip install --quiet --disable-pip-version-check --no-input --root-user-action=ignore ${3:+"$3"} \
    --target "$tools/$1" "$2" >/dev/null 2>&1 && settle "$1" "$2" || echo "# not installed: $2"
}

install_artifact_client() { # VERSION: artifact-client/node_modules/@actions/artifact afterwards
  command -v npm >/dev/null 2>&1 || return
  settled artifact-client "$1" && return
  echo "# installing @actions/artifact@$1"
  rm -rf "${tools:?}/artifact-client"
  mkdir -p "$tools/artifact-client"
  # A dependency of a dependency of it asks for a version of typedarray.prototype.slice that was never published.
  printf '{"private":true,"dependencies":{"@actions/artifact":"%s"},"overrides":{"typedarray.prototype.slice":"1.0.5"}}\n' \
    "$1" >"$tools/artifact-client/package.json"
  npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$tools/artifact-client" >/dev/null 2>&1 &&
    settle artifact-client "$1" || echo "# not installed: @actions/artifact@$1"
}

install_description() { # VERSION: github-api/api.github.com.json afterwards
  command -v npm >/dev/null 2>&1 || return
  settled github-api "$1" && return
  echo "# fetching @octokit/openapi@$1"
  rm -rf "${tools:?}/github-api"
  mkdir -p "$tools/github-api"
  # The package is 385 MB unpacked, of which we read one file of 13 MB.
  (
    cd "$tools/github-api" && npm pack --silent "@octokit/openapi@$1" >/dev/null 2>&1 &&
      tar -xzf ./*.tgz --strip-components=2 package/generated/api.github.com.json &&
      tar -xzf ./*.tgz --strip-components=1 package/LICENSE && rm -f ./*.tgz
  ) && settle github-api "$1" || echo "# not fetched: @octokit/openapi@$1"
}

install_go act github.com/nektos/act@v0.2.89
install_go actionlint github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
install_python zizmor zizmor==1.32.0 --no-deps
install_python pre-commit pre-commit==4.7.0
install_artifact_client 6.2.1
install_description 23.0.2
install_go versitygw github.com/versity/versitygw/cmd/versitygw@v1.8.0

for mark in "$tools"/marks/*; do
  [ -f "$mark" ] && there="${there:-}${there:+, }$(basename "$mark")"
done
echo "# workflow tools in $tools: ${there:-none}"
exit 0
