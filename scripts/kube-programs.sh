#!/bin/sh
# Builds the Kubernetes control plane of the testbed for test/kubernetes, where Go and the testbed are: ten minutes of processor and
# two GB of memory, once; then JobSet's controller, some minutes more. May be run any number of times, also at the same time; without
# them, the tests skip by name.
set -u
testbed=${GPU_LEASE_SHARED:-$(cd "$(dirname "$0")/../.." && pwd)/shared}/testbed/kube-up.sh
cache=${KUBE_TESTBED_CACHE:-$HOME/.cache/kube-testbed}
[ -f "$testbed" ] && command -v go >/dev/null 2>&1 && mkdir -p "$cache" || exit 0
# macOS has no flock; there two builds at once are on you.
if command -v flock >/dev/null 2>&1; then
  exec 9>"$cache/.lock"
  flock -w 1500 9 || { echo "# another build into $cache is still running"; exit 0; }
fi
# The definitions that test/kubernetes/definitions.ts installs.
go mod download sigs.k8s.io/kueue@v0.17.0 2>/dev/null || true
bash "$testbed" build >"$cache/build.log" 2>&1 || echo "# not built: the Kubernetes control plane ($(tail -n 1 "$cache/build.log"))"

# JobSet, in the version that the tests pin; its definition beside it.
pins=$(cd "$(dirname "$0")/.." && pwd)/test/kubernetes/jobset
version=$(awk '$1 == "sigs.k8s.io/jobset" { print $2 } $1 == "require" && $2 == "sigs.k8s.io/jobset" { print $3 }' "$pins/go.mod")
jobset=${GPU_LEASE_JOBSET:-$HOME/.cache/gpu-lease-jobset}/$version
[ ! -x "$jobset/jobset" ] && mkdir -p "$jobset" || exit 0
(
  # Until it is downloaded, a module has no directory to be listed.
  cd "$pins" && export CGO_ENABLED=0 GOFLAGS='-mod=readonly -buildvcs=false' &&
    go mod download sigs.k8s.io/jobset &&
    cp "$(go list -m -f '{{.Dir}}' sigs.k8s.io/jobset)/config/components/crd/bases/jobset.x-k8s.io_jobsets.yaml" "$jobset/jobsets.yaml.part" &&
    mv -f "$jobset/jobsets.yaml.part" "$jobset/jobsets.yaml" &&
    go build -ldflags='-s -w' -o "$jobset/jobset.part" sigs.k8s.io/jobset && mv -f "$jobset/jobset.part" "$jobset/jobset"
) >"$jobset/build.log" 2>&1 || echo "# not built: JobSet ($(tail -n 1 "$jobset/build.log"))"
