#!/bin/sh
# Machines of one's own that work as one: how the first one reaches the others, and whether it can. Functions alone, for whoever looks
# before anything is laid down (`look_at_all WORK PEER...`) and for the keeper (peers.sh), which looks before each attempt.
#
# The first machine logs in to the others by what its own user has there: key, agent, ~/.ssh/config, known_hosts. No key is brought.
# A peer is three words: user, port and host; `-` for what is left to ~/.ssh/config.
# shellcheck shell=sh disable=SC2015 # `a && b || c` with a test as b
PEER_SECONDS=15

# to_peer USER PORT HOST WORD: one command there; nothing is asked, and a host key that is not known is refused
to_peer() {
  set -- "$1" "$2" -T -e none -o BatchMode=yes -o StrictHostKeyChecking=yes -o ConnectTimeout="$PEER_SECONDS" \
    -o ServerAliveInterval=10 -o ServerAliveCountMax=6 -o ControlMaster=no -o ControlPath=none -o ForwardAgent=no \
    -o ForwardX11=no -o ClearAllForwardings=yes -o LogLevel=ERROR -- "$3" "$4"
  peer_user=$1 peer_port=$2
  shift 2
  [ "$peer_port" = - ] || set -- -p "$peer_port" "$@"
  [ "$peer_user" = - ] || set -- -l "$peer_user" "$@"
  "${peer_by:-command}" ssh "$@"
}
peer_bounded() { if command -v timeout >/dev/null 2>&1; then timeout -k 2 45 "$@"; else "$@"; fi; }
peer_quoted() { printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"; }

# peer_name USER PORT HOST: user@host:port as ssh would have it
peer_name() {
  set -- "$1" "$2" -- "$3"
  peer_user=$1 peer_port=$2
  shift 2
  [ "$peer_port" = - ] || set -- -p "$peer_port" "$@"
  [ "$peer_user" = - ] || set -- -l "$peer_user" "$@"
  ssh -G "$@" 2>/dev/null </dev/null |
    awk '$1 == "user" { u = $2 } $1 == "hostname" { h = $2 } $1 == "port" { p = $2 } END { if (h != "") printf "%s@%s:%s", u, h, p }'
}

# look_at_peer RANK USER PORT HOST DIR...: whether it answers, and sees and may write each DIR, which holds what the first one left
# there. Prints "PEER ok|fail RANK NAME", for a fault with its words and what to do behind tabs; sets nothing.
look_at_peer() {
  p_rank=$1 p_user=$2 p_port=$3 p_host=$4
  shift 4
  p_name=$(peer_name "$p_user" "$p_port" "$p_host")
  : "${p_name:=$p_host}"
  p_said=$(
    {
      printf 'wanted=%s name=%s\nset --' "$peer_nonce" "$peer_mark"
      for dir; do printf ' %s' "$(peer_quoted "$dir")"; done
      # shellcheck disable=SC2016 # the other machine's variables
      printf '\n%s\n' '
        echo "GPU-LEASE from ${SSH_CONNECTION%% *}"
        for dir; do
          if [ "$(cat "$dir/$name" 2>/dev/null)" != "$wanted" ]; then echo "GPU-LEASE apart $dir"
          elif ! (: >"$dir/$name.there.$$") 2>/dev/null; then echo "GPU-LEASE locked $dir"
          else rm -f "$dir/$name.there.$$"; fi
        done
        echo "GPU-LEASE looked"'
    } | (peer_by=peer_bounded && to_peer "$p_user" "$p_port" "$p_host" sh) 2>&1
  )
  p_bare=${p_name#*@} p_bare=${p_bare%:*}
  p_by="ssh -o BatchMode=yes$([ "$p_port" = - ] || printf ' -p %s' "$p_port") $([ "$p_user" = - ] || printf '%s@' "$p_user")$p_host true"
  p_last=$(printf '%s\n' "$p_said" | grep -v '^GPU-LEASE ' | tr -d '\r' | tr -cd '\12 -~' | grep . | tail -n 1 | cut -c 1-200)
  p_dir=$(printf '%s\n' "$p_said" | sed -n 's/^GPU-LEASE \(apart\|locked\) //p' | head -n 1)
  case $p_said in
    *'GPU-LEASE looked'*)
      case $p_said in
        *'GPU-LEASE apart '*)
          peer_fault "does not see $p_dir of the first machine" \
            "have all of them mount one file system (NFS, for example) at the same path, and let storage.work name a directory on it"
          ;;
        *'GPU-LEASE locked '*)
          peer_fault "may not write to $p_dir" \
            "give ${p_name%%@*} the right to write there: the same user with the same number on all machines, as a rule"
          ;;
        *) printf 'PEER ok %s %s\t%s\n' "$p_rank" "$p_name" "$(printf '%s\n' "$p_said" | sed -n 's/^GPU-LEASE from //p' | head -n 1)" ;;
      esac
      ;;
    *'HOST IDENTIFICATION HAS CHANGED'* | *'differs from the key for'*)
      peer_fault "shows another host key than known_hosts of the first machine has" \
        "find out why: a machine that was set up anew, or somebody in between; then correct known_hosts there"
      ;;
    *'Host key verification failed'* | *'host key is known for'*)
      peer_fault "has a host key that the first machine does not know" \
        "log in once by hand from the first machine, and compare the fingerprint with what ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub shows on $p_bare before you confirm it"
      ;;
    *'Permission denied'* | *'Too many authentication failures'*)
      peer_fault "does not let the first machine log in ($p_last)" \
        "put the public key of the first machine's user into ~/.ssh/authorized_keys of ${p_name%%@*} on $p_bare, until \"$p_by\" works there without a question; a key of yours is never laid down by us"
      ;;
    *'ot resolve hostname'* | *'Name or service not known'*)
      peer_fault "has a name that the first machine does not know" "correct peers in the job file, or ~/.ssh/config of the first machine"
      ;;
    *'ssh: not found'* | *'ssh: command not found'*)
      peer_fault 'cannot be reached: the first machine has no ssh' "install the client of OpenSSH there"
      ;;
    *)
      peer_fault "was not reached from the first machine (${p_last:-no answer})" \
        "start it, or open the way: \"$p_by\" on the first machine must work without a question"
      ;;
  esac
}
peer_fault() { printf 'PEER fail %s %s\t%s\t%s\n' "$p_rank" "$p_name" "$1" "$2"; }

# leave_nonce DIR...: what the others are to read
leave_nonce() {
  peer_nonce=$(od -An -v -tx1 -N 16 /dev/urandom | tr -d ' \n')
  peer_mark=.gpu-lease-peers.$$
  for dir; do printf '%s\n' "$peer_nonce" >"$dir/$peer_mark" || return 1; done
}
take_nonce() { for dir; do rm -f "$dir/$peer_mark"; done; }

# look_at_all WORK USER PORT HOST [USER PORT HOST ...]: WORK is where runs will live, or the nearest directory above it that is there
look_at_all() {
  # shellcheck disable=SC2088 # the tilde itself is looked for
  case $1 in
    '') work=$HOME/.gpu-lease ;;
    '~' | '~/'*) work=$HOME${1#\~} ;;
    "\$HOME" | "\$HOME/"*) work=$HOME${1#\$HOME} ;;
    *) work=$1 ;;
  esac
  shift
  while [ ! -d "$work" ] && [ -n "${work%/*}" ]; do work=${work%/*}; done
  leave_nonce "$work" || { printf 'PEER fail 0 -\tcannot write to %s\tcorrect storage.work\n' "$work" && return; }
  rank=0
  while [ $# -ge 3 ]; do
    rank=$((rank + 1))
    look_at_peer "$rank" "$1" "$2" "$3" "$work" </dev/null &
    shift 3
  done
  wait
  take_nonce "$work"
  echo 'PEERS looked'
}
