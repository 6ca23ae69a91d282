#!/bin/sh
# Ends the meter of this box when nobody came for it: the line of its platform's profile, at a deadline that is laid down at
# first contact and again at each later one. POSIX sh alone (dash, bash, busybox).
#
#   dead-man.sh lay DIR RUN SECONDS LINE   the deadline of that run is so far ahead from now; one watcher is alive afterwards
#   dead-man.sh try LINE                   does a line that only reads, and tells its exit code and its last words
#   dead-man.sh watch DIR                  is that watcher
#
# DIR/BOOT/   BOOT: of what these seconds of uptime are counted from; after another boot nothing of it counts.
#   for.RUN   deadline of a run, in seconds of uptime; the latest of all counts, and without any nothing is waited for
#   line      what is done then        watcher   PID START of the process that waits; another one ends by itself
#   failed    COUNT EXIT UP of the tries that left this box running       said   what the last of them said
# Uptime and no clock: a box may set its time while it waits.
set -u
umask 077

LOOK_SECONDS=3
LINE_SECONDS=120
FIRST_PAUSE_SECONDS=5
LONGEST_PAUSE_SECONDS=900

uptime_seconds() { read -r up _ </proc/uptime && up=${up%%.*}; }
put() { printf '%s\n' "$2" >"$1.$$" && mv -f "$1.$$" "$1"; }
nap() { sleep "$1" || sleep 1; }
answer() { printf 'GPU-LEASE dead-man %s\n' "$*"; }

place() {
  read -r boot </proc/sys/kernel/random/boot_id 2>/dev/null || boot=unknown
  here=$1/$boot
}

# start_of PID: sets `start`, by which a process is known from a later one of its number; fails where there is none
start_of() {
  { read -r stat; } 2>/dev/null <"/proc/$1/stat" || return 1
  # shellcheck disable=SC2086 # split into fields
  set -- ${stat##*) }
  case ${1:-} in '' | Z | X | x) return 1 ;; esac
  shift 19 2>/dev/null || return 1
  start=$1
}
is_watched() {
  read -r pid began 2>/dev/null <"$here/watcher" || return 1
  start_of "$pid" && [ "$start" = "$began" ]
}

# own_session COMMAND...: replaces this process, out of reach of whatever ends a login
own_session() {
  if command -v setsid >/dev/null 2>&1; then exec setsid "$@"; fi
  if busybox setsid true >/dev/null 2>&1; then exec busybox setsid "$@"; fi
  exec nohup "$@"
}

lay() {
  place "$1"
  mkdir -p "$here" || exit 5
  uptime_seconds
  put "$here/line" "$4" && put "$here/for.$2" "$((up + $3))" || exit 5
  if ! is_watched; then
    # Left from before this box was stopped, by the line or by somebody.
    rm -f "$here/failed" "$here/said"
    (own_session sh "$0" watch "$1") </dev/null >/dev/null 2>&1 &
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
      ! is_watched || break
      sleep 0.1 2>/dev/null || sleep 1
    done
    is_watched || exit 6
  fi
  tell_failed
  latest
  answer "laid $((deadline - up))"
}

tell_failed() {
  { [ -f "$here/failed" ] && read -r count code at <"$here/failed"; } || return 0
  answer "failed $count $code $((up - at))"
  answer "said $(tail -n 1 "$here/said" 2>/dev/null | tr -cd ' -~' | cut -c 1-300)"
}

# latest: sets `deadline`; fails where no run has one
latest() {
  deadline=
  for file in "$here"/for.*; do
    { [ -f "$file" ] && read -r each <"$file"; } || continue
    case $each in '' | *[!0-9]*) continue ;; esac
    [ -n "$deadline" ] && [ "$each" -le "$deadline" ] || deadline=$each
  done
  [ -n "$deadline" ]
}

# bounded LINE: done in a shell of its own, and not for ever; sets `code`. Without `timeout`, which not every box has.
bounded() {
  sh -c "$1" </dev/null &
  doing=$! left=$LINE_SECONDS
  while kill -0 "$doing" 2>/dev/null && start_of "$doing" && [ "$left" -gt 0 ]; do
    nap 1
    left=$((left - 1))
  done
  [ "$left" -gt 0 ] || kill -KILL "$doing" 2>/dev/null
  wait "$doing"
  code=$?
}

try() {
  said=$( (bounded "$1" && exit "$code") 2>&1)
  code=$?
  answer "tried $code"
  answer "said $(printf '%s' "$said" | tail -n 1 | tr -cd ' -~' | cut -c 1-300)"
}

watch() {
  trap '' HUP INT
  place "$1"
  start_of $$ && put "$here/watcher" "$$ $start" || exit 5
  count=0 pause=$FIRST_PAUSE_SECONDS
  # Another watcher has taken its place, the last run was lifted, or a person removed all of it.
  while is_watched && [ "$pid" = $$ ] && latest; do
    uptime_seconds
    if [ "$up" -lt "$deadline" ]; then
      left=$((deadline - up))
      [ "$count" = 0 ] || { rm -f "$here/failed" && count=0 pause=$FIRST_PAUSE_SECONDS; }
      nap "$((left < LOOK_SECONDS ? left : LOOK_SECONDS))"
      continue
    fi
    read -r line <"$here/line" || exit 5
    bounded "$line" >"$here/said" 2>&1
    # What ends the meter ends this, too: whoever is here to try again was not ended, whatever the line said.
    count=$((count + 1))
    put "$here/failed" "$count $code $up"
    wait_for "$pause"
    pause=$((pause * 2 < LONGEST_PAUSE_SECONDS ? pause * 2 : LONGEST_PAUSE_SECONDS))
  done
}
wait_for() {
  uptime_seconds
  until_up=$((up + $1))
  # A later deadline is waited for at once.
  while [ "$up" -lt "$until_up" ] && is_watched && [ "$pid" = $$ ] && latest && [ "$deadline" -le "$up" ]; do
    nap "$(($1 < LOOK_SECONDS ? 1 : LOOK_SECONDS))"
    uptime_seconds
  done
}

what=$1
shift
case $what in lay | try | watch) "$what" "$@" ;; *) exit 64 ;; esac
