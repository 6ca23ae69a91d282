import { type Channel, TransportFailed } from '../box/channel.ts';
import { oneLine } from '../box/stranger-text.ts';
import { type CheckpointSet, fingerprint, numberOf } from '../job/checkpoint-sets.ts';
import type { CheckpointRule } from '../job/job.ts';
import type { Cell } from '../lease/run.ts';
import { pathFault } from './manifest.ts';

/**
 * The sets that the box need not have any more: whole ones that are older than the newest that is kept here and that nothing
 * retains. What is not kept yet is newer than that; what is listed for the first time may be being written.
 *
 * @param sets the newest first
 * @param before fingerprints of the look before this one
 */
export function superseded(
  sets: readonly CheckpointSet[],
  cell: Pick<Cell, 'sets'>,
  { retain }: Pick<CheckpointRule, 'retain'>,
  before: ReadonlySet<string>,
): CheckpointSet[] {
  const newest = sets.findIndex(({ name }) => name === cell.sets.at(-1)?.name);
  if (retain?.onBox !== true || newest < 0) return [];
  const kept = new Set(cell.sets.map(({ name }) => name));
  const isWanted = (name: string): boolean =>
    kept.has(name) || (retain.every !== undefined && (numberOf(name) ?? 0) % retain.every === 0);
  return sets
    .slice(newest + 1)
    .filter(
      (set) =>
        set.form !== 'files' &&
        set.ending !== 'lacking' &&
        !isWanted(set.name) &&
        before.has(fingerprint(set)) &&
        set.files.every(({ path }) => pathFault(path) === undefined),
    );
}

/** Files first, each folder once it is empty: what somebody put there meanwhile stays. */
const REMOVE = `
cd -- "$1" 2>/dev/null || exit 0
while IFS= read -r line; do
  case $line in
    f*) rm -f -- "./\${line#f }" || exit 5 ;;
    d*) rmdir -- "./\${line#d }" 2>/dev/null ;;
  esac
done
exit 0
`;

/** @throws TransportFailed when the box could not be told, or could not remove a file */
export async function removeOnBox(
  channel: Channel,
  outDir: string,
  sets: readonly CheckpointSet[],
): Promise<void> {
  const paths = sets.flatMap(({ files }) => files.map(({ path }) => path));
  const lines = [...paths.map((path) => `f ${path}\n`), ...foldersOf(sets).map((path) => `d ${path}\n`)];
  const { exitCode, stderr } = await channel.exec(['sh', '-c', REMOVE, 'sh', outDir], {
    stdin: Buffer.from(lines.join('')),
    timeoutSeconds: 300,
  });
  if (exitCode !== 0)
    throw new TransportFailed(`the box could not remove old checkpoints: ${oneLine(stderr, 200)}`, 'short');
}

/** Those of sets that are folders, with what lies in them, the deepest first. */
function foldersOf(sets: readonly CheckpointSet[]): string[] {
  const folders = new Set<string>();
  for (const { name, form, files } of sets) {
    if (form !== 'folder') continue;
    for (const { path } of files)
      for (let at = path.lastIndexOf('/'); at >= name.length; at = path.lastIndexOf('/', at - 1))
        folders.add(path.slice(0, at));
  }
  return [...folders].sort((a, b) => b.split('/').length - a.split('/').length);
}
