import { secondsBetween } from '../clock.ts';
import type { Job } from '../job/job.ts';
import type { LedgerEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import { type Failure, failuresOf, HOST_FOR_SECONDS } from './failures.ts';
import { type MeasuredRate, ratesAmong } from './measured.ts';

/** So many closed runs are read for their failures, each by itself: the newest. */
const MOST_CLOSED = 10;
/** And so many of the same job, for how fast they were. */
const MOST_OF_JOB = 5;

/** What the other runs of a ledger tell whoever chooses an offer. */
export interface Elsewhere {
  /** Of the last day. */
  failures: readonly Failure[];
  /** Of this very job. */
  rates: readonly MeasuredRate[];
}

export const NOTHING_ELSEWHERE: Elsewhere = { failures: [], rates: [] };

/**
 * What the account has paid for once, it need not pay for again. A record that cannot be read says nothing about an offer and keeps
 * nobody from renting.
 *
 * @param own run that asks; '' for none
 */
export async function learnElsewhere(
  ledger: Pick<Ledger, 'list' | 'read' | 'readOpen'>,
  own: string,
  job: Pick<Job, 'name' | 'run'>,
  now: Date,
): Promise<Elsewhere> {
  const open = [...(await ledger.readOpen())].filter(([id]) => id !== own);
  const records = open.map(([id, record]) => [id, record instanceof Problem ? [] : record.events] as const);
  const closed = (await ledger.list({ archived: true }))
    .filter(({ archived }) => archived)
    .sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
  const wanted = new Set([
    ...closed.filter(({ updatedAt }) => isOfLate(updatedAt, now)).slice(0, MOST_CLOSED),
    ...closed.filter((each) => each.job === job.name).slice(0, MOST_OF_JOB),
  ]);
  for (const { run } of wanted) records.push([run, await eventsOf(ledger, run)]);
  const runs = records.map(([id, events]) => fold(id, events));
  const failures = runs
    .flatMap((run) => failuresOf(run))
    .filter(({ at }) => at !== undefined && isOfLate(at, now));
  return { failures, rates: ratesAmong(runs, job) };
}

async function eventsOf(ledger: Pick<Ledger, 'read'>, run: string): Promise<LedgerEvent[]> {
  try {
    return (await ledger.read(run)).events;
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}

const isOfLate = (at: string, now: Date): boolean => secondsBetween(new Date(at), now) < HOST_FOR_SECONDS;
