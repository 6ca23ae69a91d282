import { canonicalJson } from '../canonical.ts';
import type { Unlooked } from './unlooked.ts';

const VERSION = 1;
/** Enough to see a pattern in; the note stays small. */
const MAX_LOOKS = 20;
/** So many gaps have to be known before anybody relies on the next one. */
const LEAST_GAPS = 8;

/** What is kept in the ledger's note between ticks. Unsigned: reports and preferences rest on it, nothing that spends. */
export interface Schedule {
  /** Oldest first. */
  looks: Look[];
  /** When each open run was last looked at, ISO 8601. */
  seen: Record<string, string>;
  /** Accounts that could not be looked at, by platform, since when. */
  unlooked: Unlooked;
  /** Commits of archived records that were read and found closed, and our signature under them. */
  closed: { commits: string[]; mac: string };
  /** When the schedule was switched on last, ISO 8601: before that nobody was to look. */
  onSince?: string;
}

export interface Look {
  /** When it began, ISO 8601, by the clock of the machine that looked. */
  at: string;
  /** How often ticks are to come, as that tick was told. */
  everySeconds: number;
  /** How long it took: runner time. */
  seconds: number;
  runs: number;
  /** Of the first one after it was switched on: when that was. The time before is no gap. */
  onSince?: string;
}

const NOTHING: Schedule = { looks: [], seen: {}, unlooked: {}, closed: { commits: [], mac: '' } };

/** Total: a note that cannot be read is one of a ledger that nobody has looked at. */
export function readSchedule(text: string): Schedule {
  let parsed: Partial<Record<'version' | keyof Schedule, unknown>>;
  try {
    parsed = Object(JSON.parse(text));
  } catch {
    return NOTHING;
  }
  if (parsed.version !== VERSION) return NOTHING;
  const looks = Array.isArray(parsed.looks) ? parsed.looks.filter(isLook) : [];
  return {
    looks: looks.slice(-MAX_LOOKS),
    seen: timesIn(parsed.seen),
    unlooked: timesIn(parsed.unlooked),
    closed: closedIn(parsed.closed),
    ...(isTime(parsed.onSince) && { onSince: parsed.onSince }),
  };
}

const timesIn = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(value)).filter((entry): entry is [string, string] => isTime(entry[1])),
  );

function closedIn(value: unknown): Schedule['closed'] {
  const { commits, mac } = Object(value) as Record<string, unknown>;
  const isWhole = Array.isArray(commits) && commits.every((each) => /^[0-9a-f]{40,64}$/.test(String(each)));
  return isWhole && typeof mac === 'string' ? { commits: commits.map(String), mac } : NOTHING.closed;
}

export function scheduleText({ looks, seen, unlooked, closed, onSince }: Schedule): string {
  const note = {
    version: VERSION,
    looks: looks.map((look) => ({ ...look })),
    seen,
    unlooked: { ...unlooked },
    closed,
    ...(onSince === undefined ? {} : { onSince }),
  };
  return `${canonicalJson(note)}\n`;
}

/** What a look leaves behind for the next one. */
export interface Found extends Partial<Pick<Schedule, 'closed' | 'unlooked'>> {
  /** Every open run; what is closed is forgotten. */
  open: readonly string[];
  /** Those that this look looked at. */
  seen: readonly string[];
}

export function afterLook(before: Schedule, look: Look, found: Found): Schedule {
  const { open, closed = before.closed, unlooked = before.unlooked } = found;
  const at = (run: string): string | undefined => (found.seen.includes(run) ? look.at : before.seen[run]);
  const seen = open.flatMap((run): [string, string][] => {
    const when = at(run);
    return when === undefined ? [] : [[run, when]];
  });
  const looks = [...before.looks, firstSince(before, look)].sort(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  );
  const kept = { looks: looks.slice(-MAX_LOOKS), seen: Object.fromEntries(seen), unlooked, closed };
  return before.onSince === undefined ? kept : { ...kept, onSince: before.onSince };
}

function firstSince({ looks, onSince }: Schedule, look: Look): Look {
  const last = looks.at(-1);
  const isFirst = onSince !== undefined && (!last || Date.parse(last.at) < Date.parse(onSince));
  return isFirst ? { ...look, onSince } : look;
}

/** What the looks that came say of those that will. */
export interface Pace {
  lastAt: Date;
  /** The longest of the gaps between them. */
  longestSeconds: number;
}

/**
 * How a schedule really comes, whatever its cron line says: GitHub delivered a few per cent of frequent ones in 2026
 * (docs/actions.md, "Looks"). `undefined` where too few came to tell.
 */
export function paceOf({ looks }: Pick<Schedule, 'looks'>): Pace | undefined {
  const gaps = looks.slice(1).map(({ at, onSince }, n) => {
    const before = looks[n]?.at ?? at;
    const from = Math.max(Date.parse(before), Date.parse(onSince ?? before));
    return (Date.parse(at) - from) / 1000;
  });
  const last = looks.at(-1);
  if (last === undefined || gaps.length < LEAST_GAPS) return;
  return { lastAt: new Date(last.at), longestSeconds: Math.max(...gaps) };
}

function isLook(value: unknown): value is Look {
  const { at, everySeconds, seconds, runs, onSince = at } = Object(value) as Record<string, unknown>;
  return (
    isTime(at) && isTime(onSince) && [everySeconds, seconds, runs].every((number) => Number.isFinite(number))
  );
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));
