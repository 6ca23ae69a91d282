import type { Run } from '../lease/run.ts';
import type { World } from '../world.ts';

/** A closed run is none of those that a look reads. The last that is done with it: an archived record takes nothing more. */
export async function putAway({ ledger }: Pick<World, 'ledger'>, run: Run): Promise<void> {
  if (run.closed) await ledger.archive(run.id, new Date(run.closed.at).getUTCFullYear());
}
