import type { ManifestEntry } from '../box/box-plan.ts';
import { type Channel, TransportFailed } from '../box/channel.ts';
import { oneLine } from '../box/stranger-text.ts';
import { readManifest } from './manifest.ts';

/** One checkpoint that a keeper copied to the durable tier, hash-equal to what its box had. */
export interface DurableSet {
  cell: string;
  /** `<seconds since the epoch>-<attempt>`. */
  id: string;
  /** Absolute, on any box that has the tier mounted; the paths of the files begin there. */
  dir: string;
  files: ManifestEntry[];
}

/** A folder without its manifest is unfinished, and nobody's. */
const LIST = `
cd -- "$1/$2/.sets" 2>/dev/null || exit 0
for manifest in */*/manifest; do
  [ -f "$manifest" ] || continue
  printf 'set %s\n' "\${manifest%/manifest}"
  cat -- "$manifest"
done
`;
const MOST_BYTES = 64 * 1024 ** 2;
const PATIENCE_SECONDS = 120;

/**
 * The whole checkpoints of a run on the durable tier, the newest first, by one question to a box that has it mounted: also to a
 * new one, where no keeper runs yet.
 *
 * @param run the name of the run's base directory
 * @throws TransportFailed when the box could not be asked
 */
export async function durableSets(channel: Channel, durableDir: string, run: string): Promise<DurableSet[]> {
  const { exitCode, stdout, stderr, truncated } = await channel.exec(
    ['sh', '-c', LIST, 'sh', durableDir, run],
    { timeoutSeconds: PATIENCE_SECONDS, maxOutputBytes: MOST_BYTES },
  );
  if (exitCode !== 0 || truncated)
    throw new TransportFailed(`the durable tier could not be listed: ${oneLine(stderr, 200)}`, 'short');
  const sets = stdout.split(/^set /m).flatMap((text) => setIn(text, `${durableDir}/${run}/.sets`) ?? []);
  return sets.sort(
    (one, other) => byAge(other.id) - byAge(one.id) || attemptIn(other.id) - attemptIn(one.id),
  );
}

const COUNT = `
cd -- "$1/../.." && [ -f "$2/manifest" ] && printf '%s\\n' "$2" >kept.new && mv -f kept.new kept && [ -f "$2/manifest" ]
`;

/**
 * Tells the keepers of a run which copy the record is about to count as kept: that one stays, however many newer ones come that
 * nobody has loaded.
 *
 * @returns whether it was still there then
 * @throws TransportFailed when the box could not be asked
 */
export async function holdOnTier(channel: Channel, { dir, id }: DurableSet): Promise<boolean> {
  const { exitCode } = await channel.exec(['sh', '-c', COUNT, 'sh', dir, id], {
    timeoutSeconds: PATIENCE_SECONDS,
  });
  return exitCode === 0;
}

const byAge = (id: string): number => Number(id.split('-')[0]);
const attemptIn = (id: string): number => Number(id.split('-')[1]);

function setIn(text: string, root: string): DurableSet | undefined {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const [, cell, id] = /^([^/]+)\/(\d{1,12}-\d{1,9})$/.exec(head) ?? [];
  const files = setManifest(lines.join('\n'));
  return cell === undefined || id === undefined || !files
    ? undefined
    : { cell, id, dir: `${root}/${cell}/${id}/files`, files };
}

/** The files of a set by its manifest, as `sets.sh` and a notebook write it; `undefined` for one that is not whole or not usable. */
export function setManifest(text: string): ManifestEntry[] | undefined {
  const lines = text.trimEnd().split('\n');
  const [, count] = /^end (\d{1,9})$/.exec(lines.pop() ?? '') ?? [];
  if (Number(count) !== lines.length) return undefined;
  const listed = lines.flatMap((line) => {
    const [, sha256, bytes, path] = /^([0-9a-f]{64}) (\d{1,15}) (.+)$/.exec(line) ?? [];
    return path === undefined ? [] : [{ path, bytes: Number(bytes), sha256 }];
  });
  const { entries, refused } = readManifest(listed);
  // All of a checkpoint or nothing of it.
  if (refused.length > 0 || entries.length !== lines.length || entries.length === 0) return undefined;
  return entries;
}
