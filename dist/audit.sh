#!/bin/sh
# What a box has, as lines, in one run: gathering alone, every judgement is made by whoever reads it. Run by `sh -c`.
#
#   audit.sh WORK DURABLE PYTHON FRAMEWORK GPU SECONDS DATA NEEDS_DATA PATH_DIR CONDA SETS
#     WORK, DURABLE   directories, `~` and `$HOME` at the start are understood; empty = where runs live, none
#     PYTHON          interpreter to ask for; empty = none. FRAMEWORK: module it should import; empty = none
#     GPU             1 = look for GPUs.   SECONDS: no tool is waited for longer
#     DATA            the platform's data disk; empty = none. NEEDS_DATA: 1 = without it the run lives in its home
#     SETS            directory that data sets are fetched to; empty = on the data disk, else beside the runs
#     PATH_DIR        folder that comes first in the PATH of the run; empty = none. CONDA: 1 = look for one of its programs
#
# "K name value" states one thing, "L name line" one line of a tool's answer. Nothing is changed but for a probe file that
# is written, read back and removed in each directory.
set -u

k() { printf 'K %s %s\n' "$1" "$(printf %s "${2:-}" | tr -c ' -~' '?')"; }
l() { while IFS= read -r line || [ -n "$line" ]; do printf 'L %s %s\n' "$1" "$line"; done | tr -cd '\12 -~' | head -n "${2:-400}" | cut -c 1-500; }

# begin NAME COMMAND...: in the background, because a tool of a dead GPU or a dead mount may never return
begin() {
  name=$1
  shift
  (
    "$@" >"$tmp/$name.out" 2>"$tmp/$name.err" </dev/null
    echo $? >"$tmp/$name.part" && mv "$tmp/$name.part" "$tmp/$name.rc"
  ) </dev/null >/dev/null 2>&1 &
  started="$started $name:$!"
}

# finish: waits for all of them, but not longer than the bound, and ends what is left
finish() {
  waited=0
  for each in $started; do
    until [ -f "$tmp/${each%%:*}.rc" ] || [ "$waited" -ge $((seconds * 10)) ]; do
      sleep 0.1 2>/dev/null || { sleep 1 && waited=$((waited + 9)); }
      waited=$((waited + 1))
    done
    if [ -f "$tmp/${each%%:*}.rc" ]; then
      k "${each%%:*}.exit" "$(cat "$tmp/${each%%:*}.rc")"
    else
      k "${each%%:*}.exit" timeout
      children "${each##*:}" KILL
      kill -KILL "${each##*:}" 2>/dev/null
    fi
  done
}
children() {
  for stat in /proc/[0-9]*/stat; do
    { IFS= read -r line; } 2>/dev/null <"$stat" || continue
    rest=${line##*) }
    case $rest in ?" $1 "*)
      child=${stat#/proc/}
      children "${child%/stat}" "$2"
      kill "-$2" "${child%/stat}" 2>/dev/null
      ;;
    esac
  done
}

expanded() {
  # shellcheck disable=SC2088 # the tilde itself is looked for
  case $1 in
    '~' | '~/'*) printf %s "$HOME${1#\~}" ;;
    "\$HOME" | "\$HOME/"*) printf %s "$HOME${1#\$HOME}" ;;
    *) printf %s "$1" ;;
  esac
}

# place NAME DIR: where the directory (or the nearest one above it that exists) is mounted, what is free, can it be written
place() {
  k "$1.path" "$2"
  there=$2
  if [ -d "$there" ]; then k "$1.exists" 1; else k "$1.exists" 0; fi
  while [ ! -d "$there" ] && [ "$there" != / ] && [ -n "$there" ]; do there=$(dirname "$there"); done
  there=$(cd "$there" 2>/dev/null && pwd -P) || return 0
  if stats=$(stat -f -c '%S %b %a %c %d' "$there" 2>/dev/null); then k "$1.statfs" "$stats"; fi
  df -P -k "$there" 2>/dev/null | tail -n 1 | l "$1.df"
  df -P -i "$there" 2>/dev/null | tail -n 1 | l "$1.dfi"
  k "$1.device" "$(stat -c %d "$there" 2>/dev/null)"
  awk -v want="$there" '
    function plain(text) { gsub(/\\040/, " ", text); gsub(/\\011/, "\t", text); gsub(/\\134/, "\\", text); return text }
    { point = plain($5); if (point == "/" || point == want || index(want, point "/") == 1)
        if (length(point) >= length(best)) { best = point; options = $6; for (i = 7; i <= NF; i++) if ($i == "-") type = $(i + 1) } }
    END { if (best != "") print options, type, best }' /proc/self/mountinfo 2>/dev/null | l "$1.mount"
  probe=$there/.gpu-lease-probe.$$.$1 # both places may be one directory
  if (umask 077 && printf 'probe %s\n' "$$" >"$probe") 2>/dev/null && [ "$(cat "$probe" 2>/dev/null)" = "probe $$" ]; then
    k "$1.writable" 1
  else
    k "$1.writable" 0
    k "$1.owner" "$(stat -c '%U %a' "$there" 2>/dev/null) $(id -un 2>/dev/null) $there"
  fi
  rm -f "$probe" 2>/dev/null
}

# work_place WORK DATA NEEDS_DATA: where the run will live, which is its home where the data disk is missing that it would lie on
work_place() {
  run=${1:-$HOME/.gpu-lease}
  if [ -n "$2" ]; then
    data=$(expanded "$2")
    if [ -d "$data" ] && [ -w "$data" ]; then
      k data.there 1
      place data "$data"
    else
      k data.there 0
      [ "$3" = 0 ] || run=$HOME/.gpu-lease
    fi
  fi
  place work "$(expanded "$run")"
}

# upward MOUNT PLACE FILE...: the files of a cgroup from our place up; in a container often only the topmost is visible
upward() {
  mount=$1
  level=${2%/}
  shift 2
  while :; do
    for file; do
      [ ! -r "$mount$level/$file" ] || sed "s|^|$file $level/ |" "$mount$level/$file" | head -n 20 | l cgroup
    done
    [ -n "$level" ] || break
    level=${level%/*}
  done
}

slice() {
  root=${GPU_LEASE_ROOT:-}
  v2=/ memory=/ cpu=/
  if [ -r "$root/proc/self/cgroup" ]; then
    while IFS=: read -r _ controllers place; do
      case ",$controllers," in
        ,,) v2=$place ;;
        *,memory,*) memory=$place ;;
        *,cpu,*) cpu=$place ;;
      esac
    done <"$root/proc/self/cgroup"
  fi
  for mount in "$root/sys/fs/cgroup" "$root/sys/fs/cgroup/unified"; do
    upward "$mount" "$v2" memory.max memory.current memory.events cpu.max
  done
  upward "$root/sys/fs/cgroup/memory" "$memory" memory.limit_in_bytes memory.usage_in_bytes memory.oom_control
  for mount in cpu cpu,cpuacct; do upward "$root/sys/fs/cgroup/$mount" "$cpu" cpu.cfs_quota_us cpu.cfs_period_us; done
  grep '^MemTotal:' "$root/proc/meminfo" 2>/dev/null | l meminfo
  k processors "$(grep -c '^processor' "$root/proc/cpuinfo" 2>/dev/null)"
}

gpu() {
  nvidia-smi --query-gpu=index,name,memory.total,memory.used,pci.bus_id,driver_version --format=csv,noheader,nounits
}
gpu_samples() {
  for _ in 1 2 3; do
    nvidia-smi --query-gpu=index,utilization.gpu,temperature.gpu,clocks.sm,clocks.max.sm,power.draw \
      --format=csv,noheader,nounits || return
    sleep 1
  done
}
# Kernel messages count only when there are any: an empty answer is what a container without the right to read them gets.
kernel_log() {
  { dmesg || journalctl -k -b --no-pager; } 2>/dev/null >"$tmp/kernel"
  echo "lines $(($(wc -l <"$tmp/kernel")))"
  grep -E 'NVRM|fallen off the bus|oom-kill:|Out of memory: Killed' "$tmp/kernel" | tail -n 200
}

framework() {
  # shellcheck disable=SC2016
  "$1" -c '
import importlib, sys
m = importlib.import_module(sys.argv[1])
print("version", getattr(m, "__version__", "?"))
if sys.argv[1] == "torch":
    print("cuda", m.version.cuda, m.cuda.is_available(), m.cuda.device_count() if m.cuda.is_available() else 0)
' "$2"
}

# Every byte but the two that end lines: a terminal, a filter or a login wrapper in between shows in what arrives of them.
every_byte() {
  printf 'K bytes '
  octal='0 1 2 3 4 5 6 7'
  for a in 0 1 2 3; do
    for b in $octal; do
      for c in $octal; do
        # shellcheck disable=SC2059 # the escape is the point
        case $a$b$c in 012 | 015) ;; *) printf "\\$a$b$c" ;; esac
      done
    done
  done
  echo
}

# By what an environment of conda would be installed, and whether the Python here is conda's own.
conda_here() {
  prefix=$(python3 -c 'import sys; print(sys.prefix)')
  if [ -d "$prefix/conda-meta" ]; then k conda.python "$prefix"; fi
  for tool in micromamba mamba conda "$prefix/bin/conda" "${CONDA_EXE:-}"; do
    if [ -n "$tool" ] && command -v "$tool" >/dev/null 2>&1; then k conda "$tool"; fi
  done
}

# Where the one that was asked for is not there: those that are, in the places where images put them.
other_pythons() {
  for each in python3 python /opt/conda/bin/python3 "$HOME/miniconda3/bin/python3" "$HOME/.venv/bin/python3" /venv/main/bin/python3; do
    found=$(command -v "$each" 2>/dev/null) && k pythons "$found"
  done
}

audit() {
  seconds=$6 started=''
  [ -z "${9:-}" ] || PATH=$(expanded "$9"):$PATH
  echo 'GPU-LEASE audit 1'
  k system "$(uname -sr 2>/dev/null)"
  k machine "$(uname -m 2>/dev/null)"
  k uid "$(id -u 2>/dev/null)"
  every_byte
  for dir in "${TMPDIR:-/tmp}" /dev/shm "$HOME"; do
    tmp=$(mktemp -d "$dir/gpu-lease.XXXXXX" 2>/dev/null) && break
    tmp=
  done
  for tool in tar gzip tmux setsid timeout openssl sha256sum xargs stat find awk mktemp; do
    command -v "$tool" >/dev/null 2>&1 || k missing "$tool"
  done
  if [ -n "$tmp" ]; then
    trap 'rm -rf "$tmp"' EXIT
    [ "${10:-}" != 1 ] || begin conda conda_here
    begin work work_place "${1:-}" "${7:-}" "${8:-0}"
    [ -z "$2" ] || begin durable place durable "$(expanded "$2")"
    [ -z "${11:-}" ] || begin sets place sets "$(expanded "${11}")"
    if [ "$5" = 1 ]; then
      k nodes "$(find /dev -maxdepth 1 -name 'nvidia[0-9]*' 2>/dev/null | wc -l)"
      if command -v nvidia-smi >/dev/null 2>&1; then
        begin gpu gpu
        begin samples gpu_samples
        begin performance nvidia-smi -q -d PERFORMANCE
      else
        k gpu.exit absent
      fi
      begin kernel kernel_log
    fi
    if [ -n "$3" ]; then
      k python "$(command -v "$3" 2>/dev/null)"
      command -v "$3" >/dev/null 2>&1 || other_pythons
      begin python "$3" --version
      [ -z "$4" ] || begin framework framework "$3" "$4"
    fi
  else
    k temporary none
    work_place "${1:-}" "${7:-}" "${8:-0}"
    [ -z "$2" ] || place durable "$(expanded "$2")"
    [ -z "${11:-}" ] || place sets "$(expanded "${11}")"
  fi
  slice
  if stats=$(stat -f -c '%S %b %a %c %d' /dev/shm 2>/dev/null); then k shm.statfs "$stats"; fi
  cells=$(expanded "${1:-$HOME}")/cells
  [ ! -d "$cells" ] || k cells.device "$(stat -c %d "$cells" 2>/dev/null)"
  if [ -n "$tmp" ]; then
    finish
    [ ! -f "$tmp/work.out" ] || cat "$tmp/work.out"
    [ ! -f "$tmp/conda.out" ] || cat "$tmp/conda.out"
    [ ! -f "$tmp/durable.out" ] || cat "$tmp/durable.out"
    [ ! -f "$tmp/sets.out" ] || cat "$tmp/sets.out"
    for name in gpu samples performance kernel python framework; do
      [ ! -f "$tmp/$name.out" ] || l "$name" 2000 <"$tmp/$name.out"
      [ ! -f "$tmp/$name.err" ] || tail -n 5 "$tmp/$name.err" | l "$name.err"
    done
  fi
  echo 'GPU-LEASE audited'
}
audit "$@" </dev/null
