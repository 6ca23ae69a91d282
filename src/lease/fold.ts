import { secondsBetween } from '../clock.ts';
import { whyNot } from './events/entry.ts';
import { entryOf, type LedgerEvent } from './events.ts';
import { noteNews } from './news.ts';
import type { Run } from './run.ts';

/** Nothing has happened yet. */
export const emptyRun = (id: string): Run => ({
  id,
  opened: undefined,
  bindings: [],
  smoke: 'missing',
  footprint: undefined,
  leases: [],
  cells: new Map(),
  data: new Map(),
  begunFrom: undefined,
  recognized: new Map(),
  relaunches: 0,
  collected: false,
  seal: undefined,
  stored: [],
  keptSets: new Map(),
  approvals: [],
  standing: [],
  halted: undefined,
  haltedToo: [],
  forgivenFailures: 0,
  noCapacity: undefined,
  continued: undefined,
  runnerSeconds: 0,
  runnerJobs: new Map(),
  runnerBills: new Map(),
  closed: undefined,
  unattendedSince: undefined,
  askedAt: undefined,
  told: new Map(),
  changeTold: undefined,
  news: [],
  notices: new Map(),
  ignored: [],
  updatedAt: undefined,
});

/** So long may a record stand without a word before somebody has to vouch that nothing was taken from it. Seconds. */
export const ATTENDED_SECONDS = 300;

/**
 * The run that these events tell. Total: any sequence gives a Run. Each state needs its own evidence (XC-01), so an
 * event that does not follow from what stands before it changes nothing and is listed in `ignored`.
 */
export function fold(id: string, events: readonly LedgerEvent[]): Run {
  const run = emptyRun(id);
  for (const event of events) {
    const entry = entryOf(event);
    const why = entry ? entry.apply(run, event) : (whyNot(run) ?? 'no event that is known here');
    if (why) run.ignored.push({ seq: event.seq, type: event.type, why });
    else {
      if (entry?.isSight) noteSight(run, event);
      noteGap(run, event);
      noteNews(run, event);
      run.updatedAt = event.at;
    }
  }
  return run;
}

function noteSight(run: Run, event: LedgerEvent): void {
  if (!('lease' in event)) return;
  const lease = run.leases.find(({ name }) => name === event.lease);
  if (lease) Object.assign(lease, { seenAt: event.at, unreached: undefined });
}

/** Only what says that somebody looked outside of the record closes a gap: any other event could be written behind a cut. */
function noteGap(run: Run, event: LedgerEvent): void {
  if (event.type === 'vouched' || event.type === 'resolved') {
    run.unattendedSince = undefined;
    return;
  }
  const before = run.updatedAt;
  if (before === undefined) return;
  if (Math.abs(secondsBetween(new Date(before), new Date(event.at))) > ATTENDED_SECONDS)
    run.unattendedSince ??= before;
}
