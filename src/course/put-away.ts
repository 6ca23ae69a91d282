import { untoldOfChange } from '../lease/change-news.ts';
import type { Run } from '../lease/run.ts';
import type { World } from '../world.ts';

/**
 * A closed run is none of those that a look reads. The last that is done with it: an archived record takes nothing more. One of a
 * labelled commit stays until that was told of its end, for the schedule to tell where nobody else may.
 */
export async function putAway({ ledger, clock }: Pick<World, 'ledger' | 'clock'>, run: Run): Promise<void> {
  if (!run.closed || untoldOfChange(run, clock.now()) !== undefined) return;
  await ledger.archive(run.id, new Date(run.closed.at).getUTCFullYear());
}
