#!/bin/sh
# The look at several nodes before a long job: what each sees of the others, and what is wrong with that.
#
#   preflight.sh node DIR [OUT PATTERNS]   one node's part: gathers its lines in DIR/RANK.facts
#   preflight.sh judge DIR                 what all of them come to; 0: nothing forbids the job, 1: something does
#   preflight.sh alone [OUT PATTERNS]      both, for one machine by itself
#
# DIR is a folder that the nodes share. Of the environment: GPU_LEASE_NODE_RANK (from 0), GPU_LEASE_NODES, MASTER_ADDR, MASTER_PORT
# (the two ports above it are used, too), GPU_LEASE_PREFLIGHT_SECONDS (60), GPU_LEASE_PREFLIGHT_GBPS (what the network must give).
# OUT and PATTERNS: where checkpoints lie, and a file of extended regular expressions of paths below it.
#
# A judgement is a line "PREFLIGHT fail|warn|ok ID text". It is made here, because nobody else may be looking when the job starts.
# shellcheck disable=SC2015 # `a && b || c` with a test as b
set -u
seconds=${GPU_LEASE_PREFLIGHT_SECONDS:-60}
nodes=${GPU_LEASE_NODES:-1} rank=${GPU_LEASE_NODE_RANK:-0}

k() { printf 'K %s %s\n' "$1" "$(printf %s "${2:-}" | tr -c ' -~' '?')"; }
bounded() {
  limit=$1
  shift
  if command -v timeout >/dev/null 2>&1; then timeout -k 2 "$limit" "$@"; else "$@"; fi
}

# --- one node --------------------------------------------------------------------------------------------------------

# Only machines with NVSwitch have a fabric to be managed.
fabric() {
  [ -d /proc/driver/nvidia-nvswitch ] || [ -n "${GPU_LEASE_PREFLIGHT_FABRIC:-}" ] || return 0
  k fabric.here 1
  if command -v systemctl >/dev/null 2>&1; then k fabric.service "$(systemctl is-active nvidia-fabricmanager 2>/dev/null)"; fi
  k fabric.version "$(nv-fabricmanager --version 2>/dev/null | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1)"
  bounded 15 nvidia-smi -q 2>/dev/null | awk '/^ *Fabric$/ { on = 1; next } on && /State/ { sub(/.*: */, ""); print; on = 0 }' |
    sort | uniq -c | while read -r count state; do printf 'L fabric.state %s %s\n' "$state" "$count"; done
}
gpus() {
  command -v nvidia-smi >/dev/null 2>&1 || return 0
  bounded 20 nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null >"$tmp/gpus"
  k gpu.count "$(wc -l <"$tmp/gpus" | tr -d ' ')"
  k gpu.name "$(sed 's/, [^,]*$//' "$tmp/gpus" | sort -u | tr '\n' ' ')"
  k driver "$(sed 's/.*, //' "$tmp/gpus" | sort -u | tr '\n' ' ' | sed 's/ $//')"
}
# What steers the collectives. Names of interfaces and adapters may differ from node to node; whether there are any may not.
transport() {
  env | grep -E '^(NCCL|TORCH_NCCL|GLOO|TP|UCX|FI)_[A-Z0-9_]*=' | grep -vE 'KEY|TOKEN|SECRET|PASSW' | LC_ALL=C sort |
    tr -cd '\12 -~' | cut -c 1-400 | sed 's/^/L env /'
}
gather() {
  echo 'GPU-LEASE preflight 1'
  k host "$(uname -n)"
  k rank "$rank"
  k kernel "$(uname -r)"
  fabric
  gpus
  transport
  if command -v python3 >/dev/null 2>&1; then
    bounded "$seconds" python3 "${0%/*}/preflight.py" look "$rank" "$nodes" "${MASTER_ADDR:-127.0.0.1}" "${MASTER_PORT:-29500}" "$@" \
      2>"$tmp/python.err" </dev/null
    code=$?
    k python.exit "$code"
    [ "$code" = 0 ] || tail -n 3 "$tmp/python.err" | tr -cd '\12 -~' | sed 's/^/L python.err /'
  else
    k python none
  fi
  echo 'GPU-LEASE preflighted'
}
# node DIR [OUT PATTERNS]
node() {
  tmp=$(mktemp -d "${TMPDIR:-/tmp}/gpu-lease.XXXXXX") || exit 5
  trap 'rm -rf "$tmp"' EXIT
  mkdir -p "$1" || exit 5
  dir=$1
  shift
  gather "$dir" "$seconds" "$@" >"$dir/$rank.part" && mv -f "$dir/$rank.part" "$dir/$rank.facts"
}

# --- all of them -----------------------------------------------------------------------------------------------------

# judge DIR
judge() {
  number=0
  set -- "$1"
  while [ "$number" -lt "$nodes" ]; do
    [ -f "$1/$number.facts" ] || printf 'K rank %s\nK silent 1\n' "$number" >"$1/$number.facts"
    set -- "$@" "$1/$number.facts"
    number=$((number + 1))
  done
  shift
  awk -v nodes="$nodes" -v least="${GPU_LEASE_PREFLIGHT_GBPS:-0}" -v seconds="$seconds" '
    FNR == 1 { at += 1; node = at - 1 }
    $1 == "K" { name = $2; sub(/^K [^ ]* ?/, ""); v[node, name] = $0; next }
    $1 == "L" { name = $2; sub(/^L [^ ]* ?/, ""); count[node, name]++; list[node, name, count[node, name]] = $0 }
    $1 == "L" { next }

    function who(n) { return "node " n (v[n, "host"] == "" ? "" : " (" v[n, "host"] ")") }
    function say(level, id, text) { printf "PREFLIGHT %s %s %s\n", level, id, text; if (level == "fail") failed++; if (level == "warn") warned++ }
    # differ NAME: the first node that says another thing than node 0
    function differ(name,   n) { for (n = 1; n < nodes; n++) if (!v[n, "silent"] && v[n, name] "" != v[0, name] "") return n; return 0 }
    function all_of(n, name,   i, text) { for (i = 1; i <= count[n, name]; i++) text = text (i > 1 ? ", " : "") list[n, name, i]; return text }
    function has(n, name, line,   i) { for (i = 1; i <= count[n, name]; i++) if (list[n, name, i] == line) return 1; return 0 }
    function only(n, m, name, skip,   i, text, found) {
      for (i = 1; i <= count[n, name]; i++)
        if ((skip == "" || list[n, name, i] !~ skip) && !has(m, name, list[n, name, i])) { found++; if (found <= 5) text = text (found > 1 ? ", " : "") list[n, name, i] }
      return text (found > 5 ? " and " found - 5 " more" : "")
    }

    function silent(   n) {
      for (n = 0; n < nodes; n++) {
        if (v[n, "silent"]) say("fail", "ND-04", who(n) " said nothing within " seconds " s: it does not run, or does not see the folder that the nodes share; look at it, or leave it out")
        else if (v[n, "python"] == "none") say("warn", "ND-04", who(n) " has no python3: network and versions were not looked at")
        else if (v[n, "python.exit"] != 0) say("warn", "ND-04", who(n) ": the look at the network ended with " v[n, "python.exit"] ": " list[n, "python.err", count[n, "python.err"]])
      }
    }
    function fabric(   n, i) {
      for (n = 0; n < nodes; n++) {
        if (v[n, "fabric.here"] != 1) continue
        if (v[n, "fabric.service"] != "" && v[n, "fabric.service"] != "active" && v[n, "fabric.service"] != "unknown")
          say("fail", "MN1", who(n) ": the fabric manager is " v[n, "fabric.service"] ", and every collective hangs; have nvidia-fabricmanager started there, or take another node")
        if (v[n, "fabric.version"] != "" && v[n, "driver"] != "" && v[n, "fabric.version"] != v[n, "driver"])
          say("fail", "MN1", who(n) ": the fabric manager is " v[n, "fabric.version"] " and the driver " v[n, "driver"] "; they must be the same version")
        for (i = 1; i <= count[n, "fabric.state"]; i++)
          if (list[n, "fabric.state", i] !~ /^(Completed|N\/A) /) say("fail", "MN1", who(n) ": the fabric of its cards is " list[n, "fabric.state", i] "; restart nvidia-fabricmanager there, or take another node")
      }
    }
    function interface(   n, kind, part, i, named) {
      for (n = 0; n < nodes; n++) {
        named = ""
        for (i = 1; i <= 2; i++) {
          kind = i == 1 ? "nccl" : "gloo"
          if (v[n, "pinned." kind] == "") continue
          split(v[n, "pinned." kind], part, " ")
          if (part[2] == "none") { say("fail", "MN2", who(n) ": " toupper(kind) "_SOCKET_IFNAME=" part[1] " names no interface there; there are " all_of(n, "interface")); bad[n] = 1 }
          named = part[1]
        }
        if (v[n, "net.reach"] == "no") { say("fail", "MN2", who(n) " does not reach the first node at " v[n, "master.address"] ": a firewall, another network, or a name that leads elsewhere"); bad[n] = 1 }
        else if (v[n, "net.pinned"] == "no" && !bad[n]) {
          say("fail", "MN2", who(n) ": the interface " v[n, "interface"] " does not lead to " v[n, "master.address"] " of the first node, its " v[0, "interface"] (named == "" ? "" : " (set by " named ")") "; the way there is " v[n, "route.interface"] ": set NCCL_SOCKET_IFNAME and GLOO_SOCKET_IFNAME to that, or leave them out")
          bad[n] = 1
        }
        any_bad += bad[n]
      }
    }
    function mtu(   n, part) {
      for (n = 1; n < nodes; n++) {
        split(v[n, "net.large"], part, " ")
        if (part[2] == "no") say("fail", "MN4", who(n) ": packets of " part[1] " bytes do not arrive at the first node, small ones do (MTU " v[n, "interface.mtu"] " here, " v[0, "interface.mtu"] " there): the first large collective hangs; set the MTU to 1500 at both ends, or correct what lies between")
        else if (v[n, "net.pinned"] == "yes" && v[n, "interface.mtu"] "" != v[0, "interface.mtu"] "")
          say("warn", "MN4", who(n) ": its MTU is " v[n, "interface.mtu"] ", and that of the first node " v[0, "interface.mtu"] ": the smaller one gets through; set the same at both ends")
      }
    }
    function versions(   n, i, names, words, text, back) {
      split("python torch cuda nccl gpu.name gpu.count driver", names, " ")
      for (i = 1; i <= 7; i++)
        if (n = differ(names[i])) say(names[i] == "driver" ? "warn" : "fail", "ND-02", who(n) " has " names[i] " " (v[n, names[i]] == "" ? "none" : v[n, names[i]]) ", and " who(0) " has " (v[0, names[i]] == "" ? "none" : v[0, names[i]]) "; make them the same" (names[i] == "python" || names[i] == "torch" ? " (" v[n, "python.path"] ", " v[0, "python.path"] ")" : ""))
      for (n = 1; n < nodes; n++) {
        text = only(n, 0, "package", ""); back = only(0, n, "package", "")
        if (text back != "") say("fail", "ND-02", who(n) " has other packages than " who(0) ": " (text == "" ? "lacks " back : text (back == "" ? ", which are not there" : " where the other has " back)) "; install the same lock file on both")
      }
    }
    function transport(   n, i, skip, text, back) {
      skip = "^(NCCL|GLOO)_(SOCKET_IFNAME|IB_HCA)="
      for (n = 1; n < nodes; n++) {
        text = only(n, 0, "env", skip); back = only(0, n, "env", skip)
        if (text back != "") say("fail", "ND-02", who(n) " has " (text == "" ? "not " back : text) " where " who(0) " has " (back == "" ? "none" : back) "; set the same for every node, by `vars` of the job")
      }
      for (n = 0; n < nodes; n++) for (i = 1; i <= count[n, "env"]; i++)
        if (list[n, "env", i] ~ /^(TORCH_)?NCCL_ASYNC_ERROR_HANDLING=0$/) say("warn", "MN3", who(n) ": " list[n, "env", i] ": where a rank dies the others wait for ever; leave it out")
    }
    function link_speed(   n, best, link) {
      for (n = 1; n < nodes; n++) if (v[n, "net.gbps"] + 0 > best) best = v[n, "net.gbps"] + 0
      for (n = 1; n < nodes; n++) {
        if (v[n, "net.pinned"] != "yes") continue
        if (v[n, "net.gbps"] == "none") { say("fail", "MN4", who(n) ": it can connect to the first node, and nothing that it sends comes through"); any_bad = 1; continue }
        link = v[n, "interface.speed"] / 1000
        if (least > 0 && v[n, "net.gbps"] + 0 < least) say("fail", "MN2", who(n) " sends to the first node at " v[n, "net.gbps"] " Gb/s by " v[n, "interface"] ", and the job asks for " least "; take another interface or node")
        else if (v[n, "net.gbps"] + 0 < best / 4) say("fail", "MN2", who(n) " sends to the first node at " v[n, "net.gbps"] " Gb/s by " v[n, "interface"] ", and the fastest at " best ": all wait for the slowest; leave it out, or take another interface")
        else if (link > 0 && v[n, "net.gbps"] + 0 < link / 10) say("warn", "MN2", who(n) " sends to the first node at " v[n, "net.gbps"] " Gb/s by an interface of " link)
      }
    }
    function collective(   n, text, mark, most) {
      # Where one fails the others only hear nothing.
      for (n = 0; n < nodes; n++) if (v[n, "reduce.error"] != "" && v[n, "reduce.error"] != "no torch") {
        mark = v[n, "reduce.error"] ~ /127\.0\.0\.1/ ? 3 : v[n, "reduce.error"] ~ /^no answer/ ? 1 : 2
        if (mark > most) { most = mark; text = who(n) ": an all-reduce over all nodes failed: " v[n, "reduce.error"] }
      }
      # What is behind that was found before; a second finding for it would send people elsewhere.
      if (text ~ /127\.0\.0\.1/ && v[0, "route.interface"] != "lo" && failed == 0) say("fail", "MN2", text ": the name of a host leads to its loopback, and gloo goes by that; set GLOO_SOCKET_IFNAME=" v[0, "route.interface"])
      else if (text != "" && failed == 0) say("fail", "ND-04", text "; run it again with NCCL_DEBUG=INFO in the `vars` of the job")
      else if (least > 0 && v[0, "reduce.gbps"] + 0 > 0 && v[0, "reduce.gbps"] + 0 < least) say("fail", "MN2", "an all-reduce over all nodes (" v[0, "reduce.backend"] ") comes to " v[0, "reduce.gbps"] " Gb/s, and the job asks for " least)
    }
    function resume(   n, m, i) {
      for (i = 1; i <= count[0, "checkpoint.lacks"]; i++)
        say("warn", "MN5", list[0, "checkpoint.lacks", i] ": not all of its ranks wrote it to the end; " (v[0, "checkpoint"] == "none" ? "there is no other one" : v[0, "checkpoint"] " is the newest that is whole") ", and what resumes must not take this one")
      for (n = 0; n < nodes; n++)
        if (v[n, "checkpoint.error"] != "") { say("fail", "MN5", who(n) " cannot load the newest checkpoint " v[n, "checkpoint"] ": " v[n, "checkpoint.error"] "; it would begin at step 0 or end"); m = 1 }
      if (m) return
      if (n = differ("checkpoint")) say("fail", "MN5", who(n) " sees " v[n, "checkpoint"] " as the newest checkpoint, and " who(0) " " v[0, "checkpoint"] ": they do not see the same files")
      else if (n = differ("checkpoint.sha256")) say("fail", "MN5", who(n) " reads other bytes of " v[n, "checkpoint"] " than " who(0) ": they do not see the same file")
    }
    END {
      silent(); fabric(); interface(); mtu(); versions(); transport(); link_speed(); resume(); collective()
      if (failed) exit 1
      slow = ""
      for (n = 1; n < nodes; n++) if (v[n, "net.gbps"] != "" && (slow == "" || v[n, "net.gbps"] + 0 < slow)) slow = v[n, "net.gbps"] + 0
      text = nodes (nodes == 1 ? " node" : " nodes")
      if (slow != "") text = text ", " slow " Gb/s to the first node at least"
      if (v[0, "reduce.backend"] != "") text = text ", all-reduce by " v[0, "reduce.backend"] (v[0, "reduce.gbps"] == "none" ? "" : " at " v[0, "reduce.gbps"] " Gb/s")
      if (v[0, "torch"] != "") text = text ", torch " v[0, "torch"]
      if (v[0, "checkpoint.sha256"] != "") text = text ", " v[0, "checkpoint"] " is read alike by all"
      printf "PREFLIGHT ok - %s\n", text
    }' "$@"
}

# Of what a caller needs beside: see nodes.sh.
case ${1:-} in
  node) shift && node "$@" ;;
  judge) judge "$2" ;;
  alone)
    shift
    nodes=1 rank=0
    shared=$(mktemp -d "${TMPDIR:-/tmp}/gpu-lease.XXXXXX") || exit 5
    (node "$shared" "$@")
    judge "$shared"
    code=$?
    rm -rf "$shared"
    exit "$code"
    ;;
  *)
    echo "preflight.sh: node DIR [OUT PATTERNS], judge DIR, or alone [OUT PATTERNS]" >&2
    exit 2
    ;;
esac
