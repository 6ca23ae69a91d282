import type { Job } from '../../src/job/job.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { divide } from '../../src/sweep/division.ts';
import { openSweep, type SweepOrder, shareSmoke } from '../../src/sweep/open.ts';
import { readParts, type SweepRecord } from '../../src/sweep/record.ts';
import { audited, intended, jobWith, opened, reachable, rented, started } from '../lease/told-run.ts';
import { ScriptedClock } from '../scripted-world.ts';

export const SWEEP = 'tiny-77';

export const sweepJob = (cells: number, over: Partial<Job> = {}): Job =>
  jobWith({
    cells: Array.from({ length: cells }, (_, at) => ({ name: `cell-${at}`, vars: { SEED: String(at) } })),
    ...over,
  });

export const orderOf = (job: Job, boxes: number | undefined, over: Partial<SweepOrder> = {}): SweepOrder => ({
  id: SWEEP,
  job,
  roster: boxes === undefined ? undefined : divide(job.cells, boxes),
  opened: opened({}, job),
  ...over,
});

/** A world for the opening of sweeps, over one ledger. */
export const openWorld = (ledger: MemoryLedger = new MemoryLedger()) => ({
  ledger,
  clock: new ScriptedClock(),
  who: 'test',
});

/** Writes what a test says has happened to a part, as a stage would. */
export async function tell(
  ledger: MemoryLedger,
  run: string,
  bodies: readonly EventBody[],
  by = 'test',
): Promise<void> {
  const now = new Date('2026-11-21T12:00:00Z');
  const { tip, events } = await ledger.read(run);
  const stamped = bodies.map((body) => ({ ...body, at: now.toISOString(), by }));
  const after = fold(run, [
    ...events,
    ...stamped.map((event, at) => ({ ...event, seq: events.length + at })),
  ]);
  if (after.ignored.length > 0) throw new Error(`it does not follow: ${JSON.stringify(after.ignored)}`);
  await ledger.append(run, tip, { events: stamped, summary: summarise(after, now) });
}

/** A sweep that is open in every part, its smoke waived. */
export async function openedSweep(
  cells: number,
  boxes: number,
): Promise<{ ledger: MemoryLedger; sweep: SweepRecord }> {
  const world = openWorld();
  const sweep = await openSweep(world, orderOf(sweepJob(cells), boxes));
  await shareSmoke(world, sweep, await readParts(world.ledger, sweep));
  return { ledger: world.ledger, sweep };
}

/** The first box of a part, counted from 1. */
export const leaseOf = (part: number): string => `${SWEEP}-p${part}-1`;

/** The same event of that part's box. */
export const onBox = (part: number, event: EventBody): EventBody =>
  ({ ...event, lease: leaseOf(part) }) as EventBody;

export const running = (part: number): EventBody[] =>
  [intended(), rented(), reachable(), audited(), started()].map((event) => onBox(part, event));
