import { singleQuoted } from '../box/keeper-plan.ts';
import type { Job, SlurmRequest } from '../job/job.ts';

/**
 * How a command of the job is run inside its image, as a script that the keeper runs with the command's file as `$1`. The keeper itself
 * stays outside, where the programs of the engine are.
 *
 * @returns `undefined` where the candidate names no program of containers
 */
export function containerText(
  job: Pick<Job, 'image' | 'resources'>,
  slurm?: SlurmRequest,
): string | undefined {
  if (slurm?.container === undefined) return;
  const image = slurm.image ?? job.image;
  if (image === undefined) return;
  const inside = { apptainer, enroot }[slurm.container];
  const proof = slurm.image === undefined ? '' : SAME_FILE;
  const source = slurm.image ?? `docker://${withoutTag(image)}`;
  return `image=${singleQuoted(source)}\n${proof}${inside(job.resources.gpu !== undefined)}`;
}

/** A reference with both is refused by what pulls it; the digest is what counts. */
const withoutTag = (image: string): string => image.replace(/:[^/:@]+(?=@sha256:)/, '');

/** What is not the file of the first attempt is another configuration. Its sum is taken again only where size or time have changed. */
const SAME_FILE = `
now=$(stat -L -c '%s %Y' "$image" 2>/dev/null) || { echo "gpu-lease: there is no image $image on $(uname -n)" >&2; exit 97; }
known=$GPU_LEASE_BASE/image.sha256
sum='' seen=''
[ ! -r "$known" ] || { read -r sum && read -r seen; } <"$known"
if [ "$seen" != "$now" ]; then
  is=$({ openssl dgst -sha256 -r "$image" 2>/dev/null || sha256sum "$image"; } | cut -c 1-64)
  [ -z "$sum" ] || [ "$sum" = "$is" ] || {
    echo "gpu-lease: $image has the SHA-256 $is, and had $sum when this run began" >&2
    exit 97
  }
  sum=$is
  printf '%s\\n%s\\n' "$sum" "$now" >"$known.$$" && mv -f "$known.$$" "$known"
fi
echo "gpu-lease: $image, SHA-256 $sum"
`;

/** apptainer-exec(1). It binds the home directory and hands on the environment by itself. */
const apptainer = (withCards: boolean): string => `
for each in apptainer singularity none; do command -v "$each" >/dev/null 2>&1 && break; done
[ "$each" != none ] || { echo "gpu-lease: there is no apptainer on $(uname -n)" >&2; exit 97; }
file=$1
set -- --pwd "$PWD" --bind "$GPU_LEASE_BASE"
for dir in "\${GPU_LEASE_DATA:-}" "\${TMPDIR:-}"; do [ ! -d "$dir" ] || set -- "$@" --bind "$dir"; done
exec "$each" exec ${withCards ? '--nv ' : ''}"$@" "$image" sh "$file"
`;

const CARDS = `[ -z "\${SLURM_GPUS_ON_NODE:-}" ] || set -- "$@" --gres="gpu:$SLURM_GPUS_ON_NODE"\n`;

/**
 * The options of pyxis, by which srun runs a step in an image of enroot. A step inherits neither cores nor cards (Slurm 22.05 and newer).
 */
const enroot = (withCards: boolean): string => `
mounts=$GPU_LEASE_BASE:$GPU_LEASE_BASE
for dir in "\${GPU_LEASE_DATA:-}" "\${TMPDIR:-}"; do [ ! -d "$dir" ] || mounts=$mounts,$dir:$dir; done
set -- "$1" --ntasks=1 --cpus-per-task="\${SLURM_CPUS_PER_TASK:-1}"
${withCards ? CARDS : ''}file=$1
shift
exec srun "$@" --container-image="$image" --container-mounts="$mounts" --container-workdir="$PWD" sh "$file"
`;
