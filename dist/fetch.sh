#!/bin/sh
# Fetches what the job's `data` names, before its setup and its cells, with whatever of curl, wget and python3 the box has: get.sh.
# POSIX sh, as the keeper. What was begun is gone on with, by ranges; nothing counts before its digest was held against the plan.
#
# Beside it    data.rows     SOURCE BYTES KIND DIGEST URL PATH   KIND sha256, git-sha1, md5 or nothing; BYTES `-`: not known
#              data.sources  SOURCE EXPECTED TO                  EXPECTED: of what an earlier box of this run fetched, or `-`
# Descriptor 5 "link ROW URL" for rows whose URL is `@`, "token SOURCE VALUE": secrets, so they stand in no file and no argument
# Environment  GPU_LEASE_DATA; GPU_LEASE_DURABLE where there is a durable tier; GPU_LEASE_BASE, GPU_LEASE_ATTEMPT, GPU_LEASE_RUN
# Leaves       result        in attempts/N/data: SOURCE FILES BYTES SHA256           over the lines "SHA256  PATH" of a source, in the order of paths
# Ends with    0, 3 no room, 4 not reached, 5 refused or wrong bytes, 6 other bytes than before, 7 no program, 8 no safe place
set -u
plan=${0%/*}
data=$GPU_LEASE_DATA state=$GPU_LEASE_BASE/attempts/$GPU_LEASE_ATTEMPT/data cache=${GPU_LEASE_DURABLE:+$GPU_LEASE_DURABLE/.gpu-lease-data}
own=$data/.gpu-lease
workers='0 1 2 3'
LC_ALL=C
export LC_ALL
# shellcheck source=src/box/get.sh
. "$plan/get.sh"

say() { printf '%s %s\n' "$(date -u +%H:%M:%SZ)" "$*"; }
is_number() { case $1 in '' | *[!0-9]*) return 1 ;; esac }

# give_up CODE WORDS: the first reason counts; every worker stops at its next file
give_up() {
  say "$2"
  (set -C && printf '%s %s\n' "$1" "$2" >"$state/failed") 2>/dev/null
  exit "$1"
}

# --- digests -------------------------------------------------------------------------------------------------------

# digest NAME: of stdin, by openssl, which uses the processor's own instructions, or by the tool of that name
digest() {
  case $1 in
    sha256) { openssl dgst -sha256 -r 2>/dev/null || sha256sum; } | cut -c 1-64 ;;
    sha1) { openssl dgst -sha1 -r 2>/dev/null || sha1sum; } | cut -c 1-40 ;;
    md5) { openssl dgst -md5 -r 2>/dev/null || md5sum; } | cut -c 1-32 ;;
  esac
}
# of_kind KIND FILE: git names a content by the SHA-1 over its length and bytes
of_kind() {
  case $1 in
    git-sha1) { printf 'blob %s\000' "$(size_of "$2")" && cat "$2"; } | digest sha1 ;;
    *) digest "$1" <"$2" ;;
  esac
}
# holds FILE: it has the size and the digest of the row
holds() {
  [ -f "$1" ] && [ ! -L "$1" ] || return 1
  [ "$bytes" = - ] || [ "$(size_of "$1")" = "$bytes" ] || return 1
  [ "$kind" = nothing ] || [ "$(of_kind "$kind" "$1")" = "$digest" ]
}

# --- places --------------------------------------------------------------------------------------------------------

# plain_dir PATH: makes the directory below the data; fails where a link or a file stands in its way
plain_dir() {
  at=$data rest=$1/
  while [ -n "$rest" ]; do
    at=$at/${rest%%/*} rest=${rest#*/}
    [ ! -L "$at" ] || return 1
    [ -d "$at" ] || mkdir "$at" 2>/dev/null || { [ -d "$at" ] && [ ! -L "$at" ]; } || return 1
  done
}

# proof FILE: what is remembered of a file that was proven; another size, time or inode is another file
stamp_of() { stat -c '%s %Y %i' "$1" 2>/dev/null; }

# Only where it is another disk: data that lie on the durable tier themselves need no copy there.
use_cache() {
  [ -n "$cache" ] || return 0
  above=${cache%/*}
  [ -d "$above" ] && [ -w "$above" ] && [ "$(stat -c %d "$above")" != "$(stat -c %d "$data")" ] && mkdir -p "$cache" && return 0
  cache=
}

# Another run on this box may fetch the same at the same time.
key_of() { printf '%s %s %s' "$kind" "$digest" "$path" | digest sha256; }
part_of() { printf '%s/part-%s-%s' "$own" "$GPU_LEASE_RUN" "$(key_of)"; }

# --- one file ------------------------------------------------------------------------------------------------------

# download PART: until it has its size, or nothing comes any more. A try that brought this much counts as none.
ENOUGH=65536
download() {
  vain=0
  while :; do
    # What nothing proves is never put together from two answers.
    [ "$kind" != nothing ] || rm -f "$1"
    had=$(size_of "$1")
    if is_number "$bytes"; then
      [ "$had" -ne "$bytes" ] || return 0
      [ "$had" -le "$bytes" ] || { rm -f "$1" && had=0; }
    fi
    answer=$(get "$1" 2>"$1.why")
    ended=$?
    answer=$(printf '%s\n' "$answer" | tail -n 1)
    why=$(tail -n 1 "$1.why" 2>/dev/null | cut -c 1-200)
    rm -f "$1.why"
    has=$(size_of "$1")
    case $ended/$answer in
      0/*) [ "$bytes" != - ] && [ "$has" -ne "$bytes" ] || return 0 ;;
      */401 | */403 | */404 | */410) give_up 5 "$path: its source answers HTTP $answer" ;;
      97/*) give_up 7 "$path needs a secret, and this box has no program that would keep it (curl, or python3): $why" ;;
      # Asked for the rest, it gave nothing, or the whole: begun anew.
      */416 | 33/*) rm -f "$1" && has=0 ;;
    esac
    [ "$bytes" = - ] || [ "$has" -le "$bytes" ] || give_up 5 "$path: more than its $bytes bytes came"
    if [ $((has - had)) -ge "$ENOUGH" ]; then vain=0; else vain=$((vain + 1)); fi
    [ "$vain" -lt 6 ] || give_up 4 "$path: $has of $bytes bytes came (${why:-HTTP $answer}; $program ended with $ended)"
    say "$path: $has of $bytes bytes; going on (${why:-HTTP $answer})"
    nap $((vain * vain + 1))
    [ ! -f "$state/failed" ] || exit 4
  done
}

# bring PART: from the cache on the durable tier, or from its source; whatever it is, it is proven before it counts
bring() {
  kept=$cache/$kind-$digest
  if [ -n "$cache" ] && [ "$kind" != nothing ] && [ -f "$kept" ] && [ ! -L "$kept" ]; then
    # Where the tier is full of half a copy, the source has the file all the same.
    if cp "$kept" "$1" 2>/dev/null && holds "$1"; then say "$path: from $cache" && return 0; fi
    rm -f "$1" "$kept"
    say "$path: what $cache had of it is not what it should be"
  fi
  for again in 0 1; do
    download "$1"
    ! holds "$1" || { keep "$1" && return 0; }
    seen="$(size_of "$1") bytes"
    [ "$kind" = nothing ] || seen="$seen, $kind $(of_kind "$kind" "$1")"
    rm -f "$1"
    [ "$again" = 1 ] || say "$path: what came is not what it should be ($seen); once more from its beginning"
  done
  give_up 5 "$path is not what was promised: $seen came, $bytes bytes and $kind $digest were expected"
}

# keep FILE: on the durable tier, by its digest. That there is no room for it is no reason to stop.
keep() {
  [ -n "$cache" ] && [ "$kind" != nothing ] && [ ! -f "$cache/$kind-$digest" ] || return 0
  half=$cache/.half-$worker-$$
  if cp "$1" "$half" 2>/dev/null && [ "$(size_of "$half")" = "$(size_of "$1")" ]; then
    mv -f "$half" "$cache/$kind-$digest"
  else
    rm -f "$half"
    say "$path: no room for it in $cache"
  fi
  return 0
}

# one_file: sets it in its place, and writes down what it is
one_file() {
  folder=${path%/*} place=$data/$path
  plain_dir "$folder" || give_up 8 "$path: a link or a file stands in the way of $data/$folder"
  if [ -L "$place" ] || [ -d "$place" ]; then give_up 8 "$path: a link or a folder stands at $place"; fi
  key=$(key_of)
  part=$(part_of)
  printf '%s\n' "$part" >"$state/now.$worker"
  sum=
  if [ -f "$place" ] && [ -f "$own/proof-$key" ]; then
    { read -r sum && read -r stamp; } <"$own/proof-$key"
    [ "$(stamp_of "$place")" = "$stamp" ] || sum=
  fi
  if [ -z "$sum" ]; then
    if [ "$kind" = nothing ] || ! holds "$place"; then
      bring "$part"
      mv -f "$part" "$place" || give_up 8 "$path: it cannot be put to $place"
    fi
    if [ "$kind" = sha256 ]; then sum=$digest; else sum=$(digest sha256 <"$place"); fi
    printf '%s\n%s\n' "$sum" "$(stamp_of "$place")" >"$own/proof-$key"
  fi
  printf '%s %s %s %s\n' "$source" "$(size_of "$place")" "$sum" "$path" >>"$state/done.$worker"
  : >"$state/now.$worker"
}

# work N: every row whose number leaves N
work() {
  worker=$1 row=0
  : >"$state/done.$worker"
  while IFS=' ' read -r source bytes kind digest url path <&4; do
    row=$((row + 1))
    [ $((row % 4)) = "$worker" ] || continue
    [ ! -f "$state/failed" ] || exit 4
    is_link=0
    if [ "$url" = @ ]; then is_link=1 url=$(secret link "$row"); fi
    token=$(secret token "$source")
    one_file
  done 4<"$plan/data.rows"
}
secret() { printf '%s\n' "$secrets" | sed -n "s/^$1 $2 //p" | head -n 1; }

# --- room, result --------------------------------------------------------------------------------------------------

# What has to come still, by sizes alone, against what is free.
enough_room() {
  needed=$(while IFS=' ' read -r _ bytes kind digest _ path; do
    is_number "$bytes" || continue
    [ "$(size_of "$data/$path")" != "$bytes" ] || continue
    echo $((bytes - $(size_of "$(part_of)")))
  done <"$plan/data.rows" | awk '{ sum += $1 } END { printf "%.0f", sum }')
  # shellcheck disable=SC2046 # split into fields
  set -- $(df -P -k "$data" 2>/dev/null | tail -n 1) 0 0 0 0
  is_number "$4" || return 0
  [ "$needed" -le $(($4 * 1024)) ] ||
    give_up 3 "the data needs $needed bytes more in $data, and $(($4 * 1024)) are free: $((needed - $4 * 1024)) are missing"
}

result() {
  while IFS=' ' read -r source expected to; do
    # By path, and each path once.
    cat "$state"/done.* | awk -v of="$source" '$1 == of' | sort -k 4 >"$state/sums"
    sum=$(while IFS=' ' read -r _ _ sha path; do printf '%s  %s\n' "$sha" "${path#"$to"/}"; done <"$state/sums" | digest sha256)
    printf '%s %s %s\n' "$source" "$(awk '{ files += 1; sum += $2 } END { printf "%d %.0f", files, sum }' "$state/sums")" "$sum" >>"$state/result.new"
    [ "$expected" = - ] || [ "$expected" = "$sum" ] ||
      give_up 6 "$to is not what the earlier box of this run had: the files come to $sum, and came to $expected"
  done <"$plan/data.sources"
  mv -f "$state/result.new" "$state/result"
}

# --- main ----------------------------------------------------------------------------------------------------------

secrets=$(cat <&5)
exec 5<&-
rm -f "$state/failed" "$state/result" "$state"/done.* "$state"/now.*
if [ -L "$own" ] || ! mkdir -p "$own"; then give_up 8 "cannot write below $data"; fi
use_cache
enough_room
choose_program
[ -n "$program" ] || give_up 7 "this box has neither curl, wget nor python3 to fetch with"
say "fetching $(wc -l <"$plan/data.rows") files to $data with $program${cache:+, kept in $cache}"
pids=
for n in $workers; do
  (work "$n") &
  pids="$pids $!"
done
# shellcheck disable=SC2086 # words
for pid in $pids; do wait "$pid" || ended=$?; done
if [ -f "$state/failed" ]; then
  read -r code why <"$state/failed"
  say "stopped: $why"
  exit "$code"
fi
[ "${ended:-0}" = 0 ] || { say "fetching ended with $ended" && exit 4; }
result
say "all of it is here"
