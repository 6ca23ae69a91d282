import { posix } from 'node:path';
import { type Channel, TransportFailed } from '../box/channel.ts';
import { oneLine } from '../box/stranger-text.ts';
import { type CheckpointSet, checkpointSets, namesOneOfFolder, setGlobs } from '../job/checkpoint-sets.ts';
import type { CheckpointRule } from '../job/job.ts';
import { pathFault } from './manifest.ts';
import { cellOutDir } from './places.ts';
import { listSeen } from './set-listing.ts';

/** Where no pattern of a job and no trainer looks, on the same file system: a move is a rename there. */
export const asideDir = (base: string, cell: string, attempt: number): string =>
  `${base}/cells/${cell}/unread-before-${attempt}`;

/** What a trainer calls a checkpoint: its folder, else its file. */
export const unitOf = (name: string, { path }: Pick<CheckpointRule, 'path'>): string =>
  typeof path === 'string' && namesOneOfFolder(path) ? posix.dirname(name) : name;

/**
 * Nothing is removed and nothing is written over. Where both are there, a start that was cut off had moved it, and what stands in its
 * place now is our copy.
 */
const MOVE = `
umask 077
cd -- "$1" || exit 4
while IFS= read -r path; do
  [ -e "./$path" ] || [ -L "./$path" ] || continue
  [ ! -e "$2/$path" ] && [ ! -L "$2/$path" ] || continue
  case $path in */*) mkdir -p -- "$2/\${path%/*}" ;; *) mkdir -p -- "$2" ;; esac || exit 5
  mv -- "./$path" "$2/$path" || exit 6
done
`;

/**
 * Moves what a kill left out of its trainer's sight, each folder as a whole.
 *
 * @throws TransportFailed when the box could not be told, or could not move it
 */
export async function setAside(
  channel: Channel,
  { base, cell, attempt }: { base: string; cell: string; attempt: number },
  sets: readonly CheckpointSet[],
  rule: CheckpointRule,
): Promise<void> {
  const paths = sets.flatMap((set) => {
    const unit = unitOf(set.name, rule);
    return set.form === 'folder' || unit !== set.name ? [unit] : set.files.map(({ path }) => path);
  });
  const lines = [...new Set(paths)]
    .filter((path) => pathFault(path) === undefined)
    .map((path) => `${path}\n`);
  if (lines.length === 0) return;
  const { exitCode, stderr } = await channel.exec(
    ['sh', '-c', MOVE, 'sh', cellOutDir(base, cell), asideDir(base, cell, attempt)],
    { stdin: Buffer.from(lines.join('')), timeoutSeconds: 300 },
  );
  if (exitCode !== 0)
    throw new TransportFailed(
      `the box could not set aside a half checkpoint: ${oneLine(stderr, 200)}`,
      'short',
    );
}

/** What an earlier start of the same attempt had moved before it was cut off. */
export const movedBefore = async (
  channel: Channel,
  { base, cell, attempt }: { base: string; cell: string; attempt: number },
  rule: CheckpointRule,
): Promise<CheckpointSet[]> =>
  checkpointSets(await listSeen(channel, asideDir(base, cell, attempt), setGlobs(rule)), rule);
