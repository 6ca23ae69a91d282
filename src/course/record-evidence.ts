import type { SmokePassed } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import { appendDecided, stamped } from '../ledger/append-to-run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import type { Here } from './here.ts';

/** Writes what a smoke elsewhere showed into the record of a run that has no smoke yet; a re-run finds it there. */
export async function recordEvidence(
  ledger: Ledger,
  { clock, who }: Pick<Here, 'clock' | 'who'>,
  id: string,
  evidence: SmokePassed,
): Promise<Run> {
  const decided = await appendDecided({ ledger, clock, who }, id, (run, record) => {
    if (run.smoke !== 'missing') return [];
    const { after } = stamped(record, id, [evidence], { now: clock.now(), who });
    if (after.smoke === 'missing') throw ofAnother(id, after);
    return [evidence];
  });
  return fold(id, decided.record.events);
}

const ofAnother = (id: string, { opened }: Run): Problem =>
  new Problem({
    code: 'evidence-of-another',
    kind: 'refused',
    what: `Run ${id} is bound to commit ${opened?.commit.slice(0, 8)} in configuration ${opened?.configHash.slice(0, 12)}, which is not what was smoked. Nothing was recorded.`,
    next: 'Check out the commit of that run to go on with it, or let a new run id be derived.',
  });
