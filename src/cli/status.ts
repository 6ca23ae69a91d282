import { formatSeconds, secondsBetween } from '../clock.ts';
import type { LedgerEvent } from '../lease/events.ts';
import type { Ledger, RunSummary } from '../ledger/ledger.ts';
import { surelyEmpty } from '../ledger/no-refs.ts';
import { formatUsd } from '../money.ts';
import { Problem } from '../problem.ts';
import { jsonLine, visible } from '../report/visible-text.ts';
import type { Request } from './arguments.ts';
import { ledgerLocation, ledgerOf, type Settings, settingsOf } from './settings.ts';

/** `status`, `log` and `cost`: they read the ledger and nothing else, and start fast. */
export async function command(request: Request): Promise<number> {
  const settings = settingsOf(request);
  const run = settings.value('run');
  if (request.command.name === 'status' && run === undefined) return listRuns(settings);
  if (request.command.name === 'status' && run !== undefined && (await showSweep(settings, run))) return 0;
  const { id, events } = await recordOf(settings, run);
  const { fold } = await import('../lease/fold.ts');
  const folded = fold(id, events);
  if (request.command.name === 'log') return printLog(settings, events);
  if (request.command.name === 'cost') {
    const { printCost } = await import('../report/cost-table.ts');
    return printCost(folded, settings.clock.now(), settings.json);
  }
  const { printRun } = await import('../report/run-table.ts');
  return printRun(folded, settings.clock.now(), settings.json);
}

async function listRuns(settings: Settings): Promise<number> {
  const archived = settings.flag('archived');
  const { where, runs } = await runsOf(settings, archived);
  if (settings.json) {
    process.stdout.write(`${jsonLine({ runs })}\n`);
    return 0;
  }
  process.stdout.write(await listing(where, runs, archived, settings.clock.now()));
  return 0;
}

/** A line for each run, as the summaries in the ledger have them. */
export async function listing(
  where: string,
  runs: readonly RunSummary[],
  archived: boolean,
  now: Date,
): Promise<string> {
  if (runs.length === 0) return `No ${archived ? '' : 'open '}runs in ${where}.\n`;
  const rows = bySweep(runs).map((run) => [
    run.sweep ? `${run.run}  (part ${run.sweep.part} of ${run.sweep.of})` : run.run,
    run.archived ? `${run.state} (closed)` : run.state,
    formatUsd(run.usd),
    `${formatSeconds(secondsBetween(new Date(run.updatedAt), now))} ago`,
    run.leases.at(-1) ?? '',
  ]);
  const { table } = await import('../report/text-table.ts');
  return table(['run', 'state', 'cost then', 'last event', 'lease'], rows);
}

/** Parts of one sweep stand together and in order, where the newest of them would stand. */
function bySweep(runs: readonly RunSummary[]): RunSummary[] {
  const groups = new Map<string, RunSummary[]>();
  for (const run of runs) {
    const key = run.sweep ? `sweep ${run.sweep.id}` : `run ${run.run}`;
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()].flatMap((group) =>
    [...group].sort((a, b) => (a.sweep?.part ?? 0) - (b.sweep?.part ?? 0)),
  );
}

/** A sweep by its id: its roster beside what became of it. @returns whether there is such a sweep */
async function showSweep(settings: Settings, id: string): Promise<boolean> {
  const ledger = await ledgerOf(settings);
  const { readSweep } = await import('../sweep/record.ts');
  const sweep = (await ledger.read(id)).events.length > 0 ? undefined : await readSweep(ledger, id);
  if (!sweep) return false;
  const { standingOf } = await import('./sweep-facts.ts');
  const { sweepText } = await import('../report/sweep-text.ts');
  const { facts, failures } = await standingOf(ledger, sweep, settings.clock.now());
  const lines = [`sweep ${id}: ${facts.state}`, ...sweepText(facts), ...(failures === '' ? [] : [failures])];
  process.stdout.write(settings.json ? jsonLine(facts) : `${visible(lines.join('\n'))}\n`);
  return true;
}

export async function runsOf(
  settings: Settings,
  archived: boolean,
): Promise<{ where: string; runs: RunSummary[] }> {
  const empty = surelyEmpty(ledgerLocation(settings), archived);
  if (empty !== undefined) return { where: empty, runs: [] };
  const ledger = await ledgerOf(settings);
  return { where: ledger.where, runs: await ledger.list({ archived }) };
}

/** The named run, or the only one that is open. */
export async function recordOf(
  settings: Settings,
  run: string | undefined,
): Promise<{ id: string; events: LedgerEvent[] }> {
  const ledger = await ledgerOf(settings);
  const id = run ?? (await onlyOpenRun(ledger));
  const { events } = await ledger.read(id);
  if (events.length === 0) throw await noRun(ledger, id);
  return { id, events };
}

/** Why there is nothing of that name to look at or to go on with: a sweep is several runs, each with a name of its own. */
export async function noRun(ledger: Pick<Ledger, 'read' | 'where'>, id: string): Promise<Problem> {
  const { readSweep } = await import('../sweep/record.ts');
  const sweep = await readSweep(ledger, id);
  if (!sweep) return noSuchRun(id, ledger.where);
  const last = sweep.roster.length;
  return new Problem({
    code: 'whole-sweep',
    kind: 'usage',
    what: `${id} is a sweep of ${last} part${last === 1 ? '' : 's'}, each a run of its own.`,
    next: `Name one of them, ${id}-p1${last > 1 ? ` to ${id}-p${last}` : ''}; "gpu-lease status ${id}" shows all of them, "gpu-lease sweep ${id}" goes on with all.`,
  });
}

export const noSuchRun = (id: string, where: string): Problem =>
  new Problem({
    code: 'no-such-run',
    kind: 'usage',
    what: `There is no run "${id}" in ${where}.`,
    next: 'See "gpu-lease status --archived" for all of them, or name another ledger with --ledger.',
  });

export async function onlyOpenRun(ledger: {
  list(): Promise<{ run: string }[]>;
  where: string;
}): Promise<string> {
  const open = await ledger.list();
  const [first] = open;
  if (first && open.length === 1) return first.run;
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

async function printLog(settings: Settings, events: LedgerEvent[]): Promise<number> {
  if (settings.json) {
    process.stdout.write(`${jsonLine({ events })}\n`);
    return 0;
  }
  const { describeEvent } = await import('../report/event-words.ts');
  for (const event of events) process.stdout.write(`${event.at}  ${event.by}  ${describeEvent(event)}\n`);
  return 0;
}
