import { type CheckpointSet, checkpointSets, isOfSets, type SetShape } from '../job/checkpoint-sets.ts';
import type { Footprint } from '../lease/footprint.ts';
import { filesMatching } from './bounded-file.ts';

/** How much room the output of a smoke takes on this machine, and the largest checkpoint set in it. */
export function footprintOf(outDir: string, rule: SetShape | undefined): Footprint {
  const files = filesMatching(outDir, () => true).map(({ path, bytes, modifiedAt }) => ({
    path,
    bytes,
    modifiedAt: Number(modifiedAt / 1_000_000_000n),
  }));
  const isOfSet = rule && isOfSets(rule);
  const sets =
    rule && isOfSet
      ? checkpointSets(
          files.filter(({ path }) => isOfSet(path)),
          rule,
        )
      : [];
  const [largest] = sets
    .filter(({ ending }) => ending !== 'lacking')
    .map(sizeOf)
    .sort((a, b) => b.bytes - a.bytes);
  return { ...(largest && { checkpoint: largest }), output: sizeOf({ files }) };
}

const sizeOf = ({ files }: Pick<CheckpointSet, 'files'>): { bytes: number; files: number } => ({
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  files: files.length,
});
