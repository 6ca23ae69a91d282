#!/bin/sh
# How fast a file comes to this box by the way that its fetch will go: a bounded part of it, which is thrown away. Behind get.sh.
#
#   route.sh BYTES SECONDS BOOT   BOOT 1: with the proxies that the container's first process was given
#
# stdin: address, token, 1 for an address that is a secret, and then the shell lines that make the environment of a run.
# Says which program and which proxies it went by, without a login, and how much came in how many hundredths of a second.
# shellcheck shell=sh disable=SC2034 # names of get.sh
proxies='http_proxy HTTP_PROXY https_proxy HTTPS_PROXY all_proxy ALL_PROXY no_proxy NO_PROXY'
IFS= read -r gpu_lease_url
IFS= read -r gpu_lease_token
IFS= read -r gpu_lease_link
gpu_lease_lines=$(cat)
if [ "$3" = 1 ]; then
  eval "$(tr '\0' '\n' 2>/dev/null </proc/1/environ | sed -n -e "s/'/'\\\\''/g" -e "s/^\([A-Za-z]\{2,5\}_[Pp][Rr][Oo][Xx][Yy]\)=\(.*\)\$/[ -n \"\${\1-}\" ] || export \1='\2'/p")"
fi
eval "$gpu_lease_lines" >/dev/null 2>&1 </dev/null
# A variable of the job may have any name.
url=$gpu_lease_url token=$gpu_lease_token is_link=$gpu_lease_link most=$1 seconds=$2

hundredths() { read -r up _ </proc/uptime && part=${up#*.} && now=$((${up%.*} * 100 + 1$part - 100)); }
end_below() {
  for stat in /proc/[0-9]*/stat; do
    { IFS= read -r line; } 2>/dev/null <"$stat" || continue
    case ${line##*) } in ?" $1 "*) child=${stat#/proc/} && end_below "${child%/stat}" ;; esac
  done
  kill -KILL "$1" 2>/dev/null
}

choose_program
echo "GPU-LEASE program ${program:-none}"
for name in $proxies; do
  eval "value=\${$name-}"
  [ -n "$value" ] || continue
  case $name in [Nn][Oo]_*) ;; *) value=${value##*@} value=${value#*://} value=${value%%/*} ;; esac
  echo "GPU-LEASE proxy $name $(printf %s "$value" | tr -c ' -~' '?')"
done
[ -n "$program" ] || exit 0
tmp=$(mktemp -d "${TMPDIR:-/tmp}/gpu-lease.XXXXXX") || exit 5
trap 'rm -rf "$tmp"' EXIT
hundredths
from=$now limit=$((now + seconds * 100))
(
  # Of blocks: whoever writes more is ended.
  ulimit -f $((most / 512)) 2>/dev/null
  get "$tmp/part" >"$tmp/answer" 2>"$tmp/why"
  hundredths && echo "$now" >"$tmp/ended"
) </dev/null >/dev/null 2>&1 &
while [ ! -s "$tmp/ended" ] && [ "$now" -lt "$limit" ]; do
  # What is asked and answered before the first byte comes is no matter of speed.
  [ -s "$tmp/part" ] || from=$now
  nap 0.1
  hundredths
done
[ ! -s "$tmp/ended" ] || read -r now <"$tmp/ended"
came=$(size_of "$tmp/part")
end_below "$!"
[ "$came" != 0 ] || echo "GPU-LEASE why $(tail -n 1 "$tmp/answer" 2>/dev/null | tr -c ' -~' ' ')$(tail -n 1 "$tmp/why" 2>/dev/null | tr -c ' -~' ' ' | cut -c 1-200)"
echo "GPU-LEASE came $came $((now - from))"
