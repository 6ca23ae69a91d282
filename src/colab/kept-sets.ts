import { join } from 'node:path';
import { setManifest } from '../collect/durable-sets.ts';
import { sha256Of } from '../collect/kept-copies.ts';
import { loadedSetIn } from '../collect/set-verdict.ts';
import { checkpointSets } from '../job/checkpoint-sets.ts';
import type { Job } from '../job/job.ts';
import { lackIn } from './bring.ts';
import { namesIn, plainText } from './record.ts';

/** The newest checkpoint of a cell that the next session goes on from, by a folder as it is here now. */
export interface KeptSet {
  cell: string;
  /** `SECONDS-ATTEMPT`; `null` where none is whole here. */
  id: string | null;
  step: number | null;
  /** Newer ones that are not whole here, each with the reason. */
  passed: string[];
}

/** By every file's size and digest, and by loading it: as a resume would find it. */
export async function newestKept(
  root: string,
  job: Job,
  cell: string,
  signal: AbortSignal,
): Promise<KeptSet> {
  const passed: string[] = [];
  const dir = join(root, 'sets', cell);
  const ids = namesIn(dir).filter((name) => /^\d{1,12}-\d{1,9}$/.test(name));
  for (const id of ids.sort((one, other) => byAge(other) - byAge(one))) {
    const found = await setIn(join(dir, id), job, signal);
    if ('why' in found) passed.push(`${id}: ${found.why}`);
    else return { cell, id, step: found.step ?? null, passed };
  }
  return { cell, id: null, step: null, passed };
}

const byAge = (id: string): number => Number(id.split('-')[0]) + Number(id.split('-')[1]) / 1e6;

async function setIn(
  dir: string,
  job: Job,
  signal: AbortSignal,
): Promise<{ step: number | undefined } | { why: string }> {
  const entries = setManifest(plainText(join(dir, 'manifest')) ?? '');
  if (!entries) return { why: 'its manifest is not there, or not to its end' };
  const files = join(dir, 'files');
  for (const entry of entries) {
    const lack = lackIn(files, entry);
    if (lack) return { why: `${entry.path} ${lack.what}` };
    if ((await sha256Of(join(files, entry.path))) !== entry.sha256)
      return { why: `${entry.path} has another content` };
  }
  if (!job.checkpoint) return { step: undefined };
  // The marker was copied last; here all are of one moment.
  const seen = entries.map(({ path, bytes }) => ({ path, bytes, modifiedAt: 0 }));
  const [set] = checkpointSets(seen, job.checkpoint);
  if (!set) return { why: 'it holds no checkpoint as the job names one' };
  const verdict = await loadedSetIn(files, job, set, signal);
  return verdict.isWhole ? { step: verdict.step } : { why: `${verdict.path} ${verdict.why}` };
}
