#!/bin/sh
# Installs the platforms' official clients, each into a directory of its own below $GPU_LEASE_CLIENTS (default
# ~/.cache/gpu-lease-clients), for the tests that run them against our twins. Development tools: nothing of the product uses
# them. Each has a file of its own, test/twins/official/NAME.client. May be run any number of times; without python3 and pip, without npm or a network, the tests skip by name.
set -u
clients="${GPU_LEASE_CLIENTS:-$HOME/.cache/gpu-lease-clients}"
python3 -m pip --version >/dev/null 2>&1 && pip=yes || pip=no

install() { # NAME REQUIREMENT: an import of NAME must work afterwards
  [ "$pip" = yes ] || return
  mark="$clients/$1/.installed"
  [ "$(cat "$mark" 2>/dev/null)" = "$2" ] && return
  echo "# installing $2"
  rm -rf "${clients:?}/$1"
  python3 -m pip install --quiet --disable-pip-version-check --no-input --root-user-action=ignore \
    --target "$clients/$1" "$2" >/dev/null 2>&1 && echo "$2" >"$mark" || echo "# not installed: $2"
}

install_node() { # NAME PACKAGE@VERSION: below NAME/node_modules afterwards
  command -v npm >/dev/null 2>&1 || return
  mark="$clients/$1/.installed"
  [ "$(cat "$mark" 2>/dev/null)" = "$2" ] && return
  echo "# installing $2"
  rm -rf "${clients:?}/$1"
  mkdir -p "$clients/$1"
  npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$clients/$1" "$2" >/dev/null 2>&1 &&
    echo "$2" >"$mark" || echo "# not installed: $2"
}

for each in "$(dirname "$0")"/../test/twins/official/*.client; do
  read -r kind requirement <"$each"
  case $kind in
    pip) install "$(basename "$each" .client)" "$requirement" ;;
    npm) install_node "$(basename "$each" .client)" "$requirement" ;;
  esac
done
exit 0
