#!/bin/sh
# One pass over the checkpoint sets of the cell that runs: the newest whole one is copied to the durable tier. A part of the keeper,
# which sources it in a process of its own, at a low priority, at each beat; never two at once.
#
#   DURABLE/RUN/.sets/CELL/ID/files/     the set, by the paths that it has below the cell's output; ID is "SECONDS-ATTEMPT"
#   DURABLE/RUN/.sets/CELL/ID/manifest   written last, by a rename: "SHA256 BYTES PATH" lines, then "end COUNT"; without it ID is nobody's
#   DURABLE/RUN/.sets/CELL/kept          ID of the one that the record counts as kept, by the look that loaded it
#   BASE/cells/CELL/sets/                what a pass leaves to the next: before copied finished failed rest held/
#
# Of the plan: `sets` holds the form of the rule (glob: a pattern of folders or files; one: a pattern of one file for each folder;
# list: files that belong together), the marker, how names of unfinished files look, and then the pattern or the list, each a line.
# shellcheck shell=sh disable=SC2154,SC2015 # the keeper's names; `a && b || c` with a test as b
LC_ALL=C
export LC_ALL
TAB=$(printf '\t')
state=$base/cells/$name/sets
root=$durable_dir/${base##*/}/.sets/$name
stage='' lists='' held_now=0 of=$out

# A checkpoint that nobody touched for so long lies still, whatever the beat before saw.
STILL_SECONDS=60
# After a copy the disks belong to the trainer, for this many times as long as it took.
REST_FACTOR=3
# Hashing is done on one processor.
nproc() { echo 1; }

one_pass() {
  mkdir -p "$state" 2>/dev/null || return 0
  uptime_seconds
  boot_id
  first "$state/rest" until at_boot && [ "$at_boot" = "$boot" ] && [ "$up" -lt "$until" ] && [ "$over" = 0 ] && return 0
  began=$up
  lists=$(mktemp -d "$here/sets.XXXXXX") || return 0
  trap 'rm -rf "$lists"; [ -z "$stage" ] || rm -rf "$stage"' EXIT
  trap 'exit 143' TERM INT HUP
  cd "$out" 2>/dev/null || return 0
  read_rule
  see "$lists/now"
  soon=$(($(date +%s) + STILL_SECONDS)) copied_number=0 copied_at=0
  [ ! -s "$state/copied" ] || IFS=$TAB read -r _ _ copied_number copied_at _ <<EOF
$(ranked "$state/copied")
EOF
  if choose; then copy_set; fi
  cp "$lists/now" "$state/before.new" && mv -f "$state/before.new" "$state/before"
  [ "$over" = 0 ] || rm -rf "$state/held"
}

read_rule() {
  form='' complete='' unfinished=''
  { read -r form && IFS= read -r complete && IFS= read -r unfinished && cat >"$lists/names"; } <"$plan/sets"
}

# --- what is there ---------------------------------------------------------------------------------------------------

# see FILE: "SET<TAB>MTIME BYTES INODE ./PATH" for each file of a set, sorted
see() {
  plain_files | grep -v '[[:cntrl:]]' >"$lists/all"
  "see_$form" >"$lists/of"
  cut -f 2- "$lists/of" | sed 's/^/.\//' | zeroed | xargs -0 -r stat -c '%Y %s %i %n' 2>/dev/null >"$lists/stated"
  awk -F"$TAB" '
    FILENAME == ARGV[1] { path = $0; sub(/^[^ ]* [^ ]* [^ ]* \.\//, "", path); stated[path] = $0; next }
    $2 in stated { print $1 FS stated[$2] }' "$lists/stated" "$lists/of" | sort >"$1"
}

# The outermost folder that the pattern names is the set; else the file that it names.
see_glob() {
  awk -F/ '{ dir = $1; for (at = 2; at <= NF; at++) { if (!(dir in seen)) print dir; seen[dir]; dir = dir "/" $at } }' "$lists/all" |
    grep -E -f "$lists/names" >"$lists/folders"
  grep -E -f "$lists/names" "$lists/all" >"$lists/files"
  awk -F/ '
    FILENAME == ARGV[1] { folder[$0]; next }
    FILENAME == ARGV[2] { file[$0]; next }
    {
      set = $0 in file ? $0 : ""
      dir = $1
      for (at = 2; at <= NF; at++) { if (dir in folder) { set = dir; break } dir = dir "/" $at }
      if (set != "") print set "\t" $0
    }' "$lists/folders" "$lists/files" "$lists/all"
}

# A pattern of one file for each folder means the folder: what lies in it, as far as a look lists it, belongs to that file.
see_one() {
  see_glob >"$lists/named"
  matching "$plan/watched.ere" <"$lists/all" >"$lists/listed"
  awk -F"$TAB" '
    FILENAME == ARGV[1] && $1 != $2 { print; next }
    FILENAME == ARGV[1] { dir = $1; sub(/\/[^\/]*$/, "", dir); of[dir] = $1; next }
    {
      parts = split($0, part, "/")
      dir = part[1]
      for (at = 2; at <= parts; at++) { if (dir in of) print of[dir] FS $0; dir = dir "/" part[at] }
    }' "$lists/named" "$lists/listed"
}

see_list() {
  IFS= read -r whole_name <"$lists/names"
  { cat "$lists/names" && [ -z "$complete" ] || printf '%s\n' "$complete"; } >"$lists/wanted"
  grep -Fx -f "$lists/wanted" "$lists/all" | SET=$whole_name awk '{ print ENVIRON["SET"] "\t" $0 }'
}

# set_in FILE: the lines of the set that is looked at
set_in() { SET=$set awk -F"$TAB" '$1 "" == ENVIRON["SET"] ""' "$1" 2>/dev/null; }

# --- which one -------------------------------------------------------------------------------------------------------

# choose: the newest that is whole and newer than what was copied; sets set, modified and of, and $lists/this to its lines
choose() {
  choose_held && return 0
  ranked "$lists/now" | sort -t "$TAB" -k 1,1nr -k 2,2nr -k 5,5r >"$lists/order"
  while IFS=$TAB read -r _ _ number modified set; do
    set_in "$lists/now" >"$lists/this"
    ! cmp -s "$lists/this" "$state/copied" && is_newer || return 1
    is_whole && return 0
  done <"$lists/order"
  return 1
}

# ranked FILE: "FIRST<TAB>SECOND<TAB>NUMBER<TAB>MTIME<TAB>SET" for each set: by when it was written, then by the number in its
# name. Where one was written while the clock was ahead, times tell no order, and the number comes first.
ranked() {
  awk -F"$TAB" -v soon="$soon" '
    { split($2, at, " "); if (!($1 in newest) || at[1] + 0 > newest[$1]) newest[$1] = at[1] + 0; if (at[1] + 0 > soon) ahead = 1 }
    END {
      for (set in newest) {
        number = match(set, /[0-9]+[^0-9]*$/) ? substr(set, RSTART) + 0 : 0
        if (number > 1e15) number = 1e15
        written = newest[set] > soon ? 0 : newest[set]
        printf "%.0f\t%.0f\t%.0f\t%.0f\t%s\n", ahead ? number : written, ahead ? written : number, number, newest[set], set
      }
    }' "$1"
}

# is_newer: than what was copied
is_newer() {
  [ "$modified" -ge "$copied_at" ] || { [ "$copied_at" -gt "$soon" ] && [ "$number" -ge "$copied_number" ]; }
}

is_whole() {
  case $set in *[[:cntrl:]]*) return 1 ;; esac
  # A file whose name cannot be written down makes its folder one that cannot be told whole.
  [ ! -d "./$set" ] || [ -z "$(find "./$set" -name '*[[:cntrl:]]*' | head -n 1)" ] || return 1
  paths_of "$lists/this" >"$lists/paths"
  ! { printf '%s\n' "$set" && cat "$lists/paths"; } | grep -q -E -e "$unfinished" || return 1
  [ "$form" != list ] || ! grep -q -v -Fx -f "$lists/paths" "$lists/names" || return 1
  has_every_rank || return 1
  if [ -n "$complete" ]; then is_marked; else is_still; fi
}
paths_of() { cut -f 2- "$1" | sed 's/^[^ ]* [^ ]* [^ ]* \.\///'; }

# has_every_rank: as far as names tell. Of torch.distributed.checkpoint the metadata is written last and names every file; of other
# files with the ranks of processes in their names none is left out between the first and the last. What the files say is for whoever
# loads them.
has_every_rank() {
  grep '\.distcp$' "$lists/paths" | sed 's/[^/]*$//' | sort -u >"$lists/folders"
  while IFS= read -r folder; do
    grep -qFx "$folder.metadata" "$lists/paths" || return 1
    tr -c '0-9a-z_.' '\n' <"$of/$folder.metadata" | grep -oE '__[0-9]{1,6}_[0-9]{1,6}\.distcp' | sort -u | FOLDER=$folder awk '{ print ENVIRON["FOLDER"] $0 }' >"$lists/due"
    ! grep -q -v -Fx -f "$lists/paths" "$lists/due" || return 1
  done <"$lists/folders"
  awk '
    !/\.(pt|pth|bin|ckpt|safetensors|pkl|npz)$/ || /\/distrib_optim\.pt$/ { next }
    {
      name = ""; rest = $0; ranks = ""; first = 1
      while (match(rest, /[Rr][Aa][Nn][Kk][._-]?[0-9]+/)) {
        word = substr(rest, RSTART, RLENGTH); before = substr(rest, 1, RSTART - 1); digits = word; gsub(/[^0-9]/, "", digits)
        rest = substr(rest, RSTART + RLENGTH)
        if (before ~ /[A-Za-z]$/) { name = name before word; continue }
        name = name before "#"; ranks = ranks " " digits + 0
      }
      if (ranks == "") next
      name = name rest
      count[name]++
      parts = split(ranks, rank, " ")
      for (at = 1; at <= parts; at++) { if (rank[at] + 0 > 0) first = 0; if (rank[at] + 1 > extent[name, at]) extent[name, at] = rank[at] + 1 }
      dimensions[name] = parts
      if (first) begins[name]
    }
    END {
      for (name in begins) {
        due = 1
        for (at = 1; at <= dimensions[name]; at++) due *= extent[name, at]
        if (count[name] < due) exit 1
      }
    }' "$lists/paths"
}

# A marker that is older than what it stands for speaks of an earlier content.
is_marked() {
  marker=./$complete
  [ ! -d "./$set" ] || marker=./$set/$complete
  marked_at=$(stat -c %Y "$marker" 2>/dev/null) && [ "$modified" -le "$marked_at" ]
}

is_still() {
  [ "$over" = 0 ] && [ $(($(date +%s) - modified)) -lt "$STILL_SECONDS" ] || return 0
  set_in "$state/before" | cmp -s - "$lists/this" && return 0
  [ "$form" != glob ] || [ -d "./$set" ] || hold
  return 1
}

# hold: a trainer that replaces its one file at every beat would never have it lie still. By a second name its bytes stay; what
# it then costs is one more file of that size, so only where there is room for it.
hold() {
  [ "$held_now" = 0 ] || return 0
  held_now=1
  rm -rf "$state/held"
  disk "$out"
  held_bytes=$(bytes_of "$lists/this")
  [ $((free_bytes - 2 * held_bytes)) -gt "$floor_bytes" ] || return 0
  case $set in */*) mkdir -p "$state/held/${set%/*}" ;; *) mkdir -p "$state/held" ;; esac
  # By now the name may stand for a newer file than the one that was listed: what counts is what is held.
  ln "./$set" "$state/held/$set" 2>/dev/null && held_stat=$(stat -c '%Y %s %i' "$state/held/$set") &&
    printf '%s\t%s ./%s\n' "$set" "$held_stat" "$set" >"$state/held.line"
}

# choose_held: the file that the beat before held, when nobody has written to it since
choose_held() {
  [ -d "$state/held" ] && [ -s "$state/held.line" ] || return 1
  cp "$state/held.line" "$lists/this"
  IFS=$TAB read -r set _ <"$lists/this"
  IFS=$TAB read -r _ _ number modified _ <<EOF
$(ranked "$lists/this")
EOF
  of=$state/held
  paths_of "$lists/this" >"$lists/paths"
  ! cmp -s "$lists/this" "$state/copied" && is_newer && is_unchanged && return 0
  rm -rf "$state/held"
  of=$out
  return 1
}

# is_unchanged: the set that is copied is what it was when it was chosen
is_unchanged() {
  if [ "$of" = "$out" ]; then
    see "$lists/again"
    set_in "$lists/again" | cmp -s - "$lists/this"
  else
    [ "$(stat -c '%Y %s %i' "$of/$set" 2>/dev/null) ./$set" = "$(cut -f 2- "$lists/this")" ]
  fi
}

bytes_of() { awk -F"$TAB" '{ split($2, at, " "); sum += at[2] } END { printf "%.0f", sum }' "$1"; }

# --- the copy --------------------------------------------------------------------------------------------------------

copy_set() {
  count=$(($(wc -l <"$lists/paths"))) bytes=$(bytes_of "$lists/this")
  is_there || { failed not-there "$durable_dir is not the directory that it was, or cannot be written" && return 0; }
  has_room || { failed no-room "$durable_dir has no room for $set ($bytes bytes; $free_bytes are free)" && return 0; }
  (cd "$of" && sed 's/^/.\//' "$lists/paths" | zeroed | hashes | sort) >"$lists/here"
  awk '
    FILENAME == ARGV[1] { split($0, at, "\t"); split(at[2], stat, " "); sub(/^[^ ]* [^ ]* [^ ]* /, "", at[2]); size[at[2]] = stat[2]; next }
    { path = substr($0, 67); print substr($0, 1, 64), size[path], substr(path, 3) }
    END { print "end", FNR }' "$lists/this" "$lists/here" >"$lists/manifest"
  # Where temporary files find no room, fewer are hashed than there are, here and there alike.
  [ "$(tail -n 1 "$lists/manifest")" = "end $count" ] || { failed copy-failed "$set could not be hashed" && return 0; }
  if known=$(same_as_before); then
    note_finished "$known"
    return 0
  fi
  make_copy
  why=$?
  uptime_seconds
  put "$state/rest" "$((up + REST_FACTOR * (up - began))) $boot"
  case $why in
    0) note_finished "$id" && say "$set of $name is on the durable tier ($id, $count files, $bytes bytes)" ;;
    3) failed changed "$set was written to while it was copied; that copy is thrown away" ;;
    4) failed differs "the copy of $set on $durable_dir does not have the hashes of its source" ;;
    *) failed copy-failed "$set could not be copied to $durable_dir" ;;
  esac
  [ -z "$stage" ] || rm -rf "$stage"
  stage=''
}

# The mount that it was when the attempt began: a mount that is gone leaves a directory, on the disk that the trainer writes to.
is_there() {
  [ -d "$durable_dir" ] && [ -w "$durable_dir" ] || return 1
  device=$(stat -c %d "$durable_dir") || return 1
  first "$here/sets.device" known_device || { put "$here/sets.device" "$device" && known_device=$device; }
  [ "$device" = "$known_device" ]
}

# has_room: for this set and for what the box wants left; an older set gives way to a newer one, and the last one never does
has_room() {
  drop_unfinished
  fits && return 0
  drop_but 1
  fits
}
fits() {
  disk "$durable_dir"
  # A mount that tells no size is tried; it says itself when it is full.
  [ "$total_bytes" -gt 0 ] || return 0
  [ $((free_bytes - bytes)) -ge "$floor_bytes" ] && { [ -z "$free_inodes" ] || [ $((free_inodes - count)) -gt 16 ]; }
}

# make_copy: 1 it failed, 3 the set changed under it, 4 the hashes differ; 143 the attempt is over
make_copy() {
  new_id
  stage=$root/$id
  mkdir -p "$stage/files" || return 1
  while IFS= read -r path; do
    [ ! -f "$here/queue.exit" ] || return 143
    case $path in */*) mkdir -p "$stage/files/${path%/*}" || return 1 ;; esac
    # Owners and modes are nothing that every mount can keep.
    cp "$of/$path" "$stage/files/$path" || return 1
    touch -r "$of/$path" "$stage/files/$path" 2>/dev/null
  done <"$lists/paths"
  is_unchanged || return 3
  (cd "$stage/files" && sed 's/^/.\//' "$lists/paths" | zeroed | hashes | sort) >"$lists/there"
  cmp -s "$lists/here" "$lists/there" || return 4
  sync -f "$stage" 2>/dev/null
  [ "$(state_of "$here")" = running ] || return 143
  cp "$lists/manifest" "$stage/manifest.tmp" && cmp -s "$lists/manifest" "$stage/manifest.tmp" &&
    mv -f "$stage/manifest.tmp" "$stage/manifest" || return 1
  # From here on it is somebody's, whatever becomes of this process and of the older ones.
  stage=''
  drop_but 2
  return 0
}

# new_id: later than every one that is there, also when the clock of an earlier box was ahead
new_id() {
  at=$(date +%s)
  for each in "$root"/*-*; do
    each=${each##*/} each=${each%%-*}
    is_number "$each" && [ "$each" -ge "$at" ] && at=$((each + 1))
  done
  id=$at-${attempt##*/}
}

# finished: what is whole on the durable tier, the newest first
finished() {
  for each in "$root"/*/manifest; do
    [ -f "$each" ] && each=${each%/manifest} && printf '%s\n' "${each##*/}"
  done | sort -t - -k 1,1nr -k 2,2nr
}
# drop_but COUNT: never the one that a look has loaded and the record counts, however many newer ones nobody has loaded yet
drop_but() {
  finished | tail -n "+$(($1 + 1))" | while IFS= read -r old; do
    first "$root/kept" counted || counted=''
    [ "$old" = "$counted" ] || { rm -f "$root/$old/manifest" && rm -rf "${root:?}/$old"; }
  done
}
drop_unfinished() {
  for each in "$root"/*; do [ ! -d "$each" ] || [ -f "$each/manifest" ] || rm -rf "$each"; done
}

# same_as_before: the set is there already, as on a box that it was just brought to
same_as_before() {
  finished | while IFS= read -r each; do
    cmp -s "$lists/manifest" "$root/$each/manifest" && printf '%s\n' "$each" && break
  done | grep .
}

note_finished() {
  cp "$lists/this" "$state/copied"
  put "$state/finished" "$1 $count $bytes$NL$set"
  rm -rf "$state/failed" "$state/held"
}

# failed WORD TEXT: shown by the probe; said once
failed() {
  first "$state/failed" known_failure || known_failure=
  [ "$known_failure" = "$1" ] || say "$2"
  put "$state/failed" "$1"
}
