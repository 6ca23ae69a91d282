#!/bin/sh
# Several nodes where each is a pod of its own, in which nobody can start anything from another one: each pod has the keeper, the first
# one says what is to be run, and the others do it. All of them see the run's folder. A part of the keeper, which sources it in each
# pod, and of nodes.sh, of which it replaces what goes by Slurm.
#
#   BASE/round/lead      "ROUND BEAT", written again and again by the first pod; BEAT is `over` at its end
#   BASE/round/N.here    "ROUND BEAT HOST", the same by pod N
#   BASE/round/order     "ROUND NUMBER PHASE KILL" and what `node` is to be called with; N.done "ROUND NUMBER" when pod N has done that
#
# A beat that moves is life; clocks of two machines say nothing about each other. Everything is written under the name that it is read by:
# what is not there yet NFS takes to be not there for a minute.
# shellcheck shell=sh disable=SC2153,SC2154,SC2034,SC2015 # the keeper's names, and those that nodes.sh reads
BEAT_SECONDS=2
# A folder that does not answer for a moment is no lost node.
LOST_SECONDS=${GPU_LEASE_LOST_SECONDS:-90}
# Nodes that wait for others cost money and train nothing.
GATHER_SECONDS=${GPU_LEASE_GATHER_SECONDS:-1200}
# The end of a pod whose first one never came, EX_TEMPFAIL: nothing begins that again. See manifest and words of the driver.
NEVER_CAME=75
TOLD_TO_END=143

# --- the first pod -------------------------------------------------------------------------------------------------------

# begin_round: before anything else is known, so that the others wait
begin_round() {
  round=$base/round
  mkdir -p "$round" || fail 5 "cannot write below $base"
  read -r GPU_LEASE_ROUND </proc/sys/kernel/random/uuid
  export GPU_LEASE_ROUND
  (lead) &
  lead_pid=$!
  # However this process ends: the others are not to wait for what does not come.
  trap end_round EXIT
}
lead() {
  beat=0
  while :; do
    beat=$((beat + 1))
    put "$round/lead" "$GPU_LEASE_ROUND $beat"
    nap "$BEAT_SECONDS"
  done
}
end_round() {
  # Where nothing was left to do the others have not even seen that there is a round.
  left=60
  while [ -z "${has_begun:-}" ] && [ "$left" -gt 0 ] && missing_pods && [ -n "$missing" ]; do
    left=$((left - 1))
    nap 1
  done
  kill "$lead_pid" 2>/dev/null
  wait "$lead_pid" 2>/dev/null
  put "$round/lead" "$GPU_LEASE_ROUND over"
}
# missing_pods: sets missing to the numbers of those that have not come in this round
missing_pods() {
  missing='' number=1
  while [ "$number" -lt "$GPU_LEASE_PODS" ]; do
    first "$base/round/$number.here" whose _ && [ "$whose" = "$GPU_LEASE_ROUND" ] || missing="$missing $number"
    number=$((number + 1))
  done
}

# rendezvous DIR ...: of all nodes, where each has a network of its own
rendezvous() {
  base=$GPU_LEASE_BASE round=$GPU_LEASE_BASE/round attempt_dir=${1%/cells/*}
  : >"$1/entered"
  MASTER_ADDR=${GPU_LEASE_POD_IP:?}
  # Pods may be made to share the network of their machine.
  MASTER_PORT=$((20000 + $(printf %s "$base" | cksum | cut -d ' ' -f 1) % 750 * 16))
  GPU_LEASE_NODES=$nodes_count GPU_LEASE_LEAST_NODES=$nodes_least
  GPU_LEASE_PREFLIGHT_SECONDS=$preflight_seconds GPU_LEASE_PREFLIGHT_GBPS=$preflight_gbps
  export MASTER_ADDR MASTER_PORT GPU_LEASE_NODES GPU_LEASE_LEAST_NODES GPU_LEASE_PREFLIGHT_SECONDS GPU_LEASE_PREFLIGHT_GBPS
  uptime_seconds
  gather_until=$((up + GATHER_SECONDS))
  while missing_pods && [ -n "$missing" ]; do
    [ ! -f "$attempt_dir/stop" ] || return 143
    uptime_seconds
    [ "$up" -lt "$gather_until" ] || {
      echo "PREFLIGHT fail ND-04 of $nodes_count nodes these had not come after $GATHER_SECONDS s:$missing; those that had were given back. Let Kueue start all of them at once (\`kueue\`), or ask for fewer"
      return "$PREFLIGHT_FAILED"
    }
    nap 1
  done
}

# on_every_node PHASE KILL DIR ...: the exit code is one that some node ended with badly, else 0
on_every_node() {
  phase=$1 dir=$3 halted_at='' order_number=0 ever_lost=''
  # Also that of another cell counts: each is started by a process of its own.
  ! first "$round/order" whose which _ || [ "$whose" != "$GPU_LEASE_ROUND" ] || order_number=$which
  order_number=$((order_number + 1))
  rm -f "$dir"/nodes/*.told "$dir/halt"
  put "$round/order" "$(order "$@")"
  (own_session sh "$keeper" node "$@") </dev/null &
  own_pid=$!
  forget_beats
  uptime_seconds
  order_until=$((up + preflight_seconds + 20))
  while :; do
    others_work || process "$own_pid" || break
    nap 0.5
    mind_told
    uptime_seconds
    if [ "$phase" != command ]; then
      [ "$up" -lt "$order_until" ] || { : >"$dir/halt" && break; }
    elif [ -n "$halted_at" ]; then
      # One that is gone does not end because it is told to.
      [ $((up - halted_at)) -lt 60 ] || break
    elif [ -n "$lost" ] || has_failed "$dir"; then
      halted_at=$up ever_lost=$lost
      : >"$dir/halt"
    fi
  done
  wait "$own_pid"
  [ "$phase" = command ] || return 0
  has_failed "$dir" || [ -z "$ever_lost" ] || return "$NODES_LOST"
  return "$failed_with"
}
order() {
  echo "$GPU_LEASE_ROUND $order_number $1 $2"
  shift 2
  printf '%s\n' "$@"
  for variable in GPU_LEASE_MARK GPU_LEASE_BASE GPU_LEASE_DATA GPU_LEASE_RUN GPU_LEASE_CELL GPU_LEASE_OUT GPU_LEASE_ATTEMPT GPU_LEASE_CODE \
    GPU_LEASE_REQUIREMENTS PYTHONUNBUFFERED OMP_NUM_THREADS MKL_NUM_THREADS OPENBLAS_NUM_THREADS NUMEXPR_MAX_THREADS MASTER_ADDR \
    MASTER_PORT GPU_LEASE_NODES GPU_LEASE_LEAST_NODES GPU_LEASE_PREFLIGHT_SECONDS GPU_LEASE_PREFLIGHT_GBPS; do
    eval "[ -z \"\${$variable+x}\" ]" || eval "printf 'export %s=%s\n' $variable \"\$(quoted \"\$$variable\")\""
  done
}
# has_failed DIR: sets failed_with to what some node ended with
has_failed() {
  failed_with=0 number=0
  while [ "$number" -lt "$nodes_count" ]; do
    first "$1/nodes/$number.exit" code_there _ && [ "$code_there" != 0 ] && [ ! -f "$1/nodes/$number.told" ] && failed_with=$code_there && return 0
    number=$((number + 1))
  done
  return 1
}
# others_work: sets lost to those of which nothing is heard any more
forget_beats() {
  number=1
  while [ "$number" -lt "$nodes_count" ]; do
    eval "beat_$number='' heard_$number=''"
    number=$((number + 1))
  done
}
others_work() {
  lost='' working=0 number=1
  uptime_seconds
  while [ "$number" -lt "$nodes_count" ]; do
    if first "$round/$number.done" whose which && [ "$whose $which" = "$GPU_LEASE_ROUND $order_number" ]; then
      number=$((number + 1))
      continue
    fi
    first "$round/$number.here" _ now_at _ || now_at=''
    eval "was_at=\$beat_$number heard_at=\$heard_$number"
    if [ -z "$heard_at" ] || [ "$now_at" != "$was_at" ]; then
      eval "beat_$number=\$now_at heard_$number=\$up"
      working=1
    elif [ $((up - heard_at)) -ge "$LOST_SECONDS" ]; then
      lost="$lost $number"
    else
      working=1
    fi
    number=$((number + 1))
  done
  [ "$working" = 1 ]
}
# mind_told: what one node was told, by whoever takes it away, is told to all of them by the queue, which writes down that it was
mind_told() {
  [ -f "$dir/told" ] && [ ! -f "$attempt_dir/stop" ] || return 0
  first "$attempt_dir/queue" queue_pid _ && process "$queue_pid" && kill -TERM "$queue_pid" 2>/dev/null
}
tell_nodes() { : >"${each%/nodes}/told"; }

# --- every other pod -----------------------------------------------------------------------------------------------------

# follow: what the first pod says, until it says that all is over. Where it is not heard any more, or this one is taken away, it ends so
# that Kubernetes begins all of them again.
follow() {
  round=$base/round number=${JOB_COMPLETION_INDEX:?} is_told=0 doing_pid='' done_number=0 beat=0
  mkdir -p "$round" || fail 5 "cannot write below $base"
  trap 'is_told=1 && [ -z "$doing_pid" ] || : >"$dir/told"' TERM INT
  await_lead
  say "node $number on $(uname -n) follows round $lead_round"
  while :; do
    beat=$((beat + 1))
    put "$round/$number.here" "$lead_round $beat $(uname -n)"
    mind_lead
    [ -n "$doing_pid" ] || ! is_order_new || begin_order
    if [ -n "$doing_pid" ] && ! process "$doing_pid"; then end_order; fi
    [ "$is_told" = 0 ] || [ -n "$doing_pid" ] || { say 'told to end' && exit "$TOLD_TO_END"; }
    nap 1
  done
}
await_lead() {
  uptime_seconds
  lead_until=$((up + GATHER_SECONDS)) seen=''
  while :; do
    [ "$is_told" = 0 ] || exit "$TOLD_TO_END"
    if read_lead && [ "$lead_beat" != over ]; then
      # What an earlier round has left there does not move.
      [ -z "$seen" ] || [ "$seen" = "$lead_round $lead_beat" ] || break
      seen="$lead_round $lead_beat"
    fi
    uptime_seconds
    [ "$up" -lt "$lead_until" ] || fail "$NEVER_CAME" "the first of $GPU_LEASE_PODS nodes had not come after $GATHER_SECONDS s, and this one was given back. Let Kueue start all of them at once (\`kueue\`), or ask for fewer"
    nap 1
  done
  my_round=$lead_round heard_at=$up heard="$lead_beat"
}
read_lead() { first "$round/lead" lead_round lead_beat; }
mind_lead() {
  uptime_seconds
  read_lead || return 0
  if [ "$lead_round" != "$my_round" ]; then
    lose_lead "another round has begun without this node"
  elif [ "$lead_beat" = over ]; then
    end_child
    [ "$is_told" = 0 ] || exit "$TOLD_TO_END"
    say 'all is over'
    exit 0
  elif [ "$lead_beat" != "$heard" ]; then
    heard=$lead_beat heard_at=$up
  elif [ $((up - heard_at)) -ge "$LOST_SECONDS" ]; then
    lose_lead "the first node has not been heard of for $LOST_SECONDS s"
  fi
}
lose_lead() {
  say "$1: this one ends, to be begun again"
  end_child
  exit "$TOLD_TO_END"
}
end_child() {
  [ -n "$doing_pid" ] || return 0
  : >"$dir/told"
  left=60
  while process "$doing_pid" && [ "$left" -gt 0 ]; do
    left=$((left - 1))
    nap 0.5
  done
  [ "$left" -gt 0 ] || kill -KILL "-$doing_pid" 2>/dev/null
}
is_order_new() { first "$round/order" whose which _ && [ "$whose" = "$my_round" ] && [ "$which" -gt "$done_number" ]; }
begin_order() {
  {
    read -r _ which phase kill
    set -- "$phase" "$kill"
    for _ in dir name plan code file env out of_attempt boot_env; do
      IFS= read -r word
      set -- "$@" "$word"
    done
    exports=$(cat)
  } <"$round/order"
  dir=$3 name=$4 attempt=${5#"$base/attempts/"} attempt=${attempt%/plan} secrets=''
  ! first "$base/private.${attempt%%/*}" private || [ ! -f "$private" ] || secrets=$(cat "$private")
  (
    at_source='' setup_env='' told_at=''
    eval "$secrets" # names that a shell needs are refused by the sender
    eval "$exports"
    own_session sh "$keeper" node "$@"
  ) </dev/null &
  doing_pid=$! done_number=$which
  # What came while this was read is not to be lost.
  [ "$is_told" = 0 ] || : >"$dir/told"
}
end_order() {
  wait "$doing_pid"
  doing_pid=''
  end_rest "$dir" "$name"
  put "$round/$number.done" "$my_round $done_number"
}
