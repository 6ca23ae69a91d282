#!/bin/sh
# Several machines of one's own as one, in place of what the engine of a queue does in nodes.sh: the first one, where the keeper is,
# starts the task of each other one by SSH. A part of the keeper, sourced behind nodes.sh where the plan names `peers`: "USER PORT HOST"
# lines, in the order of the ranks from 1.
#
# To a peer go, by the input of its connection, the words and the environment of its task, and then a line a second as long as it may
# go on. The end of that input, or its silence, ends the task there. Back comes, at the very end, its exit code and nothing else.
#
#   nodes/N.said, N.ssh   what came back, and what ssh had to say; N.lost: the connection ended without that
#   nodes/over            one of them ended badly: the others are told to end
# shellcheck shell=sh disable=SC2154,SC2034,SC2015,SC2030,SC2031 # the keeper's names; `a && b || c` with a test as b
# shellcheck source=src/box/peer-look.sh
. "$peers_plan/peer-look.sh"
TAB=$(printf '\t')
# After they were told to end. The keeper itself waits for 30.
PEER_GRACE=25
# Without a line from the first machine.
PEER_SILENCE=90
# For a machine or a server that is just being started again.
AWAIT_SECONDS=120

# --- on the first machine --------------------------------------------------------------------------------------------

# rendezvous: when all of them answer, and see the same files; by the address from which the first one came to them
rendezvous() {
  : >"${each%/nodes}/entered"
  uptime_seconds
  give_up_at=$((up + AWAIT_SECONDS))
  until look_once; do
    uptime_seconds
    [ ! -f "${each%/nodes}/told" ] && [ "$up" -lt "$give_up_at" ] && ! grep -qv 'was not reached' "$each/faults" || break
    nap 5
  done
  take_those_there
  [ ! -s "$each/faults" ] || {
    awk -F"$TAB" '{ split($1, word, " "); printf "PREFLIGHT fail ND-04 node %s (%s) %s; %s\n", word[3], word[4], $2, $3 }' "$each/faults"
    echo 'PREFLIGHT the command was not started'
    return "$PREFLIGHT_FAILED"
  }
  MASTER_ADDR=$(sed -n "s/^PEER ok [^$TAB]*$TAB//p" "$each/looked" | head -n 1)
  : "${MASTER_ADDR:=$(uname -n)}"
  free_port || return 5
  GPU_LEASE_NODES=$nodes_count GPU_LEASE_LEAST_NODES=$nodes_least
  GPU_LEASE_PREFLIGHT_SECONDS=$preflight_seconds GPU_LEASE_PREFLIGHT_GBPS=$preflight_gbps
  export MASTER_ADDR MASTER_PORT GPU_LEASE_NODES GPU_LEASE_LEAST_NODES GPU_LEASE_PREFLIGHT_SECONDS GPU_LEASE_PREFLIGHT_GBPS
}

# take_those_there: whoever is away is left out, as long as enough are left; the ranks move up
take_those_there() {
  cp "$peers_plan/peers" "$each/peers"
  away=$(grep -c 'was not reached' "$each/faults" 2>/dev/null) || away=0
  [ "$away" -gt 0 ] && ! grep -qv 'was not reached' "$each/faults" && [ $((nodes_count - away)) -ge "$nodes_least" ] || return 0
  sed "s/^PEER fail \\([0-9]*\\) \\([^$TAB]*\\).*/NODES_AWAY node \\1 (\\2) was not reached; the job begins without it/" "$each/faults"
  awk 'FILENAME == ARGV[1] { gone[$3]; next } !(FNR in gone)' "$each/faults" "$peers_plan/peers" >"$each/peers"
  nodes_count=$((nodes_count - away))
  : >"$each/faults"
}

# look_once: at all of them at the same time; what is fetched must be where all of them see it, too
look_once() {
  set -- "$GPU_LEASE_BASE"
  [ ! -f "$peers_plan/fetch.sh" ] || set -- "$@" "$GPU_LEASE_DATA"
  rm -f "$each"/look.*
  leave_nonce "$@" || { printf 'PEER fail 0 -\tcannot write to %s\tlook at its file system\n' "$*" >"$each/faults" && return 1; }
  looked=0
  while read -r user port host; do
    looked=$((looked + 1))
    look_at_peer "$looked" "$user" "$port" "$host" "$@" </dev/null >"$each/look.$looked" &
  done <"$peers_plan/peers"
  wait
  take_nonce "$@"
  cat "$each"/look.* >"$each/looked"
  grep '^PEER fail' "$each/looked" >"$each/faults"
  [ ! -s "$each/faults" ]
}

# free_port: and two above it, which the look before uses; the same one for the same run where nobody has it
free_port() {
  at=$(($(printf %s "$GPU_LEASE_BASE" | cksum | cut -d ' ' -f 1) % 700))
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    MASTER_PORT=$((20000 + at * 16))
    # In /proc a port is a hexadecimal number, and 0A a socket that listens.
    ports=$(printf ':%04X :%04X :%04X' "$MASTER_PORT" $((MASTER_PORT + 1)) $((MASTER_PORT + 2)))
    cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | awk -v ports=" $ports " '
      $4 == "0A" && index(ports, " " substr($2, index($2, ":")) " ") { taken = 1 }
      END { exit taken }' && return 0
    at=$(((at + 61) % 700))
  done
  echo 'nodes: ten ports of this machine are taken' && return 1
}

# on_every_node PHASE KILL DIR NAME PLAN ...
on_every_node() {
  phase=$1 must_end=$2 rank=0
  rm -f "$each/over" "$each"/*.told "$each"/*.said "$each"/*.lost
  (GPU_LEASE_NODE_RANK=0 && export GPU_LEASE_NODE_RANK && own_session sh "$keeper" node "$@") </dev/null &
  pid_0=$!
  while read -r user port host; do
    rank=$((rank + 1))
    (
      # A signal to this group must not cut what tells the others.
      trap '' TERM INT
      (orders "$rank" "$@" && keep_telling) | (peer_by=own_session && to_peer "$user" "$port" "$host" "$there")
    ) </dev/null >"$each/$rank.said" 2>"$each/$rank.ssh" &
    eval "pid_$rank=\$!"
  done <"$each/peers"
  await_nodes
}
there="sh $(peer_quoted "$keeper") peer $(peer_quoted "$peers_plan")"

# orders RANK WORD...: for a shell. Of the environment go what is ours and the secrets, whose names the queue has left; the rest is the
# other machine's own, and the job's variables lie in the plan.
orders() {
  orders_end=$(od -An -v -tx1 -N 16 /dev/urandom | tr -d ' \n')
  printf 'GPU-LEASE orders %s\n' "$orders_end"
  # The mark of its own tells it from what runs here, for boxes that are on one machine.
  GPU_LEASE_NODE_RANK=$1 GPU_LEASE_MARK=$GPU_LEASE_MARK+$1
  shift
  # shellcheck disable=SC2046,SC2086 # names
  for name in $(env | sed -n 's/^\(GPU_LEASE_[A-Z_]*\)=.*/\1/p' | sort -u) GPU_LEASE_NODE_RANK MASTER_ADDR MASTER_PORT ${GPU_LEASE_SECRETS:-}; do
    eval "[ -n \"\${$name+x}\" ]" || continue
    printf "export %s='" "$name"
    eval "printf %s \"\$$name\"" | sed "s/'/'\\\\''/g"
    echo "'"
  done
  printf 'set --'
  for word; do printf ' %s' "$(peer_quoted "$word")"; done
  printf '\nGPU-LEASE begin %s\n' "$orders_end"
}

# keep_telling: until whoever waits for all of them is gone, or the connection is
keep_telling() {
  while process "$$"; do
    if [ -f "$each/over" ] || [ -f "${each%/nodes}/told" ]; then echo end; else echo go; fi 2>/dev/null || return 0
    nap 1
  done
}

# await_nodes: returns the exit code of the first that ended badly
await_nodes() {
  first_code=0 polls=0 bad_nodes=0
  while :; do
    busy=0 rank=0
    while [ "$rank" -lt "$nodes_count" ]; do
      eval "pid=\$pid_$rank"
      if [ -n "$pid" ] && process "$pid"; then
        busy=1
      elif [ -n "$pid" ]; then
        wait "$pid"
        took_end "$rank" "$?"
        eval "pid_$rank=''"
      fi
      rank=$((rank + 1))
    done
    [ "$busy" = 1 ] || break
    nap 0.5
    polls=$((polls + 1))
    [ "$phase" = command ] || [ "$polls" -lt $(((preflight_seconds + 20) * 2)) ] || : >"$each/over"
  done
  look_after_lost
  # So that a file system of the network looks again for what the others wrote.
  ls "$each" "${each%/nodes}/preflight" >/dev/null 2>&1
  return "$first_code"
}
# took_end RANK CODE
took_end() {
  ended="$2 $(date +%s.%N) $(uname -n)"
  if [ "$1" != 0 ]; then
    ended=$(sed -n 's/^GPU-LEASE ended //p' "$each/$1.said" | tail -n 1)
    [ -n "$ended" ] || {
      ended=$NODES_LOST
      put "$each/$1.lost" "$(tr -cd '\12 -~' <"$each/$1.ssh" | grep . | tail -n 1 | cut -c 1-200)"
    }
  fi
  [ "$phase" = preflight ] || [ -f "$each/$1.lost" ] || [ -f "$each/$1.exit" ] || put "$each/$1.exit" "$ended"
  [ "${ended%% *}" != 0 ] || return 0
  [ "$first_code" != 0 ] || first_code=${ended%% *}
  is_number "$first_code" || first_code=1
  bad_nodes=$((bad_nodes + 1))
  # Where the others may go on without it they do; all of them meet at the first.
  [ "$must_end" = 0 ] || { [ "$1" != 0 ] && [ $((nodes_count - bad_nodes)) -ge "$nodes_least" ]; } || : >"$each/over"
}
# look_after_lost: whoever can be reached again is asked to end what is left there; who cannot does so by itself
look_after_lost() {
  rank=0
  while read -r user port host <&6; do
    rank=$((rank + 1))
    [ -f "$each/$rank.lost" ] || continue
    if orders "$rank" sweep | (peer_by=peer_bounded && to_peer "$user" "$port" "$host" "$there") 2>/dev/null | grep -q '^GPU-LEASE ended 0 '; then
      echo "nodes: node $rank ($host) answers again, and nothing of this attempt is left there"
    else
      echo "nodes: node $rank ($host) does not answer; what runs there ends by itself within $((PEER_SILENCE + PEER_GRACE)) s"
    fi
  done 6<"$each/peers"
}

tell_nodes() { : >"${each%/nodes}/told"; }

vanished() {
  gone='' number=0
  while [ "$number" -lt "$nodes_count" ]; do
    ! first "$each/$number.lost" why || gone="$gone $number (${why:-no word})"
    number=$((number + 1))
  done
  [ -n "$gone" ]
}
# lost_node DIR: by the mark the keeper ends the cell for a reason that another attempt may cure, as often as the job's retry allows
lost_node() {
  spread_code=$NODES_LOST
  put "$1/lost" "$(date +%s)"
  echo "NODES_LOST of $nodes_count nodes the connection to these ended without a word:$gone; all of them begin again"
}

# --- on each of them -------------------------------------------------------------------------------------------------

is_told() {
  [ ! -f "$1/told" ] && [ ! -f "$each/over" ] || return 0
  [ -n "${GPU_LEASE_PEER:-}" ] && { [ -f "$GPU_LEASE_PEER/end" ] || [ ! -d "$GPU_LEASE_PEER" ]; }
}
# press: twice a second while the command of a node runs
press() {
  [ "$node_told" = 1 ] || return 0
  pressed=$((${pressed:-0} + 1))
  [ "$pressed" -lt $((PEER_GRACE * 2)) ] || kill -KILL "-$node_child" 2>/dev/null
}

# one_peer: what the first machine starts here by SSH. The task gets a session of its own; this process outlives its connection, and
# ends what is left of it.
one_peer() {
  trap : HUP PIPE TERM INT
  exec 3<&0
  take_orders <&3 || { echo 'the orders did not come whole' >&2 && exit 5; }
  eval "$orders"
  base=$GPU_LEASE_BASE own_rank=$GPU_LEASE_NODE_RANK
  sweep_rank
  [ "$1" != sweep ] || { peer_ended 0 && exit 0; }
  [ -d "$3/nodes" ] || { echo "$3/nodes is not here: this is not the file system of the first machine" >&2 && exit 5; }
  GPU_LEASE_PEER=$(mktemp -d "${TMPDIR:-/tmp}/gpu-lease.XXXXXX") || exit 5
  export GPU_LEASE_PEER
  uptime_seconds
  put "$GPU_LEASE_PEER/heard" "$up"
  hear <&3 &
  hearer=$!
  bound_threads
  (own_session sh "$keeper" node "$@") </dev/null >&2 3<&- &
  task=$! told_for=0
  while process "$task"; do
    nap 0.5
    mind_line
  done
  wait "$task"
  peer_code=$?
  sweep_rank
  kill "$hearer" 2>/dev/null
  rm -rf "$GPU_LEASE_PEER"
  peer_ended "$peer_code"
  exit "$peer_code"
}
peer_ended() { printf 'GPU-LEASE ended %s %s %s\n' "$1" "$(date +%s.%N)" "$(uname -n)" 2>/dev/null; }

# take_orders: sets orders, of which no part is ever run
take_orders() {
  orders=''
  IFS= read -r line || return 1
  case $line in 'GPU-LEASE orders '*) last="GPU-LEASE begin ${line#GPU-LEASE orders }" ;; *) return 1 ;; esac
  while IFS= read -r line; do
    [ "$line" != "$last" ] || return 0
    orders=$orders$line$NL
  done
  return 1
}
# hear: the lines of the first machine, and their end
hear() {
  while IFS= read -r line; do
    [ "$line" != end ] || : >"$GPU_LEASE_PEER/end"
    uptime_seconds
    put "$GPU_LEASE_PEER/heard" "$up"
  done
  : >"$GPU_LEASE_PEER/end"
}
# mind_line: one that is silent may have been cut anywhere; and a task that does not end by itself is ended
mind_line() {
  uptime_seconds
  first "$GPU_LEASE_PEER/heard" heard && is_number "$heard" || heard=$up
  [ $((up - heard)) -lt "$PEER_SILENCE" ] || : >"$GPU_LEASE_PEER/end"
  [ -f "$GPU_LEASE_PEER/end" ] || return 0
  told_for=$((told_for + 1))
  [ "$told_for" -lt $(((PEER_GRACE + 10) * 2)) ] || sweep_rank
}
# sweep_rank: nothing of this run and rank runs on after it, whatever session it has put itself into
sweep_rank() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    swept=0
    # shellcheck disable=SC2013 # names of /proc have no blanks
    for entry in $(holders environ "GPU_LEASE_BASE=$base"); do
      pid=${entry#/proc/} pid=${pid%/environ}
      process "$pid" && carries "$pid" "GPU_LEASE_BASE=$base" && carries "$pid" "GPU_LEASE_NODE_RANK=$own_rank" || continue
      swept=$((swept + 1))
      kill -KILL "$pid" 2>/dev/null
    done
    [ "$swept" -gt 0 ] || return 0
    nap 0.3
  done
}
