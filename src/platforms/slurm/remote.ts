import { QUEUE_DIR } from './script.ts';

/*
 * What is run on the login node, as text for its sh. Each answers in lines: `LABEL>line` for what a program said, on either
 * stream, and `LABEL=code` for how it ended. Whoever is killed in the middle of one may run it again.
 */

/** Fields of a job in squeue: what may hold anything stands last. */
export const FIELDS = '%i|%T|%r|%S|%k|%j';

/** Modules of a site put Slurm's programs into the PATH of login shells only; filters of a person must not hide jobs. */
const BEGIN = `
command -v squeue >/dev/null 2>&1 || { [ -r /etc/profile ] && . /etc/profile >/dev/null 2>&1; }
unset SQUEUE_ACCOUNT SQUEUE_ARRAY SQUEUE_FORMAT SQUEUE_FORMAT2 SQUEUE_LICENSES SQUEUE_NAMES SQUEUE_PARTITION SQUEUE_QOS SQUEUE_SORT SQUEUE_STATES SQUEUE_USERS
# Else a long list of tasks is cut short.
SLURM_BITSTR_LEN=0; export SLURM_BITSTR_LEN
cd "$HOME" || exit 74
q=$HOME/${QUEUE_DIR}
bounded() {
  if command -v timeout >/dev/null 2>&1; then timeout "$@"; else shift; "$@"; fi
}
told() {
  label=$1; shift
  out=$("$@" 2>&1); rc=$?
  [ -z "$out" ] || printf '%s\\n' "$out" | sed "s/^/$label>/"
  echo "$label=$rc"
}
queued() { ( SLURM_TIME_FORMAT=%Y-%m-%dT%H:%M:%S%z; export SLURM_TIME_FORMAT; bounded 60 squeue -h --me "$@" -o '${FIELDS}' ); }
`;

/** `$1`: the box id as it was given. Sets `name`, where it is one of ours. */
const NAMED = `
box=$1; id=\${1%%;*}; cluster=\${1#"$id"}; cluster=\${cluster#;}; cluster=\${cluster:+-M$cluster}
name=
file=
for each in "$q"/*.job; do
  { IFS= read -r first <"$each"; } 2>/dev/null || continue
  [ "$first" != "$box" ] || { file=$each; break; }
done
if [ -n "$file" ]; then name=\${file##*/}; name=\${name%.job}; echo "name>$name"; fi
[ -n "$name" ] && [ -e "$q/$name.begun" ] && echo 'begun>yes'
`;

/** One job: squeue, and where it does not show it alive what else may know. Nothing else is asked while Slurm does not answer. */
export const LOOK = `${BEGIN}${NAMED}
echo "uid>$(id -u)"
told squeue queued -t all $cluster -j "$id"
case $out in *'nable to contact'*|*'ocket timed out'*) exit 0;; esac
state=$(printf '%s\\n' "$out" | sed -n "s/^$id|\\([A-Z_]*\\)|.*/\\1/p" | head -n 1)
[ "$state" != COMPLETED ] || exit 0
# Of an array each task has a state, and those of which nothing is shown are over.
for state in $(printf '%s\\n' "$out" | sed -n "s/^$id\\(_[^|]*\\)\\{0,1\\}|\\([A-Z_]*\\)|.*/\\2/p" | sort -u); do
  case $state in COMPLETED|FAILED|CANCELLED|TIMEOUT|NODE_FAIL|PREEMPTED|BOOT_FAIL|DEADLINE|OUT_OF_MEMORY) ;; *) exit 0;; esac
done
[ -z "$name" ] || sed -n 's/^slurmstepd[^ :]*: /log>slurmstepd: /p; s/^gpu-lease: /log>&/p' "$q/$name-$id.log" 2>/dev/null | tail -n 4
told sacct bounded 60 sacct -n -P $cluster -j "$id" -o JobID,State,ExitCode,MaxRSS,ReqMem
told scontrol bounded 60 scontrol $cluster show job -o "$id"
case $out in *'nvalid job id'*) ;; *) exit 0;; esac
[ -n "$file" ] || exit 0
echo "age>$(( $(date +%s) - $(stat -c %Y "$file") ))"
echo "kept>$(bounded 60 scontrol $cluster show config | sed -n 's/^MinJobAge *= *\\([0-9]*\\).*/\\1/p')"
`;

/** All jobs of the user, and the names that were let go; `$1`: all states, or those that are alive. */
export const LIST = `${BEGIN}
told squeue queued \${1:+-t "$1"}
for each in "$q"/*.begun; do
  [ -e "$each" ] && { each=\${each##*/}; echo "begun>\${each%.begun}"; }
done
# Where a site has several clusters, the number alone is not what the job was called at its submit.
for each in "$q"/*.job; do
  { IFS= read -r first <"$each"; } 2>/dev/null || continue
  each=\${each##*/}
  case $first in *';'*) echo "job>$first \${each%.job}";; esac
done
exit 0
`;

/** All jobs of a name, and what was written down of it. */
export const FIND = `${BEGIN}
name=$1
told squeue queued -t all -n "$name"
[ -s "$q/$name.job" ] && sed 's/^/job>/' "$q/$name.job"
exit 0
`;

/**
 * Lets a held job go, once. The mark is made afterwards: a job that was let go and is not marked is let go once more, which
 * does nothing, while one that is marked and still held would be held for ever.
 */
export const BEGIN_JOB = `${BEGIN}${NAMED}
[ -n "$name" ] && [ -e "$q/$name.begun" ] && exit 0
told squeue queued -t all $cluster -j "$id"
state=$(printf '%s\\n' "$out" | sed -n "s/^$id\\(_[^|]*\\)\\{0,1\\}|\\([A-Z_]*|[A-Za-z]*\\)|.*/\\2/p" | head -n 1)
case $state in
  '') exit 0;;
  'PENDING|JobHeldUser') told release bounded 60 scontrol $cluster release "$id"; [ "$rc" = 0 ] || exit 0;;
esac
[ -z "$name" ] || { : >"$q/$name.begun"; echo "mark=$?"; }
`;

export const CANCEL = `${BEGIN}${NAMED}
told scancel bounded 60 scancel $cluster "$id"
`;

/**
 * The run of this job is closed: that is noted beside it, and what lies there of those that were closed more than `$2` days ago goes:
 * names, ids and logs of jobs, and nothing of their work. The id goes last but for the note, so that whoever is killed is followed by another.
 */
export const FORGET = `${BEGIN}${NAMED}
[ -n "$name" ] || exit 0
: >"$q/$name.closed"
find "$q" -name '*.closed' -mtime "+$2" 2>/dev/null | while IFS= read -r each; do
  each=\${each%.closed}
  { IFS= read -r id <"$each.job"; } 2>/dev/null || id=
  case \${id%%;*} in
    ''|*[!0-9]*) ;;
    *) rm -f "$each-\${id%%;*}.log" "$each-\${id%%;*}"_*.log;;
  esac
  rm -f "$each" "$each.begun" "$each.tried" "$each".job.* && rm -f "$each.job" && rm -f "$each.closed"
done
exit 0
`;

/**
 * Where one job stands among those that wait in its partition, and what its user's accounts have used: asked when a person asks, and
 * once. Of a list that may be long only a line of ours is told, how many stand before it, and what each of their factors is on average; of the accounts those that the user is in.
 */
export const SHARE = `${BEGIN}${NAMED}
all=$(bounded 60 sprio -h $cluster -o '%i|%u|%r|%Y|%A|%F|%J|%P|%Q' 2>&1); rc=$?
echo "sprio=$rc"
[ "$rc" = 0 ] || printf '%s\\n' "$all" | sed 's/^/sprio>/'
[ "$rc" != 0 ] || printf '%s\\n' "$all" | tr -d ' ' | awk -F'|' -v id="$id" '
  { line[NR] = $0; if (!own && ($1 == id || index($1, id "_") == 1)) { own = NR; part = $3; mine = $4 + 0 } }
  END {
    if (!own) exit
    print "own>" line[own]
    for (at = 1; at <= NR; at++) {
      split(line[at], of, "|")
      if (at == own || of[3] != part || of[4] + 0 <= mine) continue
      jobs++
      if (!(of[2] in seen)) { seen[of[2]] = 1; users++ }
      for (i = 5; i <= 9; i++) sum[i] += of[i]
    }
    if (!jobs) { print "ahead>0|0"; exit }
    printf "ahead>%d|%d", jobs, users
    for (i = 5; i <= 9; i++) printf "|%d", sum[i] / jobs
    print ""
  }'
all=$(bounded 60 sshare -h -P -o Account,User,NormShares,EffectvUsage,FairShare,GrpTRESMins,GrpTRESRaw,TRESRunMins 2>/dev/null) || exit 0
printf '%s\\n' "$all" | awk -F'|' -v me="$(id -un)" '
  { sub(/^ +/, "", $1) }
  $2 == "" { of[$1] = $3 "|" $4 "|" $6 "|" $7 "|" $8 }
  $2 == me { print "share>" $1 "|" $5 "|" of[$1] }'
`;

/** `$1`: variables to unset, `$2` what runs containers, `$3` a file of an image; each may be empty. The script comes by stdin. */
export const TEST = `${BEGIN}
command -v sbatch >/dev/null 2>&1 || { echo 'sbatch=127'; exit 0; }
unset $1
case $2 in
  apptainer) command -v apptainer >/dev/null 2>&1 || command -v singularity >/dev/null 2>&1; echo "container=$?";;
  enroot) bounded 20 srun --help 2>/dev/null | grep -q -e --container-image; echo "container=$?";;
esac
[ -z "$3" ] || { [ -r "$3" ]; echo "image=$?"; }
told sinfo bounded 60 sinfo -h -o '%P|%a|%l|%G'
[ "$rc" = 0 ] || exit 0
[ -z "$4" ] || echo "most>$(bounded 60 scontrol show config | sed -n 's/^MaxArraySize *= *\\([0-9]*\\).*/\\1/p')"
mkdir -p "$q" 2>/dev/null
told test bounded 60 sbatch --test-only
`;

/**
 * Submits once: `$1` the name, `$2` the price to write down, `$3` variables to unset; the script comes by stdin. Under a lock, so
 * that of two programs the second finds what the first one made; and looked for by its name first, so that a job is found whose
 * answer was lost. The lock is the kernel's, which ends with whoever holds it; where the file system has none, a folder that counts
 * for five minutes, longer than all the bounds in here together.
 */
export const SUBMIT = `${BEGIN}
trap '' HUP PIPE
name=$1; price=$2
unset $3
script=$(cat)
umask 077
mkdir -p "$q" || exit 73
command -v sbatch >/dev/null 2>&1 || { echo 'sbatch=127'; exit 0; }
draft=$q/$name.job.$$
folder=
tidy() { rm -f "$draft" "$draft.err"; [ -z "$folder" ] || rmdir "$folder" 2>/dev/null; }
trap tidy EXIT
by_folder() {
  tries=0
  until mkdir "$q/.lock.d" 2>/dev/null; do
    # One at a time looks once more and takes it away: else the second would take away what the first has made anew.
    if is_old && mkdir "$q/.lock.old" 2>/dev/null; then
      is_old && rmdir "$q/.lock.d"
      rmdir "$q/.lock.old"
      continue
    fi
    tries=$((tries + 1)); [ "$tries" -lt 60 ] || { echo 'lock=1'; exit 0; }
    sleep 1
  done
  folder=$q/.lock.d
}
is_old() { [ -n "$(find "$q/.lock.d" -prune -mmin +5 2>/dev/null)" ]; }
exec 9>"$q/.lock" || exit 73
flock -w 60 9 2>/dev/null
case $? in 0) ;; 1) echo 'lock=1'; exit 0;; *) by_folder;; esac

keep() {
  printf '%s\\n%s\\n' "$1" "$price" >"$draft" && mv -f "$draft" "$q/$name.job"; kept=$?
  echo "keep=$kept"
  [ "$kept" != 0 ] || rm -f "$q/$name.tried"
}
if [ -s "$q/$name.job" ]; then sed 's/^/job>/' "$q/$name.job"; exit 0; fi
told squeue queued -t all -n "$name"
[ "$rc" = 0 ] || exit 0
found=$(printf '%s\\n' "$out" | awk -F'|' -v name="$name" '$1 ~ /^[0-9]+(_.*)?$/ && $NF == name { sub(/_.*/, "", $1); print $1 }' | sort -n | head -n 1)
if [ -z "$found" ]; then
  told sacct bounded 60 sacct -X -n -P --name "$name" -S now-30days -o JobID,JobName
  found=$(printf '%s\\n' "$out" | awk -F'|' -v name="$name" '$1 ~ /^[0-9]+(_.*)?$/ && $2 == name { sub(/_.*/, "", $1); print $1 }' | sort -n | head -n 1)
fi
if [ -n "$found" ]; then echo "job>$found"; keep "$found"; exit 0; fi
# A submit of this name whose answer nobody has may have come through, and its job be over and forgotten: where there is accounting, it
# has to say that there is none.
if [ "$rc" != 0 ] && [ "$rc" != 127 ] && [ -e "$q/$name.tried" ]; then
  case $out in *'ccounting storage is disabled'*) ;; *) exit 0;; esac
fi
{ : >"$draft" && : >"$q/$name.tried"; } || { echo 'keep=1'; exit 0; }
said=$(printf '%s\\n' "$script" | bounded 60 sbatch --hold --parsable 2>"$draft.err"); rc=$?
sed 's/^/sbatch>/' "$draft.err"
echo "sbatch=$rc"
made=$(printf '%s\\n' "$said" | grep -E '^[0-9]+(;[A-Za-z0-9_.-]+)?$' | tail -n 1)
if [ "$rc" = 0 ] && [ -n "$made" ]; then echo "job>$made"; keep "$made"; fi
`;
