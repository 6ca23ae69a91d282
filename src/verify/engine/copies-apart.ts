import { COPIED, copyAmong } from '../checkpoint/copies.ts';
import type { ExaminedSet } from '../contract/set.ts';
import type { FileVerdict } from '../contract/verdict.ts';
import { FolderFaults, partsOfFolder } from './folder-parts.ts';

/** A layer that lies over another, where the weights are in one file of a checkpoint's folder and their moments in another. */
export function judgeCopiesApart(
  sets: readonly ExaminedSet[],
  verdicts: ReadonlyMap<string, FileVerdict>,
): FolderFaults {
  const faults = new FolderFaults();
  for (const set of sets) {
    const { weights, optimizer } = partsOfFolder(set, verdicts) ?? {};
    if (weights === undefined || optimizer === undefined) continue;
    const { table = [], facts } = optimizer.verdict;
    const copy = copyAmong(weights.verdict.table ?? [], table, facts.optimizer);
    if (copy !== undefined) faults.add(set, weights.path, { code: COPIED, level: 'L3', ...copy });
  }
  return faults;
}
