#!/bin/sh
# One command on every node of an allocation, started, told and ended as one. A part of the keeper, which sources it where a job has
# several nodes: on the first node for `spread`, and on each for `node`. All of them see the run's folder. Slurm starts something on each
# node; where nobody does, pods.sh replaces what goes by Slurm here.
#
#   ATTEMPT/cells/CELL/nodes/N.log    what node N wrote; that of the first one is the cell's own log
#   ATTEMPT/cells/CELL/nodes/N.exit   "CODE SECONDS HOST", when its command returned; N.error is what torchrun says of the first rank that failed
#   ATTEMPT/cells/CELL/nodes/N.told   it was told to end, by us or by the engine; what it ends with then is no failure of its own
#   ATTEMPT/cells/CELL/told, halt     all of them are to save and end; all are to end, because one has failed
#   ATTEMPT/cells/CELL/preflight/     see preflight.sh
#
# Of the plan: `nodes` holds count, least (so many are enough), preflight_seconds (0: none) and preflight_gbps; `resume.ere` patterns of checkpoints.
# shellcheck shell=sh disable=SC2154,SC2015,SC2030,SC2031 # the keeper's names, which `first` assigns; `a && b || c` with a test as b
NODES_LOST=94 PREFLIGHT_FAILED=95
MOST_LOST=5

read_nodes() {
  nodes_count=1 nodes_least='' preflight_seconds=60 preflight_gbps=0
  while IFS='=' read -r key value || [ -n "$key" ]; do
    case $key in
      count) nodes_count=$value ;;
      least) nodes_least=$value ;;
      preflight_seconds) preflight_seconds=$value ;;
      preflight_gbps) preflight_gbps=$value ;;
    esac
  done <"$1/nodes"
  : "${nodes_least:=$nodes_count}"
}

# spread DIR NAME PLAN CODE FILE ENV OUT ATTEMPT: the command on every node; the exit code is that of the node that failed first
spread() {
  each=$1/nodes peers_plan=$3
  rm -rf "$each" "$1/preflight"
  mkdir -p "$each" "$1/preflight" || return 5
  read_nodes "$3"
  # shellcheck source=src/box/peers.sh
  [ ! -f "$3/peers" ] || . "$3/peers.sh"
  # shellcheck source=src/box/pods.sh
  [ -z "${GPU_LEASE_PODS:-}" ] || . "$3/pods.sh"
  rendezvous "$@" || return
  # What is wrong before the command is told by its own words and exit code.
  : >"$1/entered"
  trap tell_nodes TERM INT
  if [ "$preflight_seconds" != 0 ]; then
    [ -f "$1/told" ] || on_every_node preflight 0 "$@" || :
    sh "$3/preflight.sh" judge "$1/preflight" || {
      echo "PREFLIGHT the command was not started; what each node said lies in $1/preflight"
      return "$PREFLIGHT_FAILED"
    }
  fi
  [ ! -f "$1/told" ] || return 143
  on_every_node command 1 "$@"
  spread_code=$?
  enough_ended "$1" || say_first_failure "$1"
  return "$spread_code"
}

# rendezvous DIR ...: of all nodes, by the engine's words; a name that does not resolve is replaced by its address
rendezvous() {
  [ -n "${SLURM_JOB_ID:-}" ] || { echo "nodes: this is no allocation of Slurm" && return 5; }
  MASTER_ADDR=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
  getent hosts "$MASTER_ADDR" >/dev/null 2>&1 ||
    MASTER_ADDR=$(scontrol show node "$MASTER_ADDR" | sed -n 's/.*NodeAddr=\([^ ]*\).*/\1/p' | head -n 1)
  [ -n "$MASTER_ADDR" ] || { echo "nodes: Slurm does not say where the first node is" && return 5; }
  # An elastic job may have been given fewer than it would take.
  nodes_count=${SLURM_JOB_NUM_NODES:-$nodes_count}
  # Apart from those of other jobs on the same node, and below what a machine takes for connections of its own.
  MASTER_PORT=$((20000 + SLURM_JOB_ID * 16 % 12000))
  GPU_LEASE_NODES=$nodes_count GPU_LEASE_LEAST_NODES=$nodes_least
  GPU_LEASE_PREFLIGHT_SECONDS=$preflight_seconds GPU_LEASE_PREFLIGHT_GBPS=$preflight_gbps
  export MASTER_ADDR MASTER_PORT GPU_LEASE_NODES GPU_LEASE_LEAST_NODES GPU_LEASE_PREFLIGHT_SECONDS GPU_LEASE_PREFLIGHT_GBPS
}

# on_every_node PHASE KILL DIR NAME PLAN ...: one task a node. In a session of its own, because a signal that the group of this one
# gets would have the engine kill what should save.
on_every_node() {
  phase=$1 kill_all=$2
  set -- sh "$keeper" node "$@"
  if [ "$nodes_least" -lt "$nodes_count" ]; then set -- --no-kill "$@" && kill_all=0; fi
  set -- "--kill-on-bad-exit=$kill_all" "$@"
  [ -z "${SLURM_CPUS_PER_TASK:-}" ] || set -- "--cpus-per-task=$SLURM_CPUS_PER_TASK" "$@"
  (own_session srun --nodes="$nodes_count" --ntasks="$nodes_count" --ntasks-per-node=1 --input=none "$@") </dev/null &
  engine_pid=$! waited=0
  while process "$engine_pid"; do
    nap 0.5
    waited=$((waited + 1))
    # Two in a second; what is left of the look is ended with its step.
    [ "$phase" = command ] || [ "$waited" -lt $(((preflight_seconds + 20) * 2)) ] || kill -TERM "$engine_pid" 2>/dev/null
  done
  wait "$engine_pid"
}

# tell_nodes: Slurm brings the signal to everything that a task has started; where it cannot be asked, the nodes see the mark
tell_nodes() {
  : >"${each%/nodes}/told"
  scancel --signal=TERM "$SLURM_JOB_ID" 2>/dev/null
}

# enough_ended DIR: of an elastic job as many as its floor came to their end; what became of the others was its launcher's to bear
enough_ended() {
  [ "$spread_code" != 0 ] && [ "$nodes_least" -lt "$nodes_count" ] && [ ! -f "$1/told" ] || return 1
  number=0 ended_well=0
  while [ "$number" -lt "$nodes_count" ]; do
    ! first "$each/$number.exit" node_code _ || [ "$node_code" != 0 ] || ended_well=$((ended_well + 1))
    number=$((number + 1))
  done
  [ "$ended_well" -ge "$nodes_least" ] || return 1
  spread_code=0
  echo "NODES_FEWER $ended_well of $nodes_count nodes came to the end; the job needs $nodes_least"
}

# say_first_failure DIR: of several nodes that ended badly the first one is the cause, and the others its symptoms
say_first_failure() {
  [ "$spread_code" != 0 ] && [ ! -f "$1/told" ] || return 0
  # A node that vanished makes the others fail, whatever they say of it.
  ! vanished || { lost_node "$1" && return; }
  number=0
  while [ "$number" -lt "$nodes_count" ]; do
    if [ ! -f "$each/$number.told" ] && first "$each/$number.exit" node_code node_at node_host && [ "$node_code" != 0 ]; then
      # torchrun knows when its first rank failed, in whole seconds.
      failed_at=$(grep -oE '"timestamp": *"?[0-9]+' "$each/$number.error" 2>/dev/null | head -n 1 | grep -oE '[0-9]+$')
      echo "${failed_at:-$node_at} $number $node_code $node_host"
    fi
    number=$((number + 1))
  done | sort -n >"$each/failed"
  first "$each/failed" _ number spread_code node_host || return 0
  if [ "$number" != 0 ]; then
    echo "--- the last lines of node $number ($node_host):"
    tail -n 30 "$each/$number.log" 2>/dev/null | cut -c 1-400
  fi
  why=$(grep -oE '"message": *("[^"]{1,300}|\{"message": *"[^"]{1,300})' "$each/$number.error" 2>/dev/null | head -n 1 | sed 's/.*"//')
  echo "NODES_FAILED node $number ($node_host) of $nodes_count was the first to fail, with exit code $spread_code${why:+: $why}"
}

# vanished: sets gone to the nodes that ended without a word
vanished() {
  number=0 gone=''
  while [ "$number" -lt "$nodes_count" ]; do
    [ -f "$each/$number.exit" ] || [ -f "$each/$number.told" ] || gone="$gone $number"
    number=$((number + 1))
  done
  [ -n "$gone" ]
}

# lost_node DIR: a node, or what ran on it, was taken away. All begin again from the newest checkpoint, as after a preemption, as
# often as MOST_LOST: what loses a node each time is no chance.
lost_node() {
  spread_code=$NODES_LOST
  if [ "${SLURM_RESTART_COUNT:-0}" -lt "$MOST_LOST" ]; then
    put "${1%/cells/*}/taken" "$(date +%s)"
    echo "NODES_LOST of $nodes_count nodes these ended without a word:$gone; all of them begin again"
  else
    echo "NODES_LOST of $nodes_count nodes these ended without a word:$gone; it is not the first time, and nothing begins again"
  fi
}

# is_told DIR: this node is to end
is_told() { [ -f "$1/told" ]; }
# press DIR: twice a second while its command runs, where nobody else ends what does not hear; Slurm does
press() { :; }

# node PHASE KILL DIR NAME PLAN CODE FILE ENV OUT ATTEMPT BOOT_ENV: on each node, started by the engine
one_node() {
  phase=$1 each=$3/nodes peers_plan=$5
  read_nodes "$5"
  if [ -f "$5/peers" ]; then
    # shellcheck source=src/box/peers.sh
    . "$5/peers.sh"
  else
    GPU_LEASE_NODE_RANK=${SLURM_NODEID:-${JOB_COMPLETION_INDEX:-0}}
  fi
  export GPU_LEASE_NODE_RANK
  [ "$GPU_LEASE_NODE_RANK" = 0 ] || exec >>"$each/$GPU_LEASE_NODE_RANK.log" 2>&1
  pin_interface
  node_told=0 halted=0
  trap 'node_told=1 && : >"$each/$GPU_LEASE_NODE_RANK.told"' TERM INT
  cd "$6" || exit 126
  TORCHELASTIC_ERROR_FILE=$each/$GPU_LEASE_NODE_RANK.error
  [ "$phase" = preflight ] || export TORCHELASTIC_ERROR_FILE
  boot=
  [ "${11}" != 1 ] || boot=$(boot_environment)
  # Only positional parameters in here: a variable of the job may have any name.
  # shellcheck disable=SC2016 # the inner shell's variables
  (own_session sh -c '
    eval "$5"
    [ ! -f "$1/enter.sh" ] || . "$1/enter.sh" || exit 97
    [ ! -f "$1/vars.env" ] || . "$1/vars.env"
    [ -z "$2" ] || . "$2"
    [ "$6" = command ] || exec sh "$1/preflight.sh" node "$3/preflight" "$7" "$1/resume.ere"
    exec sh "$4"
  ' sh "$5" "$8" "$3" "$7" "$boot" "$phase" "$9") </dev/null &
  node_child=$!
  while process "$node_child"; do
    if [ "$node_told" = 0 ] && { is_told "$3" || [ -f "$3/halt" ]; }; then
      node_told=1
      : >"$each/$GPU_LEASE_NODE_RANK.told"
      kill -TERM "-$node_child" 2>/dev/null
    fi
    press "$3"
    # Two in a second. What waits for a rank that is dead may not hear.
    [ ! -f "$3/halt" ] || halted=$((halted + 1))
    [ "$halted" -ne 60 ] || kill -KILL "-$node_child" 2>/dev/null
    nap 0.5
  done
  wait "$node_child"
  node_code=$?
  [ "$phase" = preflight ] || put "$each/$GPU_LEASE_NODE_RANK.exit" "$node_code $(date +%s.%N) $(uname -n)"
  if [ -f "$5/leave.sh" ]; then
    sh -c '[ ! -f "$1/vars.env" ] || . "$1/vars.env"; . "$1/leave.sh"' sh "$5" || echo "keeper: a leave hook failed"
  fi
  exit "$node_code"
}

# pin_interface: to that by which the nodes reach each other, where neither site nor job says one. gloo would take what the host's
# name resolves to, which is the loopback on many machines. Where there is InfiniBand NCCL finds it by itself.
pin_interface() {
  command -v ip >/dev/null 2>&1 || return 0
  master_ip=$(getent ahostsv4 "$MASTER_ADDR" 2>/dev/null | awk '{ print $1; exit }')
  own=$(ip -o -4 route get "${master_ip:-$MASTER_ADDR}" 2>/dev/null | sed -n 's/.* src \([^ ]*\).*/\1/p')
  [ -n "$own" ] || return 0
  via=$(ip -o -4 addr show to "$own" 2>/dev/null | awk '{ print $2; exit }')
  [ -n "$via" ] || return 0
  : "${GLOO_SOCKET_IFNAME=$via}"
  export GLOO_SOCKET_IFNAME
  for entry in /sys/class/net/ib*; do [ ! -e "$entry" ] || return 0; done
  : "${NCCL_SOCKET_IFNAME=$via}"
  export NCCL_SOCKET_IFNAME
}
