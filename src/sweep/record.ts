import { inParallel } from '../host/limit.ts';
import type { LedgerEvent, RunOpened, SmokePassed, SweepPart } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import type { Ledger, RunRecord } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import { divisionOf, partId, type Roster } from './division.ts';

/** Records that are asked for, or written, at once. */
export const AT_ONCE = 8;

/** Of 120 characters that the ledger takes, what `-p256` leaves. */
const LONGEST_ID = 115;

/** A sweep as its first part's record has it. */
export interface SweepRecord {
  id: string;
  roster: Roster;
  /** As written with part 1: what every part has in common. */
  opened: RunOpened;
}

/** One part, as far as its own record goes. */
export interface PartRecord {
  part: number;
  id: string;
  /** The cells that the roster gives it. */
  cells: readonly string[];
  /** `undefined`: never opened. */
  run: Run | undefined;
  /** Of this part alone: why its record cannot be used. */
  problem: Problem | undefined;
}

/** @returns `undefined` where the ledger has no sweep of that name */
export async function readSweep(ledger: Pick<Ledger, 'read'>, id: string): Promise<SweepRecord | undefined> {
  // A run may have this name; no part of a sweep of this name could have one.
  if (id.length > LONGEST_ID) return;
  const first = partId(id, 1);
  const { opened } = fold(first, (await ledger.read(first)).events);
  const roster = opened?.sweep?.roster;
  if (!opened || !roster || opened.sweep?.id !== id) return;
  return { id, roster, opened };
}

/** @throws Problem `no-such-sweep` */
export async function requireSweep(ledger: Pick<Ledger, 'read' | 'where'>, id: string): Promise<SweepRecord> {
  const sweep = await readSweep(ledger, id);
  if (sweep) return sweep;
  throw new Problem({
    code: 'no-such-sweep',
    kind: 'usage',
    what: `There is no sweep "${id}" in ${ledger.where}.`,
    next: 'See "gpu-lease status" for those that are open; leave the name out to open the one of this job and commit.',
  });
}

/**
 * Every part of the roster with its record, the open ones from one reading of the ledger; one that cannot be read or trusted
 * keeps nobody from the others.
 */
export async function readParts(
  ledger: Pick<Ledger, 'read' | 'readOpen'>,
  { id, roster, opened }: SweepRecord,
): Promise<PartRecord[]> {
  const open = await ledger.readOpen();
  return inParallel([...roster.entries()], AT_ONCE, async ([index, cells]) => {
    const part = { part: index + 1, id: partId(id, index + 1), cells };
    const { events, problem } = await recordOf(ledger, open, part.id);
    const run = events.length > 0 ? fold(part.id, events) : undefined;
    const fault = problem ?? (run && strangerOf(run, opened));
    return { ...part, run: fault ? undefined : run, problem: fault };
  });
}

async function recordOf(
  ledger: Pick<Ledger, 'read'>,
  open: ReadonlyMap<string, RunRecord | Problem>,
  run: string,
): Promise<{ events: LedgerEvent[]; problem?: Problem }> {
  try {
    // What is not open was put away, or never was.
    const record = open.get(run) ?? (await ledger.read(run));
    return record instanceof Problem ? { events: [], problem: record } : { events: record.events };
  } catch (error) {
    if (error instanceof Problem) return { events: [], problem: error };
    throw error;
  }
}

/** Why a run is no part of that sweep although it has the name of one. */
export function strangerOf(run: Run, first: RunOpened): Problem | undefined {
  const own = run.opened?.sweep;
  const { id, division } = first.sweep ?? {};
  if (own && own.id === id && own.division === division && run.opened?.configHash === first.configHash)
    return;
  return new Problem({
    code: 'not-a-part',
    kind: 'refused',
    what: own
      ? `Run ${run.id} is part ${own.part} of ${own.of} of another division or configuration of sweep ${own.id}; nothing was done to it.`
      : `Run ${run.id} is no part of sweep ${id}, only named like one; nothing was done to it.`,
    next: 'Start the sweep under another id: another commit or another workflow run makes one.',
  });
}

export const sweepPart = (id: string, roster: Roster, part: number): SweepPart => ({
  id,
  part,
  of: roster.length,
  division: divisionOf(roster),
  // Once for all: a thousand names in each of 256 records would be megabytes that nobody reads.
  ...(part === 1 && { roster }),
});

/** The evidence that the smoke of one part left, which is of the commit and configuration that all parts share. */
export async function smokeOf(ledger: Pick<Ledger, 'read'>, id: string): Promise<SmokePassed | undefined> {
  const { events } = await ledger.read(partId(id, 1));
  const passed = events.findLast((event) => event.type === 'smoke-passed');
  if (!passed) return;
  const { seq: _seq, at: _at, by: _by, ...body } = passed;
  return body;
}
