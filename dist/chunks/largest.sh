#!/bin/sh
# What takes the room on the mount that a directory lies on. Changes nothing. Run by `sh`.
#
#   largest.sh DIR SECONDS
#     DIR      any directory on that mount.   SECONDS: no longer is it looked; what was seen until then counts
#
# Lines "LARGEST bytes path", the largest first, at most six. Model caches are looked at first and by where their links lead,
# because they are the usual hog and the rest of the mount may take longer than anybody waits. A folder that is mostly one of its
# folders gives way to that one.
set -u

real() { (cd "$1" 2>/dev/null && pwd -P); }
device() { stat -c %d "$1" 2>/dev/null; }

top=$1
while [ -n "$top" ] && [ "$top" != / ] && [ ! -d "$top" ]; do top=$(dirname "$top"); done
top=$(real "$top") || exit 0
mount=$(device "$top")
while [ "$top" != / ] && [ "$(device "$top/..")" = "$mount" ]; do top=$(real "$top/..") || exit 0; done

seconds=$2
set --
for cache in "${HF_HOME:-}" "${HF_HUB_CACHE:-}" "$HOME/.cache/huggingface" "$HOME/.cache" "$HOME/.gpu-lease" "$HOME"; do
  place=$(real "${cache:-/nowhere}") || continue
  # Another mount's room is not what is missing.
  [ "$(device "$place")" != "$mount" ] || set -- "$@" "$place"
done
bound=
! command -v timeout >/dev/null 2>&1 || bound="timeout $seconds"

# shellcheck disable=SC2086 # two words, or none
$bound du -xk "$@" "$top" 2>/dev/null | awk -F '\t' 'split($2, parts, "/") <= 10' | sort -rn | head -n 300 | awk -F '\t' '
  !($2 in kb) { kb[$2] = $1; path[++count] = $2 }
  END {
    for (i = 1; i <= count && shown < 6; i++) {
      one = path[i]; below = (one == "/" ? "/" : one "/"); skip = 0
      for (j = 1; j <= count && !skip; j++) {
        if (j != i && index(path[j], below) == 1 && kb[path[j]] >= 0.6 * kb[one]) skip = 1
        if (path[j] in told && index(one, path[j] "/") == 1) skip = 1
      }
      if (skip || kb[one] < 1024) continue
      told[one] = 1; shown++
      printf "LARGEST %.0f %s\n", kb[one] * 1024, one
    }
  }'
