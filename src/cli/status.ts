import { existsSync } from 'node:fs';
import { formatSeconds, secondsBetween } from '../clock.ts';
import { noRun, onlyOpenRun } from '../course/find-run.ts';
import type { CostBy } from '../lease/cost-by.ts';
import type { LedgerEvent } from '../lease/events.ts';
import type { Ledger, RecordTrust, RunSummary } from '../ledger/ledger.ts';
import type { MachineCopies } from '../ledger/machine-copies.ts';
import { surelyEmpty } from '../ledger/no-refs.ts';
import { formatUsd } from '../money.ts';
import { Problem } from '../problem.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { Request } from './command.ts';
import { ledgerLocation, recordsDir } from './ledger-place.ts';
import { lookingLedgerOf, type Settings, settingsOf } from './settings.ts';

/** `status`, `events` and `cost`: they read the ledger and nothing else, and start fast. */
export async function command(request: Request): Promise<number> {
  const settings = settingsOf(request);
  try {
    return await show(request.command.name, settings);
  } catch (error) {
    const { withKnownCosts } = await import('./known-costs.ts');
    throw withKnownCosts(settings, error);
  }
}

async function show(name: string, settings: Settings): Promise<number> {
  const run = settings.value('run');
  if (name === 'status' && run === undefined) return listRuns(settings);
  const by = name === 'cost' ? settings.value('by') : undefined;
  if (by !== undefined) {
    const { costOfAll } = await import('./cost-of-all.ts');
    return costOfAll(settings, by as CostBy);
  }
  if (name === 'status' && run !== undefined && (await showSweep(settings, run))) return 0;
  const { id, events, trust } = await recordOf(settings, run);
  if (trust === 'not-verified') sayNotVerified(id);
  const { fold } = await import('../lease/fold.ts');
  const folded = fold(id, events);
  if (name === 'events') return printEvents(settings, events);
  if (name === 'cost') {
    const { printCost } = await import('../report/cost-table.ts');
    return printCost(folded, settings.clock.now(), settings);
  }
  const { printRun } = await import('../report/run-table.ts');
  return printRun(folded, settings.clock.now(), settings);
}

async function listRuns(settings: Settings): Promise<number> {
  const archived = settings.flag('archived');
  const { where, runs } = await runsOf(settings, archived);
  const outOfSight = await runsOutOfSight(settings, runs);
  if (settings.json) {
    process.stdout.write(`${jsonLine({ runs, outOfSight })}\n`);
    return 0;
  }
  const { pageOn } = await import('../report/page.ts');
  const page = pageOn(process.stdout, settings.env);
  const list = await listing({ where, runs, archived, columns: page.columns }, settings.clock.now());
  page.print(list.trimEnd());
  for (const { run, what, next } of outOfSight) page.print(`ATTENTION: ${run}: ${what}\nNext: ${next}`);
  return 0;
}

interface OutOfSight {
  run: string;
  what: string;
  next: string;
}

/** Open runs that the list of open ones does not have, and looks the same without: put into the archive, or gone. */
async function runsOutOfSight(settings: Settings, listed: readonly RunSummary[]): Promise<OutOfSight[]> {
  const mayHide = surelyEmpty(ledgerLocation(settings), true) === undefined;
  if (!mayHide && !existsSync(recordsDir(settings))) return [];
  const { machineCopiesOf } = await import('./ledger-opening.ts');
  const copies = machineCopiesOf(settings);
  const ledger = await lookingLedgerOf(settings);
  const found = mayHide ? await runsInArchive(ledger, copies) : [];
  const known = new Set([...listed, ...found].map(({ run }) => run));
  for (const run of copies.runs()) {
    if (known.has(run) || copies.read(run)?.text.trimEnd().split('\n').at(-1)?.includes('"type":"closed"'))
      continue;
    try {
      await ledger.read(run);
    } catch (error) {
      if (!(error instanceof Problem && error.kind === 'ledger')) throw error;
      found.push({ run, what: error.what, next: error.next });
    }
  }
  return found;
}

async function runsInArchive(ledger: Ledger, copies: MachineCopies): Promise<OutOfSight[]> {
  const before = copies.closed();
  const { found, closed } = await ledger.hidden(before);
  if (closed.length !== before.size || closed.some((commit) => !before.has(commit)))
    copies.rememberClosed(closed);
  if (found.size === 0) return [];
  const { hiddenRun } = await import('../course/hidden-runs.ts');
  const { fold } = await import('../lease/fold.ts');
  return [...found].map(([run, record]) => {
    const { what, next } = record instanceof Problem ? record : hiddenRun(fold(run, record.events));
    return { run, what, next };
  });
}

/** A line for each run, as the summaries in the ledger have them. */
export async function listing(
  {
    where,
    runs,
    archived,
    columns,
  }: { where: string; runs: readonly RunSummary[]; archived: boolean; columns?: number | undefined },
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
  return table(['run', 'state', 'cost then', 'last event', 'lease'], rows, columns);
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
  const ledger = await lookingLedgerOf(settings);
  const { readSweep } = await import('../sweep/record.ts');
  const sweep = (await ledger.read(id)).events.length > 0 ? undefined : await readSweep(ledger, id);
  if (!sweep) return false;
  const { standingOf } = await import('../course/sweep-facts.ts');
  const { sweepText } = await import('../report/sweep-text.ts');
  const { facts, failures } = await standingOf(ledger, sweep, settings.clock.now());
  const { pageOn } = await import('../report/page.ts');
  const page = pageOn(process.stdout, settings.env);
  const lines = [
    `sweep ${id}: ${facts.state}`,
    ...sweepText(facts, page.columns),
    ...(failures === '' ? [] : [failures]),
  ];
  if (settings.json) process.stdout.write(jsonLine(facts));
  else page.print(lines.join('\n'));
  return true;
}

export async function runsOf(
  settings: Settings,
  archived: boolean,
): Promise<{ where: string; runs: RunSummary[] }> {
  const empty = surelyEmpty(ledgerLocation(settings), archived);
  if (empty !== undefined) return { where: empty, runs: [] };
  const ledger = await lookingLedgerOf(settings);
  return { where: ledger.where, runs: await ledger.list({ archived }) };
}

/** The named run, or the only one that is open. */
export async function recordOf(
  settings: Settings,
  run: string | undefined,
): Promise<{ id: string; events: LedgerEvent[]; trust: RecordTrust }> {
  const ledger = await lookingLedgerOf(settings);
  const id = run ?? (await onlyOpenRun(ledger));
  const { events, trust = 'plain' } = await ledger.read(id);
  if (events.length === 0) throw await noRun(ledger, id);
  return { id, events, trust };
}

/** On the other stream, so that whoever reads this one by program is told as well. */
export function sayNotVerified(id: string): void {
  process.stderr.write(
    `The record of ${id} is NOT VERIFIED: it is signed, and GPU_LEASE_SECRET is not set here. Anybody who can push may have written what follows.\n`,
  );
}

async function printEvents(settings: Settings, events: LedgerEvent[]): Promise<number> {
  if (settings.json) {
    process.stdout.write(`${jsonLine({ events })}\n`);
    return 0;
  }
  const { describeEvent } = await import('../report/event-words.ts');
  const { pageOn } = await import('../report/page.ts');
  const page = pageOn(process.stdout, settings.env);
  for (const event of events) page.print(`${event.at}  ${event.by}  ${describeEvent(event)}`);
  return 0;
}
