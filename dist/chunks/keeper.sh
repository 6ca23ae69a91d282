#!/bin/sh
# The keeper: starts the cells of one run on a rented box, watches over them, and tells what it sees.
# POSIX sh plus what every Linux has (dash, bash, busybox); /proc is read directly, nothing is looked up by a pattern.
#
#   install BASE ATTEMPT TMP       put what TMP holds in its places and prove the code; nothing is ever overwritten
#   start BASE ATTEMPT LAUNCHER    detach the queue; an attempt starts at most once, whoever asks and how often
#   run BASE ATTEMPT               the queue (started by start)
#   cell ...                       one command in its own session (started by run)
#   hand BASE ATTEMPT NAME [WORD]  where the submission NAME of a queue finds what to run; nothing runs here
#   batch BASE ENGINE [TASK]       what the queue runs, as often as it wants (started by the engine): the queue of the next attempt; with a
#                                  place in the plan, from 0, the cell that stands there and nothing else
#   join BASE                      what a pod of a further node runs (started by the engine): pods.sh
#   probe BASE [WORD [OVER known]] one line of JSON; byte strings in hex, because a log may hold anything. Of tasks a line each: OVER are
#                                  the places of those that are over for the engine, and by stdin come names of which nothing more is asked
#   manifest BASE CELL ERE...      path, size, SHA-256 of plain files below the cell's output directory
#   prove BASE                     does the code on the box still have the hashes that name it
#   signal BASE GRACE [WORD]       TERM, then KILL, to the recorded process groups
#   left BASE SECONDS PID:START...  what of ours is older than that though no attempt works any more; ends those that are named
#   node PHASE KILL DIR NAME PLAN ...  that command on one of several nodes (started by the engine of a queue): nodes.sh
#   peer PLAN                      the same on another machine of one's own, by what comes on its input (started by spread): peers.sh
#   sets BASE ATTEMPT CELL OVER    one copy of its newest checkpoint to the durable tier, where that is due (started by run): sets.sh
#
# BASE/keeper-HASH.sh  code/HASH/ code/HASH.sums  plans/N/ (until started)  cells/CELL/out/ (kept across attempts)
# WORD is what the engine of a queue says of the submission: held, waiting, running, over, unknown. An attempt that runs on another machine
# which shares these files (attempts/N/elsewhere) cannot be looked for in /proc.
# BASE/attempts/N/     made by mkdir: the lock of the attempt; plan/ queue heartbeat gpu current stop self-stop queue.exit
#   looked parks/     when somebody last looked; that the box parks itself now, and whether it did
#   memory.tsv         memory over time: memory.sh
#   cells/CELL/        started pid log log.1 background returned exit metrics.N;   setup/ has the same shape
# Where each cell is a task of its own, on whatever machine (tasks= in the settings of the plan), nothing is written by two of them:
# BASE/attempts/N/     plan/ elsewhere  data/ setup/ (by the one task that made data.by/TURN, setup.by/TURN)
#   tasks/CELL/K/      what attempts/N is else, without a plan; looks/CELL  over/CELL  what a probe tells of it, and its end
# shellcheck disable=SC2154,SC2030,SC2031 # `first` assigns by name; what subshells set is meant to stay there
# shellcheck disable=SC2015 # `a && b || c` with a test as b
set -u
keeper=$0
root=${GPU_LEASE_ROOT:-} # where /sys and /proc/self/cgroup are looked for; a test puts its own there
CR=$(printf '\r')
NL='
'

# --- small tools ---------------------------------------------------------------------------------------------------

say() { printf '%s %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$*"; }
nap() { sleep "$1" 2>/dev/null || sleep 1; }
is_number() { case $1 in '' | *[!0-9]*) return 1 ;; esac }
uptime_seconds() { read -r up _ </proc/uptime && up=${up%%.*}; }
boot_id() { read -r boot </proc/sys/kernel/random/boot_id 2>/dev/null || boot=unknown; }

# put FILE TEXT: a reader sees the old content or the new, never half of it. A command that died of a full disk leaves no
# room to say so; the queue holds some back for that.
put() { put_once "$@" || { rm -f "${here:-/nonexistent}/ballast" && put_once "$@"; }; }
put_once() { printf '%s\n' "$2" 2>/dev/null >"$1.tmp.$$" && [ -s "$1.tmp.$$" ] && mv -f "$1.tmp.$$" "$1"; }

# first FILE VARIABLE...: the words of the first line; fails when there is no such file
first() {
  [ -r "$1" ] || return 1
  from=$1
  shift
  # shellcheck disable=SC2229 # the names of the variables are what the caller passes
  read -r "$@" <"$from" || [ -n "$(eval "printf %s \"\$$1\"")" ]
}

# process PID: sets p_state p_group p_session p_start; fails when there is none. A zombie counts as none: boxes
# without an init keep dead children for long, and kill -0 says yes to them. A name may hold blanks, `)` and line ends.
process() {
  p_line=
  [ -r "/proc/$1/stat" ] || return 1
  { while IFS= read -r p_part || [ -n "$p_part" ]; do p_line=$p_line$p_part; done; } 2>/dev/null <"/proc/$1/stat"
  case $p_line in *') '*) ;; *) return 1 ;; esac
  set -f
  # shellcheck disable=SC2086 # split into fields
  set -- ${p_line##*) }
  set +f
  [ $# -ge 20 ] || return 1
  p_state=$1 p_group=$3 p_session=$4 p_start=${20}
  case $p_state in Z | X | x) return 1 ;; esac
}

# A record is "PID START BOOT GROUP"; GROUP is 0 when the process could not be given a group of its own.
record_self() {
  boot_id
  process "$$" || return 1
  [ "$p_group" = "$$" ] || p_group=0
  put "$1" "$$ $p_start $boot $p_group"
}

# leads FILE: the very process that wrote the record is alive
leads() {
  r_pid='' r_start='' r_boot='' r_group=''
  first "$1" r_pid r_start r_boot r_group || return 1
  boot_id
  [ "$r_boot" = "$boot" ] && process "$r_pid" && [ "$p_start" = "$r_start" ]
}

# members FILE MARK: sets members to the living processes of the recorded group. Without its leader a group number may have
# gone to strangers, so then only processes that carry the mark of our environment count; where there is no group, these alone.
members() {
  members=
  led=0
  leads "$1" && led=1
  [ -n "$r_group" ] && [ "$r_boot" = "$boot" ] || return 1
  for entry in /proc/[0-9]*; do
    pid=${entry#/proc/}
    process "$pid" || continue
    if [ "$r_group" != 0 ]; then
      [ "$p_group" = "$r_group" ] && [ "$p_session" = "$r_group" ] || continue
      [ "$led" = 1 ] || ours "$pid" "$2" || continue
    else
      [ "$pid" = "$r_pid" ] && [ "$led" = 1 ] || ours "$pid" "$2" || continue
    fi
    members="$members $pid"
  done
  [ -n "$members" ]
}
# ours PID MARK: the process carries the mark, and was started from this directory. The mark alone names a run: another box on
# this machine may have one of the same name.
ours() { carries "$1" "GPU_LEASE_MARK=$2" && carries "$1" "GPU_LEASE_BASE=$base"; }
carries() { tr '\0' '\n' 2>/dev/null <"/proc/$1/environ" | grep -qxF "$2"; }

# holders NAME TEXT: prints the files /proc/N/NAME that have the text. The grep of busybox ends a line at its first NUL, and these are full
# of them.
holders() {
  if printf 'a\0b' | grep -qF b; then
    grep -lsF "$2" /proc/[0-9]*/"$1" 2>/dev/null
    return
  fi
  for entry in /proc/[0-9]*/"$1"; do
    tr '\0' '\n' 2>/dev/null <"$entry" | grep -qF "$2" && printf '%s\n' "$entry"
  done
}

# places BASE ATTEMPT: sets base attempt here top plan task. ATTEMPT is N or N/tasks/CELL/K: then the plan is that of N, and so is whatever
# is done once for all of its tasks
places() {
  base=$1 attempt=$2 here=$1/attempts/$2 top=$1/attempts/${2%%/*} task=''
  plan=$top/plan
  case $2 in */*) task=${2#*/tasks/} task=${task%/*} ;; esac
}

# everywhere MARK: sets members to every living process that is ours, in whatever session it has put itself
everywhere() {
  members=''
  # shellcheck disable=SC2013 # names of /proc have no blanks
  for entry in $(holders environ "GPU_LEASE_MARK=$1"); do
    pid=${entry#/proc/} pid=${pid%/environ}
    process "$pid" && ours "$pid" "$1" && members="$members $pid"
  done
  [ -n "$members" ]
}

# alive DIR MARK: the command whose record lies in DIR, or anything that it left running
alive() { leads "$1/pid" || { [ -f "$1/pid" ] && { members "$1/pid" "$2" || everywhere "$2"; }; }; }

# strike SIGNAL FILE MARK: to exactly the recorded group, and where nothing of it is left to what carries its mark
strike() {
  if ! members "$2" "$3"; then
    [ -n "$3" ] && everywhere "$3" || return 0
    for pid in $members; do [ "$pid" = "$$" ] || kill "-$1" "$pid" 2>/dev/null; done
    return 0
  fi
  if [ "$r_group" != 0 ] && [ "$r_group" != "$$" ]; then
    kill "-$1" "-$r_group" 2>/dev/null
  else
    for pid in $members; do [ "$pid" = "$$" ] || kill "-$1" "$pid" 2>/dev/null; done
  fi
}

# own_session COMMAND...: replaces this process; the command gets a session and process group of its own where the box
# has any means for that
own_session() {
  if command -v setsid >/dev/null 2>&1; then exec setsid "$@"; fi
  if busybox setsid true >/dev/null 2>&1; then exec busybox setsid "$@"; fi
  if command -v perl >/dev/null 2>&1; then
    # shellcheck disable=SC2016 # perl's variables
    exec perl -e 'use POSIX (); POSIX::setsid(); exec { $ARGV[0] } @ARGV' "$@"
  fi
  if command -v python3 >/dev/null 2>&1; then
    exec python3 -c 'import os, sys; os.setsid(); os.execvp(sys.argv[1], sys.argv[1:])' "$@"
  fi
  exec nohup "$@"
}

# --- what the box has ----------------------------------------------------------------------------------------------

# disk DIR: sets free_bytes total_bytes free_inodes total_inodes; inodes are empty where the file system has no fixed number
disk() {
  free_bytes=0 total_bytes=0 free_inodes='' total_inodes=''
  if stats=$(stat -f -c '%S %b %a %c %d' "$1" 2>/dev/null); then
    # shellcheck disable=SC2086 # split into fields
    set -- $stats
    total_bytes=$(($1 * $2)) free_bytes=$(($1 * $3))
    [ "$4" = 0 ] || { total_inodes=$4 free_inodes=$5; }
  else
    where=$1
    # shellcheck disable=SC2046 # split into fields
    set -- $(df -P -k "$where" 2>/dev/null | tail -n 1) 0 0 0 0
    is_number "$2" && is_number "$4" && total_bytes=$(($2 * 1024)) free_bytes=$(($4 * 1024))
    # shellcheck disable=SC2046
    set -- $(df -P -i "$where" 2>/dev/null | tail -n 1) 0 0 0 0
    is_number "$2" && is_number "$4" && [ "$2" != 0 ] && total_inodes=$2 free_inodes=$4
  fi
}

# cgroups: sets cg_v2 cg_memory cg_cpu, our place in each hierarchy
cgroups() {
  cg_v2=/ cg_memory=/ cg_cpu=/
  [ -r "$root/proc/self/cgroup" ] || return 0
  while IFS=: read -r _ controllers place; do
    case ",$controllers," in
      ,,) cg_v2=$place ;;
      *,memory,*) cg_memory=$place ;;
      *,cpu,*) cg_cpu=$place ;;
    esac
  done <"$root/proc/self/cgroup"
}

# tightest MOUNT PLACE FILE: the smallest number in FILE from our place up to the hierarchy's root, which in a container is
# often the only level that is visible; sets tightest (empty = none) and its directory
tightest() {
  tightest='' tightest_dir=''
  level=${2%/}
  while :; do
    if first "$1$level/$3" value; then
      [ -n "$tightest_dir" ] || tightest_dir=$1$level
      # v1 writes "no limit" as a number near 2^63
      if is_number "$value" && [ "${#value}" -lt 19 ] && { [ -z "$tightest" ] || [ "$value" -lt "$tightest" ]; }; then
        tightest=$value tightest_dir=$1$level
      fi
    fi
    [ -n "$level" ] || break
    level=${level%/*}
  done
}

# memory: sets mem_used mem_max oom_kills (empty = not known) of our own slice of the box, never of the host
memory() {
  mem_used='' mem_max='' oom_kills=''
  cgroups
  for mount in "$root/sys/fs/cgroup" "$root/sys/fs/cgroup/unified"; do
    tightest "$mount" "$cg_v2" memory.max
    [ -n "$tightest_dir" ] || continue
    mem_max=$tightest
    first "$tightest_dir/memory.current" mem_used || mem_used=
    oom_counter "$tightest_dir/memory.events"
    break
  done
  if [ -z "$tightest_dir" ]; then
    tightest "$root/sys/fs/cgroup/memory" "$cg_memory" memory.limit_in_bytes
    if [ -n "$tightest_dir" ]; then
      mem_max=$tightest
      first "$tightest_dir/memory.usage_in_bytes" mem_used || mem_used=
      oom_upward "$root/sys/fs/cgroup/memory" "$cg_memory" "$tightest_dir"
    fi
  fi
  [ -n "$mem_max" ] || while read -r key value _; do
    [ "$key" != MemTotal: ] || { mem_max=$((value * 1024)) && break; }
  done <"$root/proc/meminfo"
}
# oom_upward MOUNT PLACE DIR: in the first hierarchy a kill counts in the group of the process alone, and not in those above it that
# have the limit
oom_upward() {
  level=${2%/} most_kills=''
  while :; do
    oom_kills=''
    oom_counter "$1$level/memory.oom_control"
    [ -z "$oom_kills" ] || [ "$oom_kills" -le "${most_kills:--1}" ] || most_kills=$oom_kills
    [ -n "$level" ] && [ "$1$level" != "$3" ] || break
    level=${level%/*}
  done
  oom_kills=$most_kills
}
oom_counter() {
  [ -r "$1" ] || return 0
  while read -r key value; do [ "$key" != oom_kill ] || oom_kills=$value; done <"$1"
}

# threads: whole CPUs of our quota, at least 1; empty without a quota, where the libraries' own choice is right
threads() {
  cpus=
  cgroups
  for spec in "$root/sys/fs/cgroup$cg_v2" "$root/sys/fs/cgroup/unified$cg_v2" "$root/sys/fs/cgroup"; do
    level=${spec%/}
    while :; do
      if first "$level/cpu.max" quota period; then fewer_cpus "$quota" "$period"; fi
      case $level in "$root/sys/fs/cgroup"/*) level=${level%/*} ;; *) break ;; esac
    done
  done
  for mount in cpu cpu,cpuacct; do
    level=$root/sys/fs/cgroup/$mount${cg_cpu%/}
    while :; do
      if first "$level/cpu.cfs_quota_us" quota && first "$level/cpu.cfs_period_us" period; then
        fewer_cpus "$quota" "$period"
      fi
      case $level in "$root/sys/fs/cgroup/$mount"/*) level=${level%/*} ;; *) break ;; esac
    done
  done
}
bound_threads() {
  threads
  [ -n "$cpus" ] || return 0
  : "${OMP_NUM_THREADS=$cpus}" "${MKL_NUM_THREADS=$cpus}" "${OPENBLAS_NUM_THREADS=$cpus}" "${NUMEXPR_MAX_THREADS=$cpus}"
  export OMP_NUM_THREADS MKL_NUM_THREADS OPENBLAS_NUM_THREADS NUMEXPR_MAX_THREADS
}
fewer_cpus() {
  is_number "$1" && is_number "${2:-}" && [ "$2" -gt 0 ] || return 0
  share=$(($1 / $2))
  [ "$share" -ge 1 ] || share=1
  [ -n "$cpus" ] && [ "$cpus" -le "$share" ] || cpus=$share
}

# --- hashes --------------------------------------------------------------------------------------------------------

# hashes: NUL-separated paths on stdin, "HASH  PATH" lines on stdout, in any order. OpenSSL uses the processor's SHA
# instructions, which Debian's sha256sum does not. Each process writes a file of its own: lines of a shared pipe could mix.
hashes() {
  work=$(mktemp -d "${TMPDIR:-/tmp}/gpu-lease.XXXXXX") || return 1
  cat >"$work/paths"
  files=$(tr -cd '\0' <"$work/paths" | wc -c)
  jobs=$(nproc 2>/dev/null || echo 1)
  [ "$jobs" -le 8 ] || jobs=8
  batch=$((files / (jobs * 4) + 1))
  [ "$batch" -le 500 ] || batch=500
  mkdir "$work/out"
  # shellcheck disable=SC2016 # the inner shell's variables
  if openssl dgst -sha256 -r /dev/null >/dev/null 2>&1; then
    each='exec >"$0/$$"; exec openssl dgst -sha256 -r "$@"'
  else
    each='exec >"$0/$$"; exec sha256sum -- "$@"'
  fi
  xargs -0 -r -n "$batch" -P "$jobs" sh -c "$each" "$work/out" <"$work/paths"
  # a leading backslash is sha256sum's way to say that backslashes in the name are doubled
  find "$work/out" -type f -exec cat {} + |
    sed -e '/^\\/{' -e 's/^\\//' -e 's/\\\\/\\/g' -e '}' -e 's/^\([0-9a-f]\{64\}\) [ *]/\1  /'
  rm -rf "$work"
}
hash_of_stdin() {
  { openssl dgst -sha256 -r 2>/dev/null || sha256sum; } | cut -c 1-64
}
# With openssl absent the first command of the braces has read nothing, so sha256sum still gets all of stdin.
hash_of() { hash_of_stdin <"$1"; }

# prove_code SUMS DIR: prints "D PATH" for each entry that is not what SUMS says. Other files are no concern: a run
# leaves caches beside its code. SUMS: "HASH KIND PATH", KIND f (file), x (executable), l (link; hash of its target).
prove_code() {
  if [ ! -d "$2" ]; then
    echo "D ."
    return
  fi
  expected=$(mktemp "${TMPDIR:-/tmp}/gpu-lease.XXXXXX") || return 1
  sed -n 's/^\([0-9a-f]\{64\}\) [fx] \(.*\)$/\1  .\/\2/p' "$1" | LC_ALL=C sort >"$expected"
  # Links are proven by where they lead, and a plain file that became a link is no longer the file that was pushed.
  (cd "$2" && sed 's/^[0-9a-f]\{64\}  //' "$expected" | while IFS= read -r path; do
    [ -f "$path" ] && [ ! -L "$path" ] && printf '%s\0' "$path"
  done | hashes) 2>/dev/null | LC_ALL=C sort | LC_ALL=C comm -23 "$expected" - | sed 's/^[0-9a-f]\{64\}  .\//D /'
  rm -f "$expected"
  sed -n 's/^\([0-9a-f]\{64\}\) l /\1 /p' "$1" | while read -r hash path; do
    [ -L "$2/$path" ] && [ "$(printf %s "$(readlink "$2/$path")" | hash_of_stdin)" = "$hash" ] || printf 'D %s\n' "$path"
  done
}

# --- install -------------------------------------------------------------------------------------------------------

install_all() {
  base=$1 attempt=$2 tmp=$3
  [ -f "$tmp/complete" ] || fail 5 "the stream ended early: nothing was put in place"
  is_number "$attempt" || fail 5 "not an attempt: $attempt"
  mkdir -p "$base/code" "$base/plans" "$base/cells" "$base/attempts" || fail 5 "cannot write below $base"
  keeper_hash=$(hash_of "$tmp/keeper.sh")
  name=keeper-$(printf %.12s "$keeper_hash").sh
  place "$tmp/keeper.sh" "$base/$name"
  [ "$(hash_of "$base/$name")" = "$keeper_hash" ] ||
    fail 6 "$base/$name is not the keeper that its name says"
  first "$tmp/code.hash" code_hash || fail 5 "no code"
  install_code
  install_plan
  answer "base $base"
  answer "keeper $keeper_hash"
  answer "code $code_hash"
  differing=$(prove_code "$base/code/$code_hash.sums" "$base/code/$code_hash")
  [ -z "$differing" ] || printf '%s\n' "$differing" | sed 's/^/GPU-LEASE differs /'
  answer installed
}

# place FROM TO: by hard link, which unlike a rename does not replace; a file that is already there stays
place() {
  [ -e "$2" ] || ln "$1" "$2" 2>/dev/null || [ -e "$2" ] || { cp "$1" "$2.tmp.$$" && mv "$2.tmp.$$" "$2"; }
}

install_code() {
  [ "$(hash_of "$tmp/code.sums")" = "$code_hash" ] || fail 6 "the list of code files is not the one that was bound"
  place "$tmp/code.sums" "$base/code/$code_hash.sums"
  [ ! -d "$base/code/$code_hash" ] || return 0
  mkdir "$tmp/code" && tar -xf "$tmp/code.tar" -C "$tmp/code" || fail 5 "the code could not be unpacked below $base"
  move_dir "$tmp/code" "$base/code/$code_hash"
}

# Another install may have been faster; a plain mv would then move into its directory.
move_dir() { mv -T "$1" "$2" 2>/dev/null || [ -d "$2" ] || mv "$1" "$2"; }

# The plan of an attempt that has started is never touched; before that the newest one counts.
install_plan() {
  # One process for all of them: there may be a thousand.
  (cd "$base/cells" && tr -d '\r' <"$tmp/plan/cells" | LC_ALL=C grep -E '^[A-Za-z0-9_][A-Za-z0-9._-]*$' | sed 's/$/\/out/' | zeroed |
    xargs -0 -r mkdir -p) || fail 5 "cannot write below $base"
  [ ! -d "$base/attempts/$attempt" ] || return 0
  [ ! -d "$base/plans/$attempt" ] || mv "$base/plans/$attempt" "$tmp/plan.old"
  move_dir "$tmp/plan" "$base/plans/$attempt"
}

fail() {
  code=$1
  shift
  printf 'keeper: %s\n' "$*" >&2
  exit "$code"
}

# --- start ---------------------------------------------------------------------------------------------------------

start_queue() {
  base=$1 attempt=$2 launcher=$3
  is_number "$attempt" || fail 5 "not an attempt: $attempt"
  here=$base/attempts/$attempt
  mkdir -p "$base/attempts"
  if [ ! -d "$here" ]; then
    [ -d "$base/plans/$attempt" ] || { answer no-plan && return; }
    busy && { answer "busy $other_attempt" && return; }
  fi
  if ! mkdir "$here" 2>/dev/null; then
    [ -d "$here" ] || fail 5 "cannot write below $base"
    answer_start already
    return
  fi
  # Asked again with the lock in hand: two attempts may have come at once.
  busy && { rm -rf "$here" && answer "busy $other_attempt" && return; }
  # An install may be exchanging the plan at this moment.
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    mv "$base/plans/$attempt" "$here/plan" 2>/dev/null && break
    nap 0.1
  done
  [ -d "$here/plan" ] || { rm -rf "$here" && answer no-plan && return; }
  if ! "launch_$launcher" "$base" "$attempt"; then
    mv "$here/plan" "$base/plans/$attempt"
    rm -rf "$here"
    fail 7 "$launcher could not start the queue"
  fi
  answer_start started
}

answer() { printf 'GPU-LEASE %s\n' "$*"; }

# busy: another attempt of this run is alive; two trainers would write one output directory
busy() {
  for other in "$base"/attempts/*; do
    [ "$other" != "$here" ] && [ -d "$other" ] || continue
    other_attempt=${other##*/}
    [ "$(state_of "$other")" != running ] || return 0
  done
  return 1
}

# state_of ATTEMPT_DIR: absent, running, ended or lost
state_of() {
  at=$1
  mark=${base##*/}/${at#"$base/attempts/"}
  [ -d "$at" ] || { echo absent && return; }
  [ ! -d "$at/tasks" ] || { state_of_tasks && return; }
  [ ! -f "$at/queue.exit" ] || { echo ended && return; }
  [ ! -f "$at/elsewhere" ] || { state_elsewhere && return; }
  if leads "$at/queue"; then echo running && return; fi
  if [ -f "$at/current" ] && first "$at/current" doing && alive "$at/cells/$doing" "$mark/$doing"; then
    echo running && return
  fi
  for doing in data setup; do
    if [ -f "$at/$doing/pid" ] && [ ! -f "$at/$doing/exit" ] && alive "$at/$doing" "$mark/$doing"; then echo running && return; fi
  done
  # Between the lock and the queue's first breath there is no record yet.
  if [ ! -f "$at/queue" ] && [ $(($(date +%s) - $(stat -c %Y "$at" 2>/dev/null || echo 0))) -le 60 ]; then
    echo running && return
  fi
  echo lost
}

# state_elsewhere: by what the engine says, and where nobody asked it by the age of the heartbeat
ELSEWHERE_SECONDS=300
word=
state_elsewhere() {
  case $word in
    held | waiting | running) echo running ;;
    over) echo lost ;;
    *)
      seen_at=$(stat -c %Y "$at/heartbeat" 2>/dev/null || stat -c %Y "$at/elsewhere")
      if [ $(($(date +%s) - seen_at)) -le "$ELSEWHERE_SECONDS" ]; then echo running; else echo lost; fi
      ;;
  esac
}
# state_of_tasks: ended when each has written its end
state_of_tasks() {
  count_tasks "$at"
  if [ "$ended_tasks" -ge "$planned_tasks" ]; then echo ended && return; fi
  case $word in
    held | waiting | running) echo running ;;
    over) echo lost ;;
    *)
      # A directory is as new as the newest name in it.
      seen_at=$(stat -c %Y "$at/looks" "$at/elsewhere" 2>/dev/null | sort -n | tail -n 1)
      if [ $(($(date +%s) - ${seen_at:-0})) -le "$ELSEWHERE_SECONDS" ]; then echo running; else echo lost; fi
      ;;
  esac
}
count_tasks() {
  planned_tasks=$(grep -c . "$1/plan/cells" 2>/dev/null) || planned_tasks=1
  set -- "$1"/over/*
  ended_tasks=$#
  [ -e "$1" ] || ended_tasks=0
}
is_word() { case $1 in '' | held | waiting | running | over | unknown) ;; *) return 1 ;; esac }

answer_start() {
  waits=0
  while [ ! -f "$here/heartbeat" ] && [ "$waits" -lt 60 ]; do
    waits=$((waits + 1))
    nap 0.08
  done
  heartbeat=false
  [ ! -f "$here/heartbeat" ] || heartbeat=true
  answer "$1 $heartbeat"
}

launch_setsid() {
  (own_session sh "$keeper" run "$1" "$2") </dev/null >>"$here/keeper.log" 2>&1 &
}

# A tmux server keeps the environment it was started with, so what matters is written into the command.
launch_tmux() {
  command -v tmux >/dev/null 2>&1 || { echo "there is no tmux on this box" >&2 && return 1; }
  line="exec"
  for name in PATH HOME LD_LIBRARY_PATH TMPDIR GPU_LEASE_ROOT; do
    eval "value=\${$name-}"
    [ -z "$value" ] || line="$name=$(quoted "$value") $line"
  done
  line="$line sh $(quoted "$keeper") run $(quoted "$1") $2"
  # tmux takes a pane for dead, and hangs up, when nobody holds its terminal: hence descriptor 9.
  line="exec 9<&0; echo $(quoted "the log is $here/keeper.log"); $line </dev/null >>$(quoted "$here/keeper.log") 2>&1"
  tmux new-session -d -s "$(session_name "$1" "$2")" "$line"
}
# tmux gives `.` and `:` a meaning in names
session_name() { printf 'gpu-lease-%s-%s' "$(printf %s "${1##*/}" | tr -c 'A-Za-z0-9_-' '_')" "$2"; }
quoted() { printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"; }

# --- a queue of somebody else's ------------------------------------------------------------------------------------

# newest DIR: the largest number that is a directory in there, 0 without one
newest_number() {
  highest=0
  for entry in "$1"/*; do
    entry=${entry##*/}
    is_number "$entry" && [ "$entry" -gt "$highest" ] && highest=$entry
  done
  echo "$highest"
}

# hand BASE ATTEMPT NAME: what is let go next finds this attempt. One that began meanwhile is the same attempt.
hand() {
  base=$1 attempt=$2 name=$3 word=${4:-}
  is_number "$attempt" || fail 5 "not an attempt: $attempt"
  is_word "$word" || fail 2 "not a word of an engine: $word"
  case $name in '' | .* | *[!A-Za-z0-9._-]*) fail 5 "not a name: $name" ;; esac
  here=$base/attempts/$attempt outcome=started
  if [ -d "$here" ]; then
    # Tasks are laid out before the place is written that names them: whoever was killed between does it now.
    [ -d "$here/tasks" ] || { answer "already false" && return; }
    outcome=already
  else
    [ -d "$base/plans/$attempt" ] || { answer no-plan && return; }
    ! busy || { answer "busy $other_attempt" && return; }
    mark_durable "$base/plans/$attempt/settings"
    ! grep -q '^tasks=' "$base/plans/$attempt/settings" || lay_out_tasks || fail 5 "cannot write below $base"
  fi
  mkdir -p "$HOME/.gpu-lease/.queue" || fail 5 "cannot write below $HOME/.gpu-lease"
  put "$HOME/.gpu-lease/.queue/$name" "$keeper$NL$base" || fail 5 "cannot write $HOME/.gpu-lease/.queue/$name"
  answer "$outcome false"
}
# lay_out_tasks: all at once, before any of them can run
lay_out_tasks() {
  laid=$(mktemp -d "$base/plans/.laid.XXXXXX") || return 1
  mkdir "$laid/tasks" "$laid/looks" "$laid/over" && : >"$laid/elsewhere" &&
    mv "$base/plans/$attempt" "$laid/plan" && move_dir "$laid" "$here"
}

# mark_durable SETTINGS: by which the machine that runs the attempt knows that its durable directory is the one that was meant, and
# no place of its own under the same name
mark_durable() {
  durable_dir=$(sed -n 's/^durable_dir=//p' "$1")
  [ -z "$durable_dir" ] || [ ! -d "$durable_dir" ] || : >"$durable_dir/.gpu-lease-${base##*/}" 2>/dev/null
}
is_shared() { [ ! -d "$durable_dir" ] || [ -f "$durable_dir/.gpu-lease-${base##*/}" ]; }

# batch BASE ENGINE: the attempt that was laid down last; or, where that has begun before, the next one by the same plan
batch() {
  base=$1 engine=$2
  if [ -n "${3:-}" ]; then
    begin_task "$3"
    audit_here "$top/plan"
    run_and_wait
  fi
  [ -z "${GPU_LEASE_PODS:-}" ] || { read_pods && begin_round; }
  begun=$(newest_number "$base/attempts")
  attempt=$(newest_number "$base/plans")
  if [ "$attempt" -gt "$begun" ]; then
    here=$base/attempts/$attempt
    mkdir "$here" 2>/dev/null || fail 8 "attempt $attempt has begun elsewhere"
    begin_here
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      mv "$base/plans/$attempt" "$here/plan" 2>/dev/null && break
      nap 0.1
    done
  else
    begin_again
  fi
  [ -d "$here/plan" ] || fail 5 "there is no plan in $here"
  audit_here "$here/plan"
  run_and_wait
}
# read_pods: from whichever plan is there; the one that begins is moved at this moment
read_pods() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    for text in "$base"/attempts/*/plan/pods.sh "$base"/plans/*/pods.sh; do
      # shellcheck source=src/box/pods.sh
      [ ! -r "$text" ] || { . "$text" && return 0; }
    done
    nap 1
  done
  fail 5 "there is no plan for several nodes in $base"
}
join() {
  base=$1
  read_pods
  follow
}
# run_and_wait: ends this process as the queue ends
run_and_wait() {
  has_begun=1
  sh "$keeper" run "$base" "$attempt" >>"$here/keeper.log" 2>&1 &
  child=$!
  trap 'kill -TERM "$child" 2>/dev/null' TERM INT
  while :; do
    wait "$child"
    code=$?
    process "$child" || break
  done
  [ ! -f "$here/taken" ] || ask_again >>"$here/keeper.log" 2>&1
  # A node was lost, or told to end before this one was.
  [ -z "${GPU_LEASE_PODS:-}" ] || [ "$code" = 0 ] || [ ! -f "$here/taken" ] || exit 143
  # Kubernetes begins again what ends with 143 (its manifest says so): whoever ended by itself, or was stopped by us, ends otherwise.
  [ "$engine $code" != 'kubernetes 143' ] || [ -f "$here/taken" ] || [ ! -f "$here/queue.exit" ] || exit 124
  exit "$code"
}
begin_here() {
  memory
  put "$here/elsewhere" "$engine ${SLURM_JOB_ID:--} ${SLURM_RESTART_COUNT:-0} $(uname -n) ${oom_kills:--}"
}

# begin_task PLACE: the next attempt of the cell that stands there, by itself; no other task comes near what it writes
begin_task() {
  is_number "$1" || fail 5 "not a place in a plan: $1"
  attempt=$(newest_number "$base/attempts")
  top=$base/attempts/$attempt
  [ -d "$top/tasks" ] || fail 5 "attempt $attempt has no tasks"
  name=$(sed -n "$(($1 + 1))p" "$top/plan/cells" | tr -d '\r')
  [ -n "$name" ] || { say "nothing stands in place $1 of the plan" && exit 0; }
  if first "$top/over/$name" code _; then
    say "$name ended by itself (exit $code): it is not begun again"
    end_as_before "$code"
  fi
  mkdir -p "$top/tasks/$name" || fail 5 "cannot write below $top"
  begun=$(newest_number "$top/tasks/$name")
  before=$top/tasks/$name/$begun
  if first "$before/queue.exit" code _ why && [ ! -f "$before/taken" ]; then
    # It ended, and was lost before it could say so.
    places "$base" "$attempt/tasks/$name/$begun"
    tell_end "$code" "$why"
    end_as_before "$code"
  fi
  # Counted over all submissions: what it copies and what its command reads is named by that.
  next=0
  for entry in "$base"/attempts/*/tasks/"$name"/*; do
    entry=${entry##*/}
    is_number "$entry" && [ "$entry" -gt "$next" ] && next=$entry
  done
  attempt=$attempt/tasks/$name/$((next + 1))
  here=$base/attempts/$attempt
  mkdir "$here" 2>/dev/null || fail 8 "$attempt has begun elsewhere"
  begin_here
  [ "$begun" -gt 0 ] || return 0
  [ -f "$before/queue.exit" ] || put "$before/queue.exit" "137 $(date +%s) begun again"
  time_left=$(sed -n 's/^dead_man_seconds=//p' "$top/plan/settings")
  ! first "$before/dead-man" time_left || :
  count_time_used "$time_left"
  put "$here/dead-man" "$dead_man"
}

# end_as_before CODE: of a command. Kubernetes begins again what ends with 143.
end_as_before() {
  [ "$engine" != kubernetes ] || [ "$1" = 0 ] || exit 1
  exit "$1"
}

# audit_here PLAN: what the machine of this attempt is, for whoever looks; nothing here judges it. Before anything holds its cards.
audit_here() {
  [ -f "$1/audit.sh" ] || return 0
  first "$1/audit.gpu" with_gpu || with_gpu=0
  sh "$1/audit.sh" '' '' '' '' "$with_gpu" 20 '' 0 '' '' '' >"$here/audit.tmp" 2>/dev/null && mv -f "$here/audit.tmp" "$here/audit"
}

# begin_again: the engine runs it once more, after a preemption, a lost node, or our own asking. What ended by itself stays ended.
begin_again() {
  before=$base/attempts/$begun
  [ -d "$before/plan" ] || fail 5 "nothing was ever laid down in $base"
  if first "$before/queue.exit" code _ && [ ! -f "$before/taken" ]; then
    say "attempt $begun ended by itself (exit $code): nothing is begun again"
    # An engine that begins again whatever ends with such a code would do so for ever.
    exit 0
  fi
  next_plan=$(mktemp -d "$base/plans/.again.XXXXXX") && cp -R "$before/plan/." "$next_plan" || fail 5 "cannot write below $base"
  leave_out_finished || { rm -rf "$next_plan" && exit 0; }
  count_time_used "$(sed -n 's/^dead_man_seconds=//p' "$next_plan/settings")"
  sed "s/^dead_man_seconds=.*/dead_man_seconds=$dead_man/" "$next_plan/settings" >"$next_plan/settings.new" &&
    mv -f "$next_plan/settings.new" "$next_plan/settings"
  attempt=$((begun + 1))
  here=$base/attempts/$attempt
  mkdir "$here" 2>/dev/null || { rm -rf "$next_plan" && fail 8 "attempt $attempt has begun elsewhere"; }
  [ -f "$before/queue.exit" ] || put "$before/queue.exit" "137 $(date +%s) begun again"
  begin_here
  [ ! -f "$base/private.$begun" ] || cp -p "$base/private.$begun" "$base/private.$attempt"
  mv "$next_plan" "$here/plan"
}
# count_time_used SECONDS: its own timer goes on where it was, or an engine that begins it again and again would run it for ever; sets
# dead_man
count_time_used() {
  dead_man=$1
  is_number "$dead_man" && [ "$dead_man" -gt 0 ] || return 0
  began_at=$(stat -c %Y "$before/elsewhere" 2>/dev/null) && seen_at=$(stat -c %Y "$before/heartbeat" 2>/dev/null) || return 0
  dead_man=$((dead_man - (seen_at - began_at)))
  [ "$dead_man" -gt 0 ] || dead_man=1
}
# leave_out_finished: of the plan in $next_plan; fails when nothing is left of it
leave_out_finished() {
  number=0 left_to_do=0
  : >"$next_plan/cells.new"
  while IFS= read -r name || [ -n "$name" ]; do
    name=${name%"$CR"} number=$((number + 1))
    [ -n "$name" ] || continue
    # What was told to save and ended with 0 has saved, and is not done.
    if first "$before/cells/$name/exit" code _ why sync && [ "$code/$why" != 0/taken ] && [ "$code" = 0 ]; then
      case $sync in 0 | -) continue ;; esac
    fi
    left_to_do=$((left_to_do + 1))
    printf '%s\n' "$name" >>"$next_plan/cells.new"
    [ "$left_to_do" = "$number" ] || {
      mv -f "$next_plan/cell-$number.sh" "$next_plan/cell-$left_to_do.sh"
      mv -f "$next_plan/cell-$number.env" "$next_plan/cell-$left_to_do.env"
    }
  done <"$next_plan/cells"
  mv -f "$next_plan/cells.new" "$next_plan/cells"
  [ "$left_to_do" -gt 0 ]
}
# ask_again: it was told that its time is over. Where that was the engine's early warning it runs on, and may be put back into the queue;
# whoever cancelled it wants no other one.
ask_again() {
  [ "$engine" = slurm ] && [ -n "${SLURM_JOB_ID:-}" ] || return 0
  own_job=$SLURM_JOB_ID
  # The last task of an array has the number of the whole, by which all of them would be put back.
  [ -z "${SLURM_ARRAY_TASK_ID:-}" ] || own_job=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
  [ "$(squeue -h -j "$own_job" -o %T 2>/dev/null)" = RUNNING ] || return 0
  say "its time is nearly over: putting job $own_job back into the queue"
  scontrol requeue "$own_job" || { say "it may not be requeued" && return 0; }
  # The engine ends this process; to be gone before would make it a job that has ended.
  sleep 60
}

# --- run: the queue ------------------------------------------------------------------------------------------------

run_queue() {
  places "$1" "$2"
  trap '' HUP
  mkdir "$here/running" 2>/dev/null || fail 8 "this attempt is already running"
  record_self "$here/queue"
  head -c 65536 /dev/zero >"$here/ballast"
  trap taken_away TERM INT
  load_plan || end_queue 5 plan
  [ ! -f "$here/elsewhere" ] || [ "$durable_set" = 0 ] || is_shared ||
    end_queue 5 "$durable_dir of $(uname -n) is not the one that its files were laid down beside"
  take_secrets
  [ -z "$park_line" ] || : >"$here/looked"
  uptime_seconds
  beat
  (pulse) 3<&- &
  pulse_pid=$!
  say "attempt $attempt of ${base##*/}: $planned cells"
  for_all data "$plan/fetch.sh" || { [ ! -f "$here/stop" ] || end_queue 143 stopped && end_queue 9 data; }
  run_setup || { [ ! -f "$here/stop" ] || end_queue 143 stopped && end_queue 4 setup; }
  done_cells=0 failed='' number=0
  while IFS= read -r name <&3 || [ -n "$name" ]; do
    name=${name%"$CR"}
    [ -n "$name" ] || continue
    number=$((number + 1))
    [ -z "$task" ] || [ "$name" = "$task" ] || continue
    [ ! -f "$here/stop" ] || break
    run_cell "$number" "$name" || break
    done_cells=$((done_cells + 1))
  done 3<"$plan/cells"
  [ ! -f "$here/stop" ] || end_queue 143 stopped
  [ "$gate" = open ] || end_queue 3 disk-gate
  # Cells that never ran must not pass for cells that succeeded.
  [ "$done_cells" = "$planned" ] || end_queue 6 "only $done_cells of $planned cells were started"
  [ -z "$failed" ] || end_queue 1 "failed:$failed"
  end_queue 0 finished
}

end_queue() {
  trap '' TERM INT
  say "queue ends: $2 (exit $1)"
  [ -z "${pulse_pid:-}" ] || { kill "$pulse_pid" 2>/dev/null && wait "$pulse_pid" 2>/dev/null; }
  # Nobody can ask this machine once it is over: what was killed for memory since the last beat would not be known.
  [ ! -f "$here/elsewhere" ] || { uptime_seconds && beat; }
  end_sets
  rm -f "$here/current"
  put "$here/queue.exit" "$1 $(date +%s) $2"
  [ -z "$task" ] || { rm -f "$here/ballast" && tell_end "$1" "$2"; }
  [ "$1" != 0 ] || [ -z "$durable_dir" ] || { [ -n "$task" ] && ! are_all_over; } || rm -f "$durable_dir/.gpu-lease-${base##*/}"
  drop_secrets
  case $1/$2 in
    0/*) [ -n "$task" ] && ! are_all_over || announce ended "$2" ;;
    143/*) ! first "$here/stop" why || [ "$why" != dead-man ] || announce died "$why" ;;
    *) announce died "$2" ;;
  esac
  [ "$2" != stopped ] || end_meter
  [ "$1" != 0 ] || park_itself
  exit "$1"
}

load_plan() {
  durable_dir='' durable_set=0 dead_man=0 beat_every=10 floor_bytes=0 floor_inodes=0 sets_bytes=0 code='' setup_key='' \
    log_max=67108864 boot_env=0 self_stop='' park_line='' park_after=0 still_limit=900 notify='' tensorboard_dir='' gate=open planned=0
  [ -f "$plan/settings" ] || return 1
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line%"$CR"}
    case $line in
      code=*) code=${line#*=} ;;
      durable_dir=*) durable_dir=${line#*=} durable_set=1 ;;
      dead_man_seconds=*) dead_man=${line#*=} ;;
      heartbeat_seconds=*) beat_every=${line#*=} ;;
      floor_bytes=*) floor_bytes=${line#*=} ;;
      floor_inodes=*) floor_inodes=${line#*=} ;;
      sets_bytes=*) sets_bytes=${line#*=} ;;
      setup_key=*) setup_key=${line#*=} ;;
      log_max_bytes=*) log_max=${line#*=} ;;
      boot_env=*) boot_env=${line#*=} ;;
      still_seconds=*) still_limit=${line#*=} ;;
      self_stop=*) self_stop=${line#*=} ;;
      park_line=*) park_line=${line#*=} ;;
      park_after_seconds=*) park_after=${line#*=} ;;
      notify=*) notify=${line#*=} ;;
      tensorboard_dir=*) tensorboard_dir=${line#*=} ;;
    esac
  done <"$plan/settings"
  for value in "$dead_man" "$beat_every" "$floor_bytes" "$floor_inodes" "$sets_bytes" "$log_max" "$still_limit" "$park_after"; do
    is_number "$value" || { say "the plan holds no number where one belongs: $value" && return 1; }
  done
  # Unset means no durable tier; empty is somebody's mistake and must not become "none" or another path.
  [ "$durable_set" = 0 ] || [ -n "$durable_dir" ] || { say "durable_dir is set and empty" && return 1; }
  [ -d "$base/code/$code" ] || { say "the code $code is not here" && return 1; }
  while IFS= read -r name || [ -n "$name" ]; do
    name=${name%"$CR"}
    [ -n "$name" ] || continue
    case $name in .* | -* | *[!A-Za-z0-9._-]*) say "not a cell name: $name" && return 1 ;; esac
    planned=$((planned + 1))
  done <"$plan/cells"
  [ "$planned" -gt 0 ] || return 1
  [ -z "$task" ] || { planned=1 && { ! first "$here/dead-man" dead_man || is_number "$dead_man"; }; }
}

# Secrets live in one private file for the moment between push and start; from here on only in the memory of this shell
# and the environment of the commands.
take_secrets() {
  secrets=
  first "$base/private.${attempt%%/*}" private || return 0
  # What an engine keeps for it, or what was laid down for another machine, must be there: without it the work would fail much later.
  if ! secrets=$(cat "$private" 2>/dev/null) && [ -f "$here/elsewhere" ]; then
    end_queue 5 "no secrets can be read at $private of $(uname -n)"
  fi
  drop_secrets
}
drop_secrets() {
  # What the engine may begin again needs them again; it is the engine's own folder, readable by us alone.
  if [ -f "$here/elsewhere" ]; then
    [ -z "$task" ] || are_all_over || return 0
    ! first "$here/queue.exit" _ || [ -f "$here/taken" ] || rm -rf "$base/gpu-lease.shared"
    return 0
  fi
  first "$base/private.$attempt" private || return 0
  case $private in */gpu-lease.*/secrets) rm -rf "${private%/secrets}" ;; esac
  rm -f "$base/private.$attempt"
}

# --- one command ---------------------------------------------------------------------------------------------------

# run_once NAME FILE: what comes before the cells
run_once() {
  [ -f "$2" ] || return 0
  [ ! -f "$here/stop" ] || return 0
  mkdir -p "$top/$1"
  say "$1"
  put "$top/$1/started" "$(date +%s)"
  command_in "$top/$1" "$1" "$2" ''
  end_group "$top/$1" "$1"
  put "$top/$1/exit" "$code_of_command $(date +%s) exited -"
  [ "$code_of_command" = 0 ]
}

# for_all NAME FILE: of tasks one does it, and the others wait for that. It is whoever makes the directory of the turn; the next turn
# comes when that one is lost. Turns are only ever added: a lock that somebody takes away may be the one that another has just made.
for_all() {
  [ -f "$2" ] || return 0
  [ -n "$task" ] || { run_once "$1" "$2" && return; return 1; }
  turn=1
  mkdir -p "$top/$1.by"
  until [ -f "$top/$1/exit" ]; do
    [ ! -f "$here/stop" ] || return 1
    if mkdir "$top/$1.by/$turn" 2>/dev/null; then
      put "$top/$1.by/$turn/task" "$attempt"
      : >"$here/does.$1"
      run_once "$1" "$2"
      return
    fi
    if is_turn_lost "$top/$1.by/$turn"; then turn=$((turn + 1)); else nap 1; fi
  done
  first "$top/$1/exit" code_of_all _ && [ "$code_of_all" = 0 ]
}
# is_turn_lost DIR: whose turn it is has ended, was begun again, or has not been heard of for long
is_turn_lost() {
  if ! first "$1/task" holder; then
    [ $(($(date +%s) - $(stat -c %Y "$1" 2>/dev/null || date +%s))) -gt 60 ]
    return
  fi
  holder=$base/attempts/$holder
  [ ! -f "$holder/queue.exit" ] && [ ! -d "${holder%/*}/$((${holder##*/} + 1))" ] || return 0
  beat_at=$(stat -c %Y "$holder/heartbeat" 2>/dev/null || stat -c %Y "$1" 2>/dev/null || date +%s)
  [ $(($(date +%s) - beat_at)) -gt "$ELSEWHERE_SECONDS" ]
}

run_setup() {
  [ ! -f "$base/setup-$setup_key.done" ] || { say "setup was done before" && return 0; }
  [ -f "$plan/setup.sh" ] && [ ! -f "$here/stop" ] || return 0
  for_all setup "$plan/setup.sh" || return 1
  put "$base/setup-$setup_key.done" "$attempt"
}

# still_wanted DIR: bytes that the sets of a cell will take beside what its output holds already
still_wanted() {
  [ "$sets_bytes" -gt 0 ] || { echo 0 && return; }
  held=$(du -skx "$1" 2>/dev/null | cut -f 1)
  is_number "$held" || held=0
  echo $((held * 1024 < sets_bytes ? sets_bytes - held * 1024 : 0))
}

missing_gb() {
  if [ "$free_bytes" -lt "$need_bytes" ]; then
    awk -v bytes=$((need_bytes - free_bytes)) 'BEGIN { printf "%.2f GB", bytes / 1e9 }'
  else
    echo "$((floor_inodes - free_inodes)) inodes"
  fi
}

# run_cell NUMBER NAME: fails only when the cells after it must not start
run_cell() {
  cell=$here/cells/$2 out=$base/cells/$2/out
  mkdir -p "$cell" "$out"
  disk "$out"
  need_bytes=$((floor_bytes + $(still_wanted "$out")))
  if [ "$free_bytes" -lt "$need_bytes" ] || { [ -n "$free_inodes" ] && [ "$free_inodes" -lt "$floor_inodes" ]; }; then
    gate=shut
    put "$cell/started" "$(date +%s)"
    {
      [ ! -f "$plan/largest.sh" ] || sh "$plan/largest.sh" "$out" 15
      echo "DISK_GATE_ABORT $free_bytes bytes and ${free_inodes:-unlimited} inodes free, $need_bytes and $floor_inodes needed: $(missing_gb) missing"
    } | tee -a "$cell/log"
    put "$cell/exit" "3 $(date +%s) disk-gate -"
    return 1
  fi
  each_source note_source
  put "$here/current" "$2"
  put "$cell/started" "$(date +%s)"
  say "[$1/$planned] $2"
  show_tensorboard "$2"
  command_in "$cell" "$2" "$plan/cell-$1.sh" "$plan/cell-$1.env"
  reason=exited
  [ -f "$cell/entered" ] || reason=hook
  [ ! -f "$cell/lost" ] || reason=node-lost
  if [ "$code_of_command" = 0 ] && everywhere "${base##*/}/$attempt/$2"; then
    # Written first: should the queue die now, what the command returned is known all the same.
    put "$cell/returned" "0 $(date +%s) background"
    followed "$cell" "$2"
    reason=background
  fi
  end_rest "$cell" "$2"
  [ ! -f "$here/stop" ] || { first "$here/stop" why && reason=$why; }
  put "$cell/returned" "$code_of_command $(date +%s) $reason"
  : >"$cell/over"
  sync_code=-
  if [ "$code_of_command" = 0 ] && [ "$durable_set" = 1 ]; then
    end_sets
    make_room_on_durable "$2"
    (copy_to_durable "$2") >>"$here/keeper.log" 2>&1
    sync_code=$?
    [ "$sync_code" = 0 ] || echo "DURABLE SYNC FAILED (exit $sync_code): $durable_dir" >>"$cell/log"
  fi
  case $code_of_command/$sync_code in
    0/0 | 0/-) prune "$out" >>"$here/keeper.log" 2>&1 ;;
    *) failed="$failed $2" ;;
  esac
  put "$cell/exit" "$code_of_command $(date +%s) $reason $sync_code"
  rm -f "$here/current"
  say "[$1/$planned] $2 ended (exit $code_of_command, copy $sync_code)"
  [ ! -f "$here/stop" ] || last_set "$2"
}

# show_tensorboard CELL: the platform's viewer looks at one directory only, and finds the cell's output there. No more than a
# convenience: nothing fails by it.
show_tensorboard() {
  [ -n "$tensorboard_dir" ] || return 0
  case $tensorboard_dir in '~/'*) tensorboard_dir=$HOME/${tensorboard_dir#'~/'} ;; esac
  mkdir -p "$tensorboard_dir" 2>/dev/null && ln -sfn "$out" "$tensorboard_dir/${base##*/}-$1" 2>/dev/null ||
    say "$tensorboard_dir could not be linked to"
}

# command_in DIR NAME FILE ENV: runs FILE in a session of its own; sets code_of_command
command_in() {
  mark=${base##*/}/$attempt/$2
  # What is done for all of the tasks is of their common attempt.
  of_attempt=${attempt##*/}
  [ -n "$4" ] || of_attempt=${attempt%%/*}
  set -- "$1" "$mark" sh "$keeper" cell "$1" "$2" "$plan" "$base/code/$code" "$3" "$4" "$base/cells/$2/out" "$of_attempt" "$boot_env"
  (
    GPU_LEASE_MARK=$2 GPU_LEASE_BASE=$base at_source='' setup_env=''
    export GPU_LEASE_MARK GPU_LEASE_BASE
    eval "$secrets" # names that a shell needs are refused by the sender
    [ ! -f "$plan/peers" ] || name_secrets
    shift 2
    case $8 in
      # What opens the sources goes to whoever fetches from them, and into nobody's environment.
      */fetch.sh) printf '%s\n' "$at_source" | own_session "$@" 5<&0 </dev/null ;;
      */setup.sh) eval "$setup_env" && own_session "$@" ;;
      *) own_session "$@" ;;
    esac
  ) </dev/null >>"$1/log" 2>&1 3<&- 9<&- &
  child=$!
  while :; do
    wait "$child"
    code_of_command=$?
    # A trapped signal ends the wait but not the child.
    [ "$code_of_command" -gt 128 ] && [ -d "/proc/$child" ] || break
  done
}

# name_secrets: for whoever hands them to another machine. A line of a value may look like a name, which is then none that is set.
name_secrets() {
  GPU_LEASE_SECRETS=$(printf '%s\n' "$secrets" | sed -n 's/^export \([A-Za-z_][A-Za-z0-9_]*\)=.*/\1/p' | tr '\n' ' ')
  export GPU_LEASE_SECRETS
}

# end_group DIR NAME: what a command left behind in its own group
end_group() {
  mark=${base##*/}/$attempt/$2
  members "$1/pid" "$mark" || return 0
  say "ending what $2 left behind:$members"
  strike TERM "$1/pid" "$mark"
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    members "$1/pid" "$mark" || return 0
    nap 0.5
  done
  strike KILL "$1/pid" "$mark"
}

# followed CELL_DIR NAME: a command that returned and put its work into the background is waited for, as long as that writes
# anything
followed() {
  mark=${base##*/}/$attempt/$2
  say "$2 returned, and goes on in the background:$members"
  : >"$1/still"
  uptime_seconds
  still_since=$up
  while everywhere "$mark"; do
    [ ! -f "$here/stop" ] || break
    # shellcheck disable=SC2086 # counted
    set -- "$1" "$2" $members
    put "$1/background" "$(($# - 2))"
    uptime_seconds
    if [ -n "$(find "$out" "$1/log" -type f -newer "$1/still" 2>/dev/null | head -n 1)" ]; then
      : >"$1/still"
      still_since=$up
    fi
    [ $((up - still_since)) -lt "$still_limit" ] || { say "what $2 left behind writes nothing any more" && break; }
    nap 2
  done
  rm -f "$1/background"
}

# end_rest CELL_DIR NAME: what a command leaves behind would hold the GPU's memory
end_rest() {
  mark=${base##*/}/$attempt/$2
  everywhere "$mark" || return 0
  say "ending what $2 left behind:$members"
  for pid in $members; do kill -TERM "$pid" 2>/dev/null; done
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    everywhere "$mark" || return 0
    nap 0.5
  done
  for pid in $members; do kill -KILL "$pid" 2>/dev/null; done
}

# one_command DIR NAME PLAN CODE FILE ENV OUT ATTEMPT BOOT_ENV: the process that the queue waits for
one_command() {
  trap : TERM INT # the command gets the signal; this process lives on for the hooks that undo
  record_self "$1/pid"
  : "${GPU_LEASE_DATA=${GPU_LEASE_BASE%/*}/.data}"
  export GPU_LEASE_DATA
  GPU_LEASE_RUN=${GPU_LEASE_MARK%%/*} GPU_LEASE_CELL=$2 GPU_LEASE_OUT=$7 GPU_LEASE_ATTEMPT=$8 GPU_LEASE_CODE=$4
  : "${PYTHONUNBUFFERED=1}"
  export GPU_LEASE_RUN GPU_LEASE_CELL GPU_LEASE_OUT GPU_LEASE_ATTEMPT GPU_LEASE_CODE PYTHONUNBUFFERED
  own_port
  if [ -f "$3/requirements.txt" ]; then GPU_LEASE_REQUIREMENTS=$3/requirements.txt && export GPU_LEASE_REQUIREMENTS; fi
  bound_threads
  boot=
  [ "$9" != 1 ] || boot=$(boot_environment)
  cd "$4" || exit 126
  # Data and setup are brought once, by the first node: all of them see the same files.
  case $5 in
    */cell-*.sh)
      if [ -f "$3/nodes.sh" ]; then
        # shellcheck source=src/box/nodes.sh
        . "$3/nodes.sh"
        spread "$@"
        exit
      fi
      ;;
  esac
  # Only positional parameters in here: a variable of the job may have any name.
  sh -c '
    eval "$5"
    [ ! -f "$1/enter.sh" ] || . "$1/enter.sh" || exit 97
    [ ! -f "$1/vars.env" ] || . "$1/vars.env"
    [ -z "$2" ] || . "$2"
    case $4 in */cell-*.sh) ;; *) [ ! -f "$1/transfer.sh" ] || . "$1/transfer.sh" || exit 97 ;; esac
    : >"$3/entered"
    case $4 in */fetch.sh) ;; *) [ ! -f "$1/container.sh" ] || exec sh "$1/container.sh" "$4" ;; esac
    exec sh "$4"
  ' sh "$3" "$6" "$1" "$5" "$boot"
  status=$?
  [ -f "$1/entered" ] || echo "keeper: an enter hook failed (exit $status); the command was not started"
  if [ -f "$3/leave.sh" ]; then
    sh -c '[ ! -f "$1/vars.env" ] || . "$1/vars.env"; . "$1/leave.sh"' sh "$3" || echo "keeper: a leave hook failed"
  fi
  exit "$status"
}

# own_port: jobs that share a node would meet at the port that every framework takes by itself. PET_MASTER_PORT is what torchrun reads.
own_port() {
  is_number "${SLURM_JOB_ID:-}" || return 0
  : "${MASTER_PORT=$((20000 + SLURM_JOB_ID * 16 % 12000))}"
  : "${PET_MASTER_PORT=$MASTER_PORT}"
  export MASTER_PORT PET_MASTER_PORT
}

# What the first process of a container was given and a login lacks, as shell text. PATH is extended, not replaced. A platform
# may have put its own key in there: what is named like a secret stays behind, and what the job needs of them it names.
boot_environment() {
  [ -r "$root/proc/1/environ" ] || return 0
  tr '\n\0' '\001\n' <"$root/proc/1/environ" | LC_ALL=C awk '
    { at = index($0, "="); name = substr($0, 1, at - 1); value = substr($0, at + 1) }
    name !~ /^[A-Za-z_][A-Za-z0-9_]*$/ || name ~ /^GPU_LEASE_/ { next }
    toupper(name) ~ /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|BEARER|AUTHORIZATION/ { next }
    name == "PATH" {
      count = split(value, dirs, ":"); have = ":" ENVIRON["PATH"] ":"; value = ENVIRON["PATH"]
      for (i = 1; i <= count; i++) if (!index(have, ":" dirs[i] ":")) value = value ":" dirs[i]
    }
    name != "PATH" && name in ENVIRON { next }
    { gsub(/\047/, "\047\\\047\047", value); gsub(/\001/, "\n", value); printf "export %s=\047%s\047\n", name, value }'
}

# --- pulse: heartbeat, log bound, dead-man timer -----------------------------------------------------------------------

pulse() {
  uptime_seconds
  began=$up next_beat=$((up + beat_every)) next_row=$up next_look=$up struck='' copier=''
  # shellcheck source=src/box/memory.sh
  [ ! -f "$plan/memory.sh" ] || . "$plan/memory.sh"
  while :; do
    uptime_seconds
    doing=
    [ ! -f "$here/current" ] || first "$here/current" doing
    if [ "$up" -ge "$next_beat" ]; then
      next_beat=$((up + beat_every))
      beat
      [ -z "$doing" ] || [ -f "$here/cells/$doing/over" ] || mind_sets "$doing"
      # The timer goes on without the queue: it guards against a forgotten box.
      leads "$here/queue" || [ "$(state_of "$here")" = running ] || { end_meter && exit 0; }
    fi
    [ "$dead_man" = 0 ] || [ $((up - began)) -lt "$dead_man" ] || [ -f "$here/stop" ] || stop_for dead-man
    if [ -n "$task" ]; then
      # Whoever ends all of them writes it down once.
      [ -f "$here/stop" ] || ! first "$top/stop" why || stop_for "$why"
      # A machine that was given up for lost may go on without knowing it; two would write the same files.
      [ -f "$here/stop" ] || ! is_replaced || stop_for replaced
      [ "$up" -lt "$next_look" ] || { next_look=$((up + LOOK_SECONDS)) && tell_look; }
    fi
    if [ -f "$here/stop" ]; then
      # Whoever asks from another machine can only write it down.
      [ -n "$struck" ] || [ ! -f "$here/elsewhere" ] || each_command TERM
      [ -n "$struck" ] || struck=$up
      [ $((up - struck)) -lt 30 ] || each_command KILL
      # The queue does this when it ends; here for one that hangs, as in a copy to a mount that no longer answers.
      [ $((up - struck)) -lt 600 ] || end_meter
    fi
    [ -z "$doing" ] || mind_files "$here/cells/$doing" "$base/cells/$doing/out"
    if [ -n "${MEMORY_SECONDS:-}" ] && [ "$up" -ge "$next_row" ]; then
      next_row=$((up + (beat_every < MEMORY_SECONDS ? beat_every : MEMORY_SECONDS)))
      memory_row "$doing" 2>/dev/null
    fi
    sleep 1
  done
}

# tell_look: what a probe finds of this task, found where it runs: whoever asks only has to hand it on
LOOK_SECONDS=30
MOST_LOOK_BYTES=131072
tell_look() {
  [ -n "$task" ] && ! is_replaced || return 0
  look=$top/looks/.$task.${attempt##*/}
  (look_line) >"$look" 2>/dev/null
  # Nobody knows what a source of metrics holds.
  [ "$(($(wc -c <"$look")))" -le "$MOST_LOOK_BYTES" ] || (closely=no && look_line) >"$look" 2>/dev/null
  mv -f "$look" "$top/looks/$task"
}
look_line() {
  LC_ALL=C now=$(date +%s) queue=running name=$task number=1 last_started=1 comma=''
  export LC_ALL
  uptime_seconds
  boot_id
  here_boot=$boot
  printf '{"gpuLeaseTask":1,"at":%s' "$now"
  [ ! -f "$here/audit" ] || printf ',"audited":%s' "${attempt##*/}"
  printf ',"cell":'
  probe_cell
  printf '}\n'
}
# tell_end CODE WHY: of a task that the engine shall not begin again. Its own record of the cell counts where it has one.
tell_end() {
  [ ! -f "$here/taken" ] || [ "$1" = 0 ] || { tell_look && return 0; }
  tell_look
  ended_as="$1 $(date +%s) early -"
  [ ! -f "$here/cells/$task/exit" ] || read -r ended_as <"$here/cells/$task/exit"
  is_replaced || { printf '%s\n' "$ended_as" >"$top/over/.$task.${attempt##*/}" && mv -f "$top/over/.$task.${attempt##*/}" "$top/over/$task"; }
}
# is_replaced: a later attempt of the same task has begun
is_replaced() { [ "$(newest_number "$top/tasks/$task")" -gt "${attempt##*/}" ]; }
are_all_over() {
  count_tasks "$top"
  [ "$ended_tasks" -ge "$planned_tasks" ]
}

# mind_sets CELL: in a process of its own, because a mount that no longer answers must not hold the heartbeat; the next one begins when
# it has ended, and one that takes longer than any copy should is ended.
COPY_SECONDS=21600
mind_sets() {
  [ -f "$plan/sets.sh" ] && [ "$durable_set" = 1 ] || return 0
  if [ -n "$copier" ] && process "$copier" && [ "$p_start" = "$copier_start" ]; then
    [ $((up - copier_began)) -lt "$COPY_SECONDS" ] || end_sets
    return 0
  fi
  pass_over_sets "$1" 0 &
  copier=$! copier_began=$up copier_start=''
  ! process "$copier" || copier_start=$p_start
}
# pass_over_sets CELL OVER: replaces this process, behind the trainer at processors and disks, and not so far that a trainer which
# uses all of them lets no copy come about
pass_over_sets() {
  GPU_LEASE_MARK=${base##*/}/$attempt/+sets GPU_LEASE_BASE=$base
  export GPU_LEASE_MARK GPU_LEASE_BASE
  set -- sh "$keeper" sets "$base" "$attempt" "$1" "$2"
  ! ionice -c 2 -n 7 true >/dev/null 2>&1 || set -- ionice -c 2 -n 7 "$@"
  ! nice -n 10 true >/dev/null 2>&1 || set -- nice -n 10 "$@"
  own_session "$@" </dev/null >>"$here/keeper.log" 2>&1 3<&- 9<&-
}
end_sets() {
  [ -f "$here/sets.pid" ] || return 0
  strike TERM "$here/sets.pid" "${base##*/}/$attempt/+sets"
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    leads "$here/sets.pid" || return 0
    nap 0.1
  done
  strike KILL "$here/sets.pid" "${base##*/}/$attempt/+sets"
}
# last_set CELL: what it wrote when it was told that its box is taken away, or that nobody came for it. Whoever stops it by order
# collects from the box, and waits for this queue.
LAST_SET_SECONDS=300
last_set() {
  [ -f "$plan/sets.sh" ] && [ "$durable_set" = 1 ] && first "$here/stop" why && [ "$why" != signal ] || return 0
  end_sets
  pass_over_sets "$1" 1 &
  copier=$! left=$LAST_SET_SECONDS
  while process "$copier" && [ "$left" -gt 0 ]; do
    nap 1
    left=$((left - 1))
  done
  end_sets
  return 0
}
# sets_pass BASE ATTEMPT CELL OVER
sets_pass() {
  places "$1" "$2"
  [ ! -f "$here/queue.exit" ] && record_self "$here/sets.pid" && load_plan || exit 0
  name=$3 over=$4 out=$1/cells/$3/out
  # shellcheck source=src/box/sets.sh
  . "$plan/sets.sh"
  one_pass
}

# taken_away: a signal that is no order of ours is whoever runs this box taking it away. What runs is asked to save, the next
# look finds the mark, and the job's address is told beside that: there may be seconds left.
taken_away() {
  [ ! -f "$here/stop" ] || { stop_for signal && return; }
  put "$here/taken" "$(date +%s)"
  stop_for taken
  announce preempted 'the box is taken away' &
}

# announce EVENT REASON: to the address that the job names, once
announce() {
  case ",$notify," in *",$1,"*) ;; *) return 0 ;; esac
  mkdir "$top/told-$1" 2>/dev/null || return 0
  (
    told_at='' GPU_LEASE_BASE=$base
    export GPU_LEASE_BASE
    eval "$secrets"
    printf '%s\n' "$told_at" | sh "$plan/notify.sh" "$top" "$1" "$2"
  ) >>"$here/keeper.log" 2>&1
}

# stop_for REASON: nothing more is started, what runs is asked to end
stop_for() {
  [ -f "$here/stop" ] || put "$here/stop" "$1"
  say "stopping: $1"
  each_command TERM
}
each_command() {
  mark=${base##*/}/${here#"$base/attempts/"}
  if [ -f "$here/current" ] && first "$here/current" doing; then strike "$1" "$here/cells/$doing/pid" "$mark/$doing"; fi
  for early in data setup; do
    [ -z "${task:-}" ] || [ -f "$here/does.$early" ] || continue
    [ -f "${here%/tasks/*}/$early/exit" ] || strike "$1" "${here%/tasks/*}/$early/pid" "$mark/$early"
  done
}

# end_meter: the profile's line by which a box ends its own meter; once, and only when the dead-man timer stopped the job.
# Without `timeout`, which not every box has.
end_meter() {
  [ -n "$self_stop" ] && first "$here/stop" why && [ "$why" = dead-man ] || return 0
  mkdir "$here/self-stop" 2>/dev/null || return 0
  say "nobody came for this box; ending its meter: $self_stop"
  run_line "$self_stop"
}
# run_line LINE: sets code_of_line
run_line() {
  (own_session sh -c "$1") </dev/null >>"$here/keeper.log" 2>&1 &
  line_pid=$! left=120
  while process "$line_pid" && [ "$left" -gt 0 ]; do
    nap 1
    left=$((left - 1))
  done
  if [ "$left" = 0 ]; then kill -KILL "-$line_pid" 2>/dev/null || kill -KILL "$line_pid" 2>/dev/null; fi
  wait "$line_pid"
  code_of_line=$?
  say "the line that ends the meter ended (exit $code_of_line)"
}

# park_itself: every cell is finished and its copy is proven. When nobody has been here for long enough, the profile's line by which the
# box stops and keeps its disk; once, and written down before, for whoever starts the box again. One that reads for ever holds it up no
# longer than any copy should take.
park_itself() {
  [ -n "$park_line" ] && [ ! -f "$here/elsewhere" ] || return 0
  mkdir "$here/parks" 2>/dev/null || return 0
  uptime_seconds
  waits_from=$up free_from=$up looked_at=''
  ticks=$(getconf CLK_TCK 2>/dev/null) || ticks=100
  process "$$" && own=$p_session || own=''
  pause=5
  [ "$park_after" -ge 60 ] || pause=1
  say "parking in $park_after s, unless somebody comes"
  while :; do
    nap "$pause"
    [ ! -f "$here/stop" ] && [ "$(newest_number "$base/attempts")" = "$attempt" ] || return 0
    uptime_seconds
    ! is_visited || free_from=$up
    [ $((up - free_from)) -lt "$park_after" ] && [ $((up - waits_from)) -lt "$COPY_SECONDS" ] || break
  done
  sync
  put "$here/parks/at" "$(date +%s)" || return 0
  sync
  say "everything is finished; parking this box: $park_line"
  run_line "$park_line"
  # It goes off a moment after the line, and this process with it.
  [ "$code_of_line" != 0 ] || nap 300
  say 'the box goes on: it did not park'
  put "$here/parks/failed" "$code_of_line $(date +%s)"
}
# is_visited: somebody has looked since the last time, or a program that was begun since the end has to do with what lies here
is_visited() {
  seen_at=$(stat -c %Y "$here/looked" 2>/dev/null)
  [ "$seen_at" = "$looked_at" ] || { looked_at=$seen_at && return 0; }
  # shellcheck disable=SC2013 # names of /proc have no blanks
  for entry in $(holders cmdline "$base/"); do
    pid=${entry#/proc/} pid=${pid%/cmdline}
    process "$pid" && [ "$p_session" != "$own" ] && [ "$p_start" -ge $((waits_from * ticks)) ] && return 0
  done
  return 1
}

beat() {
  disk "$base"
  memory
  boot_id
  put "$here/heartbeat" "$up $boot $$ $free_bytes ${free_inodes:--} ${mem_used:--} ${mem_max:--} ${oom_kills:--}"
  gpu_line &
}

# In the background: a dead GPU can hold its tool for ever, and the heartbeat must not wait for it.
gpu_line() {
  command -v nvidia-smi >/dev/null 2>&1 || return 0
  mkdir "$here/gpu.busy" 2>/dev/null || return 0
  bound=
  ! command -v timeout >/dev/null 2>&1 || bound='timeout -k 2 20'
  # shellcheck disable=SC2086 # words
  $bound nvidia-smi --query-gpu=index,name,utilization.gpu,memory.used,memory.total,temperature.gpu,clocks.sm,power.draw \
    --format=csv,noheader,nounits </dev/null 2>/dev/null | head -c 2048 | tr '\n' ';' >"$here/gpu.tmp"
  uptime_seconds
  { echo "$up" && cat "$here/gpu.tmp"; } >"$here/gpu.new" && mv -f "$here/gpu.new" "$here/gpu"
  rmdir "$here/gpu.busy"
}

# mind_files CELL_DIR OUT: keeps the log within its bound, and notices when a file of metrics was started over
mind_files() {
  for log in "$1/log" "$1"/nodes/*.log; do
    [ -f "$log" ] || continue
    size=$(($(wc -c <"$log")))
    if [ "$size" -gt "$log_max" ]; then
      # Not the whole of it: between two looks a log may grow by more than any disk has.
      tail -c "$log_max" "$log" >"$log.1" && : >"$log"
      gone=0
      first "$log.gone" gone
      put "$log.gone" "$((gone + size))"
    fi
  done
  for mark in "$1"/metrics.[0-9]; do
    first "$mark" offset noted file && [ -f "$2/$file" ] || continue
    size=$(($(wc -c <"$2/$file")))
    [ "$size" -ge "$offset" ] || put "$mark" "$size $noted $file"
  done
}

# each_source ACTION: does it for every source of metrics that the plan names and that has a file, with `source` its number,
# `growth` how the file grows and `file` its path below `place`: `=` names one below $out, `~` a pattern, of whose files the newest
# counts, and `-` the log of the attempt
each_source() {
  source=0
  [ -f "$plan/metrics" ] || return 0
  while IFS=' ' read -r growth sign pattern <&4 || [ -n "$growth" ]; do
    file=${pattern%"$CR"} place=$out
    case $sign in
      -) place=$cell ;;
      '~') file=$(newest_file "$file" 4<&-) ;;
    esac
    [ -z "$file" ] || [ ! -f "$place/$file" ] || "$1" 4<&-
    source=$((source + 1))
  done 4<"$plan/metrics"
}
newest_file() {
  newest_line=$(cd "$out" 2>/dev/null && plain_files | LC_ALL=C grep -E -e "$1" | sed 's/^/.\//' | zeroed |
    xargs -0 -r stat -c '%Y %n' 2>/dev/null | sort -rn | head -n 1)
  printf %s "${newest_line#* ./}"
}
# How long the file was when the attempt began, when it was written, and which it was.
note_source() { noted=$(stat -L -c '%s %Y' "$place/$file") && put "$cell/metrics.$source" "$noted $file"; }

# --- after success ---------------------------------------------------------------------------------------------------

# plain_files: plain files below here without line ends in their names, one a line, without "./"
plain_files() { find . -type f ! -name "*$NL*" | sed 's/^\.\///'; }
zeroed() { tr '\n' '\0'; }
matching() { if [ -s "$1" ]; then LC_ALL=C grep -E -f "$1"; else cat >/dev/null; fi; }
not_matching() { if [ -s "$1" ]; then LC_ALL=C grep -E -v -f "$1"; else cat; fi; }
# scratch_of LIST: what of it may go. What the job promised never does.
scratch_of() { matching "$plan/scratch.ere" <"$1" | not_matching "$plan/anchors.ere"; }

# copy_to_durable CELL: into DURABLE/RUN/CELL through a staging directory beside it. A file appears there only whole and
# with the hash it has here. 21 source, 22 copy, 23 hashes differ, 25 no durable tier; never 0 without proof.
copy_to_durable() {
  [ -d "$durable_dir" ] && [ -w "$durable_dir" ] || { say "$durable_dir is not a directory we can write" && exit 25; }
  final=$durable_dir/${base##*/}/$1
  stage=$durable_dir/${base##*/}/.partial-$1-${attempt##*/}
  lists=$(mktemp -d "$here/copy.XXXXXX") || exit 22
  cd "$out" || exit 21
  [ -z "$(find . -type f -name "*$NL*" | head -n 1)" ] || { say "a file name holds a line end" && exit 21; }
  plain_files >"$lists/all"
  scratch_of "$lists/all" | LC_ALL=C sort >"$lists/scratch"
  LC_ALL=C sort "$lists/all" | LC_ALL=C comm -23 - "$lists/scratch" >"$lists/files"
  sed 's/^/.\//' "$lists/files" | zeroed | hashes | LC_ALL=C sort >"$lists/here"
  [ "$(wc -l <"$lists/here")" -eq "$(wc -l <"$lists/files")" ] || exit 21
  rm -rf "$stage"
  mkdir -p "$stage" || exit 22
  copy_listed "$lists/files" "$stage" || exit 22
  (cd "$stage" && sed 's/^/.\//' "$lists/files" | zeroed | hashes | LC_ALL=C sort) >"$lists/there"
  cmp -s "$lists/here" "$lists/there" || { say "the copy on $durable_dir does not have the hashes of the source" && exit 23; }
  sync -f "$stage" 2>/dev/null || sync
  publish "$stage" "$final" || exit 22
  rm -rf "$stage" "$lists"
}

# make_room_on_durable CELL: the result of a cell that is finished counts for more than the checkpoints on the way to it. They go only
# where the result has room then: the one that the record counts last of all.
make_room_on_durable() {
  on_way=$durable_dir/${base##*/}/.sets/$1
  [ -d "$on_way" ] || return 0
  disk "$durable_dir"
  wanted_bytes=$(bytes_below "$out") held_bytes=$(bytes_below "$on_way")
  [ "$total_bytes" -gt 0 ] && [ "$free_bytes" -lt "$wanted_bytes" ] || return 0
  [ $((free_bytes + held_bytes)) -ge "$wanted_bytes" ] || return 0
  first "$on_way/kept" counted || counted=''
  for each in "$on_way"/*-*; do [ "${each##*/}" = "$counted" ] || rm -rf "$each"; done
  disk "$durable_dir"
  [ "$free_bytes" -ge "$wanted_bytes" ] || rm -rf "$on_way"
}
bytes_below() { echo "$(($(du -sk "$1" | cut -f 1) * 1024))"; }

# copy_listed LIST DIR: GNU tar takes a list, NUL-separated so that it unquotes nothing; busybox tar takes none.
copy_listed() {
  if tar --version 2>/dev/null | grep -q 'GNU tar'; then
    { sed 's/^/.\//' "$1" | zeroed | tar --null --no-recursion -T - -cf - || touch "$1.failed"; } | tar -xf - -C "$2" &&
      [ ! -f "$1.failed" ]
  else
    (cd "$2" && sed -n 's/\/[^/]*$//p' "$1" | LC_ALL=C sort -u | sed 's/^/.\//' | zeroed | xargs -0 -r mkdir -p) || return 1
    # shellcheck disable=SC2016 # the inner shell's variables
    sed 's/^/.\//' "$1" | zeroed | xargs -0 -r sh -c 'for file; do cp -p "$file" "$0/$file" || exit 255; done' "$2"
  fi
}

# publish STAGE FINAL: by renames on one file system. A first copy appears as a whole; a later one file by file, each old
# file staying valid until its successor is in place.
publish() {
  [ -d "$2" ] || { mv -T "$1" "$2" 2>/dev/null || [ -d "$2" ] || mv "$1" "$2"; }
  [ -d "$1" ] || return 0
  (
    cd "$1" || exit 1
    find . -type d | while IFS= read -r dir; do
      mkdir -p "$2/$dir" || exit 1
      # shellcheck disable=SC2016 # the inner shell's variables
      find "$dir" -maxdepth 1 -type f -exec sh -c 'mv -f -- "$@" "$0/"' "$2/$dir" {} + || exit 1
    done
  ) && while IFS= read -r path; do [ -f "$2/$path" ] && [ ! -f "$1/$path" ] || return 1; done <"$lists/files"
}

# prune OUT: the scratch that the job named, except the newest file of every watched pattern: what a resume needs stays.
prune() {
  [ -s "$plan/scratch.ere" ] || return 0
  (
    cd "$1" || exit 0
    lists=$(mktemp -d "$here/prune.XXXXXX") || exit 0
    plain_files >"$lists/all"
    scratch_of "$lists/all" | LC_ALL=C sort >"$lists/scratch"
    while IFS= read -r pattern || [ -n "$pattern" ]; do
      LC_ALL=C grep -E -e "${pattern%"$CR"}" "$lists/all" | sed 's/^/.\//' | zeroed | xargs -0 -r stat -c '%Y %n' |
        sort -rn | awk 'NR == 1 { newest = $1 } $1 == newest { sub(/^[^ ]* \.\//, ""); print }'
    done <"$plan/watched.ere" | LC_ALL=C sort -u >"$lists/kept"
    LC_ALL=C comm -23 "$lists/scratch" "$lists/kept" | sed 's/^/.\//' | zeroed | xargs -0 -r rm -f --
    say "pruned $(LC_ALL=C comm -23 "$lists/scratch" "$lists/kept" | wc -l) scratch files"
    rm -rf "$lists"
  )
}

# --- probe -----------------------------------------------------------------------------------------------------------

hex() { od -An -v -tx1 | tr -d ' \n'; }
number_or_null() { if is_number "${1#-}"; then printf %s "$1"; else printf null; fi; }

probe() {
  base=$1 word=${2:-} over=${3:-} LC_ALL=C
  export LC_ALL
  case $over in *[!0-9,-]*) fail 2 "not places of a plan: $over" ;; esac
  is_word "$word" || fail 2 "not a word of an engine: $word"
  boot_id
  here_boot=$boot now=$(date +%s)
  uptime_seconds
  attempt=0
  for entry in "$base"/attempts/*; do
    name=${entry##*/}
    is_number "$name" && [ "$name" -gt "$attempt" ] && attempt=$name
  done
  here=$base/attempts/$attempt plan=$base/attempts/$attempt/plan
  queue=$(state_of "$here")
  [ ! -f "$here/looked" ] || : >"$here/looked"
  disk "$base"
  if [ -f "$here/elsewhere" ]; then memory_elsewhere; else memory; fi
  [ "${4:-}" = known ] || exec </dev/null
  printf '{"gpuLease":1,"boxTime":%s,"bootId":"%s","uptimeSeconds":%s,"attempt":%s,"queue":"%s"' \
    "$now" "$(printf %s "$here_boot" | tr -cd 'a-zA-Z0-9-')" "$up" "$attempt" "$queue"
  ! first "$here/taken" taken_at || printf ',"takenAwayAt":%s' "$(number_or_null "$taken_at")"
  ! first "$here/parks/at" parks_at || printf ',"parkedAt":%s' "$(number_or_null "$parks_at")"
  ! first "$here/parks/failed" parks_code _ || printf ',"parkExit":%s' "$(number_or_null "$parks_code")"
  [ ! -f "$here/audit" ] || printf ',"audited":true'
  if [ -d "$here/tasks" ]; then
    count_tasks "$here"
    printf ',"tasks":{"planned":%s,"over":%s}' "$planned_tasks" "$ended_tasks"
    [ "$queue" != ended ] || printf ',"queueExitCode":%s,"queueReasonHex":""' "$(code_of_tasks)"
  elif first "$here/queue.exit" code _ why; then
    printf ',"queueExitCode":%s,"queueReasonHex":"%s"' "$(number_or_null "$code")" "$(printf %s "$why" | hex)"
  fi
  printf ',"disk":{"freeBytes":%s,"totalBytes":%s,"freeInodes":%s,"totalInodes":%s}' \
    "$free_bytes" "$total_bytes" "$(number_or_null "$free_inodes")" "$(number_or_null "$total_inodes")"
  printf ',"memory":{"usedBytes":%s,"maxBytes":%s,"oomKills":%s}' \
    "$(number_or_null "$mem_used")" "$(number_or_null "$mem_max")" "$(number_or_null "$oom_kills")"
  gpu=
  if first "$here/gpu" read_at && is_number "$read_at" && [ "$(age_of "$here/gpu" "$read_at")" -lt 120 ]; then
    gpu=$(tail -n +2 "$here/gpu" | head -c 2048 | hex)
  fi
  printf ',"gpuHex":"%s"' "$gpu"
  [ ! -d "$here/data" ] || { probe_early data && probe_data && printf '}'; }
  [ ! -d "$here/setup" ] || { probe_early setup && printf '}'; }
  printf ',"cells":['
  [ "$attempt" = 0 ] || [ -d "$here/tasks" ] || probe_cells
  printf ']}\n'
  [ ! -d "$here/tasks" ] || probe_tasks
}

# code_of_tasks: as a queue ends that ran all of them
code_of_tasks() {
  for early in data setup; do
    if first "$here/$early/exit" code _ && [ "$code" != 0 ]; then
      case $early in data) echo 9 ;; *) echo 4 ;; esac
      return
    fi
  done
  for entry in "$here"/over/*; do
    first "$entry" code _ _ sync && [ "$code" = 0 ] || { echo 1 && return; }
    case $sync in 0 | -) ;; *) echo 1 && return ;; esac
  done
  echo 0
}

# probe_tasks: lines that the tasks wrote themselves, and one of a few words for each whose line has no place in this answer. One process
# for all of them. What ended comes first; then, in turn, what runs.
MOST_TASK_BYTES=6291456
MOST_RUNNING_LINES=48
probe_tasks() {
  {
    sed 's/^/K /'
    (cd "$here/over" && printf 'O %s\n' *)
    (cd "$here/tasks" && printf 'B %s\n' *)
    (cd "$here/looks" && printf 'L %s\n' *)
    sed 's/^/C /' "$plan/cells"
  } |
    awk -v here="$here" -v over="$over" -v now="$now" -v most="$MOST_TASK_BYTES" -v lines="$MOST_RUNNING_LINES" '
    BEGIN {
      count = split(over, parts, ",")
      for (i = 1; i <= count; i++) { split(parts[i] "-" parts[i], ends, "-"); for (at = ends[1] + 0; at <= ends[2] + 0; at++) gone[at] = 1 }
    }
    { sub(/\r$/, ""); name = substr($0, 3) }
    $1 == "K" { known[name] = 1 }
    $1 == "O" { done[name] = 1 }
    $1 == "B" { begun[name] = 1 }
    $1 == "L" { told[name] = 1 }
    $1 == "C" && name != "" { cells[planned++] = name }
    END {
      for (at = 0; at < planned; at++) if (!(cells[at] in known) && cells[at] in done) line_of(at, 0)
      for (at = 0; at < planned; at++) if (!(cells[at] in known) && !(cells[at] in done)) {
        if (at in gone) line_of(at, 1)
        else if (cells[at] in begun) going[running++] = at
      }
      from = running > lines ? int(now / 10) * lines % running : 0
      for (i = 0; i < running; i++) {
        at = going[(from + i) % running]
        if (i < lines) line_of(at, 0); else few_words(at, "running", "")
      }
    }
    function line_of(at, lost,    text, file) {
      file = here "/looks/" cells[at]
      if (!(cells[at] in told) || (getline text < file) <= 0) text = ""
      close(file)
      if (text == "" || sent + length(text) > most) return few_words(at, cells[at] in done ? "" : lost ? "lost" : "running", text == "" ? "" : ",\"more\":true")
      sent += length(text)
      if (lost) few_words(at, "lost", "")
      print text
    }
    function few_words(at, state, more,    text, file, words, code) {
      if (state == "") {
        file = here "/over/" cells[at]
        if ((getline text < file) <= 0) text = "-1 0 unknown -"
        close(file)
        split(text, words, " ")
        code = words[3] == "early" ? "" : words[1] + 0
        print "{\"gpuLeaseTask\":1,\"task\":" at ",\"cell\":{\"name\":\"" cells[at] "\",\"state\":\"" (code == "" ? "waiting" : "exited") "\",\"exitCode\":" (code == "" ? "null" : code) ",\"reason\":\"" (code == "" ? "" : words[3]) "\",\"endedAt\":" (words[2] + 0) ",\"syncExitCode\":" (words[4] ~ /^[0-9]+$/ ? words[4] : "null") more "}}"
        return
      }
      print "{\"gpuLeaseTask\":1,\"task\":" at ",\"cell\":{\"name\":\"" cells[at] "\",\"state\":\"" state "\"" more "}}"
    }'
}

# age_of FILE UPTIME: seconds since it was written; by its own time where another machine wrote it
age_of() {
  if [ -f "$here/elsewhere" ]; then echo $((now - $(stat -c %Y "$1" 2>/dev/null || echo 0))); else echo $((up - $2)); fi
}
# Of the machine that it runs on, which is not this one. Each attempt may have another, so no boot id is compared.
memory_elsewhere() {
  here_boot='' mem_used='' mem_max='' oom_kills=''
  first "$here/heartbeat" _ _ _ _ _ mem_used mem_max oom_kills || return 0
  # Since this attempt began there: other work of that machine is no concern.
  if first "$here/elsewhere" _ _ _ _ before_kills && is_number "$before_kills" && is_number "$oom_kills"; then
    oom_kills=$((oom_kills - before_kills))
  fi
}

# probe_early NAME: of what comes before the cells; the object is left open
probe_early() {
  state=running code=null
  if first "$here/$1/exit" code _; then state=exited; elif [ "$queue" != running ]; then state=lost; fi
  printf ',"%s":{"state":"%s","exitCode":%s,"logTailHex":"%s"' "$1" "$state" "$(number_or_null "$code")" \
    "$(tail -c 4096 "$here/$1/log" 2>/dev/null | hex)"
}

# What came so far, and once all is there what it is: lines of fetch.sh's result.
probe_data() {
  came=$({
    cat "$here"/data/done.* 2>/dev/null | awk '{ print $2 }'
    cat "$here"/data/now.* 2>/dev/null | while IFS= read -r part; do stat -c %s "$part" 2>/dev/null; done
  } | awk '{ sum += $1 } END { printf "%.0f", sum }')
  printf ',"bytes":%s,"resultHex":"%s"' "$(number_or_null "$came")" "$(head -c 16384 "$here/data/result" 2>/dev/null | hex)"
}

# Only cells near the one that moves are read closely; a sweep of a thousand must not cost a thousand processes a look.
probe_cells() {
  last_started=0 number=0 comma=''
  while IFS= read -r name || [ -n "$name" ]; do
    number=$((number + 1))
    [ ! -f "$here/cells/${name%"$CR"}/started" ] || last_started=$number
  done <"$plan/cells"
  number=0
  while IFS= read -r name <&3 || [ -n "$name" ]; do
    name=${name%"$CR"} number=$((number + 1))
    [ -n "$name" ] || continue
    probe_cell 3<&-
    comma=,
  done 3<"$plan/cells"
}

probe_cell() {
  cell=$here/cells/$name out=$base/cells/$name/out
  state=waiting code=null sync=null started=null ended=null age=null why=
  if first "$cell/started" started; then
    if first "$cell/exit" code ended why sync; then
      state=exited
    elif [ "$queue" = running ] && { [ -f "$here/elsewhere" ] || leads "$here/queue" || alive "$cell" "${base##*/}/$attempt/$name"; }; then
      state=running
      if first "$here/heartbeat" beat_up beat_boot _ && is_number "$beat_up" && { [ "$beat_boot" = "$here_boot" ] || [ -f "$here/elsewhere" ]; }; then
        age=$(age_of "$here/heartbeat" "$beat_up")
      fi
    elif first "$cell/returned" code ended why; then
      # The command is over and the queue died before it was done with the results: a copy that was due is not proven.
      state=exited sync=null
      grep -q '^durable_dir=' "$plan/settings" && [ "$code" = 0 ] && sync=24
    else
      state=lost
    fi
  fi
  case $why in *[!a-z-]*) why=unknown ;; esac
  printf '%s{"name":"%s","state":"%s","attempt":%s,"exitCode":%s,"syncExitCode":%s,"startedAt":%s,"endedAt":%s,"reason":"%s"' \
    "$comma" "$name" "$state" "${attempt##*/}" "$(number_or_null "$code")" "$(number_or_null "$sync")" \
    "$(number_or_null "$started")" "$(number_or_null "$ended")" "$why"
  printf ',"heartbeatAgeSeconds":%s' "$age"
  [ ! -d "$base/cells/$name/sets" ] || probe_sets "$base/cells/$name/sets"
  [ "$state" = waiting ] || [ $((last_started - number)) -ge 2 ] || probe_rest
  if [ "$state" != waiting ] && { [ "$state" != exited ] || [ $((last_started - number)) -lt 8 ]; }; then probe_closely; fi
  printf '}'
}

# probe_sets DIR: the newest checkpoint that is whole on the durable tier, by what the last copy left here: a mount may hang
probe_sets() {
  if first "$1/finished" id count size && is_number "$count" && is_number "$size"; then
    printf ',"durable":{"id":"%s","files":%s,"bytes":%s,"nameHex":"%s"}' \
      "$(printf %s "$id" | tr -cd '0-9-')" "$count" "$size" "$(sed -n 2p "$1/finished" | tr -d '\n' | hex)"
  fi
  ! first "$1/failed" why_not || printf ',"durableFailure":"%s"' "$(printf %s "$why_not" | tr -cd 'a-z-')"
}

# What goes on although the command is over: processes with its mark, and files that were written after its exit record.
probe_rest() {
  left=0 later=0 later_at=
  if [ "$state" = exited ]; then
    if everywhere "${base##*/}/$attempt/$name"; then
      # shellcheck disable=SC2086 # counted
      set -- $members
      left=$#
    fi
    late=$cell/exit
    [ -f "$late" ] || late=$cell/returned
    if [ -d "$out" ] && [ -f "$late" ]; then
      later_at=$(find "$out" -type f -newer "$late" ! -name "*$NL*" 2>/dev/null | head -n 64 | zeroed | xargs -0 -r stat -c '%Y' 2>/dev/null | sort -rn)
    fi
  else
    first "$cell/background" left || left=0
  fi
  for at in $later_at; do later=$((later + 1)); done
  later_at=${later_at%%"$NL"*}
  printf ',"background":%s,"changedAfterEnd":%s' "$(number_or_null "$left")" "$later"
  ! is_number "$later_at" || printf ',"changedAgoSeconds":%s' "$((now - later_at))"
}

probe_closely() {
  size=0 gone=0 newest=$started
  first "$cell/log.gone" gone
  if [ -f "$cell/log" ]; then
    # shellcheck disable=SC2046 # two numbers
    set -- $(stat -c '%s %Y' "$cell/log")
    size=$1
    # A command that has not written yet is as quiet as its start is long ago.
    [ "$1" = 0 ] || newer "$2"
  fi
  printf ',"logBytes":%s,"logTailHex":"%s"' "$((size + gone))" "$(tail -c 4096 "$cell/log" 2>/dev/null | hex)"
  parted=
  printf ',"metrics":['
  [ "${closely:-}" = no ] || each_source probe_source
  printf ']'
  watched=
  if [ -s "$plan/watched.ere" ] && [ -d "$out" ]; then
    watched=$(cd "$out" && plain_files | matching "$plan/watched.ere" | sed 's/^/.\//' | zeroed |
      xargs -0 -r stat -c '%Y %s %n' 2>/dev/null | sort -rn | head -n 64)
    newer "${watched%% *}"
  fi
  printf ',"watchedHex":"%s"' "$(printf %s "$watched" | hex)"
  [ "$newest" = null ] || printf ',"quietSeconds":%s' "$((now - newest))"
}
# probe_source: what of one source of metrics shows where this attempt began, and where it is now
probe_source() {
  # shellcheck disable=SC2046 # two numbers
  set -- $(stat -L -c '%s %Y' "$place/$file" 2>/dev/null)
  # A checkpoint may be rotated away under our eyes.
  [ $# = 2 ] || return 0
  size=$1 begin=0 offset=0 noted='' known=''
  first "$cell/metrics.$source" offset noted known || known=
  # What lay there before this attempt and was not written since says nothing of it. Not every find tells parts of a second.
  if [ "$known" != "$file" ]; then
    offset=0
    [ -z "$(find "$cell/started" -newer "$place/$file" 2>/dev/null)" ] || return 0
  else
    case $growth in
      whole | records | pages)
        [ "$size $2" != "$offset $noted" ] || return 0
        offset=0
        ;;
    esac
  fi
  [ "$size" != "$offset" ] || return 0
  newer "$2"
  printf '%s{"source":%s,"pathHex":"%s"' "$parted" "$source" "$(printf %s "$file" | hex)"
  parted=,
  case $growth in
    whole) send_tail 32768 ;;
    records | pages) send_records ;;
    log)
      # Of a log that was cut, the start of the attempt is gone.
      [ -f "$cell/log.gone" ] || send_head
      send_tail 16384
      ;;
    *)
      # Cut back or started over, and not yet as long as it was: how far back it went shows in its end alone.
      [ "$size" -lt "$offset" ] || { send_head && begin=$offset; }
      send_tail 8192
      ;;
  esac
  case $growth in table | whole) send_start ;; esac
  printf '}'
}
# Of the attempt's first bytes, and of its last ones. A cell of a table that was cut looks whole: so the byte before is sent, too, by
# which it shows whether a row begins there. A line of JSON that was cut is none, and one behind another's torn end is whole.
send_head() {
  at=$offset
  [ "$growth" = lines ] || [ "$at" = 0 ] || at=$((at - 1))
  printf ',"headAt":%s,"headHex":"%s"' "$at" "$(tail -c "+$((at + 1))" "$place/$file" | head -c 8193 | hex)"
}
send_tail() {
  [ $((size - begin)) -le "$1" ] || begin=$((size - $1))
  at=$begin
  [ "$growth" = lines ] || [ "$at" = 0 ] || at=$((at - 1))
  printf ',"tailAt":%s,"tailHex":"%s"' "$at" "$(tail -c "$((size - at))" "$place/$file" | head -c "$(($1 + 1))" | hex)"
}
# Of files of frames: the start, which is the attempt's own, and whole blocks of 32 KiB at the end, by which some writers align theirs.
send_records() {
  block=$(((size - 1) / 32768))
  block=$((block > 0 ? block - 1 : 0))
  printf ',"headAt":0,"headHex":"%s","tailAt":%s,"tailHex":"%s"' "$(head -c 16384 "$place/$file" | hex)" "$((block * 32768))" \
    "$(dd if="$place/$file" bs=32768 skip="$block" count=2 2>/dev/null | hex)"
}
send_start() { printf ',"startHex":"%s"' "$(head -c 16384 "$place/$file" | hex)"; }
newer() { if is_number "$1" && { [ "$newest" = null ] || [ "$1" -gt "$newest" ]; }; then newest=$1; fi; }

# --- manifest, prove, signal -----------------------------------------------------------------------------------------

manifest() {
  out=$1/cells/$2/out
  shift 2
  lists=$(mktemp -d "${TMPDIR:-/tmp}/gpu-lease.XXXXXX") || fail 5 "no place for a temporary list"
  answer manifest
  if [ -d "$out" ]; then
    for pattern; do printf '%s\n' "$pattern"; done >"$lists/patterns"
    cd "$out" || fail 5 "cannot enter $out"
    find . -type f -name "*$NL*" -exec sh -c 'for name; do printf "%s" "$name" | od -An -v -tx1 | tr -d " \n"; echo; done' \
      sh {} + | sed 's/^/R /'
    plain_files | matching "$lists/patterns" | sed 's/^/.\//' | zeroed >"$lists/files"
    xargs -0 -r stat -c 'S %s %n' <"$lists/files"
    hashes <"$lists/files" | sed 's/^/H /'
  fi
  answer "end $(tr -cd '\0' <"$lists/files" 2>/dev/null | wc -c)"
  rm -rf "$lists"
}

prove() {
  for sums in "$1"/code/*.sums; do
    [ -f "$sums" ] || continue
    hash=${sums##*/} hash=${hash%.sums}
    answer "code $hash"
    if [ "$(hash_of "$sums")" = "$hash" ]; then
      prove_code "$sums" "${sums%.sums}" | sed 's/^/GPU-LEASE differs /'
    else
      answer "differs D ${sums##*/}"
    fi
  done
  answer proven
}

signal_attempts() {
  base=$1 grace=$2 word=${3:-}
  is_word "$word" || fail 2 "not a word of an engine: $word"
  is_number "$grace" || fail 5 "not a number of seconds: $grace"
  for here in "$base"/attempts/*; do
    [ -d "$here" ] && [ "$(state_of "$here")" = running ] || continue
    # say would go to our caller; the queue's own log has it from the queue
    [ -f "$here/stop" ] || put "$here/stop" signal
    # Its own keeper reads that within a second, and ends it by force after half a minute.
    [ ! -d "$here/tasks" ] || { await_tasks $((grace + 45)) || :; continue; }
    [ ! -f "$here/elsewhere" ] || { await_end $((grace + 45)) && continue; }
    each_command TERM
    await_end "$grace" || each_command KILL
    await_end 5 || strike TERM "$here/queue" ''
    await_end 2 || strike KILL "$here/queue" ''
  done
  answer signalled
}
# await_tasks SECONDS: those that run; whatever begins later finds the order
await_tasks() {
  left=$1
  while [ "$left" -gt 0 ]; do
    count_tasks "$here"
    begun_tasks=0
    for entry in "$here"/tasks/*; do [ ! -d "$entry" ] || begun_tasks=$((begun_tasks + 1)); done
    [ "$ended_tasks" -lt "$begun_tasks" ] || return 0
    left=$((left - 1))
    nap 1
  done
  return 1
}
await_end() {
  left=$(($1 * 5))
  while [ "$(state_of "$here")" = running ]; do
    [ "$left" -gt 0 ] || return 1
    left=$((left - 1))
    nap 0.2
  done
}

# left_over BASE SECONDS PID:START...: nothing is found by its name or by the card that it holds, but by the mark and the directory in
# the environment that we gave it; and ended only by number and start time, as a person was shown it.
left_over() {
  base=$1 floor=$2
  shift 2
  for at in "$base"/attempts/*; do
    [ "$(state_of "$at")" != running ] || { answer working && return; }
  done
  uptime_seconds
  ticks=$(getconf CLK_TCK 2>/dev/null) || ticks=100
  # shellcheck disable=SC2013 # names of /proc have no blanks
  for entry in $(holders environ "GPU_LEASE_MARK=${base##*/}/"); do
    pid=${entry#/proc/} pid=${pid%/environ}
    left_of_ours "$pid" || continue
    age=$((up - p_start / ticks))
    [ "$age" -ge "$floor" ] || { answer "young $pid" && continue; }
    case " $* " in *" $pid:$p_start "*) end_left "$pid" "$p_start" ;; *) answer "left $pid $p_start $age $(tr -cd 'A-Za-z0-9._-' <"/proc/$pid/comm")" ;; esac
  done
  answer looked
}
left_of_ours() {
  process "$1" && [ "$1" != "$$" ] && carries "$1" "GPU_LEASE_BASE=$base" || return 1
  tr '\0' '\n' 2>/dev/null <"/proc/$1/environ" | grep -q "^GPU_LEASE_MARK=${base##*/}/"
}
# end_left PID START
end_left() {
  kill -TERM "$1" 2>/dev/null
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    process "$1" && [ "$p_start" = "$2" ] || { answer "ended $1" && return; }
    nap 0.5
  done
  left_of_ours "$1" && [ "$p_start" = "$2" ] && kill -KILL "$1" 2>/dev/null
  answer "ended $1"
}

# --- main ------------------------------------------------------------------------------------------------------------

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  install) install_all "$@" ;;
  start) start_queue "$@" ;;
  run) run_queue "$@" ;;
  hand) hand "$@" ;;
  batch) batch "$@" ;;
  join) join "$@" ;;
  cell) one_command "$@" ;;
  probe) probe "$@" ;;
  manifest) manifest "$@" ;;
  prove) prove "$@" ;;
  signal) signal_attempts "$@" ;;
  left) left_over "$@" ;;
  sets) sets_pass "$@" ;;
  node)
    # shellcheck source=src/box/nodes.sh
    . "$5/nodes.sh"
    one_node "$@"
    ;;
  peer)
    peers_plan=$1
    # shellcheck source=src/box/peers.sh
    . "$1/peers.sh"
    one_peer "$@"
    ;;
  *) fail 2 "unknown command: $command" ;;
esac
