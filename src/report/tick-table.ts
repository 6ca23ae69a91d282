import { formatSeconds, secondsBetween } from '../clock.ts';
import { usdPerHourNow, usdSoFar } from '../lease/cost.ts';
import { type MissedLook, missedWords } from '../lease/missed-look.ts';
import { openMeters, type Run, runState } from '../lease/run.ts';
import { formatUsd } from '../money.ts';
import { table } from './text-table.ts';

/** One run of a tick, as people and programs are told of it. */
export interface TickRow {
  run: string;
  /** `unreadable` where the record could not be read. */
  state: string;
  verdict: string;
  costUsd: number;
  usdPerHourNow: number;
  did: string[];
  events: number;
  ended: string;
  next: string;
  /** Code and words of what went wrong; `null` where nothing did. */
  problem: { code: string; what: string; next: string } | null;
  /** Seconds since somebody last looked, before this tick; `null`: never. */
  lastLookSeconds: number | null;
}

export interface TickFacts {
  at: string;
  seconds: number;
  runs: TickRow[];
  /** Meters that should have stopped and are not proven to have. */
  debts: number;
  /** Reported ones; `marked` only shows at a later look whether it stays. */
  strays: { platform: string; outcome: string; reported: number; why: string }[];
  /** What a person must look at, with what it is and what to do about it. */
  problems: { key: string; title: string; what: string; next: string; issue: string | null }[];
  /** How ticks come. */
  schedule: {
    lastAt: string | null;
    sinceSeconds: number | null;
    /** As this tick was told; how they really come is `longestSeconds`, of the last ones, where enough are known. */
    everySeconds: number;
    longestSeconds: number | null;
    /** Whether any look at an open run was missed: planned, and not come within its slack. */
    late: boolean;
    missed: readonly MissedLook[];
  };
  requests: { github: number };
}

export function tickRow(
  found: {
    id: string;
    run: Run | undefined;
    verdict: string;
    did: string[];
    events: number;
    ended: string;
    next: string;
    problem: { code: string; what: string; next: string } | undefined;
  },
  seenAt: string | undefined,
  now: Date,
): TickRow {
  const { id, run, verdict, did, events, ended, next, problem } = found;
  return {
    run: id,
    state: run ? runState(run) : 'unreadable',
    verdict,
    costUsd: run ? Number(usdSoFar(run, now).toFixed(6)) : 0,
    usdPerHourNow: run ? usdPerHourNow(run, now) : 0,
    did,
    events,
    ended,
    next,
    problem: problem ? { code: problem.code, what: problem.what, next: problem.next } : null,
    lastLookSeconds:
      seenAt === undefined ? null : Math.max(0, Math.round(secondsBetween(new Date(seenAt), now))),
  };
}

export const owedMeters = (run: Run): number =>
  run.leases.reduce((sum, lease) => sum + openMeters(lease).filter((meter) => meter.owed).length, 0);

/** For a terminal or a log: a table of the runs, then what a person should know. */
export function tickText(facts: TickFacts): string[] {
  const rows = facts.runs.map((row) => [
    row.run,
    row.state,
    row.verdict,
    formatUsd(row.costUsd),
    doneWords(row),
    row.problem ? `${row.problem.code}: ${row.problem.what}` : row.next,
  ]);
  return [
    ...(rows.length > 0
      ? table(['run', 'state', 'verdict', 'cost', 'done', 'next'], rows).trimEnd().split('\n')
      : ['No run is open.']),
    ...summaryLines(facts),
  ];
}

export const doneWords = ({ did, events }: TickRow): string =>
  events > 0 ? did.join(', ') : did.length > 0 ? `${did.join(', ')}: nothing new` : '';

/** How the look went, then what a person should know. */
export function summaryLines(facts: TickFacts): string[] {
  const { schedule, strays, debts, problems, seconds, requests } = facts;
  const looks = facts.runs.flatMap(({ lastLookSeconds }) => lastLookSeconds ?? []);
  const oldest =
    looks.length > 0 ? `; the oldest look at an open run was ${formatSeconds(Math.max(...looks))} ago` : '';
  const last =
    schedule.sinceSeconds === null
      ? 'no look before this one'
      : `the look before was ${formatSeconds(schedule.sinceSeconds)} ago${paceWords(schedule)}`;
  return [
    `${facts.runs.length} open run(s) in ${Math.round(seconds)} s, ${requests.github} request(s) to GitHub; ${last}${oldest}`,
    ...lateLines(facts),
    ...(debts > 0 ? [`DEBT: ${debts} meter(s) not proven stopped`] : []),
    ...strays.map(({ platform, outcome, reported, why }) =>
      reported > 0 ? `STRAYS at ${platform}: ${why}` : `strays at ${platform}: ${outcome}, ${why}`,
    ),
    ...problems.map(({ title, what, next, issue }) =>
      // Where there is no issue to read, this is all that anybody is told at a look behind the first.
      issue === null ? `problem: ${title}: ${what} Next: ${next}` : `problem: ${title} (${issue})`,
    ),
  ];
}

const paceWords = ({ longestSeconds, everySeconds }: TickFacts['schedule']): string =>
  longestSeconds === null
    ? ''
    : `; of late they came at most ${formatSeconds(longestSeconds)} apart, where ${formatSeconds(everySeconds)} were asked for`;

function lateLines({ at, schedule: { missed } }: TickFacts): string[] {
  const [worst, ...rest] = [...missed].sort((one, other) => one.dueAt.localeCompare(other.dueAt));
  if (!worst) return [];
  const more = rest.length > 0 ? ` ${rest.length} more were missed, too.` : '';
  return [`LATE: ${missedWords(worst, new Date(at))}${more}`];
}
