#!/bin/sh
# One file from its address, by curl, wget, python3 or busybox, whichever the box has. A part of what fetches (fetch.sh) and of what
# measures how fast that will go (route.sh), so that both go the same way: by the same program and the same proxies.
#
# Of whoever sources it: `url`, `token` (empty: none) and `is_link` (1: the address is a secret).
# shellcheck shell=sh disable=SC2154
nap() { sleep "$1" 2>/dev/null || sleep 1; }
size_of() { if [ -f "$1" ]; then stat -c %s "$1" 2>/dev/null || echo 0; else echo 0; fi; }

choose_program() {
  if command -v curl >/dev/null 2>&1; then
    program=curl
  elif command -v wget >/dev/null 2>&1 && wget --help 2>&1 | grep -q -e --input-file; then
    program=wget
  elif command -v python3 >/dev/null 2>&1 && python3 -c 'import ssl, urllib.request' 2>/dev/null; then
    program=python3
  elif wget --help 2>&1 | grep -q BusyBox || busybox wget --help 2>&1 | grep -q BusyBox; then
    program=busybox
  else
    program=
  fi
}

# get FILE: goes on with FILE from where it ends; prints what the server answered with, where the program tells
get() {
  case $program in
    curl) get_by_curl "$1" ;;
    wget) get_by_wget "$1" ;;
    python3) printf '%s\n%s\n%s\n' "$url" "$token" "$1" | python3 -I -c "$PYTHON" ;;
    busybox) get_by_busybox "$1" ;;
  esac
}

# Without the user's own settings. A token is not sent on to where it is redirected; curl sees to that by itself.
get_by_curl() {
  only='=https'
  case $url in http://*) only='=http,https' ;; esac
  {
    printf 'url = "%s"\n' "$url"
    [ -z "$token" ] || printf 'header = "Authorization: Bearer %s"\n' "$token"
  } | curl -q -K - --globoff --silent --show-error --fail --location --max-redirs 10 --proto '=http,https' --proto-redir "$only" \
    --connect-timeout 30 --speed-limit 1000 --speed-time 60 --continue-at - --output "$1" --write-out '%{http_code}\n'
}

# wget sends its headers on to wherever it is redirected, so with a token it is told not to follow. It takes a header from a
# plain file only: one in memory, which has no name any more by the time that it is read.
get_by_wget() {
  with=$token from=$url
  set -- "$1" --no-hsts --tries=1 --timeout=60 --no-verbose --server-response --continue "--output-document=$1"
  file=$1
  shift
  for _ in 1 2 3 4 5; do
    if [ -z "$with" ]; then
      printf '%s\n' "$from" | wget --no-config "$@" --input-file=- 2>"$file.said"
      ended=$?
      break
    fi
    held=$(umask 077 && mktemp /dev/shm/gpu-lease.XXXXXX 2>/dev/null) || {
      echo "there is no /dev/shm to hold a token in" >&2
      return 97
    }
    printf 'header = Authorization: Bearer %s\n' "$with" >"$held"
    exec 6<"$held"
    rm -f "$held"
    wget --config=/dev/fd/6 "$@" --max-redirect=0 "$from" 2>"$file.said"
    ended=$?
    exec 6<&-
    next=$(sed -n 's/^ *[Ll]ocation: *\([^ ]*\).*$/\1/p' "$file.said" | tail -n 1 | tr -d '\r')
    [ -n "$next" ] || break
    rm -f "$file.moved"
    case $next in /*) next=$(origin "$from")$next ;; esac
    [ "$(origin "$next")" = "$(origin "$from")" ] || with=
    case $from/$next in https://*/http://*) ended=8 && break ;; esac
    from=$next
  done
  sed -n 's/^ *HTTP\/[0-9.]* \([0-9][0-9][0-9]\).*$/\1/p' "$file.said" | tail -n 1
  [ "$ended" = 0 ] || sed 's/?[^ ]*/?.../g' "$file.said" | tail -n 2 >&2
  rm -f "$file.said"
  return "$ended"
}
origin() { printf %s "$1" | sed 's/^\([a-z]*:\/\/[^/]*\).*$/\1/'; }

# Everything that it is told stands among its arguments: never a secret.
get_by_busybox() {
  if [ -n "$token" ] || [ "$is_link" = 1 ]; then
    echo "busybox wget shows a secret to every process" >&2
    return 97
  fi
  if wget --help 2>&1 | grep -q BusyBox; then wget -q -c -O "$1" "$url"; else busybox wget -q -c -O "$1" "$url"; fi
}

PYTHON='
import os, sys, urllib.error, urllib.parse, urllib.request
url, token, path = sys.stdin.buffer.read().decode("utf-8").split("\n")[:3]
at = os.path.getsize(path) if os.path.exists(path) else 0

def ask(url, token):
    request = urllib.request.Request(url, headers={"User-Agent": "gpu-lease", "Accept-Encoding": "identity"})
    if at:
        request.add_header("Range", "bytes=%d-" % at)
    if token:
        request.add_unredirected_header("Authorization", "Bearer " + token)
    return request

class Onward(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, request, fp, code, msg, headers, newurl):
        old, new = urllib.parse.urlsplit(request.full_url), urllib.parse.urlsplit(newurl)
        if new.scheme not in ("http", "https") or (old.scheme, new.scheme) == ("https", "http"):
            raise urllib.error.URLError("redirected to " + new.scheme)
        same = old[:2] == new[:2] and request.has_header("Authorization")
        return ask(newurl, token if same else "")

try:
    with urllib.request.build_opener(Onward).open(ask(url, token), timeout=60) as answer:
        with open(path, "ab" if answer.status == 206 else "wb") as file:
            while True:
                piece = answer.read(1 << 20)
                if not piece:
                    break
                file.write(piece)
        print(answer.status)
except urllib.error.HTTPError as error:
    print(error.code)
    sys.exit(22)
except Exception as error:
    sys.exit(type(error).__name__ + ": " + str(getattr(error, "reason", "")))
'
