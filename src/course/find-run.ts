import type { LedgerEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { nearestOf } from '../nearest.ts';
import { Problem } from '../problem.ts';

/** @throws Problem `no-such-run` where the ledger has no event of it, `whole-sweep` where it is the name of several */
export async function readRun(ledger: Runs, id: string): Promise<Run> {
  return (await readEvents(ledger, id)).run;
}

/** With the events that it is folded from. @throws Problem as `readRun` */
export async function readEvents(ledger: Runs, id: string): Promise<{ run: Run; events: LedgerEvent[] }> {
  const { events } = await ledger.read(id);
  if (events.length === 0) throw await noRun(ledger, id);
  return { run: fold(id, events), events };
}

type Runs = Pick<Ledger, 'read' | 'where'> & Partial<Pick<Ledger, 'list'>>;

/** Why there is nothing of that name to look at or to go on with: a sweep is several runs, each with a name of its own. */
export async function noRun(ledger: Runs, id: string): Promise<Problem> {
  const { readSweep } = await import('../sweep/record.ts');
  const sweep = await readSweep(ledger, id);
  if (!sweep) return noSuchRun(id, ledger.where, await nearestRun(ledger, id));
  const last = sweep.roster.length;
  return new Problem({
    code: 'whole-sweep',
    kind: 'usage',
    what: `${id} is a sweep of ${last} part${last === 1 ? '' : 's'}, each a run of its own.`,
    next: `Name one of them, ${id}-p1${last > 1 ? ` to ${id}-p${last}` : ''}; "gpu-lease status ${id}" shows all of them, "gpu-lease sweep ${id}" goes on with all.`,
  });
}

/** Called nearly so, or the only one that begins so. A look for it is worth no failure of its own. */
async function nearestRun(ledger: Runs, id: string): Promise<string | undefined> {
  const records = (await ledger.list?.({ archived: true }).catch(() => [])) ?? [];
  const names = records.map(({ run }) => run);
  const begun = names.filter((name) => name.startsWith(`${id}-`));
  return begun.length === 1 ? begun[0] : nearestOf(id, names);
}

const noSuchRun = (id: string, where: string, near: string | undefined): Problem =>
  new Problem({
    code: 'no-such-run',
    kind: 'usage',
    what: `There is no run "${id}" in ${where}.`,
    next: `${near === undefined ? '' : `Did you mean "${near}"? `}See "gpu-lease status --archived" for all of them, or name another ledger with --ledger.`,
  });

/** Beside one that has had a box, those that never had any are not meant. */
export async function onlyOpenRun(ledger: {
  list(): Promise<{ run: string; leases: readonly string[] }[]>;
  where: string;
}): Promise<string> {
  const open = await ledger.list();
  const begun = open.filter(({ leases }) => leases.length > 0);
  const [first, ...others] = begun.length > 0 ? begun : open;
  if (first && others.length === 0) return first.run;
  throw new Problem({
    code: open.length === 0 ? 'no-open-run' : 'which-run',
    kind: 'usage',
    what:
      open.length === 0
        ? `No run is open in ${ledger.where}.`
        : `${open.length} runs are open: ${open.map((each) => each.run).join(', ')}.`,
    next: open.length === 0 ? 'Start one with "gpu-lease run".' : 'Name the one you mean.',
  });
}
