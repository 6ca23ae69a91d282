import { fold } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { noSuchRun } from './status.ts';

/** @throws Problem `no-such-run` where the ledger has no event of it */
export async function readRun(ledger: Pick<Ledger, 'read' | 'where'>, id: string): Promise<Run> {
  const { events } = await ledger.read(id);
  if (events.length === 0) throw noSuchRun(id, ledger.where);
  return fold(id, events);
}
