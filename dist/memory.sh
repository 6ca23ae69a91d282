#!/bin/sh
# How much memory the box and its fullest card held over time, for whoever asks what a cell died of or how much the next one needs: a
# validation may want many times what the training does. A part of the keeper, whose pulse sources it.
#
#   BASE/attempts/N/memory.tsv   a header, then a row for each few seconds; `-` is what the box does not tell. `held` is what no
#                                cache gives back; the card is the one that holds the most.
# shellcheck shell=sh disable=SC2154,SC2015 # the keeper's names; `a && b || c` with a test as b
# shellcheck disable=SC2034 # read by the pulse
MEMORY_SECONDS=5
# About five hours at that pace. Then neighbours become one row with the most of both, so that the whole attempt stays in sight, its
# past more coarsely, and no peak is lost.
MEMORY_BYTES=262144
TAB=$(printf '\t')

# memory_row CELL
memory_row() {
  memory
  held='' shared='' card='-' card_used='-' card_total='-' card_busy='-'
  if [ -n "$tightest_dir" ] && [ -r "$tightest_dir/memory.stat" ]; then held_by_group; fi
  [ -n "$held" ] || held_by_box
  fullest_card
  [ -s "$here/memory.tsv" ] ||
    echo "time${TAB}cell${TAB}held${TAB}shared${TAB}used${TAB}max${TAB}oom_kills${TAB}card_used_mib${TAB}card_total_mib${TAB}card${TAB}card_busy" >"$here/memory.tsv"
  echo "$(date +%s)${TAB}${1:--}${TAB}${held:--}${TAB}${shared:--}${TAB}${mem_used:--}${TAB}${mem_max:--}${TAB}${oom_kills:--}${TAB}$card_used${TAB}$card_total${TAB}$card${TAB}$card_busy" >>"$here/memory.tsv"
  [ $(($(wc -c <"$here/memory.tsv"))) -lt "$MEMORY_BYTES" ] || thin_memory
}

# What our control group holds: what the second hierarchy calls anon, the first total_rss.
held_by_group() {
  while read -r key value; do
    case $key in
      anon | total_rss) held=$value ;;
      shmem | total_shmem) shared=$value ;;
    esac
  done <"$tightest_dir/memory.stat"
  if is_number "$held" && is_number "$shared"; then held=$((held + shared)); fi
}

# A box that has no group of ours: the whole machine, which then is ours.
held_by_box() {
  total='' free=''
  while read -r key value _; do
    case $key in
      MemTotal:) total=$value ;;
      MemAvailable:) free=$value ;;
      Shmem:) shared=$((value * 1024)) ;;
    esac
  done <"$root/proc/meminfo"
  if is_number "$total" && is_number "$free"; then held=$(((total - free) * 1024)); fi
}

# fullest_card: of the last line that the heartbeat got of the cards
fullest_card() {
  read_at='' cards=''
  { read -r read_at && read -r cards; } 2>/dev/null <"$here/gpu" || [ -n "$cards" ] || return 0
  is_number "$read_at" && [ $((up - read_at)) -lt 60 ] || return 0
  while [ -n "$cards" ]; do
    one=${cards%%;*}
    case $cards in *';'*) cards=${cards#*;} ;; *) cards='' ;; esac
    IFS=, read -r number _ busy in_use all _ <<CARD
$one
CARD
    in_use=${in_use# } all=${all# }
    is_number "$in_use" && is_number "$all" || continue
    { [ "$card_used" = - ] || [ "$in_use" -gt "$card_used" ]; } || continue
    card=$number card_used=$in_use card_total=$all card_busy=${busy# }
  done
}

thin_memory() {
  LC_ALL=C awk -F "$TAB" -v OFS="$TAB" '
    function tell() { if (has) print line }
    function most(at) { return $at != "-" && (old[at] == "-" || $at + 0 > old[at] + 0) }
    NR == 1 { print; next }
    NF != 11 { next }
    has && old[2] == $2 {
      for (at = 3; at <= 7; at++) if (most(at)) old[at] = $at
      if (most(8)) for (at = 8; at <= 11; at++) old[at] = $at
      line = old[1]
      for (at = 2; at <= 11; at++) line = line OFS old[at]
      tell()
      has = 0
      next
    }
    { tell(); has = 1; line = $0; split($0, old, FS) }
    END { tell() }' "$here/memory.tsv" >"$here/memory.tmp" && mv -f "$here/memory.tmp" "$here/memory.tsv"
}
