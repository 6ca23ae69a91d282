import type { LedgerEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { runOfThisWorkflow } from './own-run.ts';
import type { Settings } from './settings.ts';
import { noRun, onlyOpenRun } from './status.ts';

/** @throws Problem `no-such-run` where the ledger has no event of it, `whole-sweep` where it is the name of several */
export async function readRun(ledger: Pick<Ledger, 'read' | 'where'>, id: string): Promise<Run> {
  return (await readEvents(ledger, id)).run;
}

/** With the events that it is folded from. @throws Problem as `readRun` */
export async function readEvents(
  ledger: Pick<Ledger, 'read' | 'where'>,
  id: string,
): Promise<{ run: Run; events: LedgerEvent[] }> {
  const { events } = await ledger.read(id);
  if (events.length === 0) throw await noRun(ledger, id);
  return { run: fold(id, events), events };
}

/** The run that a stage means: the one that is named, else that of this workflow run, else the only open one. */
export const meantRun = async (settings: Settings, ledger: Ledger): Promise<string> =>
  settings.value('run') ?? (await runOfThisWorkflow(settings, ledger)) ?? (await onlyOpenRun(ledger));
