import type { EvidenceNow } from '../lease/warrant.ts';
import { RunStore } from './store.ts';

/** Every sealed artifact hashed again, this moment: what a warrant is issued from. */
export const evidenceNow = (storeDir: string, run: { id: string }): Promise<EvidenceNow> =>
  new RunStore(storeDir, run.id).checkSeal();

/** Puts the stored seal aside when what it speaks of has changed; returns why, or nothing when it still holds. */
export async function breakIfChanged(storeDir: string, run: { id: string }): Promise<string | undefined> {
  const store = new RunStore(storeDir, run.id);
  const { problems } = await store.checkSeal();
  if (problems.length === 0) return;
  const why = problems.map(({ path, problem }) => `${path} is ${problem}`).join('; ');
  await store.breakSeal(why);
  return why;
}
