import { isAbsolute } from 'node:path';
import type { Run } from '../lease/run.ts';
import type { EvidenceNow } from '../lease/warrant.ts';
import { liesIn } from './seal.ts';
import { RunStore } from './store.ts';

/** Every sealed artifact hashed again, this moment: what a warrant is issued from. */
export const evidenceNow = (storeDir: string, run: { id: string }): Promise<EvidenceNow> =>
  new RunStore(storeDir, run.id).checkSeal();

/**
 * Whether what was sealed lies where this clone does not keep its files: on another machine, or beside another clone on this one,
 * which has the same name.
 */
export function isSealedElsewhere(
  { id, seal }: Pick<Run, 'id' | 'seal'>,
  here: { machine: string; storeDir: string },
): boolean {
  if (seal?.machine === undefined) return false;
  if (seal.machine !== here.machine) return true;
  return isAbsolute(seal.place) && seal.place !== new RunStore(here.storeDir, id).root;
}

/**
 * Puts the stored seal aside when what it speaks of has changed, or when this machine does not hold it at all; returns
 * why, or nothing when it still holds.
 */
export async function breakIfChanged(
  storeDir: string,
  run: { id: string; seal: { seal: string } | undefined },
): Promise<string | undefined> {
  const store = new RunStore(storeDir, run.id);
  const { seal, problems } = await store.checkSeal();
  // What lies in a store is read back there before it counts as stored.
  const isElsewhere = liesIn(store.readSeal()?.document) !== undefined;
  if ((problems.length === 0 || isElsewhere) && seal === run.seal?.seal) return;
  const changes = problems.map(({ path, problem }) => `${path} is ${problem}`);
  const why =
    changes.length > 0
      ? changes.join('; ')
      : `the evidence in ${store.root} comes to seal ${seal.slice(0, 8)}`;
  await store.breakSeal(why);
  return why;
}
