#!/bin/sh
# Tells the address that the job names what became of the run, with whatever of curl, wget and python3 the box has.
#
#   notify.sh DIR EVENT REASON    DIR is the attempt's; EVENT ended, died or preempted
#   stdin: "url URL" and perhaps "key KEY": secrets, so they stand in no file and in no argument
#
# One message with one id; a try that got no answer is made again, three in all. With a key the body is signed (HMAC, SHA-256).
set -u
LC_ALL=C
export LC_ALL
dir=$1 event=$2 reason=$(printf %s "$3" | tr -cd 'A-Za-z0-9._: -' | cut -c 1-500)
url='' key=''
while IFS=' ' read -r name value; do
  case $name in url) url=$value ;; key) key=$value ;; esac
done
body=$dir/told-$event/body
run=${GPU_LEASE_BASE##*/} attempt=${dir##*/}
printf '{"id":"%s/%s/%s","run":"%s","attempt":%s,"event":"%s","reason":"%s","at":%s}' \
  "$run" "$attempt" "$event" "$run" "$attempt" "$event" "$reason" "$(date +%s)" >"$body"

digest() { { openssl dgst -sha256 -r 2>/dev/null || sha256sum; } | cut -c 1-64; }
# bytes HEX [XOR COUNT]: as bytes; with a number each is changed by it, and zeros fill up to COUNT
bytes() {
  rest=$1 left=${3:-$((${#1} / 2))}
  while [ "$left" -gt 0 ]; do
    one=${rest%"${rest#??}"} rest=${rest#??} left=$((left - 1))
    # shellcheck disable=SC2059 # the format is the byte
    printf "\\$(printf %03o $((0x${one:-00} ^ ${2:-0})))"
  done
}
# RFC 2104: no program takes the key but among its arguments
signature() {
  hex=$(printf %s "$key" | od -An -v -tx1 | tr -d ' \n')
  [ "${#hex}" -le 128 ] || hex=$(printf %s "$key" | digest)
  inner=$({ bytes "$hex" 54 64 && cat "$body"; } | digest)
  { bytes "$hex" 92 64 && bytes "$inner"; } | digest
}
signed=
[ -z "$key" ] || signed="X-Gpu-Lease-Signature: sha256=$(signature)"

PYTHON='
import sys, urllib.request
url, path, signed = sys.stdin.buffer.read().decode("utf-8").split("\n")[:3]
request = urllib.request.Request(url, data=open(path, "rb").read(), headers={"Content-Type": "application/json"})
if signed:
    request.add_header(*signed.split(": ", 1))
class Nowhere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *ignored):
        return None
try:
    urllib.request.build_opener(Nowhere).open(request, timeout=15)
except Exception as error:
    sys.exit(type(error).__name__)
'

send() {
  if command -v curl >/dev/null 2>&1; then
    {
      printf 'url = "%s"\nheader = "Content-Type: application/json"\n' "$url"
      [ -z "$signed" ] || printf 'header = "%s"\n' "$signed"
    } | curl -q -K - --globoff --silent --fail --max-time 15 --data-binary "@$body" --output /dev/null
  elif command -v wget >/dev/null 2>&1 && wget --help 2>&1 | grep -q -e --post-file; then
    set -- --no-config --no-hsts --tries=1 --timeout=15 --quiet --max-redirect=0 --header='Content-Type: application/json'
    [ -z "$signed" ] || set -- "$@" "--header=$signed"
    printf '%s\n' "$url" | wget "$@" "--post-file=$body" --output-document=/dev/null --input-file=-
  elif command -v python3 >/dev/null 2>&1; then
    printf '%s\n%s\n%s\n' "$url" "$body" "$signed" | python3 -I -c "$PYTHON"
  else
    echo "nobody is told: this box has neither curl, wget nor python3"
    return 0
  fi
}

for pause in 1 3 0; do
  if send 2>/dev/null; then
    echo "told the job's address: $event"
    exit 0
  fi
  sleep "$pause"
done
echo "the job's address did not take: $event"
