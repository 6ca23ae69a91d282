# Put before the setup of a machine that was rented for the run (keeper-plan.ts). Its own first boot may still hold the package
# manager, and a job that was written for a root container meets a login with sudo here, or the other way round.

settle_seconds=600
DEBIAN_FRONTEND=noninteractive
export DEBIAN_FRONTEND

# Whatever it thinks of the boot in the end: what the setup needs the setup will tell.
if command -v cloud-init >/dev/null 2>&1; then
  timeout "$settle_seconds" cloud-init status --wait >/dev/null 2>&1 || :
fi

# apt waits for the lock of dpkg where it is told to, and for that of its lists never.
packages_are_busy() {
  for of_one in "${GPU_LEASE_ROOT:-}"/proc/[0-9]*/stat; do
    busy=''
    { read -r busy <"$of_one"; } 2>/dev/null || continue
    # One that is over and that nobody took notice of, as in a container without an init.
    case $busy in *') Z '*) continue ;; esac
    busy=${busy#*\(}
    busy=${busy%\)*}
    case $busy in
      apt | apt-get | aptd | dpkg | apt.systemd.dai) return 0 ;;
      # One of the two only waits for the shutdown, as long as the machine runs.
      unattended-upgr)
        { tr '\000' ' ' <"${of_one%stat}cmdline"; } 2>/dev/null | grep -q -e --wait-for-signal || return 0
        ;;
    esac
  done
  return 1
}
waited=0
while [ "$waited" -lt "$settle_seconds" ] && packages_are_busy; do
  [ "$waited" -gt 0 ] || echo "waiting for the machine, which installs packages by itself ($busy)"
  sleep 2
  waited=$((waited + 2))
done

# $1: a tool  $2: what runs it  $3: options that go before its own
stand_in() {
  where=$(command -v "$1" 2>/dev/null) || return 0
  printf '#!/bin/sh\nexec %s "%s" %s"$@"\n' "$2" "$where" "$3" >"$tools/$1" && chmod 755 "$tools/$1"
}
tools=$GPU_LEASE_BASE/tools
mkdir -p "$tools"
as_root='env'
if [ "$(id -u)" -ne 0 ] && sudo -n true 2>/dev/null; then as_root='sudo -n env'; fi
for each in apt apt-get; do
  stand_in "$each" "$as_root DEBIAN_FRONTEND=noninteractive" "-o DPkg::Lock::Timeout=$settle_seconds "
done
if [ "$as_root" != env ]; then
  for each in dpkg add-apt-repository apt-key; do stand_in "$each" "$as_root" ''; done
fi
if [ "$(id -u)" -eq 0 ] && ! command -v sudo >/dev/null 2>&1; then
  cat >"$tools/sudo" <<'SUDO'
#!/bin/sh
while :; do
  case ${1-} in
    -u | --user) [ "${2-}" = root ] || { echo "sudo: not installed here, and this login is root alone" >&2 && exit 1; } && shift 2 ;;
    --) shift && break ;;
    -*) shift ;;
    [A-Za-z_]*=*) export "$1" && shift ;;
    *) break ;;
  esac
done
exec "$@"
SUDO
  chmod 755 "$tools/sudo"
fi
PATH=$tools:$PATH
export PATH

